"""Taking a consolidation back: its observations return to the pool, its files to what they were.

The record comes first and the files after it: a crash in between leaves a fact twice, never nowhere. What was begun is
finished by whoever drives the session next, before anything else touches the folder.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from silcrow.observational import drafts
from silcrow.observational.records import DROP_PREFIX
from silcrow.pipeline.answers import NotDone
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.workers import Refusal, Run
from silcrow.workers.applying import read_plan, write_index
from silcrow.workers.restoring import Restored, mark_restored, restore_files


@dataclass(frozen=True, slots=True)
class Reverted:
    """What was taken back."""

    run_ids: tuple[str, ...]
    """Newest first: a run is taken back with all that were made on top of it."""
    observations: int
    """That return to the pool."""
    put_back: tuple[str, ...] = ()
    """Files that are as they were before."""
    left: tuple[Refusal, ...] = ()
    """Files that somebody changed since, or whose earlier text is not kept: they stay as they are."""


def revert(memory: SessionMemory, run_id: str | None, *, now: float) -> Reverted | NotDone:
    """Take back one run and all later ones; without an id the newest that is not reverted yet.

    A person's own drop stands for itself: nothing was filed on top of it. To be called under the session's lock, after
    the runs that earlier drivers left are settled. Afterwards the consolidator waits until somebody starts it by hand.
    """
    memory.refresh()
    runs = _chosen(memory, run_id)
    if isinstance(runs, NotDone):
        return runs
    run_ids = tuple(run.run_id if isinstance(run, Run) else run for run in runs)
    returned = sum(memory.ledger.session_fold().retired_by.get(each, 0) for each in run_ids)
    draft = drafts.reverted(run_ids, session_id=memory.session.session_id)
    memory.ledger.append(*draft, now=now, durable=True)
    memory.ledger.refresh()
    restored = _restore(memory, [run for run in runs if isinstance(run, Run)])
    return Reverted(run_ids, returned, restored.put_back, restored.left)


def finish_reverts(memory: SessionMemory) -> tuple[str, ...]:
    """Put back what an earlier driver did not live to put back; the ids of its runs.

    To be called under the session's lock, before anything else is done to the folder.
    """
    reverted = memory.ledger.session_fold().reverted
    begun = [run for run in _newest_first(memory) if run.run_id in reverted and run.state != "reverted"]
    if begun:
        _restore(memory, begun)
    return tuple(run.run_id for run in begun)


def revertible(memory: SessionMemory) -> tuple[Run, ...]:
    """Consolidations that may be taken back, newest first."""
    fold = memory.ledger.session_fold()
    return tuple(
        run
        for run in _newest_first(memory)
        if run.run_id not in fold.reverted and run.state in ("done", "incomplete") and _did_something(memory, run)
    )


def _chosen(memory: SessionMemory, run_id: str | None) -> Sequence[Run | str] | NotDone:
    """The run and all later ones, newest first; a drop by hand is its bare id."""
    if any(run.role == "consolidator" and run.state == "running" for run in memory.runs.runs()):
        return NotDone("running", "A consolidation is running; stop it or wait for its end.")
    runs = revertible(memory)
    if run_id is None:
        return runs[:1] or NotDone("nothing", "No consolidation to take back.")
    fold = memory.ledger.session_fold()
    if run_id in fold.reverted:
        return NotDone("nothing", f"{run_id} is reverted already.")
    if run_id.startswith(DROP_PREFIX) and run_id in fold.held_runs:
        return [run_id]
    ids = [run.run_id for run in runs]
    if run_id not in ids:
        return NotDone("gone", f"{run_id} is no consolidation of this session that can be taken back.")
    return runs[: ids.index(run_id) + 1]


def _restore(memory: SessionMemory, newest_first: Sequence[Run]) -> Restored:
    """Newest first, so that each run finds the files as it left them. What became of a file at last is what counts."""
    put_back: dict[str, None] = {}
    left: dict[str, Refusal] = {}
    for run in newest_first:
        paths = memory.runs.paths(run.run_id)
        plan = read_plan(paths)
        if plan is not None and not plan.reverted:
            restored = restore_files(plan, paths, memory.folder)
            for name in restored.put_back:
                put_back[name] = None
                left.pop(name, None)
            for refusal in restored.left:
                put_back.pop(refusal.name, None)
                left[refusal.name] = refusal
            # The index first: once a plan is marked nobody comes back to it.
            write_index(memory.folder)
            mark_restored(paths, plan)
        memory.runs.update(replace(run, state="reverted"))
    return Restored(tuple(sorted(put_back)), tuple(left[name] for name in sorted(left)))


def _newest_first(memory: SessionMemory) -> list[Run]:
    filing = [run for run in memory.runs.runs() if run.role == "consolidator"]
    return sorted(filing, key=lambda run: (run.started_at, run.run_id), reverse=True)


def _did_something(memory: SessionMemory, run: Run) -> bool:
    plan = read_plan(memory.runs.paths(run.run_id))
    return plan is not None and plan.finished and bool(plan.steps or plan.retired)
