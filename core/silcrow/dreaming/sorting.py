"""Which steps of a dream are done, which wait for a person, and which come too late. Pure, on the entries of one file.

Whoever changed the file meanwhile wins: a step is only ever done on an entry that reads as the dream read it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal

from msgspec import Struct

from silcrow.curated.guards import ALIKE
from silcrow.curated.operations import Outcome, refuse_damage, refuse_growth
from silcrow.curated.results import Failure, Target
from silcrow.dreaming.steps import Refused, Step
from silcrow.text import folded, similarity

HeldReason = Literal["share", "pinned", "edited", "asked", "merged"]
"""As in the review queue; ``merged``: what it takes away was to go on in a text that is not written."""
MERGED_SHARE = 0.6
"""Part of an entry's words from which on it counts as taken up in another text."""


class Rules(Struct, frozen=True):
    """What a dream may do to one file by itself."""

    limit: int
    """Code points of the file."""
    share: float
    """Part of the entries, from 0 to 1, that may be taken away."""
    review: bool = False
    """Nothing is done: every step waits for a person."""
    pinned: AbstractSet[str] = frozenset()
    """Full texts of pinned entries."""


class Sorted(Struct, frozen=True):
    """The steps of one file by what becomes of them."""

    outcome: Outcome
    """What the file holds with the steps that are taken."""
    taken: tuple[Step, ...] = ()
    held: tuple[tuple[Step, HeldReason], ...] = ()
    refused: tuple[Refused, ...] = ()
    unchanged: tuple[Step, ...] = ()

    @property
    def not_written(self) -> tuple[str, ...]:
        """Texts that were to be stored and are not."""
        steps = (*(step for step, _ in self.held), *(each.step for each in self.refused))
        return tuple(step.new for step in steps if step.new is not None)


def sort_steps(
    target: Target,
    entries: Sequence[str],
    steps: Iterable[Step],
    rules: Rules,
    *,
    edited: Callable[[Step], bool],
    not_written: Iterable[str] = (),
) -> Sorted:
    """Sort the steps on the entries as they are now.

    ``edited``: a person changed its entry after what it rests on. ``not_written``: texts of the same dream that are
    known not to be stored; an entry that was to go on in one of them stays.
    """
    refused: list[Refused] = []
    unchanged: list[Step] = []
    held: list[tuple[Step, HeldReason]] = []
    lost = [frozenset(folded(text).split()) for text in not_written]
    free: list[Step] = []
    for step in steps:
        if step.old is not None and step.old not in entries:
            refused.append(Refused(step, "stale", "Its entry was changed or removed while the dream ran."))
        elif step.op != "remove" and (step.new in entries and step.old is None):
            unchanged.append(step)
        elif step.old in rules.pinned:
            held.append((step, "pinned"))
        elif step.old is not None and edited(step):
            held.append((step, "edited"))
        elif rules.review:
            held.append((step, "asked"))
        elif step.op == "remove" and _goes_on_in(step.old or "", lost):
            held.append((step, "merged"))
        else:
            free.append(step)
    taking = [step for step in free if _takes_away(step)]
    if taking and (len(taking) > rules.share * len(entries) or not _after(entries, free)[0]):
        held.extend((step, "share") for step in taking)
        free = [step for step in free if step not in taking]
    taken, outcome, too_much = _fitting(target, entries, free, rules.limit)
    return Sorted(outcome, taken, tuple(held), (*refused, *too_much), tuple(unchanged))


def sort_together(sort: Callable[[Sequence[str]], Sequence[Sorted]], not_written: Sequence[str]) -> Sequence[Sorted]:
    """Sort several files so that nothing is taken out of one whose text was to go on elsewhere and does not.

    ``sort`` sorts all of them, given the texts that are known not to be written.
    """
    known = tuple(dict.fromkeys(not_written))
    while True:
        found = sort(known)
        more = tuple(dict.fromkeys((*known, *(text for each in found for text in each.not_written))))
        if more == known:
            return found
        known = more


def _goes_on_in(text: str, others: Iterable[AbstractSet[str]]) -> bool:
    words = frozenset(folded(text).split())
    return any(len(words & other) >= MERGED_SHARE * len(words) for other in others)


def _takes_away(step: Step) -> bool:
    """A removal, or a change that leaves less than half of the text."""
    return step.old is not None and (step.new is None or similarity(step.old, step.new) < ALIKE)


def _fitting(
    target: Target, entries: Sequence[str], steps: Sequence[Step], limit: int
) -> tuple[tuple[Step, ...], Outcome, tuple[Refused, ...]]:
    """As many of the steps as the file has room for, judged together: what makes room counts for what needs it."""
    left = list(steps)
    refused: list[Refused] = []
    while True:
        after, renamed = _after(entries, left)
        failure = refuse_growth(target, entries, after, limit) or refuse_damage(target, entries, after)
        if failure is None or not left:
            message = f"{len(left):,} of a dream's changes made."
            return tuple(left), Outcome(after, message, renamed=renamed), tuple(refused)
        dropped = _to_drop(left, failure)
        left.remove(dropped)
        refused.insert(0, Refused(dropped, failure.code, failure.error))


def _to_drop(steps: Sequence[Step], failure: Failure) -> Step:
    growing = [step for step in steps if len(step.new or "") > len(step.old or "")]
    return growing[-1] if failure.code == "over_limit" and growing else steps[-1]


def _after(entries: Sequence[str], steps: Iterable[Step]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    gone = {step.old: step.new for step in steps if step.old is not None}
    kept = (gone.get(entry, entry) for entry in entries)
    came = (step.new for step in steps if step.old is None and step.new is not None)
    after = tuple(dict.fromkeys(text for text in (*kept, *came) if text is not None))
    return after, {old: new for old, new in gone.items() if new is not None}
