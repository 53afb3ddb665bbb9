"""When the consolidator runs next, and in words why not now."""

from collections.abc import Sequence

from silcrow.observational.coverage import CLOCK_SKEW, RETRY_DELAYS
from silcrow.observational.status import ConsolidatorState
from silcrow.observational.view import LedgerView
from silcrow.observational.worker_run import WorkerRun
from silcrow.text.instants import unix_seconds

ROLE = "consolidator"


def consolidator_state(
    view: LedgerView,
    runs: Sequence[WorkerRun],
    now: float,
    *,
    target: int,
    trigger: int,
    passive: bool = False,
    delays: Sequence[float] = RETRY_DELAYS,
) -> ConsolidatorState:
    """The clock's answer; it starts a run exactly when the state is ``due``. Sizes are estimated tokens.

    It fires at ``trigger`` and drains to ``target``, so that one run does not ask for the next. A run that retired
    nothing, however it ended, backs off; after a revert it waits until somebody starts it by hand.
    """
    own = sorted((run for run in runs if run.role == ROLE), key=lambda run: (run.started_at, run.run_id), reverse=True)
    running = next((run for run in own if run.state == "running"), None)
    tokens = view.pool_tokens
    if running is not None:
        return ConsolidatorState("running", f"{running.handed:,} observations are being filed.")
    if not view.enabled:
        return ConsolidatorState("off", "Memory is off for this session.")
    if (reason := view.paused.get(ROLE)) is not None:
        return ConsolidatorState("paused", f"Paused: {reason}.")
    if tokens < trigger:
        left = trigger - tokens
        return ConsolidatorState("not_due", f"The pool holds {tokens:,} of {trigger:,} tokens, {left:,} to go.")
    if passive:
        return ConsolidatorState("waiting", f"The pool holds {tokens:,} tokens, but nothing starts by itself.")
    if _waits_for_a_person(view, own):
        return ConsolidatorState("waiting", "A run was reverted: the next one is started by hand.")
    if (until := _backs_off_until(view, own, delays, now)) > now:
        return ConsolidatorState(
            "waiting", f"The last run retired nothing; the next try is in {max(round(until - now), 1):,} s."
        )
    over = tokens - target
    return ConsolidatorState("due", f"The pool holds {tokens:,} tokens, {over:,} above its target of {target:,}.")


def _waits_for_a_person(view: LedgerView, newest_first: Sequence[WorkerRun]) -> bool:
    reverted_at = unix_seconds(view.reverted_at) if view.reverted_at else None
    if reverted_at is None:
        return False
    return not newest_first or newest_first[0].started_at < reverted_at


def _backs_off_until(view: LedgerView, newest_first: Sequence[WorkerRun], delays: Sequence[float], now: float) -> float:
    fruitless = 0
    for run in newest_first:
        if view.retired_by.get(run.run_id):
            break
        fruitless += 1
    if not fruitless or not delays:
        return 0.0
    last = newest_first[0]
    ended = last.finished_at if last.finished_at is not None else last.started_at
    if ended > now + CLOCK_SKEW:
        return 0.0
    return ended + delays[min(fruitless, len(delays)) - 1]
