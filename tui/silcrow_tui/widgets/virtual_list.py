"""A list on the line API: only what is seen is drawn, so a hundred thousand rows open as fast as ten."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, Literal, TypeVar

from textual import events
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip

from silcrow_tui.commands import REGISTRY
from silcrow_tui.commands.host import CommandHost
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, fitted
from silcrow_tui.widgets.line_scroll import LineScroll
from silcrow_tui.widgets.roles import RoleStyles
from silcrow_tui.widgets.row_filter import EVERYTHING, RowFilter
from silcrow_tui.widgets.row_index import RowIndex, RowLook

T = TypeVar("T")
Follow = Literal["no", "head", "tail"]
MARGIN = 1
"""Cells that stay free at the right end of a row."""


class VirtualList(CommandHost, LineScroll, Generic[T], can_focus=True):
    """Rows of immutable items, drawn by a look.

    New rows never move what is looked at: the view follows the head (or the tail) only while it stands there, else it
    keeps its rows and counts the new ones in ``newer``. With the focus the cursor is bound to its row, so that a key
    never acts on a row that just slipped under it; in a ``loose`` list, where no key destroys anything, an untouched
    cursor stays on the first row.
    """

    CONTEXT = "list"
    BINDINGS = REGISTRY.bindings("list")
    ALLOW_SELECT = False
    DEFAULT_CSS = """
    VirtualList { background: $ground; color: $ink; }
    """

    active: var[bool] = var(False)
    """Shows the cursor although the focus is elsewhere: the detail shows this list's row."""
    newer: var[int] = var(0)
    """Rows that came in above the view since it left the head."""

    class Moved(Message):
        """Another row has the cursor, or its item changed."""

        def __init__(self, rows: "VirtualList[Any]", item: Any) -> None:
            super().__init__()
            self.rows = rows
            self.item = item

        @property
        def control(self) -> "VirtualList[Any]":
            return self.rows

    class Opened(Message):
        """A row was double-clicked."""

        def __init__(self, rows: "VirtualList[Any]", item: Any) -> None:
            super().__init__()
            self.rows = rows
            self.item = item

        @property
        def control(self) -> "VirtualList[Any]":
            return self.rows

    class AtTop(Message):
        """The cursor was to go up, and there is no row above it."""

    class Changed(Message):
        """Marks, filter, order or the number of rows changed: titles and hints want an update."""

        def __init__(self, rows: "VirtualList[Any]") -> None:
            super().__init__()
            self.rows = rows

        @property
        def control(self) -> "VirtualList[Any]":
            return self.rows

    def __init__(
        self,
        look: RowLook[T],
        *,
        follow: Follow = "no",
        loose: bool = False,
        signs: Signs = UNICODE,
        empty: Callable[[int], Sequence[Line]] | None = None,
        id: str | None = None,  # noqa: A002 - Textual's own name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.index: RowIndex[T] = RowIndex(look)
        self.signs = signs
        self._follow: Follow = follow
        self._loose = loose
        self._empty = empty
        self._empty_lines: Sequence[Line] = ()
        self._width = 0
        self._styles_of = RoleStyles(self)
        self._strips: LRUCache[tuple[Hashable, ...], Strip] = LRUCache(1024)
        self._drawn: dict[int, Hashable] = {}

    # What is shown

    @property
    def look(self) -> RowLook[T]:
        return self.index.look

    @property
    def current(self) -> T | None:
        """The item under the cursor."""
        return self.index.current

    @property
    def chosen(self) -> tuple[T, ...]:
        """What a key acts on: the marked items, else the one under the cursor."""
        if marked := self.index.marked():
            return marked
        return () if self.current is None else (self.current,)

    @property
    def height(self) -> int:
        """Rows that fit."""
        return self.size.height

    @property
    def below(self) -> int:
        """Rows under the lower edge."""
        return max(0, len(self.index) - self.scroll_offset.y - self.height)

    def set_items(self, items: Sequence[T]) -> None:
        """Show other items. Cursor, marks and the rows in view stay where they are."""
        index, top = self.index, self.scroll_offset.y
        at_head, at_tail = top == 0, self.below == 0
        anchor = index.key_at(top) if 0 < top < len(index) else None
        count, current = len(index), index.current
        at_last = 0 <= count - 1 == index.cursor
        index.set_items(items)
        self._resize()
        if self._follow == "tail" and at_tail:
            if at_last:
                index.move_to(len(index) - 1, step=-1)
            self.scroll_to(y=self.max_scroll_y, animate=False)
        elif at_head:
            if not index.loose:
                self._keep_cursor_in_view()
        elif anchor is not None:
            found = index.find(anchor, guesses=(top + len(index) - count, top))
            if found is not None and found != top:
                self.scroll_to(y=found, animate=False)
                if self._follow == "head":
                    self.newer = max(0, self.newer + found - top)
        self.refresh_changed()
        if index.current is not current:
            self.post_message(self.Moved(self, index.current))
        self.post_message(self.Changed(self))

    def set_filter(self, row_filter: RowFilter = EVERYTHING) -> None:
        """Show what matches; the cursor's row stays when it does."""
        self._rearrange(lambda: self.index.set_filter(row_filter))

    def set_sort(self, key: Callable[[T], Any] | None) -> None:
        """Another order; the cursor stays on its row."""
        self._rearrange(lambda: self.index.set_sort(key))

    def _rearrange(self, change: Callable[[], None]) -> None:
        current = self.index.current
        change()
        self._resize()
        self._keep_cursor_in_view()
        self.refresh_changed()
        if self.index.current is not current:
            self.post_message(self.Moved(self, self.index.current))
        self.post_message(self.Changed(self))

    def set_follow(self, follow: Follow) -> None:
        """Follow the head or the tail from now on; for the tail: go there."""
        self._follow = follow
        if follow == "tail":
            self.scroll_to(y=self.max_scroll_y, animate=False)

    def _resize(self) -> None:
        width = self._width = self.size.width
        self._empty_lines = self._empty(width) if self._empty is not None and not len(self.index) and width else ()
        self.virtual_size = Size(width, max(len(self.index), len(self._empty_lines)))

    # The cursor

    def move_by(self, rows: int) -> None:
        """Move the cursor; past either end it stays on the last row there."""
        before = self.index.cursor
        self.move_to(self.index.cursor + rows, step=1 if rows >= 0 else -1)
        if rows < 0 and self.index.cursor == before:
            self.post_message(self.AtTop())

    def move_to(self, position: int, *, step: int = 1) -> None:
        """Put the cursor on a row, extending an open range."""
        index = self.index
        moved = index.move_to(position, step=step)
        if index.range_from is not None:
            index.mark_range()
            self.post_message(self.Changed(self))
        self._keep_cursor_in_view()
        self.refresh_changed()
        if moved:
            self.post_message(self.Moved(self, index.current))

    def move_to_key(self, key: Hashable) -> bool:
        """Put the cursor on the row with this identity; False when it is not shown."""
        position = self.index.find(key)
        if position is None:
            return False
        self.move_to(position)
        return True

    def _keep_cursor_in_view(self) -> None:
        cursor, top, height = self.index.cursor, self.scroll_offset.y, self.height
        if cursor < 0 or height <= 0:
            return
        first = self.index.nearest(0, 1)
        if cursor <= first:
            self.scroll_to(y=0, animate=False)
        elif cursor < top:
            self.scroll_to(y=cursor, animate=False)
        elif cursor >= top + height:
            self.scroll_to(y=cursor - height + 1, animate=False)

    # Marks

    def mark(self) -> None:
        """Mark the cursor's row (or unmark it) and go down."""
        self.index.toggle_mark()
        self.move_by(1)
        self.refresh_changed()
        self.post_message(self.Changed(self))

    def mark_all(self) -> None:
        self.index.mark_all()
        self.refresh_changed()
        self.post_message(self.Changed(self))

    def toggle_range(self) -> None:
        """Start a range at the cursor, or end the open one."""
        self.index.begin_range()
        self.index.mark_range()
        self.refresh_changed()
        self.post_message(self.Changed(self))

    def extend(self, rows: int) -> None:
        """Move with the range open, as a held shift key does."""
        if self.index.range_from is None:
            self.index.begin_range()
        self.move_by(rows)

    def step_back(self) -> bool:
        """Close the innermost thing that is open: range, marks, filter. False when nothing is."""
        index = self.index
        if index.range_from is not None:
            index.range_from = None
        elif index.marks:
            index.marks.clear()
        elif index.filter:
            self.set_filter()
            return True
        else:
            return False
        self.refresh_changed()
        self.post_message(self.Changed(self))
        return True

    # Drawing

    def watch_active(self) -> None:
        self.refresh_changed()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if round(new_value) == 0:
            self.newer = 0
        if round(old_value) != round(new_value):
            self.post_message(self.Changed(self))

    def watch_newer(self) -> None:
        self.post_message(self.Changed(self))

    def on_resize(self) -> None:
        self._resize()
        if not self.index.loose:
            self._keep_cursor_in_view()
        self.refresh_changed()
        self.post_message(self.Changed(self))

    def on_focus(self) -> None:
        if not self._loose:
            self.index.bind()
        self.refresh_changed()

    def on_blur(self) -> None:
        self.refresh_changed()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles_of.clear()
        self._strips.clear()
        self._drawn.clear()

    def refresh_empty(self) -> None:
        """What is said instead of rows may have changed."""
        if not len(self.index):
            self._resize()
            self._drawn.clear()
            self.refresh()

    def refresh_changed(self) -> None:
        """Draw again just the lines whose row, version or flags differ from what is on the screen."""
        top, width = self.scroll_offset.y, self.size.width
        changed = [y for y in range(self.height) if self._drawn.get(y) != self._token(top + y, width)]
        if len(changed) > 8:
            self.refresh()
        else:
            for y in changed:
                self.refresh(Region(0, y, width, 1))

    def _token(self, position: int, width: int) -> tuple[Hashable, ...]:
        index = self.index
        if position >= len(index):
            said = self._empty_lines[position] if position < len(self._empty_lines) else ()
            return (None, said, width)
        item = index.at(position)
        key = index.look.key(item)
        at_cursor = position == index.cursor and (self.has_focus or self.active)
        return (key, index.look.version(item), width, at_cursor, at_cursor and self.has_focus, key in index.marks)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if width != self._width:
            # The first frame at a width comes before its event does.
            self._resize()
        position = self.scroll_offset.y + y
        token = self._token(position, width)
        self._drawn[y] = token
        if position >= len(self.index):
            lines = self._empty_lines
            blank = lines[position] if position < len(lines) and not len(self.index) else ()
            return self._styles_of.strip(fitted(blank, width, self.signs))
        if (strip := self._strips.get(token)) is None:
            strip = self._row_strip(position, width, *token[3:])
            self._strips[token] = strip
        return strip

    def _row_strip(self, position: int, width: int, at_cursor: Any, focused: Any, marked: Any) -> Strip:
        look = self.index.look
        item = self.index.at(position)
        gutter = look.gutter if look.selectable(item) else 1
        room = max(0, width - gutter - MARGIN)
        pieces = (
            Piece(self._gutter(gutter, at_cursor, marked), bold=True),
            *fitted(look.line(item, room), room, self.signs),
            Piece(" " * min(MARGIN, width)),
        )
        return self._styles_of.strip(pieces, cursor=bool(focused), reverse=bool(marked))

    def _gutter(self, cells: int, at_cursor: bool, marked: bool) -> str:
        cursor = self.signs.cursor if at_cursor else ""
        mark = self.signs.mark if marked else ""
        if cells >= 2:
            return (cursor or " ") + (mark or " ") + " " * (cells - 2)
        return cursor or mark or " "

    # The mouse

    def on_click(self, event: events.Click) -> None:
        position = self.scroll_offset.y + event.y
        if position >= len(self.index) or not self.look.selectable(self.index.at(position)):
            return
        self.move_to(position)
        if event.chain == 2:
            self.post_message(self.Opened(self, self.index.current))
