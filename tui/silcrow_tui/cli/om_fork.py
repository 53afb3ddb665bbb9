"""What commands say of a fork and its parent's memory."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from silcrow.pipeline import NotDone
from silcrow.sessions import parent_session_id
from silcrow_tui.cli.om_place import OmPlace
from silcrow_tui.widgets.words import counted, usd

if TYPE_CHECKING:
    from silcrow.pipeline.seeding import Seed


class ForkStanding(Struct, frozen=True):
    """How a fork stands to its parent's memory."""

    parent_id: str | None
    """None where the header names the parent in no known way."""
    why_not: NotDone | None
    """Why nothing can be taken over now, ``seeded`` among the reasons; None where it can."""


def fork_standing(place: OmPlace) -> ForkStanding | None:
    """None for a session that is no fork, or can have no memory."""
    memory = place.reader.memory
    header = memory.session.header if memory else None
    if memory is None or header is None or header.parent_session is None:
        return None
    # The others pay nothing for this: it reads the parent's memory.
    from silcrow.pipeline.seeding import why_not_seeded

    return ForkStanding(parent_session_id(header), why_not_seeded(memory))


def fork_lines(standing: ForkStanding | None) -> list[str]:
    """A line on a fork's parent for people."""
    if standing is None:
        return []
    parent = standing.parent_id or "an unknown session"
    if standing.why_not is None:
        return [f"fork      of {parent}; `silcrow om on` or `silcrow sessions seed` takes its memory over"]
    if standing.why_not.code == "seeded":
        return [f"fork      of {parent}, whose memory was taken over"]
    return [f"fork      of {parent}. {standing.why_not.words}"]


def fork_document(standing: ForkStanding | None) -> dict[str, Any] | None:
    """The same for scripts: ``state`` is ``seeded``, ``ready``, or the code of what stands in the way."""
    if standing is None:
        return None
    why_not = standing.why_not
    return {
        "parentId": standing.parent_id,
        "state": why_not.code if why_not else "ready",
        "reason": why_not.words if why_not else None,
    }


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
        from silcrow.pipeline.seeding import WORTH_TELLING

        return [seeded.words] if seeded.code in WORTH_TELLING else []
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
