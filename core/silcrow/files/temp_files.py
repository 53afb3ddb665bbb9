"""The names of our temporary files, and what is left of them when a process dies."""

import os
import re
from pathlib import Path

_NAME = re.compile(r"\.silcrow-(?P<pid>[1-9][0-9]{0,9})-[0-9a-f]{8}\.tmp")


def temp_path(folder: str) -> str:
    """A fresh name in the folder that says whose it is: ``.silcrow-<pid>-<hex>.tmp``."""
    return f"{folder}{os.sep}.silcrow-{os.getpid()}-{os.urandom(4).hex()}.tmp"


def is_temp_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def sweep_temp_files(folder: Path) -> int:
    """Remove our temporary files of dead processes; how many there were. A missing folder has none."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - one system call and plain strings: this runs at every write
    except FileNotFoundError:
        return 0
    swept = 0
    for name in names:
        if not name.startswith(".silcrow-"):
            continue
        match = _NAME.fullmatch(name)
        if match is None or _runs(int(match["pid"])):
            continue
        try:
            (folder / name).unlink()
        except OSError:
            # Gone meanwhile, or nothing that can be removed: it is in nobody's way.
            continue
        swept += 1
    return swept


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
