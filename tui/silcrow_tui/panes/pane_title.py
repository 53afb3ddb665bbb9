"""The title in a pane's frame: its name, what stands at the right end, and tabs that a click turns."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, Piece, cut, line_width

_STYLES: dict[Role, str] = {
    "normal": "$ink",
    "ok": "$role-ok",
    "run": "$role-run",
    "wait": "$role-wait",
    "bad": "$role-bad",
    "dim": "$role-dim",
}
TURNS = "turns"
"""Under this name the frame's title says what a click on a tab in it does."""


def tab_pieces(names: Sequence[str], active: int, signs: Signs = UNICODE) -> Line:
    """Tabs in a row, the active one between marks so that it shows without colour."""
    pieces: list[Piece] = []
    for number, name in enumerate(names):
        if number == active:
            pieces += [
                Piece(signs.tab_left, "run"),
                Piece(name, bold=True),
                Piece(signs.tab_right, "run"),
            ]
        else:
            pieces.append(Piece(f" {name} ", "dim", turns=number - active))
    return tuple(pieces)


def framed_title(left: Line, right: Line, room: int, rule: str, signs: Signs) -> Line:
    """Left and right ends with the frame's own line between them; the left end gives way."""
    if not right:
        return tuple(Piece(cut(piece.text, room, signs), piece.role, piece.bold) for piece in left)
    space = room - line_width(right) - 2
    text = "".join(piece.text for piece in left)
    if space < 4:
        return tuple(Piece(cut(piece.text, room, signs), piece.role, piece.bold) for piece in left)
    kept = cut(text, space - 1, signs)
    fill = rule * max(1, space - cell_len(kept))
    return (Piece(kept, left[0].role, left[0].bold), Piece(f" {fill} ", frame=True), *right)


def as_content(pieces: Line, frame: str = "$frame") -> Content:
    """A line as Textual's content for a title; no part of it is read as markup."""
    spans: list[Content] = []
    for piece in pieces:
        style = frame if piece.frame else _STYLES[piece.role]
        styled = Content.styled(piece.text, f"{style} bold" if piece.bold else style)
        spans.append(styled if piece.turns is None else styled.stylize(Style.from_meta({TURNS: piece.turns})))
    return Content("").join(spans)
