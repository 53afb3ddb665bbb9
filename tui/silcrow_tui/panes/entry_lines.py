"""Entries as rows: mark, pin, flag, true length, age, text."""

from collections.abc import Hashable, Sequence
from typing import Any, Literal

from msgspec import Struct

from silcrow.curated.results import FILE_NAMES, Target
from silcrow.curated.states import Entry
from silcrow_tui.panes.curated_lines import HeadingRow, heading_line
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, padded, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.words import age

Order = Literal["file order", "length", "age", "flag"]
ORDERS: tuple[Order, ...] = ("file order", "length", "age", "flag")
_BEFORE_TEXT = 22
"""Cells of pin, flag, length and age."""


class EntryRow(Struct, frozen=True):
    """An entry in a list."""

    target: Target
    entry: Entry
    outside: bool = False
    """Another program brought it since the window was looked at."""
    age: str = ""
    """Since the last change that history knows of; empty where it knows none."""

    @property
    def flagged(self) -> bool:
        entry = self.entry
        noted = bool(entry.findings) and not entry.acknowledged
        return self.outside or entry.blocked or noted or entry.similar_to is not None

    @property
    def named(self) -> tuple[Target, str]:
        """What tells it from all others."""
        return self.target, self.entry.text


Row = EntryRow | HeadingRow


def entry_row(target: Target, entry: Entry, now: float, *, outside: bool = False) -> EntryRow:
    """A row with its age at ``now``, Unix seconds."""
    old = age(now - entry.changed_at) if entry.changed_at is not None else ""
    return EntryRow(target, entry, outside, old)


def entry_record(row: EntryRow) -> dict[str, Any]:
    """An entry for an export."""
    entry = row.entry
    return {
        "file": FILE_NAMES[row.target],
        "entry": entry.number,
        "chars": entry.length,
        "pinned": entry.pinned,
        "blocked": entry.blocked,
        "reviewed": entry.acknowledged,
        "text": entry.text,
    }


def ordered(rows: Sequence[EntryRow], order: Order) -> list[EntryRow]:
    """Longest, newest or flagged ones first; else as they stand in the file."""
    match order:
        case "length":
            return sorted(rows, key=lambda row: -row.entry.length)
        case "age":
            return sorted(rows, key=lambda row: -(row.entry.changed_at or 0.0))
        case "flag":
            return sorted(rows, key=lambda row: not row.flagged)
        case _:
            return list(rows)


class EntryLook(RowLook[Row]):
    """Entries under the rules of their files."""

    gutter = 2

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: Row) -> Hashable:
        return item.named if isinstance(item, EntryRow) else item.title

    def line(self, item: Row, width: int) -> Line:
        if isinstance(item, HeadingRow):
            return heading_line(item, width, self.signs)
        return entry_line(item, width, self.signs)

    def text(self, item: Row) -> str:
        return item.entry.text if isinstance(item, EntryRow) else item.title

    def selectable(self, item: Row) -> bool:
        return isinstance(item, EntryRow)


def entry_line(row: EntryRow, width: int, signs: Signs = UNICODE) -> Line:
    """``P ≈ similar   45  2d  text``."""
    flag, role = flag_of(row, signs)
    return line(
        Piece(" P " if row.entry.pinned else "   "),
        Piece(padded(flag, 9), role),
        Piece(f"{row.entry.length:>5}", "dim"),
        Piece(f"{row.age:>4}  ", "dim"),
        Piece(shown(row.entry.text, width - _BEFORE_TEXT - 1, signs)),
    )


def flag_of(row: EntryRow, signs: Signs) -> tuple[str, Role]:
    """The one flag that matters most; a blocked entry is blocked wherever it came from."""
    if row.entry.blocked:
        return f"{signs.blocked} blocked", "bad"
    if row.outside:
        return f"{signs.outside} outside", "run"
    if row.entry.findings and not row.entry.acknowledged:
        return f"{signs.attention} note", "wait"
    if row.entry.similar_to is not None:
        return f"{signs.similar} similar", "normal"
    return "", "normal"
