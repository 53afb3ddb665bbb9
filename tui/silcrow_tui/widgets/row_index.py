"""The model behind a list: items, their order after filter and sort, cursor, marks and range.

Nothing here knows a screen. Cursor, marks and range hang on the identity of a row, never on its number, so they stay
where they are when rows come, go or change places.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from silcrow_tui.widgets.line import Line
from silcrow_tui.widgets.row_filter import EVERYTHING, RowFilter

T = TypeVar("T")


class RowLook(Generic[T]):
    """How items become rows. Subclasses say what identifies an item and what its line is."""

    gutter = 1
    """Cells before the line: one for cursor or mark, two for cursor and mark side by side."""

    def key(self, item: T) -> Hashable:
        """Identity: equal for the same thing in a later state."""
        raise NotImplementedError

    def version(self, item: T) -> Hashable:
        """Changes whenever the line of the item changes. An immutable item is its own version."""
        return item

    def line(self, item: T, width: int) -> Line:
        """The row in at most ``width`` cells, gutter excluded."""
        raise NotImplementedError

    def text(self, item: T) -> str:
        """What a filter looks in."""
        raise NotImplementedError

    def selectable(self, item: T) -> bool:  # noqa: ARG002 - the default does not look
        """False for headings and rules: the cursor steps over them, filters leave them out."""
        return True

    def offered(self, item: T) -> bool:  # noqa: ARG002 - the default does not look
        """Whether marking all means this row; where no shown row is offered, all are."""
        return True


class RowIndex(Generic[T]):
    """Items with an order, a cursor and marks."""

    def __init__(self, look: RowLook[T]) -> None:
        self.look = look
        self.items: Sequence[T] = ()
        self.order: Sequence[int] = range(0)
        self.filter: RowFilter = EVERYTHING
        self.sort_key: Callable[[T], Any] | None = None
        self.marks: dict[Hashable, None] = {}
        self.range_from: Hashable | None = None
        self._cursor_key: Hashable | None = None
        self._cursor = -1
        self._loose = True

    def __len__(self) -> int:
        return len(self.order)

    @property
    def cursor(self) -> int:
        """Position of the cursor's row in the shown order; -1 without one."""
        return self._cursor

    @property
    def cursor_key(self) -> Hashable | None:
        return self._cursor_key

    @property
    def loose(self) -> bool:
        """Nobody moved the cursor yet: it stays on the first row, whichever that is."""
        return self._loose

    def bind(self) -> None:
        """From now on the cursor belongs to its row, also when nobody moves it."""
        self._loose = False

    def at(self, position: int) -> T:
        return self.items[self.order[position]]

    def key_at(self, position: int) -> Hashable:
        return self.look.key(self.at(position))

    @property
    def current(self) -> T | None:
        """The item under the cursor."""
        return self.at(self._cursor) if 0 <= self._cursor < len(self.order) else None

    def marked(self) -> tuple[T, ...]:
        """Marked items in the shown order; hidden ones (by a filter) are left out."""
        if not self.marks:
            return ()
        return tuple(item for item in map(self.at, range(len(self))) if self.look.key(item) in self.marks)

    def set_items(self, items: Sequence[T]) -> None:
        """Put other items in; the cursor stays on its row, or on its place when the row is gone."""
        shift = len(items) - len(self.items)
        self.items = items
        self._reorder(guess=self._cursor + shift)
        if self.marks:
            alive = {self.look.key(item) for item in items}
            self.marks = {key: None for key in self.marks if key in alive}

    def set_filter(self, row_filter: RowFilter) -> None:
        self.filter = row_filter
        self._reorder(guess=self._cursor)

    def set_sort(self, key: Callable[[T], Any] | None) -> None:
        """Sort by a key, or None for the order of the items."""
        self.sort_key = key
        self._reorder(guess=self._cursor)

    def _reorder(self, guess: int) -> None:
        look, items = self.look, self.items
        order: Sequence[int] = range(len(items))
        if self.filter:
            matches = self.filter.matches
            order = [index for index, item in enumerate(items) if look.selectable(item) and matches(look.text(item))]
        if (sort_key := self.sort_key) is not None:
            order = sorted(order, key=lambda index: sort_key(items[index]))
        self.order = order
        self._settle_cursor(guess)

    def _settle_cursor(self, guess: int) -> None:
        if self._loose or self._cursor_key is None:
            self._place(self.nearest(0, 1))
            return
        found = self.find(self._cursor_key, guesses=(self._cursor, guess))
        if found is not None:
            self._cursor = found
            return
        self._place(self.nearest(min(max(self._cursor, 0), len(self) - 1), 1))

    def _place(self, position: int) -> None:
        self._cursor = position
        self._cursor_key = self.key_at(position) if position >= 0 else None

    def find(self, key: Hashable, guesses: Iterable[int] = ()) -> int | None:
        """Position of a row, looking at likely places first."""
        for guess in guesses:
            if 0 <= guess < len(self) and self.key_at(guess) == key:
                return guess
        row_key, items = self.look.key, self.items
        return next((position for position, index in enumerate(self.order) if row_key(items[index]) == key), None)

    def nearest(self, position: int, step: int) -> int:
        """The selectable row at a position, else the next one in the direction, else in the other; -1 without any."""
        if not len(self):
            return -1
        position = min(max(position, 0), len(self) - 1)
        for direction in (step, -step):
            probe = position
            while 0 <= probe < len(self):
                if self.look.selectable(self.at(probe)):
                    return probe
                probe += direction
        return -1

    def move_to(self, position: int, *, step: int = 1) -> bool:
        """Put the cursor on a row on purpose; True when it moved."""
        target = self.nearest(position, step)
        if target < 0:
            return False
        self._loose = False
        moved = target != self._cursor
        self._place(target)
        return moved

    def toggle_mark(self) -> None:
        """Mark the cursor's row, or take its mark away."""
        key = self._cursor_key
        if key is None:
            return
        self._loose = False
        if key in self.marks:
            del self.marks[key]
        else:
            self.marks[key] = None

    def mark_all(self) -> None:
        """Mark all that is shown and offered; when all are, none."""
        shown = [item for item in map(self.at, range(len(self))) if self.look.selectable(item)]
        keys = [self.look.key(item) for item in [item for item in shown if self.look.offered(item)] or shown]
        if keys and all(key in self.marks for key in keys):
            self.marks.clear()
        else:
            self.marks.update(dict.fromkeys(keys))

    def begin_range(self) -> None:
        """Start a range at the cursor, or end the one that is open, keeping its marks."""
        self.range_from = self._cursor_key if self.range_from is None else None

    def mark_range(self) -> None:
        """Mark all rows between the start of the range and the cursor."""
        if self.range_from is None or (start := self.find(self.range_from)) is None:
            return
        for position in range(min(start, self._cursor), max(start, self._cursor) + 1):
            if self.look.selectable(self.at(position)):
                self.marks[self.key_at(position)] = None
