"""Runs that nobody waits for any more, settled at the next start."""

import os

from msgspec.structs import replace

from silcrow.processes import ProcessIdentity, end_group_now, is_alive
from silcrow.workers.environment import run_mark
from silcrow.workers.outcome import RunOutcome, failed, read_result, succeeded, with_spend
from silcrow.workers.run import Run, RunError
from silcrow.workers.run_folder import RunFolder

ORPHAN_GRACE = 0.3
"""Seconds between asking an orphan to end and killing it."""


def settle_orphans(runs: RunFolder, now: float) -> tuple[RunOutcome, ...]:
    """Settle every run that is on record as running while its owner is gone; oldest first.

    What is left of its process group is ended (process and start time must match, strangers get no signal). A complete
    result is handed back for commit; without one the run is ``failed`` with ``killed``. A run whose owner lives is
    left alone, whatever became of its process: its owner settles it. Not so one of this very process: this is called
    under the session's lock, so its driver has given it up, as on a full disk.
    """
    orphans = [run for run in runs.runs() if run.state == "running" and not _is_owned(run)]
    return tuple(_settle(runs, run, now) for run in sorted(orphans, key=lambda run: run.started_at))


def _is_owned(run: Run) -> bool:
    if run.owner_pid is None or run.owner_started is None:
        return False
    return run.owner_pid != os.getpid() and is_alive(ProcessIdentity(run.owner_pid, run.owner_started))


def _settle(runs: RunFolder, run: Run, now: float) -> RunOutcome:
    ended_by_us = False
    if run.pid is not None and run.process_started is not None:
        process = ProcessIdentity(run.pid, run.process_started)
        ended_by_us = is_alive(process)
        end_group_now(process, grace=ORPHAN_GRACE, mark=run_mark(run.run_id))
    paths = runs.paths(run.run_id)
    run = with_spend(replace(run, finished_at=now), paths)
    result = read_result(run, paths)
    if isinstance(result, RunError):
        words = "killed: its owner had ended without it" if ended_by_us else "killed: its process is gone"
        outcome = failed(run, "killed", words, partial=not run.model.startswith("builtin/"))
    else:
        outcome = succeeded(run, result)
    runs.update(outcome.run)
    return outcome
