"""Turns of a session: what the user said and what the assistant answered, up to the next word of the user."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from msgspec import Struct

from silcrow.sessions.entries import EntryPayload, SourceEntry
from silcrow.text.instants import unix_seconds


class Turn(Struct, frozen=True):
    """One turn by its entries; its words are read when somebody needs them."""

    user: tuple[str, ...]
    """Ids of the user's messages; several where the ones before got no answer."""
    replies: tuple[str, ...]
    """Ids of the assistant's messages."""
    time: float
    """Unix seconds of the last reply."""

    @property
    def last(self) -> str:
        """Id of the last entry: who has read up to here has read the turn."""
        return self.replies[-1]

    @property
    def entries(self) -> tuple[str, ...]:
        return (*self.user, *self.replies)


def turns_on(path: Sequence[SourceEntry]) -> tuple[Turn, ...]:
    """The complete turns on a path, in its order.

    A turn counts once the assistant has said something, and the last one once nothing more is to come. Messages that
    got no answer belong to the turn that follows.
    """
    return tuple(_turns(path))


def _turns(path: Sequence[SourceEntry]) -> Iterator[Turn]:
    open_turn = _Open()
    for entry in path:
        if entry.kind == "user" and entry.observed:
            if open_turn.answered:
                yield open_turn.closed()
                open_turn = _Open()
            open_turn.user.append(entry.id)
        elif entry.kind in ("assistant", "calls") and open_turn.user:
            open_turn.replies.append(entry)
        open_turn.ended = entry.kind == "assistant"
    if open_turn.answered and open_turn.ended:
        yield open_turn.closed()


@dataclass(slots=True)
class _Open:
    user: list[str] = field(default_factory=list[str])
    replies: list[SourceEntry] = field(default_factory=list[SourceEntry])
    ended: bool = False
    """The newest entry is a reply that calls no tool."""

    @property
    def answered(self) -> bool:
        return any(reply.kind == "assistant" and reply.tokens for reply in self.replies)

    def closed(self) -> Turn:
        moments = [moment for reply in self.replies if (moment := unix_seconds(reply.timestamp)) is not None]
        return Turn(tuple(self.user), tuple(reply.id for reply in self.replies), max(moments, default=0.0))


def words_of(payloads: Iterable[EntryPayload]) -> str:
    """The text of messages, without thinking, calls and images; blank ones are left out."""
    texts = (_text(payload.get("message")) for payload in payloads)
    return "\n\n".join(text for text in texts if text)


def _text(message: object) -> str:
    content: object = cast("dict[str, Any]", message).get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        return ""
    texts: list[str] = []
    for block in cast("list[object]", content):
        fields: Mapping[str, Any] = cast("dict[str, Any]", block) if isinstance(block, dict) else {}
        text = fields.get("text")
        if fields.get("type") == "text" and isinstance(text, str) and text.strip():
            texts.append(text.strip())
    return "\n".join(texts)
