"""The text around a match, as anybody may read it: bounded, and without secrets."""

from collections.abc import Iterator, Sequence

from silcrow.threats import LEFT_OUT, secret_spans
from silcrow.workspace.search_query import Span

_BEFORE = 40
"""Code points of the text that an excerpt may show before the match, and in all."""
_EXCERPT = 240
_LONGEST_SECRET = 512
"""Code points that are looked at on both sides, so that no part of a secret is shown that begins or ends outside."""


def excerpt(text: str, match: Span) -> tuple[str, Span]:
    """A stretch of the text around the match, and where the match is in it.

    A match that is longer than an excerpt is cut at its end. In the place of a secret stands a mark; a match that
    lies in one is where the mark is.
    """
    start = max(0, match[0] - _BEFORE)
    end = min(len(text), start + _EXCERPT)
    secrets = _secrets(text, start, end)
    head, tail = "…" if start else "", "…" if end < len(text) else ""
    shown = "".join(text[first:last] if plain else LEFT_OUT for first, last, plain in _pieces(start, end, secrets))
    span = (_shifted(match[0], start, end, secrets), _shifted(min(match[1], end), start, end, secrets, is_end=True))
    return f"{head}{shown}{tail}", (span[0] + len(head), span[1] + len(head))


def shows_part_of(excerpt: str, text: str) -> bool:
    """Whether the excerpt can be one of this text."""
    parts = excerpt.removeprefix("…").removesuffix("…").split(LEFT_OUT)
    return all(part in text for part in parts)


def _secrets(text: str, start: int, end: int) -> Sequence[Span]:
    """The secrets that the stretch shows a part of, cut to it."""
    first = max(0, start - _LONGEST_SECRET)
    found = secret_spans(text[first : end + _LONGEST_SECRET])
    here = ((max(start, low + first), min(end, high + first)) for low, high in found)
    return [(low, high) for low, high in here if low < high]


def _pieces(start: int, end: int, secrets: Sequence[Span]) -> Iterator[tuple[int, int, bool]]:
    """The stretch in order: plain text, and secrets."""
    at = start
    for low, high in secrets:
        yield at, low, True
        yield low, high, False
        at = high
    yield at, end, True


def _shifted(place: int, start: int, end: int, secrets: Sequence[Span], *, is_end: bool = False) -> int:
    """Where a place of the text is in what is shown."""
    shown = 0
    for low, high, plain in _pieces(start, end, secrets):
        if plain:
            if place <= high and (place < high or is_end or high == end):
                return shown + place - low
            shown += high - low
        else:
            if place < high or (is_end and place == high):
                return shown + (len(LEFT_OUT) if is_end else 0)
            shown += len(LEFT_OUT)
    return shown
