"""The lock of the pi coding agent on its settings: a folder beside the file, made to take it, removed to release it."""

import contextlib
import os
import random
import time
from collections.abc import Generator
from pathlib import Path

_POLL_SECONDS = 0.01
_HOLD_SECONDS = 2.0
"""How much of the stale time is left when we make the folder: our corpse is in nobody's way for longer, and a hold must
not be longer either."""


class FolderLockBusy(Exception):  # noqa: N818 - the state that it reports
    """Another program held the lock for the whole time that we were ready to wait."""


@contextlib.contextmanager
def hold_folder_lock(path: Path, *, stale: float = 10.0, timeout: float = 3.0) -> Generator[None]:
    """Hold ``<path>.lock`` in the way of proper-lockfile 4.1: mkdir, taken over once its time is ``stale`` seconds old.

    For the moment of one write: at most two seconds. Raises FolderLockBusy after ``timeout`` seconds.
    """
    place = path.with_name(f"{path.name}.lock")
    inode = _take(place, stale, timeout)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if place.lstat().st_ino == inode:
                place.rmdir()


def _take(place: Path, stale: float, timeout: float) -> int:
    deadline = time.monotonic() + timeout
    while True:
        try:
            place.mkdir(mode=0o700)
        except FileExistsError:
            if _is_stale(place, stale):
                with contextlib.suppress(OSError):
                    place.rmdir()
                    continue
        else:
            past = time.time() - max(stale - _HOLD_SECONDS, 0.0)
            os.utime(place, (past, past))
            return place.lstat().st_ino
        if time.monotonic() >= deadline:
            raise FolderLockBusy(f"{place} is held by another program")
        time.sleep(_POLL_SECONDS * random.uniform(0.5, 1.5))


def _is_stale(place: Path, stale: float) -> bool:
    try:
        return time.time() - place.lstat().st_mtime > stale
    except OSError:
        return False
