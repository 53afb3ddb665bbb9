"""From where on a session is observed when memory is turned on, and what that leaves out."""

from itertools import groupby
from typing import Literal

from silcrow.observational import ChunkRange, LedgerView
from silcrow.observational.compaction.outlook import last_compaction
from silcrow.pipeline.session_memory import SessionMemory

Since = Literal["start", "compaction", "now"] | int
"""``compaction``: what the host kept at its last one and what came then; a number: so many tokens before the end."""


def since_of(words: str) -> Since | None:
    """What somebody typed, as a point: one of the words, or a number above 0 with or without separators."""
    given = words.strip().lower()
    for word in ("start", "compaction", "now"):
        if given == word:
            return word
    digits = given.replace(",", "").replace("_", "")
    return int(digits) if digits.isascii() and digits.isdigit() and int(digits) > 0 else None


def tokens_since_compaction(memory: SessionMemory) -> int | None:
    """Estimated tokens of the text that the last compaction kept and of what came then; None without one."""
    if last_compaction(memory.session.context(memory.leaf)) is None:
        return None
    view = memory.view()
    return sum(each.tokens for each in view.source[_first_entry(memory, view, "compaction") :] if each.observed)


def left_out(memory: SessionMemory, since: Since) -> tuple[ChunkRange, ...]:
    """The open stretches before that point, each to be accepted as a gap; what is observed already is none of them.

    The first entry that is not left out is never a tool result: its call goes with it.
    """
    view = memory.view()
    end = _first_entry(memory, view, since)
    while 0 < end < len(view.source) and view.source[end].kind == "result":
        end -= 1
    stretches = groupby(range(end), key=lambda index: bool(view.settled_marks[index]))
    open_ones = [list(indices) for settled, indices in stretches if not settled]
    return tuple(ChunkRange(view.source[each[0]].id, view.source[each[-1]].id) for each in open_ones)


def _first_entry(memory: SessionMemory, view: LedgerView, since: Since) -> int:
    """The index of the first entry that is to be observed."""
    if since == "start":
        return 0
    if since == "now":
        return len(view.source)
    if since == "compaction":
        return _after_last_compaction(memory, view)
    tokens, first = since, len(view.source)
    while first and tokens > 0:
        first -= 1
        tokens -= view.source[first].tokens if view.source[first].observed else 0
    return first


def _after_last_compaction(memory: SessionMemory, view: LedgerView) -> int:
    compaction = last_compaction(memory.session.context(memory.leaf))
    if compaction is None:
        return 0
    place = {entry.id: index for index, entry in enumerate(view.source)}
    return place.get(compaction.first_kept or "", len(view.source))
