"""A compaction before it is written: its block, its cut, what it saves."""

from typing import Any

from msgspec import Struct

from silcrow.observational.compaction.block import Verdict, render_block
from silcrow.observational.compaction.outlook import observations_before
from silcrow.observational.compaction.verdicts import blocking_threats
from silcrow.observational.status import ObservationalState
from silcrow.observational.status_json import compaction_due, compaction_reason
from silcrow.observational.view import LedgerView
from silcrow.text import estimate_tokens

_ALL_BLOCKED = "the scanner blocks all that would stand in its place"


class CompactionPreview(Struct, frozen=True):
    """What `compact` would write now; without a cut it would write nothing."""

    due: bool
    """The context has reached the size that asks for a compaction."""
    reason: str
    """Why it is due or not, and what keeps it from cutting: the sentence that the status says."""
    obstacle: str
    """Why nothing can be cut; empty when something can."""
    leaf_id: str | None
    """The path that this is about."""
    first_kept: str | None
    """The source entry from which on the text is kept; None without a cut."""
    cut_after: str | None
    """The last source entry that is cut."""
    block: str
    observations: int
    """How many the block tells, placeholders among them."""
    tokens_before: int
    tokens_after: int
    """Estimated as in `CompactionOutlook`; the same as before when nothing is cut."""


def preview_compaction(
    state: ObservationalState, view: LedgerView, journey: str, *, verdict: Verdict = blocking_threats
) -> CompactionPreview:
    """The compaction that ``state`` sees ahead, with its block; all that is given is of one moment."""
    outlook = state.compaction
    due, reason = compaction_due(state), compaction_reason(state)
    if outlook is None or outlook.first_kept is None:
        obstacle = outlook.obstacle if outlook is not None else "memory is off for this session"
        tokens = outlook.tokens_before if outlook is not None else state.projected_tokens
        return CompactionPreview(due, reason, obstacle, view.leaf_id, None, None, "", 0, tokens, tokens)
    reach = observations_before(view, outlook.count)
    folder = f".memory/{state.folder.name}"
    block = render_block(journey, state.topics, reach, verdict=verdict, folder=folder)
    before = outlook.tokens_before
    if not block:
        reason = f"{reason.removesuffix('.')}; {_ALL_BLOCKED}."
        return CompactionPreview(due, reason, _ALL_BLOCKED, view.leaf_id, None, None, "", 0, before, before)
    return CompactionPreview(
        due=due,
        reason=reason,
        obstacle="",
        leaf_id=view.leaf_id,
        first_kept=outlook.first_kept,
        cut_after=view.source[outlook.count - 1].id,
        block=block,
        observations=len(reach),
        tokens_before=before,
        tokens_after=estimate_tokens(block) + sum(entry.tokens for entry in view.source[outlook.count :]),
    )


def preview_document(preview: CompactionPreview) -> dict[str, Any]:
    """The JSON of a preview. ``cutEntryId`` is the first entry that is kept, the one a compaction entry names."""
    return {
        "due": preview.due,
        "reason": preview.reason,
        "cutEntryId": preview.first_kept,
        "cutAfterId": preview.cut_after,
        "block": preview.block or None,
        "observations": preview.observations,
        "tokensBefore": preview.tokens_before,
        "tokensAfter": preview.tokens_after,
    }
