"""What is derived for a leaf (its path, source entries and context), kept and continued while the file only grows."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TypeVar

from silcrow.sessions.context import build_context, continued_context
from silcrow.sessions.edits import ReadRow
from silcrow.sessions.entries import Context, SourceEntry
from silcrow.sessions.index import SessionIndex
from silcrow.sessions.recent import Recent
from silcrow.sessions.source_path import source_entries
from silcrow.sessions.tree import RowPath, extended, path_to

T = TypeVar("T")

_LOOK_BACK = 256
"""Rows; a path that grew by more than that is gone through from its root."""


class Branches:
    """Answers by last row. A leaf below or above one that was asked for lately costs just the rows between them.

    New entries only hang below old ones, so what is known of a path stays true while a file grows, unless an entry
    comes with an id that older ones name: `settle` looks for that.
    """

    def __init__(self, index: SessionIndex, read: ReadRow) -> None:
        self._index = index
        self._read = read
        self._relinked = index.relinked
        self._paths: Recent[RowPath] = Recent()
        self._ids: Recent[tuple[str, ...]] = Recent()
        self._sources: Recent[tuple[SourceEntry, ...]] = Recent()
        self._contexts: Recent[Context] = Recent()

    def settle(self) -> None:
        """To be called when the index has grown, before anything is asked."""
        if self._index.relinked != self._relinked:
            self._relinked = self._index.relinked
            for known in (self._paths, self._ids, self._sources, self._contexts):
                known.clear()

    def path(self, row: int) -> RowPath:
        path = self._paths.get(row)
        if path is None:
            above = None if row < 0 else self._paths.get(self._index.parent_row_of(row))
            if above is not None and not above.circular:
                path = extended(above, row)
            elif (below := self._longer(self._paths, row)) is not None:
                path = RowPath(below[0].rows[: -len(below[1])])
            else:
                path = path_to(self._index, row)
            self._paths.put(row, path)
        return path

    def ids(self, row: int) -> tuple[str, ...]:
        """Ids from the root on, for a row that has one."""
        ids = self._ids.get(row)
        if ids is None and (below := self._longer(self._ids, row)) is not None:
            ids = below[0][: -len(below[1])]
        elif ids is None:
            known, rows = self._continued(self._ids, row)
            names, slots = self._index.ids, self._index.own_slots
            ids = (known or ()) + tuple([names[slots[each]] for each in rows])
        self._ids.put(row, ids)
        return ids

    def sources(self, row: int) -> tuple[SourceEntry, ...]:
        sources = self._sources.get(row)
        if sources is None and (below := self._longer(self._sources, row, "context_edit")) is not None:
            known, rows = below
            sources = known[: len(known) - len(source_entries(self._index, rows, self._read))]
        elif sources is None:
            known, rows = self._continued(self._sources, row, "context_edit")
            sources = (known or ()) + source_entries(self._index, rows, self._read)
        self._sources.put(row, sources)
        return sources

    def context(self, row: int) -> Context:
        context = self._contexts.get(row)
        if context is None:
            known, rows = self._continued(self._contexts, row, "context_edit", "compaction")
            if known is None:
                context = build_context(self._index, rows, self._read)
            else:
                context = continued_context(known, self._index, rows, self._read)
            self._contexts.put(row, context)
        return context

    def _continued(self, results: Recent[T], row: int, *unless: str) -> "tuple[T | None, Sequence[int]]":
        """What is known of a shorter path and the rows behind it; None and the whole path when nothing helps.

        An entry of a type in ``unless`` may change what was said of the entries above it.
        """
        path = self.path(row)
        rows: array[int] = path.rows
        if path.circular or not results:
            return None, rows
        changing, codes = self._codes_of(unless), self._index.class_codes
        for place in reversed(range(max(0, len(rows) - _LOOK_BACK), len(rows))):
            known = results.get(rows[place])
            if known is not None:
                return known, rows[place + 1 :]
            if codes[rows[place]] in changing:
                break
        return None, rows

    def _longer(self, results: Recent[T], row: int, *unless: str) -> "tuple[T, Sequence[int]] | None":
        """What is known of a path that goes on behind ``row``, and its rows there."""
        for last in results.rows():
            path = self._paths.get(last)
            if path is None or path.circular:
                continue
            # Parents nearly always stand before their children; where one does not, nothing is found.
            at = bisect_left(path.rows, row)
            behind = path.rows[at + 1 :]
            known = results.get(last) if behind and path.rows[at] == row else None
            if known is not None and not (
                unless and self._codes_of(unless) & {self._index.class_codes[each] for each in behind}
            ):
                return known, behind
        return None

    def _codes_of(self, types: Iterable[str]) -> frozenset[int]:
        return frozenset[int]().union(*(self._index.codes_of(entry_type=each) for each in types))
