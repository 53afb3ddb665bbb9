"""Who changes the store, and where that came from."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from msgspec import Struct

Actor = Literal["user", "tool", "dream", "recovery", "import", "external"]
"""``user``: a person at a screen or a command line. ``tool``: a model that calls a tool. ``dream``: a background
worker. ``recovery`` and ``import``: a person who repairs or brings in a whole file. ``external``: a program outside
silcrow."""

ACTORS: tuple[Actor, ...] = get_args(Actor)

BACKGROUND: frozenset[Actor] = frozenset({"dream"})
"""Nobody looks on while these work, so what they take away is held back for a person when it is much."""


class Origin(Struct, frozen=True):
    """The place that a change came from, as far as it is known."""

    session_id: str | None = None
    entry_id: str | None = None
    """Entry of that session."""
    run_id: str | None = None
    """Run of a worker."""

    def to_dict(self) -> dict[str, str]:
        values = {"sessionId": self.session_id, "entryId": self.entry_id, "runId": self.run_id}
        return {name: value for name, value in values.items() if value is not None}


def origin_from(fields: Mapping[str, Any]) -> Origin | None:
    """The origin in a record; None when nothing usable is in it."""

    def text(name: str) -> str | None:
        value = fields.get(name)
        return value if isinstance(value, str) else None

    origin = Origin(text("sessionId"), text("entryId"), text("runId"))
    return origin if origin != Origin() else None
