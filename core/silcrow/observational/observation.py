"""Observations and chunks: the values that ledger, pool and coverage are made of."""

import hashlib
from typing import Literal

import msgspec
from msgspec import Struct

Outcome = Literal["recorded", "empty", "accepted", "failed", "parked", "retry"]
SETTLED: frozenset[str] = frozenset({"recorded", "empty", "accepted"})


def content_hash(content: str) -> str:
    """First 8 hex digits of the content's SHA-256; with the id it names an observation for good."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:8]


class Observation(msgspec.Struct, frozen=True, gc=False):
    """One fact noted about the raw session. The pair (id, content) is its identity."""

    timestamp: str
    """Its id: ``YYYY-MM-DDTHH:MM:SS`` with ``.NNN`` on collision, so that text order is time order."""
    content: str
    """Single line."""
    token_count: int
    """Estimated tokens of the rendered line (id, two spaces, content)."""
    sources: tuple[str, ...] = ()
    """Ids of the source entries it rests on."""
    run_id: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        return (self.timestamp, self.content)

    @property
    def line(self) -> str:
        return f"{self.timestamp}  {self.content}"


class ChunkRange(Struct, frozen=True):
    """A slice of source entries on a path, both ends included. It counts on a path that holds both."""

    from_id: str
    to_id: str


class ChunkState(Struct, frozen=True):
    """What is known of one stretch of the current path, settled or not."""

    range: ChunkRange
    outcome: Outcome | Literal["raw", "running", "queued"]
    tokens: int
    first: int
    """Index of its first source entry on the path."""
    last: int
    attempt: int = 0
    run_id: str | None = None
    error: str | None = None
    active: int = 0
    """Observations of this chunk that are still in the pool."""
    retired: int = 0
    """Observations of this chunk that were filed, merged or discarded."""
    due_at: float | None = None
    """Unix seconds of the next try, for ``failed``."""
