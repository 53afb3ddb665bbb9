"""Lines broken to a width, by cells, at blanks where there are any."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from rich.cells import cell_len, chop_cells

from silcrow_tui.widgets.line import Line, Piece

_WORDS = re.compile(r"\S+|\s+")


def wrapped(pieces: Line, width: int) -> list[Line]:
    """The line in rows of at most ``width`` cells. An empty line is one empty row."""
    rows: list[Line] = []
    row: list[Piece] = []
    room = width
    for word, piece in _words(pieces, max(1, width)):
        cells = cell_len(word)
        if cells > room and row:
            rows.append(_trimmed(row))
            row, room = [], width
            if word.isspace():
                continue
        if row and row[-1].role == piece.role and row[-1].bold == piece.bold and row[-1].command == piece.command:
            row[-1] = replace(row[-1], text=row[-1].text + word)
        else:
            row.append(replace(piece, text=word))
        room -= cells
    rows.append(_trimmed(row))
    return rows


def _words(pieces: Sequence[Piece], width: int) -> Iterator[tuple[str, Piece]]:
    for piece in pieces:
        for match in _WORDS.finditer(piece.text):
            word = match.group()
            if len(word) * 2 <= width or cell_len(word) <= width:
                yield word, piece
            else:
                for part in chop_cells(word, width):
                    yield part, piece


def _trimmed(row: list[Piece]) -> Line:
    if row and row[-1].text != (text := row[-1].text.rstrip()) and len(row) > 1:
        row[-1] = replace(row[-1], text=text)
    return tuple(row)
