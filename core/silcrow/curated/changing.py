"""Carrying out a change on a memory folder: in whose name, what they may do, and what follows it."""

from collections.abc import Callable
from typing import Any

from silcrow.curated.actors import BACKGROUND
from silcrow.curated.changes import Change, Intent
from silcrow.curated.guards import UNBOUND, refuse_for
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.operations import Outcome
from silcrow.curated.pins import follow, look_at_pins
from silcrow.curated.proposals import Reason, wishes_of
from silcrow.curated.results import Failure, Result, Success
from silcrow.curated.review_refusals import held
from silcrow.curated.seen import Seen
from silcrow.curated.store_file import StoreFile
from silcrow.curated.transaction import Guard, Operation, Plan, Surroundings, Work, change_files

_Caught = list[tuple[Seen, Outcome]]


def change_one(folder: MemoryFolder, file: StoreFile, operation: Operation, intent: Intent) -> Result:
    """Run an operation on the entries of one file."""

    def plan(seen: tuple[Seen, ...]) -> tuple[Outcome, ...] | Failure:
        outcome = operation(seen[0].entries)
        return outcome if isinstance(outcome, Failure) else (outcome,)

    answer = change_all(folder, (file,), plan, intent)
    return answer if isinstance(answer, Failure) else answer[0]


def change_all(
    folder: MemoryFolder,
    files: tuple[StoreFile, ...],
    plan: Plan,
    intent: Intent,
    *,
    over_damage: bool = False,
    after_write: Callable[[], dict[str, Any]] | None = None,
) -> tuple[Success, ...] | Failure:
    """Carry out a plan on all these files or on none; see `Work` for what the flags mean.

    What a background actor may not do waits for review.
    """
    caught: _Caught = []

    def follow_pins(seen: Seen, outcome: Outcome) -> dict[str, Any]:
        return _follow_pins(seen, outcome, folder.clock())

    work = Work(
        files,
        plan,
        intent,
        over_damage=over_damage,
        guard=None if intent.actor in UNBOUND else _guard(folder, intent, caught),
        follow=follow_pins,
        after_write=after_write,
    )
    answer = change_files(work, Surroundings(folder.books, folder.clock, folder.patience))
    if isinstance(answer, Failure) and caught and intent.actor in BACKGROUND:
        return _hold(folder, answer, caught, intent)
    folder.screen.clean.save_some()
    return answer


def _guard(folder: MemoryFolder, intent: Intent, caught: _Caught) -> Guard:
    """Refuse what the actor may not do, and remember what that was."""

    def refuse(looks: tuple[Seen, ...], outcomes: tuple[Outcome, ...]) -> Failure | None:
        caught.clear()
        for seen, outcome in zip(looks, outcomes, strict=True):
            refusal = refuse_for(intent, seen, outcome, look_at_pins(seen.file), _same_run(folder, intent, seen))
            if refusal is not None:
                caught.extend(zip(looks, outcomes, strict=True))
                return refusal
        return None

    return refuse


def _same_run(folder: MemoryFolder, intent: Intent, seen: Seen) -> tuple[Change, ...]:
    run = intent.origin.run_id if intent.origin else None
    if run is None or intent.actor not in BACKGROUND:
        return ()
    return tuple(
        change
        for change in folder.history.changes()
        if change.origin and change.origin.run_id == run and change.target == seen.file.target
    )


def _hold(folder: MemoryFolder, failure: Failure, caught: _Caught, intent: Intent) -> Failure:
    """Let a person decide on what was refused."""
    reason: Reason = "pinned" if failure.code == "pinned" else "share"
    try:
        proposals = folder.proposals.hold(wishes_of(caught), reason, intent, folder.clock())
    except OSError:
        return failure
    return held(failure, proposals)


def _follow_pins(seen: Seen, outcome: Outcome, now: float) -> dict[str, Any]:
    followed = follow(seen.file, outcome.entries, outcome.renamed, outcome.pinned, now)
    if followed is None:
        return {}
    details: dict[str, Any] = {"unpinned": list(followed.dropped), "pinsMoved": dict(followed.moved)}
    return {name: value for name, value in details.items() if value}
