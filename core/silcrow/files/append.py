"""Adding a line to a file that others append to as well."""

import errno
import os
import stat
import time
from pathlib import Path

from silcrow.files.atomic import sync_folder
from silcrow.files.plain_file import (
    OPEN_SAFELY,
    UnsafePath,
    make_private_folder,
    open_plain,
    refuse_all_but_own,
    resolve_plain_file,
    status_of,
)

_LOOK_AGAIN_SECONDS = 0.003


def append_line(path: Path, line: bytes, *, durable: bool = False) -> int:
    """Add one line in a single write, so that lines of several writers never mix; the size of the file after it.

    A last line without its line feed (a writer died in the middle) gets one first, in the same write: at most the torn
    line is lost. A new file is 0600, missing folders are 0700. With ``durable`` the line and the file's name have
    reached the disk on return. ``line`` holds no line feed; it is added here. Raises UnsafePath for a link and for what
    is no plain file, and OSError.
    """
    if b"\n" in line:
        raise ValueError("a line holds no line feed")
    descriptor = _open(path)
    try:
        opened = os.fstat(descriptor)
        refuse_all_but_own(path, opened)
        size = opened.st_size
        whole = size == 0 or os.pread(descriptor, 1, size - 1) == b"\n"
        block = line + b"\n" if whole or not _stays_torn(descriptor, size) else b"\n" + line + b"\n"
        written = os.write(descriptor, block)
        if written < len(block):
            # The rest must not follow in a second write: another line could stand between. The next append mends it.
            raise OSError(errno.ENOSPC, "only a part of the line could be written", str(path))
        if durable:
            os.fsync(descriptor)
            # A file whose name did not reach the disk is lost as well, whichever append it was that made it.
            sync_folder(path.parent)
        return size + written
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
    name = os.fspath(path)
    found = status_of(name)
    if found is None:
        target = resolve_plain_file(path)
        make_private_folder(target.parent)
        return open_plain(target, flags)
    if stat.S_ISLNK(found.st_mode):
        # These files are ours alone: a link would have us add to whatever it leads to.
        raise UnsafePath(path, "is a link, and must not be one")
    refuse_all_but_own(path, found)
    return os.open(name, flags | OPEN_SAFELY, 0o600)


def _stays_torn(descriptor: int, size: int) -> bool:
    """A last line without its end may be one that somebody is writing right now: only one that stays so was torn."""
    time.sleep(_LOOK_AGAIN_SECONDS)
    return os.fstat(descriptor).st_size == size and os.pread(descriptor, 1, size - 1) != b"\n"
