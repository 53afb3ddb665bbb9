"""The caps on money and runs: whether another run may start, and in words why not.

A cap holds the clock and touches no chunk. It lets go by itself: when it is raised, when the day or the hour is over.
The built-in worker costs nothing and is never held.
"""

from collections.abc import Sequence
from typing import Final

from silcrow.settings import Limits, WorkerModel
from silcrow.workers import Run

_NOTHING_STARTS: Final = "nothing starts"
_HOUR: Final = 3_600.0


def cap_in_the_way(
    model: WorkerModel, limits: Limits, runs: Sequence[Run], *, session_usd: float, day_usd: float, now: float
) -> str | None:
    """Why no run of this model may start now; None when one may.

    ``runs`` are those of the session, ``session_usd`` is what it has spent itself, ``day_usd`` what all sessions spent
    today, each with what the runs in flight have told so far.
    """
    if model.builtin:
        return None
    if limits.session_usd is not None and session_usd >= limits.session_usd:
        return _reached("session")
    if limits.day_usd is not None and day_usd >= limits.day_usd:
        return _reached("day")
    if limits.runs_per_hour is not None and _paid_runs_since(runs, now - _HOUR) >= limits.runs_per_hour:
        return _reached("hourly")
    if _has_usd_cap(limits) and not limits.allow_unpriced and _is_unpriced(model, runs):
        return f"price of {model} unknown, {_NOTHING_STARTS}"
    return None


def is_cap(reason: str | None) -> bool:
    """Whether a clock is paused by a cap, and not by a person or a failure."""
    return reason is not None and reason.endswith(_NOTHING_STARTS)


def _reached(cap: str) -> str:
    return f"{cap} cap reached, {_NOTHING_STARTS}"


def _has_usd_cap(limits: Limits) -> bool:
    return any(cap is not None for cap in (limits.run_usd, limits.session_usd, limits.day_usd))


def _paid_runs_since(runs: Sequence[Run], since: float) -> int:
    return sum(run.started_at > since and not run.model.startswith("builtin/") for run in runs)


def _is_unpriced(model: WorkerModel, runs: Sequence[Run]) -> bool:
    """The newest run of the model that got a reply could not say what that cost."""
    replied = [run for run in runs if run.model == str(model) and run.state != "running" and run.turns]
    newest = max(replied, key=lambda run: run.started_at, default=None)
    return newest is not None and newest.cost_usd is None
