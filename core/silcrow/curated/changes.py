"""One change of one memory file, as history keeps it."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast, get_args

from msgspec import Struct, field

from silcrow.curated.actors import ACTORS, Actor, Origin, origin_from
from silcrow.curated.results import TARGETS, Target

Op = Literal["add", "replace", "remove"]
"""What can be done to one entry."""
OPS: tuple[Op, ...] = get_args(Op)


class Intent(Struct, frozen=True):
    """What history says of a change besides its content."""

    operation: str
    actor: Actor = "user"
    origin: Origin | None = None
    undoes: str | None = None
    action: str | None = None
    """Changes with the same one belong together, as the two halves of a move."""
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])
    largest_share: float | None = None
    """Part of the entries, from 0 to 1, that a background actor may take away; None is the usual one."""


class Change(Struct, frozen=True):
    """What was done to a file, by whom and when."""

    id: str
    time: float
    """Unix seconds."""
    actor: Actor
    operation: str
    target: Target
    old: tuple[str, ...]
    """Entries that went, in full and in file order."""
    new: tuple[str, ...]
    """Entries that came."""
    before_hash: str | None
    """SHA-256 of the bytes before; None when there was no file."""
    after_hash: str | None
    origin: Origin | None = None
    undoes: str | None = None
    """The change that this one took back."""
    action: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """``damaged: true`` when the bytes before had drifted; ``unpinned``: pinned entries that went; ``writer``: the
    program that made an outside change; ``moved``: a file that was moved with the change, ``{from, to}``."""

    @property
    def damaged_before(self) -> bool:
        return self.details.get("damaged") is True

    def to_dict(self) -> dict[str, Any]:
        """The record as a line of ``history.jsonl`` holds it."""
        record: dict[str, Any] = {"id": self.id, "time": self.time, "actor": self.actor}
        if self.origin is not None:
            record["origin"] = self.origin.to_dict()
        record |= {
            "operation": self.operation,
            "target": self.target,
            "old": list(self.old),
            "new": list(self.new),
            "beforeHash": self.before_hash,
            "afterHash": self.after_hash,
        }
        if self.undoes is not None:
            record["undoes"] = self.undoes
        if self.action is not None:
            record["action"] = self.action
        if self.details:
            record["details"] = dict(self.details)
        return record


def change_from(record: object) -> Change | None:
    """Read a record; None for one that is not ours or that is broken."""
    if not isinstance(record, dict):
        return None
    fields = cast("dict[str, Any]", record)
    identity, time, actor = fields.get("id"), fields.get("time"), fields.get("actor")
    operation, target = fields.get("operation"), fields.get("target")
    if not isinstance(identity, str) or not isinstance(time, int | float) or not isinstance(operation, str):
        return None
    if actor not in ACTORS or target not in TARGETS:
        return None
    origin, details = fields.get("origin"), fields.get("details")
    return Change(
        identity,
        float(time),
        actor,
        operation,
        target,
        _texts(fields.get("old")),
        _texts(fields.get("new")),
        _text(fields.get("beforeHash")),
        _text(fields.get("afterHash")),
        origin_from(cast("dict[str, Any]", origin)) if isinstance(origin, dict) else None,
        _text(fields.get("undoes")),
        _text(fields.get("action")),
        cast("dict[str, Any]", details) if isinstance(details, dict) else {},
    )


def difference(before: Sequence[str], after: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The entries that went and those that came."""
    gone, came = set(before).difference(after), set(after).difference(before)
    return (
        tuple([entry for entry in before if entry in gone]) if gone else (),
        tuple([entry for entry in after if entry in came]) if came else (),
    )


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(text for text in cast("list[object]", value) if isinstance(text, str))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
