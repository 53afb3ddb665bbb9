"""Adding a line to a file that belongs to another program, so that the program does not notice that it was touched."""

import contextlib
import errno
import os
from pathlib import Path
from typing import Literal

from silcrow.files.plain_file import open_plain, resolve_plain_file

Outcome = Literal["written", "moved", "overtaken"]
"""``moved``: the file was not as expected any more, nothing was written. ``overtaken``: the line was written, but
another one came between the look at the file and ours."""


def append_after(path: Path, line: bytes, *, size: int) -> Outcome:
    """Add one line behind the first ``size`` bytes of the file, in a single write, and put its mtime back.

    A last line without its line feed gets one first, in the same write. What was written is read back: only when it
    stands right behind those ``size`` bytes nobody came between, and only then the mtime is put back. The file must
    exist; ``line`` holds no line feed. Raises OSError.
    """
    if b"\n" in line:
        raise ValueError("a line holds no line feed")
    descriptor = open_plain(resolve_plain_file(path), os.O_RDWR | os.O_APPEND)
    try:
        before = os.fstat(descriptor)
        if before.st_size != size:
            return "moved"
        torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
        block = b"\n" * torn + line + b"\n"
        written = os.write(descriptor, block)
        if written < len(block):
            # A host may glue its next line to what stands there, and would lose it.
            if os.fstat(descriptor).st_size == size + written:
                os.ftruncate(descriptor, size)
            raise OSError(errno.ENOSPC, "only a part of the line could be written", str(path))
        # The line stands, whatever the flush says; hosts do not flush theirs at all.
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
        if os.pread(descriptor, len(block), size) != block:
            return "overtaken"
        if os.fstat(descriptor).st_size == size + len(block):
            os.utime(descriptor, ns=(before.st_atime_ns, before.st_mtime_ns))
        return "written"
    finally:
        os.close(descriptor)
