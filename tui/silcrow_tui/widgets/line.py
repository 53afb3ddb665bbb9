"""Lines of text as values: pieces with a role, cut and padded by cell width.

What a pane shows is computed as lines and tested as text; only ``RoleStyles`` knows colours. No piece is ever read as
markup, so content can stand in it as it is once it went through ``display_text``.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len, chop_cells

from silcrow.text import one_line
from silcrow_tui.signs import UNICODE, Role, Signs


class Piece(Struct, frozen=True):
    """A run of text in one look."""

    text: str
    role: Role = "normal"
    bold: bool = False
    command: str | None = None
    """Id of the command that a click on it runs."""
    turns: int | None = None
    """For a tab: by how many tabs a click on it turns."""
    frame: bool = False
    """Drawn in the colour of the frame: rules and borders."""

    @property
    def width(self) -> int:
        """Cells."""
        return cell_len(self.text)


Line = tuple[Piece, ...]


def line(*pieces: Piece | str) -> Line:
    """A line from pieces and plain strings; empty ones are left out."""
    made = (Piece(piece) if isinstance(piece, str) else piece for piece in pieces)
    return tuple(piece for piece in made if piece.text)


def line_width(pieces: Iterable[Piece]) -> int:
    """Cells of a whole line."""
    return sum(piece.width for piece in pieces)


def plain(pieces: Iterable[Piece]) -> str:
    """The text alone."""
    return "".join(piece.text for piece in pieces)


def shown(text: str, cells: int, signs: Signs = UNICODE) -> str:
    """Content as one line of at most ``cells`` cells, made harmless, ``↵`` for line breaks and ``…`` where it is cut.

    Only as much of a long text is looked at as can be seen, so a line of a megabyte costs no more than a short one.
    """
    window = max(cells, 0) * 4 + 16
    harmless = one_line(text[:window])
    if signs.line_break != UNICODE.line_break:
        harmless = harmless.replace(UNICODE.line_break, signs.line_break)
    return cut(harmless, cells, signs, more=len(text) > window)


def cut(text: str, cells: int, signs: Signs = UNICODE, *, more: bool = False) -> str:
    """At most ``cells`` cells of a text, ending in the cut sign when something is missing (or ``more`` follows)."""
    if cells <= 0:
        return ""
    if cell_len(text) <= cells and not more:
        return text
    room = cells - cell_len(signs.cut)
    if room <= 0:
        return signs.cut[:cells]
    kept = text if cell_len(text) <= room else (chop_cells(text, room) or [""])[0]
    return kept.rstrip() + signs.cut


def padded(text: str, cells: int, *, right: bool = False) -> str:
    """Filled with blanks to ``cells`` cells, on the left when ``right`` is set; longer texts stay."""
    gap = " " * max(0, cells - cell_len(text))
    return gap + text if right else text + gap


def fitted(pieces: Sequence[Piece], cells: int, signs: Signs = UNICODE) -> Line:
    """Exactly ``cells`` cells: cut with the cut sign, or filled with blanks."""
    fit: list[Piece] = []
    room = cells
    for index, piece in enumerate(pieces):
        last = index == len(pieces) - 1
        if piece.width > room or (piece.width == room and not last and any(p.width for p in pieces[index + 1 :])):
            text = cut(piece.text, room, signs, more=True)
            fit.append(replace(piece, text=text))
            room -= cell_len(text)
            break
        fit.append(piece)
        room -= piece.width
    if room > 0:
        fit.append(Piece(" " * room))
    return tuple(fit)


def spread(left: Sequence[Piece], right: Sequence[Piece], cells: int, signs: Signs = UNICODE) -> Line:
    """``left`` and ``right`` at the two ends of a line; the left end gives way."""
    room = cells - line_width(right)
    if room <= 0:
        return fitted(right, cells, signs)
    return (*fitted(left, room, signs), *right)


def rule(title: str, cells: int, signs: Signs = UNICODE) -> Line:
    """``MEMORY, file order ────``: a heading with a rule to the end of the line."""
    head = f"{cut(title, max(0, cells - 1), signs)} " if title else ""
    return line(Piece(head, "dim"), Piece(signs.rule * max(0, cells - cell_len(head)), frame=True))
