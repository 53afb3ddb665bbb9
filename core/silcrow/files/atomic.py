"""Replacing a file so that every reader sees the old content or the new one, never a part."""

import contextlib
import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import Self

from silcrow.files.plain_file import find_own_file, find_plain_file, folder_of, make_private_folder
from silcrow.files.temp_files import sweep_temp_files, temp_path


class StagedWrite:
    """New content that lies beside its target and waits for the rename.

    As a context manager it discards itself unless it was committed.
    """

    __slots__ = ("_folder", "_place", "_staged", "_temp", "target")

    def __init__(self, target: Path, temp: str, folder: str | None) -> None:
        self.target = target
        """The real path that the rename replaces; for a link, the file that it leads to."""
        self._place = os.fspath(target)
        self._temp = temp
        self._folder = folder
        """Which folder is to be flushed; None when the write need not last."""
        self._staged = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.discard()

    def commit(self) -> None:
        """Put the new content in place, or discard it; when durable, it has reached the disk on return."""
        try:
            self.put_in_place()
        except BaseException:
            self.discard()
            raise
        self.settle()

    def put_in_place(self) -> None:
        """The rename alone, for callers that hold a lock over it and no longer; `settle` is to follow."""
        os.replace(self._temp, self._place)  # noqa: PTH105 - runs at every write
        self._staged = False

    def settle(self) -> None:
        """When durable, wait until the rename has reached the disk.

        A folder that can't be flushed is no error: the new content is in place and everybody reads it, so that calling
        the write failed would be wrong.
        """
        if self._folder is None:
            return
        try:
            sync_folder(self._folder)
        except OSError:
            return

    def discard(self) -> None:
        """Remove what was staged; after a commit there is nothing to remove."""
        if self._staged:
            self._staged = False
            _remove(self._temp)


def write_atomic(
    path: Path, content: bytes, *, mode: int = 0o600, durable: bool = True, follow_links: bool = True
) -> None:
    """Replace or make a file in one step.

    A link keeps leading to the same file, whose content is replaced; without ``follow_links``, for files that are ours
    alone, the link itself is what goes, and what it leads to stays. An existing file keeps its mode, and its group
    where that is allowed; a new one gets ``mode``, missing folders are made 0700. At the first write in a folder
    the temporary files that dead processes left there are swept. Raises UnsafePath as `resolve_plain_file` does,
    and OSError; the file is then as it was.
    """
    stage_write(path, content, mode=mode, durable=durable, follow_links=follow_links).commit()


def stage_write(
    path: Path, content: bytes, *, mode: int = 0o600, durable: bool = True, follow_links: bool = True
) -> StagedWrite:
    """The first half of `write_atomic`, so that a caller can compare the target just before the rename."""
    target, like = find_plain_file(path) if follow_links else find_own_file(path)
    folder = folder_of(os.fspath(target))
    temp = temp_path(folder)
    try:
        _write_new(temp, content, like=like, mode=mode, durable=durable)
    except BaseException:
        _remove(temp)
        raise
    _sweep_at_first(folder)
    return StagedWrite(target, temp, folder if durable else None)


@lru_cache(maxsize=256)
def _sweep_at_first(folder: str) -> None:
    """Once for each folder while this process lives: a corpse's files are in nobody's way."""
    sweep_temp_files(Path(folder))


def _write_new(temp: str, content: bytes, *, like: os.stat_result | None, mode: int, durable: bool) -> None:
    descriptor = open_new(temp)
    try:
        write_whole(descriptor, content)
        wanted = mode
        if like is not None:
            _keep_owners(descriptor, like)
            wanted = stat.S_IMODE(like.st_mode)
        if wanted != 0o600:
            os.fchmod(descriptor, wanted)
        if durable:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_own(path: Path | str, content: bytes) -> None:
    """Replace or make a file that is ours alone, 0600, in one step; not synced to the disk.

    The shorter way of `write_atomic` for what only silcrow writes: whatever has the name goes, a link as well, and
    what it leads to stays. Missing folders are made 0700. Raises OSError; what was there is then as it was.
    """
    name = os.fspath(path)
    folder = folder_of(name)
    temp = temp_path(folder)
    try:
        descriptor = open_new(temp)
        try:
            write_whole(descriptor, content)
        finally:
            os.close(descriptor)
        os.replace(temp, name)  # noqa: PTH105 - runs at every write
    except BaseException:
        _remove(temp)
        raise
    _sweep_at_first(folder)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def open_new(path: str) -> int:
    """A descriptor of a new file, 0600, to write to; missing folders are made. Raises FileExistsError, OSError."""
    try:
        return os.open(path, _NEW, 0o600)
    except FileNotFoundError:
        make_private_folder(Path(path).parent)
        return os.open(path, _NEW, 0o600)


def write_whole(descriptor: int, content: bytes) -> None:
    """Write everything, however many system calls the kernel makes of it."""
    written = os.write(descriptor, content)
    while written < len(content):
        written += os.write(descriptor, memoryview(content)[written:])


def _keep_owners(descriptor: int, like: os.stat_result) -> None:
    # Only a superuser may give a file away, and only a member may pass it to a group: each is tried on its own.
    ours = os.fstat(descriptor)
    if ours.st_uid != like.st_uid:
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, like.st_uid, -1)
    if ours.st_gid != like.st_gid:
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, -1, like.st_gid)


def _remove(temp: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temp)  # noqa: PTH108 - runs at every write


def sync_folder(folder: str | Path) -> None:
    """Wait until the names in a folder have reached the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
