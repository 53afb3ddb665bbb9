"""What a driver settles at its start: runs that an earlier one left behind, whatever moment it ended at."""

from silcrow.pipeline import consolidating, observing
from silcrow.pipeline.booking import booked_runs
from silcrow.pipeline.recording import record_run
from silcrow.pipeline.reverting import finish_reverts
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.pipeline.spend import SpendLog
from silcrow.workers import Run, RunError, RunOutcome, settle_orphans
from silcrow.workers.outcome import read_result


def recover(memory: SessionMemory, now: float, *, retries: int, spend: SpendLog | None = None) -> tuple[str, ...]:
    """Commit every run that has ended and is not booked, oldest first; their ids.

    A revert that was begun is finished before all else. Left-over processes are ended. A complete result is committed
    as if its driver had lived, a started consolidation is finished, and all else counts as killed. Runs beyond the
    newest are collected after that.
    """
    finish_reverts(memory)
    settle_orphans(memory.runs, now)
    booked = booked_runs(memory)
    left = [run for run in memory.runs.runs() if run.state != "running" and run.run_id not in booked]
    for run in sorted(left, key=lambda run: run.started_at):
        if spend is not None:
            spend.note(run, now)
        outcome = _outcome_on_disk(memory, run)
        if run.role == "observer":
            observing.commit(memory, outcome, now, retries=retries)
        else:
            consolidating.commit(memory, outcome, now)
        record_run(memory, run.run_id)
    memory.runs.collect()
    return tuple(run.run_id for run in left)


def _outcome_on_disk(memory: SessionMemory, run: Run) -> RunOutcome:
    if run.state not in ("done", "empty", "incomplete"):
        return RunOutcome(run)
    result = read_result(run, memory.runs.paths(run.run_id))
    return RunOutcome(run, None if isinstance(result, RunError) else result)
