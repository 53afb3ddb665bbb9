"""A session file of pi, read as it grows."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from silcrow.files import TailLine, TailReader
from silcrow.sessions.branches import Branches
from silcrow.sessions.entries import BadLine, Context, EntryPayload, SessionHeader, SourceEntry
from silcrow.sessions.index import NO_ROW, SessionIndex
from silcrow.sessions.line_shape import UnreadableLine, decode_value
from silcrow.sessions.payloads import read_bytes_at, read_payload, read_payloads
from silcrow.sessions.recovery import reading_warnings, recoverable_leaf
from silcrow.sessions.tree import RowPath, root_ids

_SHORT = 64
"""Bytes; a last line of up to this length is judged without looking at its end first."""


class SessionChange(Struct, frozen=True):
    """What a refresh found."""

    grown: int = 0
    """Entries that are new; after a replacement, all of them."""
    replaced: bool = False
    """The file was cut, rewritten or replaced: whatever was taken from it before is void."""
    missing: bool = False
    """The file is not there now; what was read stays readable from memory, without payloads."""

    def __bool__(self) -> bool:
        return self.grown > 0 or self.replaced


class SessionFile:
    """Header, tree and context of one session file. Nothing is read before the first `refresh`.

    Reads what pi reads and answers what pi answers; where the file is damaged, `recoverable_leaf_id` and `warnings`
    say what that answer hides. Never writes. Payloads are decoded from the file when they are asked for.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.version = 0
        """Grows with each real change; what was derived under one version stays true for it."""
        self.generation = 0
        """Grows when what was read before is void: the file was cut, rewritten or replaced."""
        self._reader = TailReader(path)
        self._index = SessionIndex()
        self._unended: TailLine | None = None
        """A last line that is a whole JSON value but has no LF yet; it is in the index already."""
        self._torn = 0
        self._branches = Branches(self._index, self._read)
        self._customs: dict[tuple[str, ...], tuple[int, tuple[EntryPayload, ...]]] = {}

    # -- reading

    def refresh(self) -> SessionChange:
        """Takes in what was appended since the last time; costs one stat when nothing was.

        A missing file is no error. What was read of it before stays, without the payloads.
        """
        before = self._size()
        known = len(self._index)
        replaced = missing = False
        for piece in self._reader.blocks():
            if piece.replaced:
                replaced = True
                known = 0
                self._forget()
            missing = piece.missing
            self._torn = piece.torn
            if not self._take(piece.lines):
                return self._read_anew()
        if self._torn and not self._take_unended():
            return self._read_anew()
        if replaced or self._size() != before:
            self._mark_changed()
        return SessionChange(len(self._index) - known, replaced, missing)

    def _size(self) -> tuple[int, int, bool]:
        return len(self._index), len(self._index.bad_lines), self._index.opened

    def _take(self, lines: tuple[TailLine, ...]) -> bool:
        """False when the line that was taken without its LF turned out to be a longer one."""
        if lines and self._unended is not None:
            if lines[0].raw.strip() != self._unended.raw.strip():
                return False
            self._unended = None
            lines = lines[1:]
        self._index.add(lines)
        return True

    def _take_unended(self) -> bool:
        """Takes a last line without LF if it is whole: pi reads it so. False as for `_take`."""
        start = self._reader.position
        if self._unended is not None and len(self._unended.raw) == self._torn:
            return True
        raw = read_bytes_at(self.path, start, self._torn) if self._may_be_whole(start) else b""
        if self._unended is not None:
            return raw.strip() == self._unended.raw.strip()
        if _is_whole(raw):
            self._unended = TailLine(start, raw)
            self._index.add((self._unended,))
        return True

    def _may_be_whole(self, start: int) -> bool:
        """A cheap look at the end, so that a long line is not parsed again for each piece of it."""
        return self._torn <= _SHORT or read_bytes_at(self.path, start + self._torn - 1, 1) in (b"}", b"\r")

    def _read_anew(self) -> SessionChange:
        self._reader = TailReader(self.path)
        self._forget()
        missing = self.refresh().missing
        return SessionChange(len(self._index), replaced=True, missing=missing)

    def _forget(self) -> None:
        self._index = SessionIndex()
        self.generation += 1
        self._unended = None
        self._customs.clear()
        self._branches = Branches(self._index, self._read)
        self._mark_changed()

    def _mark_changed(self) -> None:
        self.version += 1
        self._branches.settle()

    # -- the file as a whole

    @property
    def header(self) -> SessionHeader | None:
        return self._index.header

    @property
    def session_id(self) -> str:
        """The header's id; empty while the file has no header."""
        return "" if self._index.header is None else self._index.header.id

    @property
    def entry_count(self) -> int:
        return len(self._index)

    @property
    def bad_lines(self) -> tuple[BadLine, ...]:
        """Lines that were skipped; blank ones are not counted."""
        return tuple(self._index.bad_lines)

    @property
    def name(self) -> str | None:
        return self._index.name

    @property
    def labels(self) -> Mapping[str, str]:
        """Entry id to label."""
        return MappingProxyType(self._index.labels)

    @property
    def roots(self) -> tuple[str | None, ...]:
        """Ids of the entries with nothing above them, in file order; None for an entry without an id."""
        return root_ids(self._index)

    @property
    def warnings(self) -> tuple[str, ...]:
        torn = 0 if self._unended is not None else self._torn
        path = self._path(self._last_row)
        return reading_warnings(self._index, path, recoverable_leaf(self._index, path), torn)

    @property
    def format_version(self) -> int:
        """1 and 2 are older formats, which pi rewrites when it opens them; all that came later is 3."""
        return self._index.version

    def entry_before(self, entry_id: str) -> str | None:
        """Id of the entry on the line before, whatever branch it is on. KeyError for an unknown entry."""
        row = self._row(entry_id)
        return self._index.id_of(row - 1) if row else None

    # -- the tree

    @property
    def is_circular(self) -> bool:
        """An entry above the leaf is its own ancestor: pi would never finish loading."""
        return self._path(self._last_row).circular

    @property
    def leaf_id(self) -> str | None:
        """Id of the last entry of the file, whatever its type: where pi goes on when it opens the file."""
        return self._index.id_of(self._last_row) if len(self._index) else None

    @property
    def recoverable_leaf_id(self) -> str | None:
        """Where the conversation goes on if the last entry hides it; None when nothing is hidden."""
        row = recoverable_leaf(self._index, self._path(self._last_row))
        return None if row == NO_ROW else self._index.id_of(row)

    def __contains__(self, entry_id: object) -> bool:
        return isinstance(entry_id, str) and self._index.row_of(entry_id) != NO_ROW

    def parent_of(self, entry_id: str) -> str | None:
        """Id of the parent as the entry names it, even if no line has that id. KeyError for an unknown entry."""
        return self._index.parent_id_of(self._row(entry_id))

    def branch_ids(self, leaf: str | None = None) -> tuple[str, ...]:
        """Ids from the root to ``leaf`` (default: `leaf_id`). Empty when the last entry has no id."""
        row = self._leaf_row(leaf)
        if row == NO_ROW or self._index.id_of(row) is None:
            return ()
        return self._branches.ids(row)

    def entry(self, entry_id: str) -> EntryPayload:
        """The whole entry, read from the file. KeyError for an unknown entry.

        If the file was replaced since the last refresh, only type, id, parent and timestamp come back.
        """
        return self._read(self._row(entry_id))

    def entries(self) -> Iterator[EntryPayload]:
        """All entries of all branches in file order, decoded one by one; of lines with the same id the last one."""
        index = self._index
        rows = (row for row in range(len(index)) if (own := index.id_of(row)) is None or index.row_of(own) == row)
        return read_payloads(self.path, index, rows)

    def custom_entries(self, prefixes: tuple[str, ...]) -> tuple[EntryPayload, ...]:
        """The ``custom`` entries of all branches whose type starts with one of ``prefixes``, in file order.

        Kept from call to call: only new ones are decoded.
        """
        seen, entries = self._customs.get(prefixes, (0, ()))
        known, new = self.custom_entries_behind(seen, prefixes)
        if known > seen:
            entries += new
            self._customs[prefixes] = (known, entries)
        return entries

    def custom_entries_behind(self, seen: int, prefixes: tuple[str, ...]) -> tuple[int, tuple[EntryPayload, ...]]:
        """The same behind the first ``seen`` custom entries of any type, with how many there are in all.

        What is given is not kept. A number of another `generation` means nothing.
        """
        customs = self._index.customs
        rows = [row for row, kind in customs[seen:] if kind.startswith(prefixes)]
        return len(customs), tuple(read_payloads(self.path, self._index, rows)) if rows else ()

    # -- what a model would be sent

    def source_path(self, leaf: str | None = None) -> tuple[SourceEntry, ...]:
        """Source entries from the root to ``leaf`` (default: `leaf_id`), those of compacted history among them."""
        return self._branches.sources(self._leaf_row(leaf))

    def context(self, leaf: str | None = None) -> Context:
        """What pi would send for ``leaf`` (default: `leaf_id`)."""
        return self._branches.context(self._leaf_row(leaf))

    # -- rows

    @property
    def _last_row(self) -> int:
        return len(self._index) - 1

    def _row(self, entry_id: str) -> int:
        row = self._index.row_of(entry_id)
        if row == NO_ROW:
            raise KeyError(entry_id)
        return row

    def _leaf_row(self, leaf: str | None) -> int:
        return self._last_row if leaf is None else self._row(leaf)

    def _path(self, row: int) -> RowPath:
        return self._branches.path(row)

    def _read(self, row: int) -> EntryPayload:
        return read_payload(self.path, self._index, row)


def _is_whole(raw: bytes) -> bool:
    try:
        return decode_value(raw) is not None
    except UnreadableLine:
        return False
