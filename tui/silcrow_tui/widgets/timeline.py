"""The strip of chunks: one cell each, the oldest share cells when there are too many, and the worst state wins."""

from collections.abc import Sequence

from silcrow.observational.status import Cell
from silcrow.observational.strip import shared_cells
from silcrow_tui.signs import UNICODE, Role, Signs, sign_of
from silcrow_tui.widgets.line import Line, Piece
from silcrow_tui.widgets.words import counted

_MARKS: frozenset[Cell] = frozenset({"cut", "tip"})
_ROLES: dict[Cell, Role] = {
    "consolidated": "ok",
    "partly": "ok",
    "pool": "normal",
    "nothing": "dim",
    "running": "run",
    "queued": "dim",
    "raw": "dim",
    "failed": "bad",
    "gap": "wait",
    "cut": "dim",
    "tip": "dim",
}


def timeline_line(cells: Sequence[Cell], width: int, signs: Signs = UNICODE) -> Line:
    """The strip with the number of chunks at its right end."""
    chunks = sum(cell not in _MARKS for cell in cells)
    if not chunks:
        return (Piece("no chunks yet", "dim"),)
    count = counted(chunks, "chunk")
    room = width - len(count) - 2
    shown, share = shared_cells(cells, room)
    if share > 1:
        count = f"1 cell = {share} chunks"
        shown, share = shared_cells(cells, width - len(count) - 2)
        count = f"1 cell = {share} chunks"
    pieces: list[Piece] = []
    for cell in shown:
        role, sign = _ROLES[cell], sign_of(cell, signs)
        if pieces and pieces[-1].role == role:
            pieces[-1] = Piece(pieces[-1].text + sign, role)
        else:
            pieces.append(Piece(sign, role))
    gap = width - len(shown) - len(count)
    return (*pieces, Piece(" " * max(1, gap)), Piece(count, "dim"))
