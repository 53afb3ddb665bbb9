"""Following a file of lines that grows at its end."""

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from silcrow.files.plain_file import UnsafePath, open_plain

_BLOCK = 1 << 17
"""Bytes of one read. Larger blocks are fresh memory each time, and cost more in page faults than they save in calls."""
_PROBE = 64
"""Bytes at the start and before the known end that must still be the same."""


class TailLine(Struct, frozen=True):
    """A line without its line feed, and the byte offset in the file at which it starts."""

    offset: int
    raw: bytes


class TailRead(Struct, frozen=True):
    """What is new since the read before."""

    lines: tuple[TailLine, ...] = ()
    replaced: bool = False
    """Everything told before this read is void: the lines start again at the head of another content."""
    missing: bool = False
    torn: int = 0
    """Bytes of a last line without its line feed, which waits."""


class _Mark(Struct, frozen=True):
    """A file status; equal marks mean that there is nothing to read."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int

    @classmethod
    def of(cls, found: os.stat_result) -> "_Mark":
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class TailReader:
    """Reads a file of lines piece by piece, each byte once.

    A file that was cut, rewritten in place or replaced by another is noticed by its inode, its size, its first bytes
    and the last bytes before the known end, and is told again from the start. Lines end at LF only. A file that is
    missing is no error; when it comes back it is read from its start.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mark: _Mark | None = None
        self._told = False
        """A consumer knows lines of the content that `_mark` stood for."""
        self._forget()

    @property
    def position(self) -> int:
        """Bytes that were told as lines."""
        return self._end - len(self._torn)

    def read(self, *, final: bool = False) -> TailRead:
        """All that is new. With ``final`` a torn last line is told as well: nobody is going to finish it."""
        lines: list[TailLine] = []
        replaced = missing = False
        torn = 0
        for block in self.blocks(final=final):
            if block.replaced:
                lines.clear()
            lines.extend(block.lines)
            replaced, missing, torn = replaced or block.replaced, block.missing, block.torn
        return TailRead(tuple(lines), replaced, missing, torn)

    def blocks(self, *, final: bool = False) -> Iterator[TailRead]:
        """The same in pieces of about a megabyte, so that a large file need not be in memory at once.

        At least one piece comes; only the first can say ``replaced``. Let the iterator run to its end.
        """
        if self._unchanged() and not (final and self._torn):
            yield TailRead(torn=len(self._torn))
            return
        try:
            descriptor = open_plain(self.path, os.O_RDONLY)
        except (FileNotFoundError, NotADirectoryError, UnsafePath):
            # Whatever was told stays told until there is a content to replace it.
            self._mark = None
            yield TailRead(missing=True)
            return
        try:
            yield from self._blocks_of(descriptor, final=final)
        finally:
            os.close(descriptor)

    def _blocks_of(self, descriptor: int, *, final: bool) -> Iterator[TailRead]:
        mark = _Mark.of(os.fstat(descriptor))
        replaced = not self._continues(descriptor, mark)
        if replaced:
            self._forget()
        # A file without lines so far has nothing to take back.
        pending_word, self._told = replaced and self._told, self._told and not replaced
        while block := os.pread(descriptor, _BLOCK, self._end):
            lines = self._take(block)
            if lines:
                yield TailRead(lines, replaced=pending_word, torn=len(self._torn))
                pending_word, self._told = False, True
        self._mark = mark
        last: tuple[TailLine, ...] = ()
        if final and self._torn:
            last = (TailLine(self.position, bytes(self._torn)),)
            self._torn.clear()
            self._told = True
        yield TailRead(last, replaced=pending_word, torn=len(self._torn))

    def _take(self, block: bytes) -> tuple[TailLine, ...]:
        start = self._end - len(self._torn)
        self._end += len(block)
        if len(self._head) < _PROBE:
            self._head += block[: _PROBE - len(self._head)]
        self._before_end = (self._before_end + block[-_PROBE:])[-_PROBE:]
        cut = block.rfind(b"\n")
        if cut < 0:
            self._torn += block
            return ()
        whole = bytes(self._torn) + block[:cut]
        self._torn = bytearray(block[cut + 1 :])
        lines: list[TailLine] = []
        for raw in whole.split(b"\n"):
            lines.append(TailLine(start, raw))
            start += len(raw) + 1
        return tuple(lines)

    def _unchanged(self) -> bool:
        if self._mark is None:
            return False
        try:
            return _Mark.of(self.path.stat()) == self._mark
        except OSError:
            return False

    def _continues(self, descriptor: int, now: _Mark) -> bool:
        if self._end == 0:
            return True
        known = self._mark
        if known is not None and (known.device, known.inode) != (now.device, now.inode):
            return False
        if known is None or now.size < self._end:
            return False
        if os.pread(descriptor, len(self._head), 0) != self._head:
            return False
        start = self._end - len(self._before_end)
        return os.pread(descriptor, len(self._before_end), start) == self._before_end

    def _forget(self) -> None:
        self._end = 0
        self._head = b""
        self._before_end = b""
        self._torn = bytearray()
