"""The strip of chunks: one cell each, the oldest share cells when there are too many, and the worst state wins."""

from collections.abc import Sequence

from silcrow.observational.status import Cell
from silcrow_tui.signs import UNICODE, Role, Signs, sign_of
from silcrow_tui.widgets.line import Line, Piece
from silcrow_tui.widgets.words import counted

_MARKS: frozenset[Cell] = frozenset({"cut", "tip"})
_WORST: tuple[Cell, ...] = (
    "gap",
    "failed",
    "running",
    "queued",
    "raw",
    "partly",
    "pool",
    "nothing",
    "consolidated",
)
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


def shared(cells: Sequence[Cell], room: int) -> tuple[list[Cell], int]:
    """At most ``room`` cells, and how many chunks an old one stands for. Marks are never merged away."""
    if len(cells) <= room or room < 4:
        return list(cells[-room:] if room > 0 else ()), 1
    fresh = room // 2
    old, new = list(cells[:-fresh]), list(cells[-fresh:])
    for share in range(2, len(old) + 1):
        merged = _merged(old, share)
        if len(merged) + fresh <= room:
            return merged + new, share
    return [*cells[-room:]], 1


def _merged(cells: Sequence[Cell], share: int) -> list[Cell]:
    merged: list[Cell] = []
    group: list[Cell] = []
    for cell in cells:
        if cell in _MARKS:
            if group:
                merged.append(_worst(group))
                group = []
            merged.append(cell)
            continue
        group.append(cell)
        if len(group) == share:
            merged.append(_worst(group))
            group = []
    if group:
        merged.append(_worst(group))
    return merged


def _worst(group: Sequence[Cell]) -> Cell:
    return min(group, key=_WORST.index)


def timeline_line(cells: Sequence[Cell], width: int, signs: Signs = UNICODE) -> Line:
    """The strip with the number of chunks at its right end."""
    chunks = sum(cell not in _MARKS for cell in cells)
    if not chunks:
        return (Piece("no chunks yet", "dim"),)
    count = counted(chunks, "chunk")
    room = width - len(count) - 2
    shown, share = shared(cells, room)
    if share > 1:
        count = f"1 cell = {share} chunks"
        shown, share = shared(cells, width - len(count) - 2)
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
