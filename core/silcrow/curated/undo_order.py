"""Which change the next undo or redo is about. Pure, on the list of all changes."""

from collections.abc import Sequence

from silcrow.curated.actors import Actor
from silcrow.curated.changes import Change

PERSONS: frozenset[Actor] = frozenset({"user", "recovery", "import"})
"""Whose changes an undo without a name takes back."""

UNDO = "undo"
REDO = "redo"
DISMISS = "dismiss"
SIDE_NOTES = frozenset({DISMISS})
"""Records that change no file."""


def next_undo(changes: Sequence[Change]) -> Change | None:
    """The newest change by a person that still stands. ``changes`` come oldest first."""
    undone = taken_back(changes)
    for change in reversed(changes):
        stands = change.undoes is None and action_of(change) not in undone
        if stands and change.actor in PERSONS and change.operation not in SIDE_NOTES:
            return change
    return None


def next_redo(changes: Sequence[Change]) -> Change | None:
    """The undo that a redo takes back: the newest that stands, unless a person changed something since."""
    undone = taken_back(changes)
    for change in reversed(changes):
        if change.actor not in PERSONS or change.operation in SIDE_NOTES:
            continue
        if change.undoes is None and action_of(change) not in undone:
            return None
        if change.operation == UNDO and action_of(change) not in undone:
            return change
    return None


def taken_back(changes: Sequence[Change]) -> frozenset[str]:
    """The actions that were undone and not redone."""
    by_id = {change.id: change for change in changes}
    undone: set[str] = set()
    for change in reversed(changes):
        if change.undoes is None or action_of(change) in undone:
            continue
        taken = by_id.get(change.undoes)
        undone.add(change.undoes if taken is None else action_of(taken))
    return frozenset(undone)


def parts_of(changes: Sequence[Change], change: Change) -> tuple[Change, ...]:
    """All changes of the same action, in the order in which they were made."""
    return tuple(each for each in changes if action_of(each) == action_of(change))


def action_of(change: Change) -> str:
    """What a change is a part of; itself where it stands alone."""
    return change.action or change.id
