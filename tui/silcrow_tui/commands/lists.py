"""Keys of every list: rows, marks, ranges."""

from typing import TYPE_CHECKING, Any

from silcrow_tui.commands.command import Command, Context

if TYPE_CHECKING:
    from silcrow_tui.widgets.filter_input import FilterInput
    from silcrow_tui.widgets.virtual_list import VirtualList

    Rows = VirtualList[Any]


def _no_rows(rows: "Rows") -> str | None:
    return None if rows.current is not None else "There are no rows here."


_ROWS = "rows"
_MARKS = "marks"

COMMANDS: tuple["Command[Rows]", ...] = (
    Command(
        "list.down", ("j", "down"), "down", "Next row", lambda rows: rows.move_by(1), group=_ROWS, in_palette=False
    ),
    Command("list.up", ("k", "up"), "up", "Row before", lambda rows: rows.move_by(-1), group=_ROWS, in_palette=False),
    Command(
        "list.first",
        ("g", "home", "less_than_sign"),
        "first",
        "First row",
        lambda rows: rows.move_to(0),
        group=_ROWS,
        in_palette=False,
    ),
    Command(
        "list.last",
        ("G", "end", "greater_than_sign"),
        "last",
        "Last row",
        lambda rows: rows.move_to(len(rows.index) - 1, step=-1),
        group=_ROWS,
        in_palette=False,
    ),
    Command(
        "list.half_down",
        ("ctrl+d",),
        "half page",
        "Half a page down",
        lambda rows: rows.move_by(max(1, rows.height // 2)),
        group=_ROWS,
        in_palette=False,
    ),
    Command(
        "list.half_up",
        ("ctrl+u",),
        "half page",
        "Half a page up",
        lambda rows: rows.move_by(-max(1, rows.height // 2)),
        group=_ROWS,
        in_palette=False,
    ),
    Command(
        "list.page_down",
        ("pagedown",),
        "page",
        "A page down",
        lambda rows: rows.move_by(max(1, rows.height - 1)),
        group=_ROWS,
        in_palette=False,
    ),
    Command(
        "list.page_up",
        ("pageup",),
        "page",
        "A page up",
        lambda rows: rows.move_by(-max(1, rows.height - 1)),
        group=_ROWS,
        in_palette=False,
    ),
    Command(
        "list.mark", ("space",), "mark", "Mark the row and go down", lambda rows: rows.mark(), _no_rows, 40, _MARKS
    ),
    Command(
        "list.range", ("v",), "range", "Start or end a range", lambda rows: rows.toggle_range(), _no_rows, None, _MARKS
    ),
    Command(
        "list.extend_down",
        ("shift+down",),
        "range",
        "Extend the range down",
        lambda rows: rows.extend(1),
        _no_rows,
        group=_MARKS,
        in_palette=False,
    ),
    Command(
        "list.extend_up",
        ("shift+up",),
        "range",
        "Extend the range up",
        lambda rows: rows.extend(-1),
        _no_rows,
        group=_MARKS,
        in_palette=False,
    ),
    Command(
        "list.mark_all",
        ("asterisk",),
        "mark all",
        "Mark all rows shown, again: none",
        lambda rows: rows.mark_all(),
        _no_rows,
        group=_MARKS,
    ),
)

LIST = Context("list", "Lists", COMMANDS)

FILTER_COMMANDS: tuple["Command[FilterInput]", ...] = (
    Command("filter.take", ("enter",), "take", "Keep the filter", lambda field: field.take(), rank=1, in_palette=False),
    Command(
        "filter.leave",
        ("escape",),
        "leave",
        "Back to the old filter",
        lambda field: field.leave(),
        rank=2,
        in_palette=False,
    ),
    Command(
        "filter.empty", ("ctrl+u",), "empty", "Empty the filter", lambda field: field.empty(), rank=3, in_palette=False
    ),
)
FILTER = Context("filter", "Filter", FILTER_COMMANDS)
