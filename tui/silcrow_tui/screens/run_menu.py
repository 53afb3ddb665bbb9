"""The menu of what can be started by hand, each line with how far it is from due."""

from silcrow.observational.status import ObservationalState
from silcrow.observational.status_json import compaction_due
from silcrow_tui.screens.dialogs import Choice, Choose


class RunMenu(Choose):
    """Answers ``o`` for observe, ``c`` for consolidate, ``p`` for the compaction preview, None for nothing."""

    def __init__(self, observing: ObservationalState) -> None:
        super().__init__("Run now", run_choices(observing), start="o")


def run_choices(observing: ObservationalState) -> tuple[Choice, ...]:
    """The lines of the menu; what can't be started says why."""
    togo = max(0, observing.chunk_tokens - observing.raw_tokens)
    raw = f"{observing.raw_tokens:,} of {observing.chunk_tokens:,} tokens"
    nothing_raw = None if observing.raw_tokens or observing.queued else "everything is observed"
    running = observing.consolidator.state == "running"
    empty_pool = None if observing.pool else "the pool is empty"
    return (
        Choice("o", "observe", f"{raw}, {togo:,} to go" if togo else f"{raw}, due", off=nothing_raw),
        Choice(
            "c",
            "consolidate",
            observing.consolidator.reason or f"{observing.pool_tokens:,} of {observing.pool_trigger:,} tokens",
            off="running already" if running else empty_pool,
        ),
        Choice("p", "compaction preview", compaction_words(observing)),
    )


def compaction_words(observing: ObservationalState) -> str:
    """How far the context is from the size that asks for a compaction."""
    size = f"{observing.projected_tokens:,} of {observing.compact_at:,} tokens"
    return f"{size}, due" if compaction_due(observing) else size
