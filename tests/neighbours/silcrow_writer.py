"""silcrow as a process of its own: run with ``<task> FOLDER [NAME [COUNT]]``.

``stop`` adds an entry and stops just before its rename, with every lock held, until standard input ends. ``pause``
stops as soon as it has the lock of the others, until it reads a line. ``add`` adds COUNT entries, and ``for-ever``
never ends.
"""

import json
import sys
from pathlib import Path

from silcrow.curated import MemoryStore
from silcrow.files import StagedWrite
from silcrow.files.neighbour_lock import NeighbourLock


def stop_before_the_rename(memory: Path) -> None:
    put_in_place = StagedWrite.put_in_place

    def stop(staged: StagedWrite) -> None:
        if staged.target == memory:
            print("holding", flush=True)
            sys.stdin.read()
        put_in_place(staged)

    StagedWrite.put_in_place = stop  # type: ignore[method-assign]


def pause_with_the_lock() -> None:
    acquire = NeighbourLock.acquire

    def acquire_and_pause(lock: NeighbourLock, real: Path, *, deadline: float) -> None:
        acquire(lock, real, deadline=deadline)
        NeighbourLock.acquire = acquire  # type: ignore[method-assign]
        print("holding", flush=True)
        sys.stdin.readline()

    NeighbourLock.acquire = acquire_and_pause  # type: ignore[method-assign]


def main(task: str, folder: Path, *rest: str) -> None:
    store = MemoryStore(folder, memory_char_limit=1_000_000, lock_timeout=60)
    match task:
        case "stop":
            stop_before_the_rename(folder.resolve() / "MEMORY.md")
            assert store.add("memory", "silcrow, slowly").success
        case "pause":
            pause_with_the_lock()
            assert store.add("memory", "silcrow, slowly").success
        case "for-ever":
            number = 0
            while True:
                number += 1
                assert store.add("memory", f"{rest[0]} says {number}").success
                print(json.dumps({"text": f"{rest[0]} says {number}", "error": None}), flush=True)
        case _:
            name, count = rest
            for number in range(int(count)):
                answer = store.add("memory", f"{name} says {number}")
                error = None if answer.success else answer.to_dict()
                print(json.dumps({"text": f"{name} says {number}", "error": error}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
