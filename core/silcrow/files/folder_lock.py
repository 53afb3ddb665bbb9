"""The lock of Node.js programs: a folder beside the file, made to take it, removed to release it.

The protocol is that of proper-lockfile 4.1. Its folder outlives a killed holder and is taken over once its time is so
many seconds old. Ours says whose it is by the sticky bit, and is made with a time that leaves little of these seconds:
a corpse of ours is in nobody's way for longer than a moment.
"""

import contextlib
import os
import stat
import time
from collections.abc import Generator
from pathlib import Path

from msgspec import Struct

from silcrow.files.plain_file import UnsafePath

POLL_SECONDS = 0.002
HOLD_SECONDS = 2.0
"""How much of the stale time is left when we make the folder. A hold must be shorter, or others take the lock over."""

_OUR_MARK = stat.S_ISVTX


class FolderLockBusy(Exception):  # noqa: N818 - the state that it reports
    """Another program held the lock for the whole time that we were ready to wait."""

    def __init__(self, place: str) -> None:
        super().__init__(f"{place} is held by another program")
        self.place = place


class FolderHold(Struct, frozen=True):
    """A lock folder that we made."""

    place: str
    inode: int

    def still_held(self) -> bool:
        """Nobody took the lock over. A new folder may get the old number, so the mark counts as well."""
        try:
            found = os.lstat(self.place)
        except FileNotFoundError:
            return False
        return found.st_ino == self.inode and bool(found.st_mode & _OUR_MARK)

    def refresh(self) -> bool:
        """Give the folder the time of now, for a hold that lasts; False when somebody else has it by now."""
        if not self.still_held():
            return False
        with contextlib.suppress(OSError):
            os.utime(self.place, follow_symlinks=False)
        return True

    def release(self) -> None:
        """Remove the folder, unless it is somebody else's by now."""
        if not self.still_held():
            return
        try:
            os.rmdir(self.place)  # noqa: PTH106 - this runs at every write
        except OSError:
            return


@contextlib.contextmanager
def hold_folder_lock(path: Path, *, stale: float = 10.0, timeout: float = 3.0) -> Generator[None]:
    """Hold ``<path>.lock`` for the moment of one write: at most two seconds.

    ``stale`` is the age in seconds at which the other programs take the lock over. Raises FolderLockBusy after
    ``timeout`` seconds, UnsafePath when something stands there that is no folder.
    """
    deadline = time.monotonic() + timeout
    hold = take_folder_lock(f"{path}.lock", stale=stale, deadline=deadline, marked_is_short=True)
    try:
        yield
    finally:
        hold.release()


def take_folder_lock(
    place: str, *, stale: float, deadline: float, marked_is_dead: bool = False, marked_is_short: bool = False
) -> FolderHold:
    """Make the folder, waiting until ``deadline`` (of the monotonic clock) for whoever has it.

    ``marked_is_dead``: the caller holds another lock that everybody takes who leaves our mark here, so a folder with
    the mark is a corpse and goes at once. ``marked_is_short``: who leaves our mark here sets the time back at once,
    so a mark with a time of some seconds ago was left by one that died before it could. Raises FolderLockBusy,
    UnsafePath.
    """
    while True:
        hold = _make(place, stale)
        if hold is not None:
            return hold
        if _clear_corpse(place, stale, marked_is_dead=marked_is_dead, marked_is_short=marked_is_short):
            continue
        if time.monotonic() >= deadline:
            raise FolderLockBusy(place)
        pause_between_polls()


def pause_between_polls() -> None:
    """Wait a moment of random length, so that those who wait do not step in time."""
    import random

    time.sleep(POLL_SECONDS * random.uniform(0.5, 1.5))


def _make(place: str, stale: float) -> FolderHold | None:
    try:
        # The mark comes with the folder: killed in between, we would leave a lock that looks like another program's.
        os.mkdir(place, 0o700 | _OUR_MARK)  # noqa: PTH102 - this runs at every write
    except FileExistsError:
        return None
    past = time.time() - max(stale - HOLD_SECONDS, 0.0)
    try:
        os.utime(place, (past, past), follow_symlinks=False)
        return FolderHold(place, os.lstat(place).st_ino)
    except FileNotFoundError:
        return None


def _clear_corpse(place: str, stale: float, *, marked_is_dead: bool, marked_is_short: bool) -> bool:
    """Remove what a dead holder left; whether it is worth trying again at once."""
    found = _status(place)
    if found is None:
        return True
    if not stat.S_ISDIR(found.st_mode):
        raise UnsafePath(Path(place), "is no folder, and other programs make a folder there")
    marked = bool(found.st_mode & _OUR_MARK)
    if not (marked_is_dead and marked):
        age = time.time() - found.st_mtime
        never_set_back = marked and marked_is_short and HOLD_SECONDS < age < stale - HOLD_SECONDS
        if age <= stale and not never_set_back:
            return False
        # A live holder refreshes the time, and another one may just be taking over: look twice.
        pause_between_polls()
        again = _status(place)
        if again is None or (again.st_ino, again.st_mtime_ns) != (found.st_ino, found.st_mtime_ns):
            return again is None
    try:
        os.rmdir(place)  # noqa: PTH106 - as above
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _status(place: str) -> os.stat_result | None:
    try:
        return os.lstat(place)
    except FileNotFoundError:
        return None
