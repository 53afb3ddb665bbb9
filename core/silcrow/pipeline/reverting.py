"""Taking a consolidation back: its observations return to the pool, its files to what they were.

The record comes first and the files after it: a crash in between leaves a fact twice, never nowhere. What was begun is
finished by whoever drives the session next, before anything else touches the folder.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from silcrow.observational import drafts
from silcrow.observational.archive import Archived
from silcrow.observational.records import DROP_PREFIX
from silcrow.observational.topics import JOURNEY_FILE
from silcrow.pipeline.answers import NotDone
from silcrow.pipeline.dropping import retire
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.workers import Refusal, Run
from silcrow.workers.applying import read_plan, write_index
from silcrow.workers.moved_text import MovedText
from silcrow.workers.restoring import Restored, choose_files, mark_restored, restore_files

_NOT_NEWEST: Final = "Topics can be chosen of the newest consolidation only; later runs may have written on them."


class Reverted(Struct, frozen=True):
    """What was taken back."""

    run_ids: tuple[str, ...]
    """Newest first: a run is taken back with all that were made on top of it."""
    observations: int
    """That return to the pool."""
    put_back: tuple[str, ...] = ()
    """Files that are as they were before."""
    left: tuple[Refusal, ...] = ()
    """Files that somebody changed since, or whose earlier text is not kept: they stay as they are."""


def revert(memory: SessionMemory, run_id: str | None, *, now: float, topics: Sequence[str] = ()) -> Reverted | NotDone:
    """Take back one run and all later ones; without an id the newest that is not reverted yet.

    With ``topics`` (file names) only these are put back, with just their observations; the run must be the newest
    then. A person's own drop stands for itself: nothing was filed on top of it. To be called under the session's lock,
    after the runs that earlier drivers left are settled. Afterwards the consolidator waits until somebody starts it by
    hand.
    """
    memory.refresh()
    runs = chosen_runs(memory, run_id)
    if isinstance(runs, NotDone):
        return runs
    if topics:
        return _revert_topics(memory, runs[0], topics, now) if len(runs) == 1 else NotDone("not_newest", _NOT_NEWEST)
    for run in runs:
        # A choice of topics that was begun and never counted is void.
        if isinstance(run, Run) and (plan := read_plan(memory.runs.paths(run.run_id))) is not None:
            choose_files(memory.runs.paths(run.run_id), plan, ())
    run_ids = tuple(run.run_id if isinstance(run, Run) else run for run in runs)
    returned = sum(memory.ledger.session_fold().retired_by.get(each, 0) for each in run_ids)
    draft = drafts.reverted(run_ids, session_id=memory.session.session_id)
    memory.ledger.append(*draft, now=now, durable=True, beside=True)
    memory.ledger.refresh()
    restored = _restore(memory, [run for run in runs if isinstance(run, Run)])
    return Reverted(run_ids, returned, restored.put_back, restored.left)


def _revert_topics(memory: SessionMemory, run: Run | str, topics: Sequence[str], now: float) -> Reverted | NotDone:
    """Take the run back and, in the same breath, retire anew what the topics hold that stay.

    A crash between the two leaves those in the pool as well: twice, and never nowhere.
    """
    plan = read_plan(memory.runs.paths(run.run_id)) if isinstance(run, Run) else None
    if plan is None:
        return NotDone("gone", "A drop by hand has no topics.")
    written = {step.name for step in plan.steps} - {JOURNEY_FILE}
    names = tuple(sorted({name if name.endswith(".md") else f"{name}.md" for name in topics}))
    if unknown := sorted(set(names) - written):
        return NotDone("gone", f"{unknown[0]} is no topic that {plan.run_id} wrote.")
    # What the run took out of other topics went into these: it comes back with them.
    paths = memory.runs.paths(plan.run_id)
    names = MovedText(plan, paths).with_sources(names)
    choose_files(paths, plan, tuple(sorted(names)))
    fold = memory.ledger.session_fold()
    stay = [item for item in plan.retired if item.topic not in names and fold.is_retired(item.observation)]
    draft = drafts.reverted([plan.run_id], session_id=memory.session.session_id)
    memory.ledger.append(*draft, now=now, durable=True, beside=True)
    if stay:
        retire(
            memory,
            [Archived(item.observation, "", item.how, "", item.topic, item.reason) for item in stay],
            now=now,
        )
    memory.ledger.refresh()
    begun = [each for each in _newest_first(memory) if each.run_id == plan.run_id]
    restored = _restore(memory, begun)
    returned = fold.retired_by.get(plan.run_id, 0) - len(stay)
    return Reverted((plan.run_id,), returned, restored.put_back, restored.left)


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


def chosen_runs(memory: SessionMemory, run_id: str | None) -> Sequence[Run | str] | NotDone:
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
