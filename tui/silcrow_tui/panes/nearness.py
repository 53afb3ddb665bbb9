"""Which other entry says nearly the same, and in which words: a hint for whoever might merge the two."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from msgspec import Struct

from silcrow.text import folded, similarity

FEWEST_WORDS = 3
"""A shorter run of words in common says nothing."""
ALIKE = 0.6
MOST_ENTRIES, MOST_WORDS = 200, 120
"""Beyond these no hint is worth its time."""
_WORD = re.compile(r"[\w/.'-]+")


class Near(Struct, frozen=True):
    """The nearest of the other entries."""

    place: int
    """From 0, in the sequence that was given."""
    shared: str
    """Words that both have in a row, as the first text spells them; empty where they are alike only as a whole."""


@lru_cache(maxsize=512)
def nearest(text: str, others: tuple[str, ...]) -> Near | None:
    """The entry that shares the longest run of words with a text, else the most similar one; None when none is near."""
    spans, words = _words(text)
    best = Near(-1, "")
    longest, likest = FEWEST_WORDS - 1, ALIKE
    for place, other in enumerate(others[:MOST_ENTRIES]):
        if other == text:
            continue
        match = SequenceMatcher(None, words, _words(other)[1], autojunk=False).find_longest_match()
        if match.size > longest:
            longest = match.size
            start, end = spans[match.a][0], spans[match.a + match.size - 1][1]
            best = Near(place, text[start:end])
        elif longest < FEWEST_WORDS and (likeness := similarity(text[:2_000], other[:2_000])) > likest:
            likest, best = likeness, Near(place, "")
    return best if best.place >= 0 else None


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[Sequence[tuple[int, int]], Sequence[str]]:
    """Where the first words of a text stand, and how they compare."""
    found = [match for match, _ in zip(_WORD.finditer(text), range(MOST_WORDS), strict=False)]
    return [match.span() for match in found], [folded(match[0]) for match in found]
