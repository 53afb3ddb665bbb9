"""The tab bar of narrow screens: the status of the panes that are hidden."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece, line, line_width
from silcrow_tui.widgets.line_bar import LineBar


class Tab(Struct, frozen=True):
    """Number and name of a pane, and its number of things with the worst sign."""

    name: str
    badge: Line
    active: bool
    command: str


class TabBar(LineBar):
    """``▐1 Entries 33▌  2 Drift 1!``: all panes, the one that is shown between marks."""

    def __init__(self, tabs: Callable[[], Sequence[Tab]], *, signs: Signs) -> None:
        super().__init__(signs=signs)
        self._tabs = tabs

    def lines(self, width: int) -> Sequence[Line]:
        return (tabs_line(self._tabs(), width, self.signs),)


def tabs_line(tabs: Sequence[Tab], width: int, signs: Signs) -> Line:
    """The tabs with two blanks between them, one where that is too wide."""
    for gap in ("  ", " ", ""):
        pieces: list[Piece] = []
        for number, tab in enumerate(tabs):
            if number:
                pieces.append(Piece(gap))
            pieces += _tab_pieces(tab, signs)
        if line_width(pieces) <= width:
            break
    return line(*pieces)


def _tab_pieces(tab: Tab, signs: Signs) -> Line:
    left, right = (signs.tab_left, signs.tab_right) if tab.active else (" ", " ")
    badge = tuple(Piece(piece.text, piece.role, tab.active or piece.bold, tab.command) for piece in tab.badge)
    return (
        Piece(left, "run", command=tab.command),
        Piece(tab.name, "normal" if tab.active else "dim", tab.active, tab.command),
        *badge,
        Piece(right, "run", command=tab.command),
    )
