"""A reader for texts: wrapped or sideways, with find and its hits."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from silcrow_tui.commands import REGISTRY, CommandHost
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line_width, plain
from silcrow_tui.widgets.text_view import TextView
from silcrow_tui.widgets.wrapping import wrapped

Hit = tuple[int, int, int]
"""A line, and start and end in it."""


class _Row(Struct, frozen=True):
    """A row of a line: which line, and from where to where."""

    source: int
    start: int
    end: int
    pieces: Line


class Reader(CommandHost, TextView):
    """Shows lines. ``wraps`` breaks long ones at the width; without it they are reached sideways."""

    CONTEXT = "reader"
    BINDINGS = REGISTRY.bindings("reader")

    class Moved(Message):
        """Scrolled, or what is looked for changed: numbers and hints want an update."""

    def __init__(self, *, wraps: bool = True, signs: Signs = UNICODE, id: str | None = None) -> None:  # noqa: A002
        super().__init__(signs=signs, id=id)
        self.wraps = wraps
        self.needle = ""
        self._found: list[_Row] = []
        self._hits: list[Hit] = []
        self._hit = 0
        self._aside = 0

    # What is shown

    def set_lines(self, lines: Sequence[Line], *, top: bool = False) -> None:
        """Show other lines; the place stays unless ``top`` is set. What was looked for is looked for again."""
        if top:
            self._aside = 0
        super().set_lines(lines, top=top)
        self._look()

    @property
    def row_count(self) -> int:
        return len(self._rows)

    @property
    def page(self) -> int:
        """Rows of a page, two of the old ones left."""
        return max(1, self.size.height - 2)

    def _wrap(self) -> None:
        width = self.size.width - 2 * self.margin
        self._wrapped_at = width
        self._found = [row for n, pieces in enumerate(self._lines) for row in self._rows_of(n, pieces, width)]
        self._rows = [row.pieces for row in self._found]
        self.virtual_size = Size(self.size.width, len(self._rows))
        self.refresh()
        self.post_message(self.Moved())

    def _rows_of(self, source: int, pieces: Line, width: int) -> Iterator[_Row]:
        text = plain(pieces)
        if not self.wraps or width <= 0:
            yield _Row(source, 0, len(text), pieces)
            return
        end = 0
        for row in wrapped(pieces, width):
            part = plain(row)
            start = max(text.find(part, end), end)
            end = start + len(part)
            yield _Row(source, start, end, row)

    # Moving

    def move(self, rows: int) -> None:
        """Scroll by rows."""
        self.go(self.scroll_offset.y + rows)

    def go(self, row: int) -> None:
        """Scroll a row to the top, as far as there is text below it."""
        self.scroll_to(y=max(0, row), animate=False, force=True)
        self.post_message(self.Moved())

    def sideways(self, cells: int) -> None:
        """Scroll lines that are not wrapped."""
        widest = max(map(line_width, self._rows), default=0)
        self._aside = max(0, min(self._aside + cells, widest - self.size.width // 2))
        self.refresh()

    @property
    def lines_shown(self) -> Sequence[Line]:
        """The lines of the text, not wrapped."""
        return self._lines

    # Find

    @property
    def hit_count(self) -> int:
        return len(self._hits)

    @property
    def hit_number(self) -> int:
        """From 1; 0 without hits."""
        return self._hit + 1 if self._hits else 0

    def find(self, needle: str) -> int:
        """Look for a text, upper and lower case alike; goes to the first hit below. Answers how many there are."""
        self.needle = needle
        self._look()
        top = self.scroll_offset.y
        self._hit = next((n for n, hit in enumerate(self._hits) if self._row_of(hit) >= top), 0)
        self._show_hit()
        return len(self._hits)

    def next_hit(self, step: int) -> None:
        """Go to another hit; behind the last comes the first."""
        if self._hits:
            self._hit = (self._hit + step) % len(self._hits)
            self._show_hit()

    def _look(self) -> None:
        self._hits = []
        if self.needle:
            pattern = re.compile(re.escape(self.needle), re.IGNORECASE)
            for source, pieces in enumerate(self._lines):
                self._hits.extend((source, *found.span()) for found in pattern.finditer(plain(pieces)))
        self._hit = min(self._hit, max(0, len(self._hits) - 1))

    def _row_of(self, hit: Hit) -> int:
        """The row in which a hit starts."""
        return bisect_right(self._found, hit[:2], key=lambda row: (row.source, row.start)) - 1

    def _show_hit(self) -> None:
        if self._hits:
            row, top, height = self._row_of(self._hits[self._hit]), self.scroll_offset.y, self.size.height
            if not top <= row < top + height:
                self.scroll_to(y=max(0, row - height // 3), animate=False, force=True)
        self.refresh()
        self.post_message(self.Moved())

    # Drawing

    def render_line(self, y: int) -> Strip:
        width, position = self.size.width, self.scroll_offset.y + y
        if position >= len(self._found):
            return Strip.blank(width, self.rich_style)
        inner = width - self.margin
        strip = self._row_strip(self._found[position])
        cut_off = not self.wraps and strip.cell_length - self._aside > inner
        strip = strip.crop(self._aside, self._aside + inner - cut_off * len(self.signs.cut))
        if cut_off:
            strip = Strip.join((strip, self._looks.strip((Piece(self.signs.cut, "dim"),))))
        margin = self._looks.strip((Piece(" " * self.margin),))
        return Strip.join((margin, strip)).adjust_cell_length(width, self.rich_style)

    def _row_strip(self, row: _Row) -> Strip:
        parts: list[Strip] = []
        done = 0
        for start, end in self._hits_in(row):
            parts.append(self._looks.strip(cut_span(row.pieces, done, start)))
            parts.append(self._looks.strip(cut_span(row.pieces, start, end), reverse=True))
            done = end
        parts.append(self._looks.strip(cut_span(row.pieces, done, row.end - row.start)))
        return Strip.join(parts)

    def _hits_in(self, row: _Row) -> Iterator[tuple[int, int]]:
        first = bisect_right(self._hits, (row.source, row.start, 0))
        last = bisect_right(self._hits, (row.source, row.end, 0))
        for source, start, end in self._hits[max(0, first - 1) : last]:
            if source == row.source and start < row.end and end > row.start:
                yield max(start, row.start) - row.start, min(end, row.end) - row.start


def cut_span(pieces: Line, start: int, end: int) -> Line:
    """The pieces of a line between two places."""
    kept: list[Piece] = []
    at = 0
    for piece in pieces:
        left, right = max(start - at, 0), min(end - at, len(piece.text))
        if left < right:
            kept.append(replace(piece, text=piece.text[left:right]))
        at += len(piece.text)
    return tuple(kept)
