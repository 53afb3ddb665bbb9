"""A writer of its own process: run as ``python -m tests.curated.writer_process <task> <folder> ...``.

Prints one JSON line when it stands ready and one for each answer that it was given.
"""

import json
import sys
from pathlib import Path

from silcrow.curated import MemoryStore, Success


def add_many(folder: Path, name: str, count: int) -> None:
    store = MemoryStore(folder, memory_char_limit=1_000_000, lock_timeout=60)
    for number in range(count):
        text = f"{name} says {number}"
        answer = store.add("memory", text)
        seen = isinstance(answer, Success) and text in answer.entries and answer.to_dict()["entryCount"]
        print(json.dumps({"text": text, "seen": seen, "error": None if answer.success else answer.to_dict()}))


def add_and_remove(folder: Path, name: str, count: int) -> None:
    store = MemoryStore(folder, memory_char_limit=1_000_000, lock_timeout=60)
    for number in range(count):
        text = f"{name} says {number}"
        assert store.add("memory", text).success
        if number % 2:
            assert store.remove("memory", text).success


def rewrite_for_ever(folder: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=1_000_000)
    number = 0
    while True:
        number += 1
        answer = store.replace("memory", "version ", f"version {number} " + "x" * 5_000 + " end")
        assert answer.success, answer
        print(number, flush=True)


def hold_the_lock(folder: Path) -> None:
    from silcrow.files import HeldLock

    HeldLock(folder / ".silcrow" / "MEMORY.md.lock", purpose="holding on").acquire()
    print("holding", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    task, place, *rest = sys.argv[1:]
    match task:
        case "add":
            add_many(Path(place), rest[0], int(rest[1]))
        case "add-and-remove":
            add_and_remove(Path(place), rest[0], int(rest[1]))
        case "rewrite":
            rewrite_for_ever(Path(place))
        case "hold":
            hold_the_lock(Path(place))
        case _:
            raise SystemExit(f"no task {task}")
