"""When two texts are nearly the same."""

import unicodedata

_DASH_OR_SLASH = frozenset({"Pd", "Pc"})


class _Folding(dict[int, str]):
    """What becomes of each character, worked out once: text is folded at every write."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        kept = "" if category.startswith("P") else character
        self[code] = " " if category in _DASH_OR_SLASH or character == "/" else kept
        return self[code]


_folding = _Folding()


def folded(text: str) -> str:
    """The text without case, punctuation and differences of spacing; dashes, underscores and slashes part words."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().translate(_folding).split())


def similarity(one: str, other: str) -> float:
    """From 0 (nothing in common) to 1 (equal): the share of characters that need no insertion or deletion."""
    from rapidfuzz import fuzz

    return fuzz.ratio(one, other) / 100
