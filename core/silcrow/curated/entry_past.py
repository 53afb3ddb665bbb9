"""What history tells of the entries that are there now, and of those that other programs took away. Pure."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, cast

from msgspec import Struct

from silcrow.curated.actors import Actor
from silcrow.curated.changes import Change
from silcrow.curated.results import Target
from silcrow.curated.states import Vanished
from silcrow.curated.undo_order import DISMISS


class LastTouch(Struct, frozen=True):
    """The last change that wrote an entry."""

    time: float
    """Unix seconds."""
    actor: Actor
    grown_outside: bool
    """Another program made the entry longer."""


def last_touches(changes: Iterable[Change], target: Target, entries: Collection[str]) -> dict[str, LastTouch]:
    """For each entry whose origin is known the last change that wrote it. ``changes`` come oldest first."""
    wanted = set(entries)
    found: dict[str, LastTouch] = {}
    for change in changes:
        if change.target != target:
            continue
        for text in change.new:
            if text in wanted:
                grown = change.actor == "external" and any(
                    new == text and len(new) > len(old) for old, new in edited_outside(change).items()
                )
                found[text] = LastTouch(change.time, change.actor, grown)
    return found


def vanished_outside(changes: Sequence[Change], target: Target, entries: Collection[str]) -> tuple[Vanished, ...]:
    """Entries that another program took away and that nobody decided on since, oldest first."""
    decided: set[str] = set(entries)
    dismissed: set[object] = set()
    found: list[Vanished] = []
    for change in reversed(changes):
        if change.target != target:
            continue
        if change.operation == DISMISS:
            dismissed.add(change.details.get("dismissed"))
            continue
        if change.actor == "external" and change.id not in dismissed:
            edited = edited_outside(change)
            writer = change.details.get("writer")
            found += (
                Vanished(target, text, change.id, change.time, writer if isinstance(writer, str) else None)
                for text in reversed(change.old)
                if text not in decided and text not in edited
            )
        decided.update(change.old, change.new)
    return tuple(reversed(found))


def edited_outside(change: Change) -> dict[str, str]:
    """Which old text became which new one, as far as an outside change tells."""
    edited = change.details.get("edited")
    if not isinstance(edited, dict):
        return {}
    pairs = cast("dict[Any, Any]", edited)
    return {old: new for old, new in pairs.items() if isinstance(old, str) and isinstance(new, str)}
