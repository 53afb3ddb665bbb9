"""When two texts are nearly the same."""

import re
import unicodedata

_DASH_OR_SLASH = frozenset({"Pd", "Pc"})


def folded(text: str) -> str:
    """The text without case, punctuation and differences of spacing; dashes, underscores and slashes part words."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text).casefold():
        category = unicodedata.category(character)
        if category in _DASH_OR_SLASH or character == "/":
            kept.append(" ")
        elif not category.startswith("P"):
            kept.append(character)
    return re.sub(r"\s+", " ", "".join(kept)).strip()


def similarity(one: str, other: str) -> float:
    """From 0 (nothing in common) to 1 (equal): the share of characters that need no insertion or deletion."""
    from rapidfuzz import fuzz

    return fuzz.ratio(one, other) / 100
