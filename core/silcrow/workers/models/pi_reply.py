"""What one reply of a model says about itself, in the events that pi prints with ``--mode json``."""

import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final, cast

from msgspec import Struct

from silcrow.workers.run import TokenUsage

_STREAMED: Final = b'"message_update"'
"""Parts of a message on its way, most of what is printed; the whole one follows."""
_HEAD: Final = 64
_EXACT: Final = Decimal("1e-12")
"""Pi counts in binary fractions; what is beyond a millionth of a millionth of a dollar is only their noise."""


class PiReply(Struct, frozen=True):
    """One finished message of the model."""

    model: str
    """``provider/id`` that answered."""
    usage: TokenUsage
    usd: Decimal | None
    """What pi says it cost; None where tokens were used and pi has no price for them."""
    stop: str
    """``stop``, ``toolUse``, ``length``, ``error``, ``aborted`` ..."""
    error: str = ""
    """The provider's words, for ``error`` and ``aborted``."""
    text: str = ""
    """What it said, without thinking and calls."""

    @property
    def failed(self) -> bool:
        return self.stop in ("error", "aborted")

    @property
    def measured(self) -> bool:
        """Whether the provider told how many tokens it took."""
        return self.usage != TokenUsage()


def event_of(line: bytes) -> Mapping[str, Any] | None:
    """The event on a line of output; None for parts of a message and for what is no event."""
    if _STREAMED in line[:_HEAD] or not line.startswith(b"{"):
        return None
    try:
        event: object = json.loads(line, parse_float=Decimal)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", event) if isinstance(event, dict) else None


def reply_of(event: Mapping[str, Any]) -> PiReply | None:
    """The reply that an event ends; None for all other events."""
    message = _mapping(event.get("message"))
    if event.get("type") != "message_end" or message.get("role") != "assistant":
        return None
    told = _mapping(message.get("usage"))
    usage = TokenUsage(*(_whole(told.get(key)) for key in ("input", "output", "cacheRead", "cacheWrite")))
    usd = _usd(_mapping(told.get("cost")).get("total"))
    return PiReply(
        model=f"{message.get('provider') or '?'}/{message.get('model') or '?'}",
        usage=usage,
        # A model without a price costs nothing in pi's sum, which is not the same as costing nothing.
        usd=None if usd == 0 and usage != TokenUsage() else usd,
        stop=str(message.get("stopReason") or "stop"),
        error=str(message.get("errorMessage") or ""),
        text=_text(message.get("content")),
    )


def _usd(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)) or value < 0:
        return None
    try:
        return Decimal(value).quantize(_EXACT)
    except InvalidOperation:
        return None


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _text(content: object) -> str:
    blocks = cast("list[object]", content) if isinstance(content, list) else []
    texts = (_mapping(block) for block in blocks)
    return "\n".join(str(block.get("text") or "") for block in texts if block.get("type") == "text")


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
