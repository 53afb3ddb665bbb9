"""Failures of undo, redo and restore, in words."""

from collections.abc import Sequence

from silcrow.curated.changes import Change
from silcrow.curated.matching import preview
from silcrow.curated.results import FILE_NAMES, Failure, Target


def no_such_change(change_id: str, found: Sequence[str]) -> Failure:
    if found:
        shown = ", ".join(found[:5])
        return Failure(
            "ambiguous",
            f"{len(found):,} changes have an id that starts with {preview(change_id)!r}: {shown}.",
            "",
            matches=tuple(found[:20]),
            remediation="Give more of the id.",
        )
    return Failure(
        "no_match",
        f"There is no change {preview(change_id)!r} in history.",
        "",
        remediation="`silcrow memory history` lists the changes with their ids.",
    )


def unreadable(problem: str) -> Failure:
    return Failure(
        "io",
        f"The history can't be read: {problem}.",
        "",
        remediation="Make .silcrow/history.jsonl readable again; the memory files are not affected.",
    )


def nothing_to_undo() -> Failure:
    return Failure(
        "no_match",
        "There is nothing of yours to undo.",
        "",
        remediation="Changes of others are undone by their id: `silcrow memory history` lists them.",
    )


def nothing_to_redo() -> Failure:
    return Failure("no_match", "There is nothing to redo: nothing was undone, or something changed since.", "")


def cannot_undo(target: Target, change: Change, live: Sequence[str]) -> Failure:
    """What the change brought is no longer there as it was: both texts are shown, and a person decides."""
    return Failure(
        "stale",
        f"{FILE_NAMES[target]} changed since, and what this change wrote is no longer there as it was.",
        target,
        current_entries=tuple(live),
        remediation="Compare the two texts, and replace or add the entry by hand.",
        details={"change": change.id, "old": list(change.old), "new": list(change.new)},
    )


def unreadable_for_undo(target: Target, change: Change) -> Failure:
    return Failure(
        "unreadable",
        f"{FILE_NAMES[target]} is not valid UTF-8 now, so single entries can't be put back.",
        target,
        remediation="Repair the file first, then undo.",
        details={"change": change.id, "old": list(change.old), "new": list(change.new)},
    )


def content_lost(target: Target, change: Change) -> Failure:
    return Failure(
        "stale",
        f"The bytes of {FILE_NAMES[target]} before change {change.id} are no longer kept, or are no text.",
        target,
        remediation="Restore its entries instead: their texts are in history.",
    )
