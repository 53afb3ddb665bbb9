"""Where the panes stand, from the size of the terminal alone: values in, regions out."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from textual.geometry import Region

PaneName = Literal["entries", "drift", "pool", "workers", "cost", "detail"]
PANES: tuple[PaneName, ...] = ("entries", "drift", "pool", "workers", "cost")
PaneSize = Literal["normal", "half", "full"]
SIZES: tuple[PaneSize, ...] = ("normal", "half", "full")
Shape = Literal["too_small", "narrow", "medium", "wide"]

SMALLEST_WIDTH, SMALLEST_HEIGHT = 60, 15
TOO_SMALL = f"too small: silcrow needs {SMALLEST_WIDTH}×{SMALLEST_HEIGHT} cells"
FRAME = 2
"""Rows that a frame takes."""
BARS = 3
"""Rows of header, waits line and footer."""


class Wants(Struct, frozen=True):
    """What the small panes could use: rows, frame excluded."""

    drift: int = 5
    cost: int = 6
    detail: bool = True
    """There is a row whose detail could be shown; without one a narrow screen leaves the room to the list."""


class Focus(Struct, frozen=True):
    """What the layout is made around."""

    pane: PaneName
    """The list pane that has, or last had, the focus."""
    detail: bool = False
    """The detail has the focus."""
    size: PaneSize = "normal"


def shape_of(width: int, height: int, *, compact: bool = False) -> Shape:
    """Which layout a terminal gets; ``compact`` is one pane at a time, however wide it is."""
    if width < SMALLEST_WIDTH or height < SMALLEST_HEIGHT:
        return "too_small"
    if compact:
        return "narrow"
    if width >= 140:
        return "wide"
    return "medium" if width >= 100 else "narrow"


def is_framed(shape: Shape) -> bool:
    """Whether each pane stands in a frame of its own."""
    return shape in ("medium", "wide")


def has_hint_line(width: int, height: int) -> bool:
    """The hint line is the first thing to go when there is little height; wide screens show hints in the footer."""
    return shape_of(width, height) == "narrow" and height >= 24


def arranged(
    shape: Shape, width: int, height: int, focus: Focus, wants: Wants | None = None
) -> Mapping[PaneName, Region]:
    """Regions of the panes that are shown, in an area of ``width`` × ``height`` cells below the bars."""
    wants = wants or Wants()
    if shape == "too_small" or width <= 0 or height <= 0:
        return {}
    if shape == "narrow":
        return _narrow(width, height, focus, wants)
    if focus.size == "full":
        return {"detail" if focus.detail else focus.pane: Region(0, 0, width, height)}
    return _wide(width, height, focus, wants) if shape == "wide" else _medium(width, height, focus, wants)


def _narrow(width: int, height: int, focus: Focus, wants: Wants) -> Mapping[PaneName, Region]:
    if focus.detail and focus.size != "normal":
        return {"detail": Region(0, 0, width, height)}
    detail = 0 if height < 15 or focus.size != "normal" or not wants.detail else min(12, 4 + max(0, height - 18) // 3)
    if focus.detail:
        detail = max(detail, height // 2)
    placed: dict[PaneName, Region] = {focus.pane: Region(0, 0, width, height - detail)}
    if detail:
        placed["detail"] = Region(0, height - detail, width, detail)
    return placed


def _medium(width: int, height: int, focus: Focus, wants: Wants) -> Mapping[PaneName, Region]:
    left = -(-width * 8 // 15)
    low = height + BARS < 30
    left_rows: list[tuple[PaneName, int]] = [("drift", _bounded(wants.drift + FRAME, 4, height // 4))]
    if low and focus.detail:
        left_rows = [("detail", height // 2)]
    elif not low:
        left_rows.append(("detail", height // 3 if focus.detail else _bounded(height // 4, 6, 14)))
    right_rows: list[tuple[PaneName, int]] = [("cost", 1 + FRAME if low else _bounded(wants.cost + FRAME, 4, 9))]
    return {
        **_column(0, left, height, "entries", left_rows, focus),
        **_pair(left, width - left, height, right_rows, focus),
    }


def _wide(width: int, height: int, focus: Focus, wants: Wants) -> Mapping[PaneName, Region]:
    first, second = width * 36 // 100, width * 30 // 100
    low = height + BARS < 30
    drift: list[tuple[PaneName, int]] = [("drift", _bounded(wants.drift + FRAME, 4, max(4, height // 3)))]
    cost: list[tuple[PaneName, int]] = [("cost", 1 + FRAME if low else _bounded(wants.cost + FRAME, 4, 10))]
    return {
        **_column(0, first, height, "entries", drift, focus),
        **_pair(first, second, height, cost, focus),
        "detail": Region(first + second, 0, width - first - second, height),
    }


def _pair(
    x: int, width: int, height: int, below: Sequence[tuple[PaneName, int]], focus: Focus
) -> dict[PaneName, Region]:
    """Pool over Workers over what is below; the two share what is left."""
    rest = height - sum(rows for _name, rows in below)
    workers = rest // 2
    return _column(x, width, height, "pool", [("workers", workers), *below], focus)


def _column(
    x: int, width: int, height: int, first: PaneName, below: Sequence[tuple[PaneName, int]], focus: Focus
) -> dict[PaneName, Region]:
    """One pane over others of fixed heights. The focused one gets half the column when it was enlarged."""
    rows: dict[PaneName, int] = {first: height - sum(count for _name, count in below)}
    rows.update(below)
    wanted: PaneName = "detail" if focus.detail else focus.pane
    if focus.size == "half" and wanted in rows and rows[wanted] < height * 3 // 5:
        goal = height * 3 // 5
        others: list[PaneName] = [name for name in rows if name != wanted]
        rest, total = height - goal, sum(rows[name] for name in others)
        for name in others[:-1]:
            rows[name] = max(3, rest * rows[name] // max(1, total))
        rows[others[-1]] = max(3, rest - sum(rows[name] for name in others[:-1]))
        rows[wanted] = height - sum(rows[name] for name in others)
    placed: dict[PaneName, Region] = {}
    y = 0
    for name, count in rows.items():
        placed[name] = Region(x, y, width, max(0, count))
        y += count
    return placed


def _bounded(value: int, low: int, high: int) -> int:
    return max(low, min(value, max(low, high)))
