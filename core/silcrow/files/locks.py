"""Our own lock: one holder at a time among processes and threads, and a name for whoever is asked to wait.

The kernel's lock on the file is what counts. It ends with its holder, so nothing that is left in the file, and no file
that is left behind, can block anyone. The holder's name in the file is only there to be shown.
"""

import contextlib
import errno
import json
import os
import stat
import time
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

try:
    import fcntl
except ImportError as missing:
    # Rather no write at all than one without a lock.
    raise ImportError("silcrow writes only under kernel locks (flock): it runs on Linux and macOS") from missing

from silcrow.files.plain_file import UnsafePath, make_private_folder, read_bytes
from silcrow.files.queued_flock import lock_or_close

if TYPE_CHECKING:
    from filelock import FileLock

_POLL_SECONDS = 0.005
_SAME_START_SECONDS = 1.5
"""Start times are counted from a boot time in whole seconds that may be off by one between two processes."""
_NOTE_LIMIT = 1_000
_OPEN_LOCK = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Holder(Struct, frozen=True):
    """Who holds a lock."""

    pid: int
    started: float
    """Start of that process, unix seconds."""
    purpose: str = ""

    def __str__(self) -> str:
        return f"process {self.pid}{f' ({self.purpose})' if self.purpose else ''}"


class LockBusy(Exception):  # noqa: N818 - the state that it reports
    """Somebody else held the lock for the whole time that we were ready to wait."""

    def __init__(self, path: Path, holder: Holder | None) -> None:
        super().__init__(f"{path.name} is held by {holder or 'another process'}")
        self.path = path
        self.holder = holder
        """None when the holder could not be told."""


class HeldLock:
    """A lock that is held for as long as its owner likes; not for sharing between threads.

    The file is made 0600, stays where it is after release, and is never followed if it is a link.
    """

    def __init__(self, path: Path, *, purpose: str = "") -> None:
        self.path = path
        self.purpose = purpose
        self._lock: FileLock | None = None
        self._descriptor = -1
        self._note = b""

    @property
    def held(self) -> bool:
        return self._lock is not None

    def acquire(self, timeout: float = 5.0) -> None:
        """Take the lock, or raise LockBusy after ``timeout`` seconds. Threads of one process wait for each other too.

        Raises UnsafePath if the lock file is a link or no plain file, OSError if locks do not work here.
        """
        if self._lock is not None:
            raise RuntimeError(f"{self.path} is held already")
        from filelock import FileLock, Timeout

        make_private_folder(self.path.parent)
        _refuse_what_is_no_lock_file(self.path)
        self._note = _note_of(os.getpid(), self.purpose)
        lock = FileLock(
            self.path,
            mode=0o600,
            poll_interval=_POLL_SECONDS,
            thread_local=False,
            # A file system without kernel locks is an error that shows, not a weaker lock that does not.
            fallback_to_soft=False,
            on_acquired=self._sign,
        )
        try:
            lock.acquire(timeout=max(timeout, 0.0))
        except Timeout:
            raise LockBusy(self.path, lock_holder(self.path)) from None
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise UnsafePath(self.path, "is a link, and a lock file must not be one") from None
            raise
        self._lock = lock

    def release(self) -> None:
        """Let go. Without a hold it does nothing."""
        if self._lock is None:
            return
        lock, self._lock = self._lock, None
        try:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, 0)
        finally:
            lock.release()

    def _sign(self, descriptor: int) -> None:
        self._descriptor = descriptor
        _sign(descriptor, self._note, os.fstat(descriptor).st_size)


