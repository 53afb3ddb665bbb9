"""A process with nothing but the write paths loaded, which lets a child of its own do one act at a time.

``python -m tests.faults.forker`` reads lines ``number of the path <tab> folder``; for each it prints the child's pid
when the child is about to begin, and its exit code when it has ended (negative for a signal).
"""

import os
import sys
from pathlib import Path

from tests.faults.all_paths import ALL_PATHS


def main() -> None:
    """Serve until the input ends."""
    print("ready", flush=True)
    for line in sys.stdin:
        number, _, folder = line.rstrip("\n").partition("\t")
        child = os.fork()
        if child == 0:
            print(os.getpid(), flush=True)
            words = ALL_PATHS[int(number)].act(Path(folder))
            os._exit(0 if words is None else 3)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
