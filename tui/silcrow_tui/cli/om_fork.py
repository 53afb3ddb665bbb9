"""What a command says of a fork and its parent's memory."""

from typing import TYPE_CHECKING, Any

from silcrow.pipeline import NotDone
from silcrow_tui.cli.om_place import OmPlace
from silcrow_tui.widgets.words import counted, usd

if TYPE_CHECKING:
    from silcrow.pipeline.seeding import Seed

_TOLD = frozenset({"gone", "late", "busy", "io"})
"""Why a fork got nothing, where that is worth a line: not for a parent that had nothing to give."""


def is_on(place: OmPlace) -> bool:
    """Whether memory is on. It travels with a fork, which takes it over at its first run."""
    if place.memory.view().enabled:
        return True
    header = place.memory.session.header
    if header is None or header.parent_session is None:
        return False
    from silcrow.pipeline.seeding import was_on_in_parent

    return was_on_in_parent(place.memory)


def seed_lines(seeded: "Seed | NotDone | None") -> list[str]:
    """What became of taking the parent's memory over; nothing where there was nothing to take."""
    if seeded is None:
        return []
    if isinstance(seeded, NotDone):
        return [seeded.words] if seeded.code in _TOLD else []
    parts = [counted(seeded.observations, "observation"), counted(seeded.topics, "topic")]
    parts += ["the journey"] if seeded.journey else []
    cost = f" {usd(seeded.inherited_usd)} of its cost is shown as inherited." if seeded.inherited_usd else ""
    return [f"Took over from the parent {seeded.parent_id}: {', '.join(parts)}.{cost}"]


def seed_document(seeded: "Seed | NotDone | None") -> dict[str, Any] | None:
    """The same for scripts; None where nothing was taken over."""
    if seeded is None or isinstance(seeded, NotDone):
        return None
    return {
        "parentId": seeded.parent_id,
        "observations": seeded.observations,
        "topics": seeded.topics,
        "journey": seeded.journey,
        "inheritedUsd": seeded.inherited_usd,
    }
