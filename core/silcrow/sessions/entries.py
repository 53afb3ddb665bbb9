"""The values that the session reader hands out."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

SourceKind = Literal["user", "assistant", "calls", "result", "bash", "custom", "branch_summary"]
"""``calls`` is an assistant message that ends in tool calls; ``result`` is a tool result."""


class SessionHeader(Struct, frozen=True):
    id: str
    cwd: str
    timestamp: str
    version: int | None = None
    parent_session: str | None = None


class BadLine(Struct, frozen=True):
    """A line that was skipped: blank lines are not listed, unparsable and ``null`` ones are."""

    line: int
    """From 1."""
    offset: int
    """Bytes from the start of the file."""
    reason: str


class SourceEntry(Struct, frozen=True):
    """One entry that a model would be sent, on the path from the root to a leaf."""

    id: str
    kind: SourceKind
    tokens: int
    """Estimated as pi does: ceil(UTF-16 units / 4)."""
    timestamp: str
    """ISO 8601 with milliseconds, UTC."""
    observed: bool = True
    """False for entries that are covered but never shown to an observer (our own messages, memory tool results)."""


class ContextMessage(Struct, frozen=True):
    role: str
    tokens: int


class ContextEntry(Struct, frozen=True):
    id: str | None
    """None for a line that is an entry to pi but names no id, such as ``{}`` or ``42``."""
    type: str | None
    messages: tuple[ContextMessage, ...]


class Context(Struct, frozen=True):
    """What pi would send for a leaf, entry by entry, with the count pi shows and the one that triggers use."""

    entries: tuple[ContextEntry, ...]
    context_tokens: int
    projected_tokens: int
    model: tuple[str, str] | None
    """(provider, model id)."""
    thinking_level: str


class SessionSummary(Struct, frozen=True):
    """One line of the catalogue, from header and stat alone."""

    path: Path
    id: str
    cwd: str
    started: str
    mtime: float
    size: int
    name: str | None = None
    """Known once the file was read; None before."""
    worker: bool = False
    """A recorded run of one of our own workers; hidden from lists unless asked for."""


EntryPayload = Mapping[str, Any]
