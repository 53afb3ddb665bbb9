"""What a run has spent so far, added up exactly, reply by reply."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from msgspec import Struct

from silcrow.workers.run import TokenUsage
from silcrow.workers.run_record import usage_document


class ReplyCost(Struct, frozen=True):
    """What one reply of a model took."""

    usage: TokenUsage = TokenUsage()
    usd: Decimal | None = None
    """USD, exact; None where nobody knows a price."""
    source: str = ""
    """Who says so: ``provider``, ``settings``, ``models.json``, ``price table``, ``pi`` ..."""
    measured: bool = True
    """Whether the provider told the tokens; else what is known of the run is a lower bound."""


@dataclass(slots=True)
class WorkerSpend:
    """The sum of the replies of one run."""

    usd: Decimal | None = None
    """None as long as no reply is priced, and for good after one whose price is unknown."""
    source: str | None = None
    usage: TokenUsage = field(default_factory=TokenUsage)
    replies: int = 0
    partial: bool = False
    _unpriced: bool = False

    @classmethod
    def free(cls) -> "WorkerSpend":
        """Of the built-in worker: exactly nothing, and never unpriced."""
        return cls(usd=Decimal(0), source="builtin")

    def add(self, reply: ReplyCost) -> None:
        self.replies += 1
        self.usage = _sum(self.usage, reply.usage)
        if not reply.measured:
            self.partial = True
        elif reply.usd is None:
            self._unpriced, self.usd, self.source = True, None, None
        elif not self._unpriced:
            self.usd = (self.usd or Decimal(0)) + reply.usd
            self.source = reply.source

    def refused(self) -> None:
        """A request was turned down: that costs nothing, which is known also when it was the first."""
        if self.usd is None and not self.replies:
            self.usd, self.source = Decimal(0), "no reply"

    def document(self) -> Mapping[str, Any]:
        """Its part of the cost file."""
        return {
            "costUsd": None if self.usd is None else float(self.usd),
            "source": self.source,
            "usage": usage_document(self.usage),
            "turns": self.replies,
            "partial": self.partial,
        }


def _sum(one: TokenUsage, other: TokenUsage) -> TokenUsage:
    return TokenUsage(
        one.input + other.input,
        one.output + other.output,
        one.cache_read + other.cache_read,
        one.cache_write + other.cache_write,
    )
