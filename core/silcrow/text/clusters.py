"""Cutting a text without taking a character apart that is made of several code points."""

import unicodedata

_JOINER = "\u200d"
_LONGEST = 32
"""Code points that one character may have and still be kept whole."""


def whole_characters(text: str, most: int) -> str:
    """The beginning of a text, at most so many code points, that ends in no part of an emoji, a flag or a letter."""
    end = min(most, len(text))
    for place in range(end, max(0, end - _LONGEST), -1):
        if not _inside(text, place):
            return text[:place]
    return text[:end]


def _inside(text: str, place: int) -> bool:
    if not 0 < place < len(text):
        return False
    before, behind = text[place - 1], text[place]
    return before == _JOINER or _continues(behind) or (_half_flag(before) and _half_flag(behind) and _odd(text, place))


def _continues(character: str) -> bool:
    """Joiners, accents, selectors, skin tones and tags belong to what stands before them."""
    return (
        character == _JOINER
        or unicodedata.category(character).startswith("M")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _half_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _odd(text: str, place: int) -> bool:
    start = place
    while start and _half_flag(text[start - 1]):
        start -= 1
    return (place - start) % 2 == 1
