"""The menu of what can be started by hand, each line with how far it is from due."""

from typing import TYPE_CHECKING

from silcrow.observational.status import ObservationalState
from silcrow.observational.status_json import compaction_due
from silcrow_tui.screens.dialogs import Choice, Choose

if TYPE_CHECKING:
    from silcrow.dreaming import DreamStatus


class RunMenu(Choose):
    """Answers ``o`` for observe, ``c`` for consolidate, ``p`` for the compaction preview, ``d`` for a dream, None for
    nothing."""

    def __init__(self, observing: ObservationalState | None, dream: "DreamStatus | None" = None) -> None:
        """``observing`` None: there is no session with memory, so only a dream can be started."""
        super().__init__("Run now", run_choices(observing, dream), start="o" if observing is not None else "d")


def run_choices(observing: ObservationalState | None, dream: "DreamStatus | None" = None) -> tuple[Choice, ...]:
    """The lines of the menu; what can't be started says why."""
    choices = _without_memory() if observing is None else _with_memory(observing)
    return choices if dream is None else (*choices, dream_choice(dream))


def dream_choice(dream: "DreamStatus") -> Choice:
    """A dream may be started before it is due, not while one runs or while dreaming is off."""
    off = {"off": "dreaming is off", "running": dream.words, "locked": dream.words}.get(dream.state)
    return Choice("d", "dream", dream.words, off=off)


def _without_memory() -> tuple[Choice, ...]:
    off = "no session with memory on is open"
    names = (("o", "observe"), ("c", "consolidate"), ("p", "compaction preview"))
    return tuple(Choice(key, name, off=off) for key, name in names)


def _with_memory(observing: ObservationalState) -> tuple[Choice, ...]:
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
