"""What a compaction would do now, cheap enough to be asked with each status."""

from collections.abc import Sequence

from msgspec import Struct

from silcrow.observational.compaction.block import weigh_block
from silcrow.observational.compaction.cut import best_cut, first_unsettled_chunk, tail_sizes
from silcrow.observational.observation import Observation
from silcrow.observational.status import CompactionOutlook, Topic
from silcrow.observational.view import LedgerView
from silcrow.sessions.entries import Context

LEAST_SAVED = 5
"""One part in so many has to be saved, else the text is worth more than the room."""


class LastCompaction(Struct, frozen=True):
    """The compaction that a context starts with, ours or the host's own."""

    first_kept: str | None
    """The first entry that follows its summary; None when nothing does."""
    summary_tokens: int = 0


def last_compaction(context: Context) -> LastCompaction | None:
    """The compaction that counts for this context, if there is one."""
    if not context.entries or context.entries[0].type != "compaction":
        return None
    summary = sum(each.tokens for each in context.entries[0].messages if each.role == "compactionSummary")
    return LastCompaction(context.entries[1].id if len(context.entries) > 1 else None, summary)


def compaction_outlook(
    view: LedgerView, tail_tokens: int, topics: Sequence[Topic], journey_tokens: int, last: LastCompaction | None
) -> CompactionOutlook:
    """Where a compaction of this path would cut and what it would save, or what keeps it from cutting.

    The block is weighed as if nothing in it were blocked. Nothing is cut when the tail would not come closer to
    ``tail_tokens`` than it is, when less than a fifth would be saved, or when nothing would stand in its place.
    """
    source = view.source
    tails = tail_sizes(source)
    after = already_cut(view, last)
    before = tails[after] + (last.summary_tokens if last else 0)
    count = best_cut(source, view.chunks, tail_tokens, after=after)
    if last is not None and count is not None and abs(tails[after] - tail_tokens) <= abs(tails[count] - tail_tokens):
        count = None
    if count is None:
        return _none(before, _obstacle(view, after, tails[after], tail_tokens))
    reach = sum(view.counts[each].tokens for each in _told_before(view, count) if each in view.counts)
    if not (reach or topics or journey_tokens):
        return _none(before, "nothing is remembered yet, and text is never replaced by nothing")
    weight = weigh_block(topics, reach) + journey_tokens
    saved = before - tails[count] - weight
    if saved * LEAST_SAVED < before:
        detail = f": {max(saved, 0):,} of {before:,} tokens would be saved, less than a fifth"
        return _none(before, _obstacle(view, after, tails[count], tail_tokens, detail))
    return CompactionOutlook(count, source[count].id, before, before - saved)


def already_cut(view: LedgerView, last: LastCompaction | None) -> int:
    """How many leading source entries the last compaction took out of the context."""
    if last is None:
        return 0
    end = len(view.source)
    kept = None if last.first_kept is None else view.places.at(last.first_kept)
    return end if kept is None else kept


def observations_before(view: LedgerView, count: int) -> tuple[Observation, ...]:
    """The active observations whose chunk ends within the first ``count`` source entries: the reach of the block."""
    told = _told_before(view, count)
    return tuple([each for each, record_id in view.active if record_id in told])


def _told_before(view: LedgerView, count: int) -> frozenset[str]:
    """The records whose chunk ends there."""
    return frozenset(chunk.record_id for chunk in view.chunks if chunk.outcome == "recorded" and chunk.last < count)


def _none(before: int, obstacle: str) -> CompactionOutlook:
    return CompactionOutlook(0, None, before, before, obstacle)


def _obstacle(view: LedgerView, after: int, tail: int, wanted: int, detail: str = "") -> str:
    """An unobserved chunk is named where it is what keeps the tail long; else there is just nothing new."""
    unsettled = first_unsettled_chunk(len(view.source), view.chunks)
    if unsettled is not None and (tail > wanted or view.settled_count <= after):
        return f"chunk {unsettled} is not observed yet"
    return f"nothing new to cut{detail}"
