"""What ``context_edit`` entries leave of the entries they name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from silcrow.sessions.entries import EntryPayload
from silcrow.sessions.index import NO_ROW, SessionIndex
from silcrow.sessions.line_shape import message_shape, shape_of
from silcrow.sessions.source_kind import NOT_SENT
from silcrow.sessions.weight import weigh, weigh_message

ReadRow = Callable[[int], EntryPayload]
"""Decodes the entry of a row."""


class Edited(Struct, frozen=True):
    """An entry after its edit: the kind code and estimated tokens that count now."""

    omitted: bool
    kind: int = NOT_SENT
    tokens: int = 0


def edits_among(index: SessionIndex, rows: Sequence[int], read: ReadRow) -> Mapping[int, Edited]:
    """Edited rows, from the ``context_edit`` entries among ``rows``; the last one for an entry wins."""
    wanted, codes = index.codes_of(entry_type="context_edit"), index.class_codes
    edits: dict[int, Edited] = {}
    for row in rows:
        if codes[row] in wanted:
            payload = read(row)
            target = index.row_of(str(payload.get("targetId")))
            if target != NO_ROW:
                edits[target] = _edited(read(target), payload.get("replacement"))
    return edits


def _edited(target: EntryPayload, replacement: Any) -> Edited:
    if not isinstance(replacement, dict):
        return Edited(omitted=True)
    content = cast(dict[str, Any], replacement).get("content")
    message = message_shape(target.get("message"))
    if message is None:
        kind, tokens, _, _ = weigh(shape_of({**target, "content": content}))
    else:
        kind, tokens, _, _ = weigh_message(message_shape({**target["message"], "content": content}) or message)
    return Edited(False, kind, tokens)
