"""One dream at a time on a memory folder, whoever starts it: our kernel lock, and the lock folder of pi-memory.

The kernel's lock ends with its holder. The folder ``<memory-dir>.lock`` has to be kept fresh, since the neighbour takes
it over once it is 30 seconds old; it says by its mark that it is ours, so the next of us clears a dead one at once.
"""

import stat
import time
from pathlib import Path
from typing import Final

from silcrow.curated.store_file import os_words
from silcrow.files import HeldLock, LockBusy, UnsafePath, lock_holder
from silcrow.files.folder_lock import FolderHold, FolderLockBusy, take_folder_lock

LOCK_FILE: Final = "dream.lock"
REFRESH_SECONDS: Final = 5.0
STALE_SECONDS: Final = 30.0


class DreamLock:
    """The two locks of one memory folder, held together."""

    def __init__(self, memory_dir: Path, purpose: str) -> None:
        self._own = HeldLock(lock_path(memory_dir), purpose=purpose)
        self._place = neighbours_place(memory_dir)
        self._folder: FolderHold | None = None

    def acquire(self) -> str | None:
        """Take both without waiting; in words who has one of them, or why they can't be had. Raises OSError."""
        try:
            self._own.acquire(timeout=0.0)
        except LockBusy as busy:
            return f"held by {busy.holder or 'another process'}"
        try:
            self._folder = take_folder_lock(
                self._place, stale=STALE_SECONDS, deadline=time.monotonic(), marked_is_dead=True
            )
            self.refresh()
        except FolderLockBusy:
            self._own.release()
            return f"held by another program ({self._place} is fresh)"
        except UnsafePath as unsafe:
            self._own.release()
            return f"in the way: {self._place} {unsafe.reason}"
        except BaseException:
            self.release()
            raise
        return None

    def refresh(self) -> None:
        """Keep the folder from looking dead; to be called every few seconds."""
        if self._folder is not None:
            self._folder.refresh()

    def release(self) -> None:
        """Let go of both. Without a hold it does nothing."""
        if self._folder is not None:
            self._folder.release()
            self._folder = None
        self._own.release()


def lock_path(memory_dir: Path) -> Path:
    return memory_dir / ".silcrow" / LOCK_FILE


def neighbours_place(memory_dir: Path) -> str:
    """The folder that pi-memory makes: beside the real memory folder."""
    return f"{memory_dir.resolve()}.lock"


def who_holds(memory_dir: Path, now: float) -> str | None:
    """Who dreams on this folder now, or keeps others from it, without taking anything; None when it is free."""
    holder = lock_holder(lock_path(memory_dir))
    if holder is not None:
        return str(holder)
    place = Path(neighbours_place(memory_dir))
    try:
        status = place.lstat()
    except FileNotFoundError:
        return None
    except OSError as error:
        return os_words(error)
    is_ours = bool(status.st_mode & stat.S_ISVTX)
    if is_ours or now - status.st_mtime > STALE_SECONDS:
        return None
    return f"another program, which made {place.name} {max(0, int(now - status.st_mtime))} s ago"
