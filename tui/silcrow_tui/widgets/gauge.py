"""Bars, always with number and word beside them."""

from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, Piece

NEAR_PERCENT = 80


def bar(part: float, whole: float, cells: int, signs: Signs = UNICODE) -> str:
    """``██████▌···``: filled to half a cell; full from the whole on."""
    if cells <= 0:
        return ""
    share = 0.0 if whole <= 0 else min(1.0, max(0.0, part / whole))
    halves = int(share * cells * 2)
    full, half = divmod(halves, 2)
    return signs.full_cell * full + signs.half_cell * half + signs.empty_cell * (cells - full - half)


def bar_pieces(part: float, whole: float, cells: int, role: Role, signs: Signs = UNICODE) -> Line:
    """The bar with its filled part in the role and the rest dim."""
    text = bar(part, whole, cells, signs)
    filled = text.rstrip(signs.empty_cell)
    return tuple(piece for piece in (Piece(filled, role), Piece(text[len(filled) :], "dim")) if piece.text)


def bar_cells(room: int, most: int = 20) -> int:
    """How long a bar may be in the room that words leave: of a few lengths, so that bars below each other agree."""
    return next((cells for cells in (20, 16, 10, 6, 4) if cells <= min(room, most)), 0)


def fill_role(used: int, limit: int) -> Role:
    """Fine under 80 %, a look from there, broken over 100 %."""
    if used > limit:
        return "bad"
    return "wait" if used * 100 >= limit * NEAR_PERCENT else "ok"


def fill_word(used: int, limit: int) -> str:
    """The word for a fill: ``near``, ``full``, ``over``; empty while there is room."""
    if used > limit:
        return "over"
    if used == limit:
        return "full"
    return "near" if used * 100 >= limit * NEAR_PERCENT else ""
