"""The lock that other agents take on a memory file, in whichever of two ways they take it.

hermes locks a *file* ``<FILE>.lock`` beside the path that it was given; pi-memory makes a *folder* of that name beside
the real file. Each breaks on the other's: hermes cannot open a folder, pi-memory fails for ever on a file. So where one
of the two stands we speak that one, and we leave nothing behind that was not there.

Held over compare and rename only: others try a few times a second, so what counts for them is how much of the time the
lock is free.
"""

import os
import stat
from pathlib import Path
from typing import Self

from silcrow.files.folder_lock import FolderHold, FolderLockBusy, take_folder_lock
from silcrow.files.plain_file import UnsafePath
from silcrow.files.queued_flock import FlockBusy, FlockHold, take_flock

STALE_SECONDS = 30.0
"""Age at which pi-memory takes a lock folder over."""


class NeighbourBusy(Exception):  # noqa: N818 - the state that it reports
    """Another program held its lock for the whole time that we were ready to wait."""

    def __init__(self, place: str) -> None:
        super().__init__(f"another program holds {place}")
        self.place = place


class NeighbourLock:
    """One hold of the neighbours' lock on one file; the caller holds silcrow's own lock on it already.

    As a context manager it lets go at the end, if it was taken.
    """

    __slots__ = ("_hold", "_makes_file", "_named", "_real")

    def __init__(self, named: Path, *, makes_file: bool = False) -> None:
        """``named``: the file as other programs name it, perhaps a link. ``makes_file``: where neither lock stands,
        make the file, for a folder in which only hermes lives."""
        self._named = str(named)
        self._makes_file = makes_file
        self._hold: FolderHold | FlockHold | None = None
        self._real: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    @property
    def held(self) -> bool:
        """We took it and did not let go; somebody may have taken it over since."""
        return self._hold is not None

    def covers(self, real: Path) -> bool:
        """We hold it for that file, and nobody took it over: to be asked just before the rename, since a folder lock
        does not last."""
        return self._hold is not None and self._real == str(real) and self._hold.still_held()

    def acquire(self, real: Path, *, deadline: float) -> None:
        """Take the lock, waiting until ``deadline`` (of the monotonic clock). ``real`` is where the file really is.

        Raises NeighbourBusy, UnsafePath when a link or a device stands in its place, and OSError.
        """
        self.release()
        self._real = str(real)
        named_lock, real_lock = f"{self._named}.lock", f"{self._real}.lock"
        try:
            self._hold = self._take(named_lock, real_lock, deadline)
        except (FlockBusy, FolderLockBusy) as busy:
            raise NeighbourBusy(busy.place) from None

    def release(self) -> None:
        """Let go. Without a hold it does nothing."""
        if self._hold is not None:
            hold, self._hold = self._hold, None
            hold.release()

    def _take(self, named_lock: str, real_lock: str, deadline: float) -> FolderHold | FlockHold:
        # Where there is but one name, making the folder tells by itself whether a file stands there.
        looks_first = self._makes_file or named_lock != real_lock
        while True:
            if looks_first and _stands_as_file(named_lock, make=self._makes_file):
                file = named_lock
            elif real_lock != named_lock and _stands_as_file(real_lock):
                file = real_lock
            else:
                try:
                    # Who comes by a link may have its own lock elsewhere, so only without one is our mark a corpse.
                    marked_is_dead = real_lock == named_lock or not self._is_link(real_lock)
                    return take_folder_lock(
                        real_lock, stale=STALE_SECONDS, deadline=deadline, marked_is_dead=marked_is_dead
                    )
                except UnsafePath:
                    # hermes may have made its file since we looked.
                    if not _stands_as_file(real_lock):
                        raise
                    looks_first = True
                    continue
            hold = take_flock(file, deadline=deadline)
            if hold is not None:
                return hold

    def _is_link(self, real_lock: str) -> bool:
        """The name itself is a link; a link further up leads everybody to one folder, and to one lock of ours."""
        folder, name = os.path.split(self._named)
        return f"{os.path.realpath(folder)}{os.sep}{name}.lock" != real_lock


def _stands_as_file(place: str, *, make: bool = False) -> bool:
    """A file stands there as a lock; with ``make`` it does afterwards, unless something else stands there."""
    try:
        found = os.lstat(place)
    except FileNotFoundError:
        if not make:
            return False
    else:
        return stat.S_ISREG(found.st_mode)
    try:
        os.close(os.open(place, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        return _stands_as_file(place)
    return True
