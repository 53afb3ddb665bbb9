"""Locks and writes a memory file the way hermes does: a kernel lock on the file beside it, waited for without end.

Run as a program: ``hermes.py hold|try FILE`` or ``hermes.py add FILE NAME COUNT``; it says what the one for pi-memory
says. Uses nothing of silcrow.
"""

import fcntl
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(file: Path, how: int = fcntl.LOCK_EX) -> Iterator[None]:
    with file.with_name(f"{file.name}.lock").open("a+") as lock:
        fcntl.flock(lock, how)
        yield


def add(file: Path, text: str) -> None:
    with locked(file):
        before = file.read_text().strip()
        temp = file.with_name(f".mem_{os.getpid()}.tmp")
        temp.write_text(f"{before}\n§\n{text}" if before else text)
        temp.replace(file)


def main(task: str, file: Path, *rest: str) -> None:
    match task:
        case "hold":
            with locked(file):
                print("holding", flush=True)
                sys.stdin.read()
        case "try":
            try:
                with locked(file, fcntl.LOCK_EX | fcntl.LOCK_NB):
                    print("free")
            except BlockingIOError:
                print("held")
        case _:
            name, count = rest
            for number in range(int(count)):
                add(file, f"{name} says {number}")
                print(json.dumps({"text": f"{name} says {number}", "error": None}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
