"""Adding a line to a file that others append to as well."""

import errno
import os
from pathlib import Path

from silcrow.files.plain_file import make_private_folder, open_plain, resolve_plain_file


def append_line(path: Path, line: bytes, *, durable: bool = False) -> None:
    """Add one line in a single write, so that lines of several writers never mix.

    A last line without its line feed (a writer died in the middle) gets one first, in the same write: at most the torn
    line is lost. A new file is 0600, missing folders are 0700. ``line`` holds no line feed; it is added here.
    """
    if b"\n" in line:
        raise ValueError("a line holds no line feed")
    target = resolve_plain_file(path)
    make_private_folder(target.parent)
    descriptor = open_plain(target, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    try:
        block = b"\n" * _tail_is_torn(descriptor) + line + b"\n"
        written = os.write(descriptor, block)
        if written < len(block):
            # The rest must not follow in a second write: another line could stand between. The next append mends it.
            raise OSError(errno.ENOSPC, "only a part of the line could be written", str(target))
        if durable:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _tail_is_torn(descriptor: int) -> bool:
    size = os.fstat(descriptor).st_size
    return size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
