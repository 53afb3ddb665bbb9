"""From what a dream wants to what the files hold: sorted and written under the lock, through the gate of all writes."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated import MemoryStore, Origin, file_refusals
from silcrow.curated.actors import Actor
from silcrow.curated.changes import Change, Intent
from silcrow.curated.changing import change_all
from silcrow.curated.entry_format import NotText
from silcrow.curated.examination import Clean, Damaged
from silcrow.curated.gate import Refused as GateRefused
from silcrow.curated.history import new_change_id
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.operations import Outcome
from silcrow.curated.pins import read_pins
from silcrow.curated.proposals import Reason, Wish
from silcrow.curated.results import TARGETS, Failure, Target
from silcrow.curated.review_refusals import queue_failed
from silcrow.curated.seen import Seen, look_at
from silcrow.curated.store_file import Unreadable
from silcrow.dreaming.report import Held
from silcrow.dreaming.sorting import HeldReason, Rules, Sorted, sort_steps, sort_together
from silcrow.dreaming.steps import Evidence, Refused, Step, Wanted

_PERSONS: frozenset[Actor] = frozenset({"user", "recovery", "import", "external"})
"""Whose edits count as a person's. Most outside changes are made in an editor."""


class Applied(Struct, frozen=True):
    """What became of each step."""

    taken: tuple[Step, ...] = ()
    held: tuple[Held, ...] = ()
    refused: tuple[Refused, ...] = ()
    unchanged: tuple[Step, ...] = ()
    changes: tuple[str, ...] = ()
    """Ids in history, one for each file that was changed."""


class Terms(Struct, frozen=True):
    """On what terms a dream may change things."""

    run_id: str
    share: float
    review: bool
    dry_run: bool = False


def apply_steps(store: MemoryStore, wanted: Wanted, terms: Terms) -> Applied:
    """Do what may be done as one change, hand the rest to the review queue, and tell of everything.

    Each step is judged on the files as they are under their locks. A dry run tells the same and changes nothing.
    """
    folder = store.folder
    steps, refused = _admitted(folder, wanted.steps)
    not_written = [each.step.new for each in (*wanted.refused, *refused) if each.step.new is not None]
    sorted_files, not_done = _write(folder, steps, not_written, terms)
    taken = tuple(step for each in sorted_files.sorted for step in each.taken)
    held: list[Held] = list(sorted_files.held)
    for step, reason in (pair for each in sorted_files.sorted for pair in each.held):
        answer = _hold(folder, step, reason, terms)
        if isinstance(answer, Held):
            held.append(answer)
        else:
            refused.append(answer)
    return Applied(
        taken=taken,
        held=tuple(held),
        refused=(
            *wanted.refused,
            *refused,
            *not_done,
            *(each for found in sorted_files.sorted for each in found.refused),
        ),
        unchanged=(*wanted.unchanged, *(step for each in sorted_files.sorted for step in each.unchanged)),
        changes=sorted_files.changes,
    )


class _Written(Struct, frozen=True):
    sorted: tuple[Sorted, ...] = ()
    changes: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    """What the store itself held back."""


def _admitted(folder: MemoryFolder, steps: Iterable[Step]) -> tuple[list[Step], list[Refused]]:
    """The steps whose texts may be stored, in stored form."""
    rejected = {
        (each.target, each.op, each.old, each.new) for each in folder.proposals.settled() if each.decision == "rejected"
    }
    kept: list[Step] = []
    refused: list[Refused] = []
    for step in steps:
        admitted = folder.screen.admit(step.new) if step.new is not None else None
        if isinstance(admitted, GateRefused):
            refused.append(Refused(step, admitted.code, admitted.error))
            continue
        formed = replace(step, new=admitted.text) if admitted is not None else step
        if (formed.target, formed.op, formed.old, formed.new) in rejected:
            refused.append(Refused(formed, "rejected", "A person has rejected just this before."))
        else:
            kept.append(formed)
    return kept, refused


