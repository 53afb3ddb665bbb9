"""Characters that show nothing on their own."""

import unicodedata

from silcrow.curated.entry_format import BLANKS

_FILLERS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Letters, marks and selectors by category that leave no ink."""


def shows_nothing(text: str) -> bool:
    """True for a text of blanks, controls, joiners, selectors and fillers only, and for an empty one."""
    return all(char in BLANKS or char in _FILLERS or unicodedata.category(char) in ("Cc", "Cf") for char in text)
