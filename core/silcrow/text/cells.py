"""Widths in terminal cells, for output without a terminal toolkit."""

import unicodedata

_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})
_WIDE = frozenset({"W", "F"})


def cell_width(text: str) -> int:
    """Cells that the display form of a text takes: two for wide characters, none for combining ones.

    Emoji sequences count as their parts, so the figure is never too small.
    """
    return len(text) if text.isascii() else sum(map(_cells, text))


def cut_cells(text: str, cells: int) -> str:
    """The text in at most ``cells`` cells, with ``…`` at the end where something was cut off."""
    if cells <= 0:
        return ""
    used = 0
    fits = 0
    for index, character in enumerate(text):
        used += _cells(character)
        if used <= cells - 1:
            fits = index + 1
        if used > cells:
            return text[:fits] + "…"
    return text


def _cells(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
