"""The strip: one cell a chunk, with the last cut and the tip."""

from collections.abc import Iterable, Sequence

from silcrow.observational.observation import ChunkState
from silcrow.observational.status import Cell

WORST_FIRST: tuple[Cell, ...] = (
    "failed",
    "gap",
    "raw",
    "queued",
    "running",
    "pool",
    "partly",
    "consolidated",
    "nothing",
)
"""Which state a cell shows that several chunks share."""
_ALONE: frozenset[Cell] = frozenset({"cut", "tip"})
"""What never shares a cell."""


def timeline(chunks: Iterable[ChunkState], cut: int = 0) -> tuple[Cell, ...]:
    """Cells of a path, the tip last. ``cut`` is how many leading source entries the last compaction cut off."""
    cells: list[Cell] = []
    is_cut = cut <= 0
    for chunk in chunks:
        if not is_cut and chunk.first >= cut:
            cells.append("cut")
            is_cut = True
        cells.append(_cell(chunk))
    if not is_cut:
        cells.append("cut")
    cells.append("tip")
    return tuple(cells)


def shared_cells(cells: Sequence[Cell], width: int) -> tuple[tuple[Cell, ...], int]:
    """At most ``width`` cells, and how many chunks one of the shared ones stands for (1: none is shared).

    Only the oldest cells share, so that about half of the width is left to the newest; the worst state shows. Cut and
    tip keep cells of their own.
    """
    if len(cells) <= width:
        return tuple(cells), 1
    newest = width // 2
    fewest = -(-(len(cells) - newest) // max(1, width - newest))
    for per_cell in range(max(2, fewest), len(cells) + 1):
        squeezed = _squeezed(cells, width, per_cell, len(cells) - newest)
        if squeezed is not None:
            return squeezed, per_cell
    return tuple(cells[-max(width, 0) :]) if width > 0 else (), len(cells)


def _squeezed(cells: Sequence[Cell], width: int, per_cell: int, own_from: int) -> tuple[Cell, ...] | None:
    shared: list[Cell] = []
    at, count = 0, len(cells)
    while at < count:
        if len(shared) + count - at <= width:
            return (*shared, *cells[at:])
        if cells[at] in _ALONE:
            shared.append(cells[at])
            at += 1
            continue
        group = cells[at : min(at + per_cell, own_from if at < own_from else count)]
        if not _ALONE.isdisjoint(group):
            group = group[: next(place for place, cell in enumerate(group) if cell in _ALONE)]
        shared.append(_worst(group))
        at += len(group)
    return tuple(shared) if len(shared) <= width else None


def _worst(group: Sequence[Cell]) -> Cell:
    present = frozenset(group)
    return next(cell for cell in WORST_FIRST if cell in present)


def _cell(chunk: ChunkState) -> Cell:
    match chunk.outcome:
        case "recorded":
            if chunk.active:
                return "partly" if chunk.retired else "pool"
            return "consolidated" if chunk.retired else "nothing"
        case "empty" | "accepted":
            return "nothing"
        case "failed":
            return "failed"
        case "parked":
            return "gap"
        case "running":
            return "running"
        case "queued" | "retry":
            return "queued"
        case _:
            return "raw"
