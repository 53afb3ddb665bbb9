"""The entries of a path that a model would be sent: what observers read and coverage counts."""

from collections.abc import Sequence

from silcrow.sessions.edits import ReadRow, edits_among
from silcrow.sessions.entries import SourceEntry
from silcrow.sessions.index import SessionIndex
from silcrow.sessions.source_kind import KINDS, NOT_SENT


def source_entries(index: SessionIndex, path: Sequence[int], read: ReadRow) -> tuple[SourceEntry, ...]:
    """The source entries of these rows, with the context edits among them applied.

    For the rows of a whole path, those of compacted history are among them.
    """
    edits = edits_among(index, path, read)
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
