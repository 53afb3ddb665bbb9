"""What actors other than a person may not do: change a pinned entry, and take away much at once unseen."""

from collections.abc import Sequence

from silcrow.curated.actors import BACKGROUND, Actor
from silcrow.curated.changes import Change, Intent, difference
from silcrow.curated.matching import preview
from silcrow.curated.operations import Outcome
from silcrow.curated.pins import BrokenPins, Pin
from silcrow.curated.results import FILE_NAMES, Failure
from silcrow.curated.seen import Seen
from silcrow.text import similarity

UNBOUND: frozenset[Actor] = frozenset({"user", "recovery"})
"""A pin does not bind a person. Recovery carries out what a person decided, part by part."""
LARGEST_SHARE = 0.3
"""Part of the entries that a background actor may remove or rewrite in one go."""
ALIKE = 0.5
"""A replacement less similar than this counts as a removal."""


def refuse_for(
    intent: Intent, seen: Seen, outcome: Outcome, pins: Sequence[Pin] | BrokenPins, earlier: Sequence[Change] = ()
) -> Failure | None:
    """The refusal for an actor that is no person, or None. ``earlier`` are changes of the same run to this file."""
    gone, _ = difference(seen.entries, outcome.entries)
    if not gone:
        return None
    if isinstance(pins, BrokenPins):
        return _pins_unknown(seen, pins)
    pinned = [pin.text for pin in pins if pin.text in gone]
    if pinned:
        return _pinned(seen, pinned)
    allowed = LARGEST_SHARE if intent.largest_share is None else intent.largest_share
    if intent.actor in BACKGROUND and removed_share(seen.entries, outcome, earlier) > allowed:
        return _held(seen, gone)
    return None


def removed_share(entries: Sequence[str], outcome: Outcome, earlier: Sequence[Change] = ()) -> float:
    """Entries removed, or replaced by a text of less than half likeness, over the entries at the start.

    What the same run took away before counts as well, and the start is then the start of that run.
    """
    gone, _ = difference(entries, outcome.entries)
    lost = sum(1 for old in gone if not _lives_on(old, outcome.renamed.get(old)))
    before = [_lost_in(change) for change in earlier]
    added = sum(len(change.new) for change in earlier)
    removed = sum(len(change.old) for change in earlier)
    start = len(entries) + removed - added
    return (lost + sum(before)) / start if start > 0 else float(bool(lost))


def _lost_in(change: Change) -> int:
    if len(change.old) == len(change.new) == 1:
        return not _lives_on(change.old[0], change.new[0])
    return len(change.old)


def _lives_on(old: str, new: str | None) -> bool:
    return new is not None and similarity(old, new) >= ALIKE


def _pinned(seen: Seen, pinned: list[str]) -> Failure:
    return Failure(
        "pinned",
        f"This would change a pinned entry of {FILE_NAMES[seen.file.target]}: {preview(pinned[0])!r}.",
        seen.file.target,
        remediation="Leave that entry as it is, or ask the user to change or unpin it.",
        details={"pinned": pinned},
    )


def _pins_unknown(seen: Seen, broken: BrokenPins) -> Failure:
    name = FILE_NAMES[seen.file.target]
    return Failure(
        "pinned",
        f"Which entries of {name} are pinned can't be told ({broken.why}), so only a person may change or remove any.",
        seen.file.target,
        remediation=f"Let the user put {broken.path} right or move it away. Adding entries works.",
    )


def _held(seen: Seen, gone: Sequence[str]) -> Failure:
    file = seen.file
    return Failure(
        "held",
        f"This takes away too much at once, {len(gone):,} of {len(seen.entries):,} entries of {file.name}, "
        "with nobody looking on.",
        file.target,
        remediation="Leave more of what is there.",
        details={"removed": len(gone), "entries": len(seen.entries)},
    )
