"""The worker runs of one dream: one prompt after the other, each on the copies that the one before left."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated.results import TARGETS
from silcrow.dreaming.book import Heard
from silcrow.dreaming.handing import Hand
from silcrow.dreaming.steps import Refused, Step
from silcrow.pipeline.caps import cap_in_the_way
from silcrow.pipeline.spend import SpendLog
from silcrow.settings.types import Limits, WorkerModel
from silcrow.workers.dream import HandedTurn, dream_order
from silcrow.workers.recorded_session import record_session
from silcrow.workers.run import Run, RunError
from silcrow.workers.run_folder import RunFolder
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.supervisor import Supervisor

_HEARD_MOST = 500
_NO_RESULT = "it ended without saying why"


class Work(Struct, frozen=True):
    """What the runs of a dream need."""

    runs: RunFolder
    supervisor: Supervisor
    spend: SpendLog
    char_limits: Mapping[str, int]
    model: WorkerModel
    limits: Limits
    heard: Sequence[Heard] = ()

    def cap(self, now: float) -> str | None:
        """The cap on money or runs that is in the way now."""
        if self.model.builtin:
            return None
        return cap_in_the_way(
            self.model,
            self.limits,
            self.runs.runs(),
            session_usd=0.0,
            day_usd=self.spend.spent_on_day_of(now),
            now=now,
        )


class Worked(Struct, frozen=True):
    """What the runs came to."""

    runs: tuple[Run, ...] = ()
    turns: tuple[HandedTurn, ...] = ()
    """Those that were gone through to the end."""
    proposals: tuple[object, ...] = ()
    failed_calls: tuple[Refused, ...] = ()
    """Calls of the worker that its copy of the memory refused, and that it did not make good."""
    error: RunError | None = None
    stopped: bool = False
    """On a person's wish."""
    heard: tuple[Heard, ...] = ()

    @property
    def first(self) -> str | None:
        return self.runs[0].run_id if self.runs else None

    @property
    def cost_usd(self) -> float | None:
        """USD of all runs; None when one of them is unpriced."""
        costs = [run.cost_usd for run in self.runs]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


async def work_through(hand: Hand, work: Work, *, now: Callable[[], float], begun: Callable[[str], None]) -> Worked:
    """Run a worker on each batch in turn, until all are read or one fails. When cancelled, the run is ended first.

    ``begun`` is told the id of the first run before it starts. Raises OSError when copies or orders can't be written.
    """
    worked = Worked(heard=tuple(work.heard))
    after: RunPaths | None = None
    for batch in hand.batches:
        cap = work.cap(now())
        if cap is not None:
            return replace(worked, error=RunError("budget", cap))
        order = dream_order(
            batch.turns,
            runs=work.runs,
            memory_dir=work.runs.folder.parent.parent,
            char_limits=work.char_limits,
            model=work.model,
            limits=work.limits,
            now=now(),
            heard=[cast("dict[str, Any]", msgspec.to_builtins(each)) for each in worked.heard],
            after=after,
        )
        if after is None and order.run_id is not None:
            begun(order.run_id)
        running = await work.supervisor.start(order)
        try:
            outcome = await running.finished()
        except BaseException:
            await running.stop(0.3)
            raise
        run = outcome.run
        after = work.runs.paths(run.run_id)
        work.spend.note(run, now())
        with contextlib.suppress(OSError):
            record_session(run, after, work.runs.folder.parent.parent)
        worked = replace(worked, runs=(*worked.runs, run))
        if outcome.result is None:
            error = run.error or RunError("no_result", _NO_RESULT)
            return replace(worked, error=error, stopped=run.state == "stopped")
        worked = replace(
            worked,
            turns=(*worked.turns, *batch.turns),
            proposals=(*worked.proposals, *cast("Sequence[object]", outcome.result["proposals"])),
            failed_calls=(*worked.failed_calls, *_failed_calls(outcome.result.get("failedCalls"))),
            heard=_heard(outcome.result.get("heard"), worked.heard),
        )
    return worked


def _failed_calls(value: object) -> tuple[Refused, ...]:
    found: list[Refused] = []
    for item in cast("list[object]", value) if isinstance(value, list) else ():
        fields: Mapping[str, Any] = cast("Mapping[str, Any]", item) if isinstance(item, Mapping) else {}
        op, target = fields.get("op"), fields.get("target")
        step = Step(
            op if op in ("add", "replace", "remove") else "add",
            target if target in TARGETS else "memory",
            _text(fields.get("oldText")),
            _text(fields.get("content")),
        )
        code, words = _text(fields.get("code")), _text(fields.get("error"))
        found.append(Refused(step, code or "invalid", words or "The worker's call was refused."))
    return tuple(found)


def _heard(value: object, before: tuple[Heard, ...]) -> tuple[Heard, ...]:
    """What the worker leaves for the next dream; what it left before where it says nothing, as models do."""
    if value is None:
        return before
    try:
        return msgspec.convert(value, tuple[Heard, ...])[-_HEARD_MOST:]
    except msgspec.ValidationError:
        return before


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
