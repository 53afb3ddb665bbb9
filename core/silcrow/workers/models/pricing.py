"""What a reply costs, exactly: prices and tokens are multiplied as decimal numbers, never as binary fractions."""

from decimal import Decimal
from typing import Final

from silcrow.settings.types import ModelPrice
from silcrow.workers.run import TokenUsage

_PER: Final = Decimal(1_000_000)


def cost_of(usage: TokenUsage, price: ModelPrice) -> Decimal:
    """USD for these tokens. Tokens from or into a cache cost as much as others where the price says nothing of them."""
    cache_read = price.input if price.cache_read is None else price.cache_read
    cache_write = price.input if price.cache_write is None else price.cache_write
    parts = (
        (usage.input, price.input),
        (usage.output, price.output),
        (usage.cache_read, cache_read),
        (usage.cache_write, cache_write),
    )
    # The shortest text that stands for a float is what somebody has written down.
    return sum((tokens * Decimal(repr(rate)) for tokens, rate in parts), Decimal(0)) / _PER
