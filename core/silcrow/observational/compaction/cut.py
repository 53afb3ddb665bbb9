"""Where a compaction may cut: what leaves is settled to the last entry, what stays is kept word for word."""

from collections.abc import Sequence
from itertools import accumulate

from silcrow.observational.coverage import settled_marks, settled_prefix
from silcrow.observational.placement import PlacedChunk
from silcrow.sessions.entries import SourceEntry


def best_cut(
    source: Sequence[SourceEntry], placed: Sequence[PlacedChunk], tail_tokens: int, *, after: int = 0
) -> int | None:
    """How many leading source entries of a path to cut, so that the tail comes closest to ``tail_tokens``.

    A cut is the end of a settled chunk, never inside a larger one, within what is settled without a hole; the entry
    behind it exists and is no tool result. It lies beyond the first ``after`` entries, which are cut already. Of two
    tails equally close the longer one is kept. None when there is no such place.
    """
    tails = tail_sizes(source)
    allowed = _allowed(source, placed, after)
    return min(allowed, key=lambda count: (abs(tails[count] - tail_tokens), count), default=None)


def tail_sizes(source: Sequence[SourceEntry]) -> list[int]:
    """Estimated tokens that stay when so many leading entries are cut, for 0 up to all of them."""
    return list(accumulate((entry.tokens for entry in reversed(source)), initial=0))[::-1]


def first_unsettled_chunk(length: int, placed: Sequence[PlacedChunk]) -> int | None:
    """Number, from 1, of the chunk that ends the settled prefix; None when all ``length`` entries are settled.

    ``placed`` is in order of place; chunks inside larger ones are not counted.
    """
    prefix = settled_prefix(settled_marks(length, placed))
    if prefix == length:
        return None
    chunks, reach = 0, -1
    for chunk in placed:
        if chunk.settled and reach < chunk.last < prefix:
            chunks += 1
            reach = chunk.last
    return chunks + 1


def _allowed(source: Sequence[SourceEntry], placed: Sequence[PlacedChunk], after: int) -> list[int]:
    settled = [chunk for chunk in placed if chunk.settled]
    prefix = settled_prefix(settled_marks(len(source), settled))
    inside = bytearray(len(source) + 1)
    for chunk in settled:
        inside[chunk.first + 1 : chunk.last + 1] = b"\x01" * (chunk.last - chunk.first)
    ends = {chunk.last + 1 for chunk in settled}
    return [
        count
        for count in sorted(ends)
        if after < count <= prefix and count < len(source) and not inside[count] and source[count].kind != "result"
    ]
