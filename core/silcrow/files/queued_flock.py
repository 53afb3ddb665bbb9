"""A kernel lock on a file, waited for in the kernel's own queue.

Who only tries again and again never gets a lock for which others stand in the queue, so we stand there too, in a
thread of its own, since a wait in the kernel has no end of its own.
"""

import fcntl
import os
import threading
import time

from msgspec import Struct

from silcrow.files.folder_lock import pause_between_polls


class FlockBusy(Exception):  # noqa: N818 - the state that it reports
    """Another program held the lock for the whole time that we were ready to wait."""

    def __init__(self, place: str) -> None:
        super().__init__(f"{place} is held by another program")
        self.place = place


class FlockHold(Struct, frozen=True):
    """An open file that we hold locked."""

    place: str
    descriptor: int

    def still_held(self) -> bool:
        """The locked file is still the one that others find at this path."""
        try:
            named = os.lstat(self.place)
        except FileNotFoundError:
            return False
        ours = os.fstat(self.descriptor)
        return (named.st_ino, named.st_dev) == (ours.st_ino, ours.st_dev)

    def release(self) -> None:
        """Let go; the file stays where it is."""
        # Not by closing alone: a process forked meanwhile has the descriptor too, and would hold on.
        fcntl.flock(self.descriptor, fcntl.LOCK_UN)
        os.close(self.descriptor)


def take_flock(place: str, *, deadline: float) -> FlockHold | None:
    """Lock the file, waiting until ``deadline`` (of the monotonic clock); None when it is not there any more.

    Raises FlockBusy, and OSError for a link or a file that may not be opened.
    """
    while True:
        try:
            descriptor = os.open(place, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        except FileNotFoundError:
            return None
        if not lock_or_close(descriptor, deadline):
            raise FlockBusy(place)
        hold = FlockHold(place, descriptor)
        if hold.still_held():
            return hold
        hold.release()
        pause_between_polls()


def lock_or_close(descriptor: int, deadline: float) -> bool:
    """Lock the open file before ``deadline`` (of the monotonic clock), or close it; whether it is locked."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _Turn(descriptor).wait(deadline)
    except BaseException:
        os.close(descriptor)
        raise
    return True


class _Turn:
    """A place in the kernel's queue. Once it is given up, a lock that still comes is let go by whoever gets it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._settled = threading.Lock()
        self._done = threading.Event()
        self._given_up = False
        self._error: OSError | None = None

    def wait(self, deadline: float) -> bool:
        left = deadline - time.monotonic()
        if left > 0:
            # A daemon: a program that holds the lock for ever must not keep ours from ending.
            threading.Thread(target=self._queue, name="silcrow-flock", daemon=True).start()
            self._done.wait(left)
        with self._settled:
            if self._error is not None:
                os.close(self._descriptor)
                raise self._error
            if self._done.is_set():
                return True
            self._given_up = True
        if left <= 0:
            os.close(self._descriptor)
        return False

    def _queue(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        except OSError as error:
            self._error = error
        with self._settled:
            if self._given_up:
                os.close(self._descriptor)
            self._done.set()