def _write(
    folder: MemoryFolder, steps: Sequence[Step], not_written: Sequence[str], terms: Terms
) -> tuple[_Written, list[Refused]]:
    refused: list[Refused] = []
    targets: list[Target] = []
    for target in TARGETS:
        of_file = [step for step in steps if step.target == target]
        why = _why_untouchable(look_at(folder.files[target])) if of_file else None
        if why is not None:
            refused += (Refused(step, why.code, why.error) for step in of_file)
        elif of_file:
            targets.append(target)
    # What takes in more is written first: dying in between leaves a text twice, not nowhere.
    targets.sort(key=lambda target: sum(step.op == "remove" for step in steps if step.target == target))
    not_written = [*not_written, *(each.step.new for each in refused if each.step.new is not None)]
    found: list[Sorted] = []

    def plan(seen: tuple[Seen, ...]) -> tuple[Outcome, ...]:
        # Asked again whenever the files changed in between, so nothing of an earlier look may stay.
        history = folder.history.changes()

        def sort(lost: Sequence[str]) -> Sequence[Sorted]:
            return [
                _sorted(each, [step for step in steps if step.target == each.file.target], lost, terms, history)
                for each in seen
            ]

        found[:] = sort_together(sort, not_written)
        return tuple(each.outcome for each in found)

    if terms.dry_run or terms.review:
        plan(tuple(look_at(folder.files[target]) for target in targets))
        return _Written(tuple(found)), refused
    if not targets:
        return _Written(), refused
    files = tuple(folder.files[target] for target in targets)
    answer = change_all(folder, files, plan, _intent(steps, terms, several=len(files) > 1))
    if isinstance(answer, Failure):
        # A file that is busy is not even looked at, and then nothing is sorted.
        wanted = [step for each in found for step in each.taken] if found else [s for s in steps if s.target in targets]
        return _not_written(answer, found, wanted, refused)
    changes = tuple(each.change for each in answer if each.change is not None)
    return _Written(tuple(found), changes), refused


def _not_written(
    failure: Failure, found: Sequence[Sorted], wanted: Sequence[Step], refused: Sequence[Refused]
) -> tuple[_Written, list[Refused]]:
    """Nothing was changed: what was to be done is refused, or waits where the store has put it into the queue."""
    rest = tuple(replace(each, taken=()) for each in found)
    if failure.code == "held":
        return _Written(rest, held=tuple(Held(step, "pinned") for step in wanted)), [*refused]
    return _Written(rest), [*refused, *(Refused(step, failure.code, failure.error) for step in wanted)]


def _sorted(
    seen: Seen, steps: Sequence[Step], not_written: Sequence[str], terms: Terms, history: Sequence[Change]
) -> Sorted:
    def edited(step: Step) -> bool:
        newest = max((each.time for each in step.evidence), default=0.0)
        return _edited_by_a_person(history, step, newest)

    pinned = frozenset(pin.text for pin in read_pins(seen.file))
    rules = Rules(seen.file.limit, terms.share, terms.review, pinned)
    return sort_steps(seen.file.target, seen.entries, steps, rules, edited=edited, not_written=not_written)


def _edited_by_a_person(history: Sequence[Change], step: Step, since: float) -> bool:
    """The entry got its present text from a person, after the turns that the step rests on."""
    for change in reversed(history):
        if change.target == step.target and step.old in change.new:
            by_program = change.actor == "external" and "writer" in change.details
            return change.actor in _PERSONS and not by_program and change.time > since
    return False


def _why_untouchable(seen: Seen) -> Failure | None:
    match seen.verdict:
        case Clean():
            return None
        case Damaged(_, drifts):
            return file_refusals.drifted_now(seen.file, drifts[0])
        case Unreadable(why):
            return file_refusals.unreadable_now(seen.file, why)
        case NotText() as flaw:
            return file_refusals.unreadable_now(seen.file, f"it is {flaw}", flaw)


def _intent(steps: Sequence[Step], terms: Terms, *, several: bool) -> Intent:
    evidence: list[dict[str, Any]] = [
        {"op": step.op, "target": step.target, "text": step.new or step.old, **each.to_dict()}
        for step in steps
        for each in step.evidence
    ]
    origin = Origin(run_id=terms.run_id)
    action = new_change_id() if several else None
    return Intent("dream", "dream", origin, action=action, details={"evidence": evidence}, largest_share=terms.share)


def _hold(folder: MemoryFolder, step: Step, reason: HeldReason, terms: Terms) -> Held | Refused:
    if terms.dry_run:
        return Held(step, reason)
    newest = max(step.evidence, key=lambda each: each.time, default=None)
    origin = Origin(newest.session if newest else None, newest.entry if newest else None, terms.run_id)
    wish = Wish(step.op, step.target, step.old, step.new)
    try:
        (proposal,) = folder.proposals.hold(
            [wish], _queued_as(reason), Intent("dream", "dream", origin), folder.clock(), evidence_words(step.evidence)
        )
    except OSError as error:
        failure = queue_failed(error)
        return Refused(step, failure.code, failure.error)
    return Held(step, reason, proposal.id)


def _queued_as(reason: HeldReason) -> Reason:
    return "asked" if reason == "merged" else reason


def evidence_words(evidence: Iterable[Evidence]) -> str:
    """What a change rests on, a line for each turn: session, entry, date, and what the user said."""
    return "\n".join(
        f"session {each.session} entry {each.entry}, "
        f"{datetime.fromtimestamp(each.time).astimezone():%Y-%m-%d %H:%M}: “{each.quote}”"
        for each in evidence
    )