class hold_lock:  # noqa: N801 - used like a function, as context managers are
    """Hold the lock file over a block, for the moment of one change.

    The same lock as that of `HeldLock`, with the same promises and errors, taken with less ado and in turn: who came
    first gets it first. Waits at most ``timeout`` seconds, then raises LockBusy.
    """

    __slots__ = ("_deadline", "_descriptor", "_path", "_purpose", "_signed")

    def __init__(self, path: Path, *, timeout: float = 5.0, purpose: str = "") -> None:
        self._path = path
        self._deadline = time.monotonic() + timeout
        self._purpose = purpose
        self._descriptor = -1
        self._signed = 0

    def __enter__(self) -> None:
        note = _note_of(os.getpid(), self._purpose)
        self._descriptor, size = _take(self._path, self._deadline)
        self._signed = _sign(self._descriptor, note, size)

    def __exit__(self, *_: object) -> None:
        try:
            # Written over, not cut off: the file then keeps its place on the disk for the next name.
            os.pwrite(self._descriptor, b" " * self._signed, 0)
        except OSError:
            pass
        finally:
            # Not by closing alone: a process forked meanwhile has the descriptor too, and would hold on.
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
            os.close(self._descriptor)


def _take(path: Path, deadline: float) -> tuple[int, int]:
    """The descriptor of the locked file, and the file's size."""
    name = os.fspath(path)
    while True:
        try:
            descriptor = os.open(name, _OPEN_LOCK, 0o600)
        except OSError:
            descriptor = _make_lock_file(path)
        ours = os.fstat(descriptor)
        if not stat.S_ISREG(ours.st_mode):
            os.close(descriptor)
            raise UnsafePath(path, "is no plain file")
        if not lock_or_close(descriptor, deadline):
            raise LockBusy(path, lock_holder(path))
        named = _status(name)
        if named is not None and named.st_ino == ours.st_ino and named.st_dev == ours.st_dev:
            return descriptor, named.st_size
        # Somebody removed the file between our opening and locking it: the next one would lock another.
        os.close(descriptor)


def _make_lock_file(path: Path) -> int:
    """The open lock file where it has no folder yet, or the error that says what is wrong with it."""
    make_private_folder(path.parent)
    try:
        return os.open(path, _OPEN_LOCK, 0o600)
    except OSError:
        _refuse_what_is_no_lock_file(path)
        raise


def _status(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


@lru_cache(maxsize=64)
def _note_of(pid: int, purpose: str) -> bytes:
    """Our name. Made before the lock is taken, since the first one of a process takes a while."""
    return f'{{"pid": {pid}, "started": {_start_of(pid)!r}, "purpose": {json.dumps(purpose[:200])}}}'.encode()


def _sign(descriptor: int, note: bytes, size: int) -> int:
    """Write our name over what is in the file, and say how long that made it.

    A full disk costs the waiting ones a name, not us the lock.
    """
    try:
        if size > _NOTE_LIMIT:
            os.ftruncate(descriptor, 0)
            size = 0
        return os.pwrite(descriptor, note.ljust(size), 0)
    except OSError:
        return 0


def lock_holder(path: Path) -> Holder | None:
    """The live process that holds the lock, without taking it; None when nobody does or it cannot be told."""
    try:
        holder = _parse_note(read_bytes(path, limit=_NOTE_LIMIT))
    except OSError:
        return None
    if holder is None:
        return None
    started = _start_of_stranger(holder.pid)
    if started is None or abs(started - holder.started) > _SAME_START_SECONDS:
        return None
    return holder


def _parse_note(note: bytes) -> Holder | None:
    try:
        fields: Any = json.loads(note)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict):
        return None
    fields = cast("dict[str, Any]", fields)
    pid, started, purpose = fields.get("pid"), fields.get("started"), fields.get("purpose")
    if type(pid) is not int or pid <= 0 or not isinstance(started, int | float) or not isinstance(purpose, str):
        return None
    return Holder(pid, float(started), purpose)


def _refuse_what_is_no_lock_file(path: Path) -> None:
    if path.is_symlink():
        raise UnsafePath(path, "is a link, and a lock file must not be one")
    if path.exists() and not path.is_file():
        raise UnsafePath(path, "is no plain file")


@cache
def _start_of(pid: int) -> float:
    return _start_of_stranger(pid) or 0.0


def _start_of_stranger(pid: int) -> float | None:
    import psutil

    try:
        return psutil.Process(pid).create_time()
    except (psutil.Error, OverflowError, ValueError):
        return None
