"""One line of the built-in observer, before the choice of what a chunk is worth."""

from typing import Any

from msgspec import Struct

from silcrow.text import estimate_tokens
from silcrow.workers.extractive.kinds import Kind


class Note(Struct, frozen=True):
    kind: Kind
    order: int
    """Where in the chunk it stands."""
    time: str
    content: str
    sources: tuple[str, ...]
    weight: float
    """The heavier wins when a chunk holds more than fits."""
    specifics: frozenset[str] = frozenset()
    """What stands in it that few others would say."""

    @property
    def tokens(self) -> int:
        """Estimated tokens of its line in the pool."""
        return estimate_tokens(f"{self.time}  {self.content}")

    def to_document(self) -> dict[str, Any]:
        return {"timestamp": self.time, "content": self.content, "sources": list(self.sources)}
