"""The entries of a path that a model would be sent: what observers read and coverage counts."""

from collections.abc import Mapping, Sequence

from silcrow.sessions.edits import Edited, ReadRow, edits_among
from silcrow.sessions.entries import SourceEntry
from silcrow.sessions.index import SessionIndex
from silcrow.sessions.source_kind import KINDS, NOT_SENT

_LOOK_BACK = 256
"""Rows; a path that grew by more than that is gone through from its root."""


def source_entries(index: SessionIndex, path: Sequence[int], read: ReadRow) -> tuple[SourceEntry, ...]:
    """Source entries from the root on, with context edits applied; those of compacted history are among them."""
    return _entries(index, path, edits_among(index, path, read))


def continued(
    index: SessionIndex, path: Sequence[int], known: Mapping[int, tuple[SourceEntry, ...]]
) -> tuple[SourceEntry, ...] | None:
    """The same from what is known of a shorter path, by its last row; None when that does not help."""
    edits = index.codes_of(entry_type="context_edit")
    for place in reversed(range(max(0, len(path) - _LOOK_BACK), len(path))):
        if path[place] in known:
            return known[path[place]] + _entries(index, path[place + 1 :], {})
        if index.class_codes[path[place]] in edits:
            break
    return None


def _entries(index: SessionIndex, path: Sequence[int], edits: Mapping[int, Edited]) -> tuple[SourceEntry, ...]:
    classes, codes, tokens, ids, slots = index.classes, index.class_codes, index.tokens, index.ids, index.own_slots
    entries: list[SourceEntry] = []
    for row in path:
        described = classes[codes[row]]
        code = described.kind
        if code == NOT_SENT:
            continue
        count = tokens[row]
        if edits and (edit := edits.get(row)) is not None:
            code, count = edit.kind, edit.tokens
        kind = KINDS[code]
        if kind is not None and slots[row] >= 0:
            entries.append(SourceEntry(ids[slots[row]], kind, count, index.timestamps[row], described.observed))
    return tuple(entries)
