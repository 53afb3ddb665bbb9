"""Text to read: lines wrapped to the width, drawn as far as they are seen."""

from collections.abc import Sequence

from textual import events
from textual.geometry import Size
from textual.strip import Strip

from silcrow.text import display_text
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, Piece, fitted
from silcrow_tui.widgets.line_bar import RunCommand
from silcrow_tui.widgets.line_scroll import LineScroll
from silcrow_tui.widgets.roles import RoleStyles
from silcrow_tui.widgets.wrapping import wrapped

MOST_CHARACTERS = 65_536
"""More of one text than this is not shown at once."""


def text_lines(text: str, role: Role = "normal", *, most: int = MOST_CHARACTERS) -> list[Line]:
    """Content as lines, made harmless; the true length where it is cut."""
    harmless = display_text(text[:most], multiline=True)
    lines: list[Line] = [(Piece(part, role),) if part else () for part in harmless.split("\n")]
    if len(text) > most:
        lines.append((Piece(f"the first {most:,} of {len(text):,} chars are shown", "dim"),))
    return lines


class TextView(LineScroll, can_focus=True):
    """Wrapped lines with a margin of one cell on each side."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    TextView { background: $ground; color: $ink; }
    """

    def __init__(
        self,
        *,
        signs: Signs = UNICODE,
        margin: int = 1,
        id: str | None = None,  # noqa: A002 - Textual's own name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.signs = signs
        self.margin = margin
        self._looks = RoleStyles(self)
        self._lines: Sequence[Line] = ()
        self._rows: list[Line] = []
        self._wrapped_at = -1

    def set_lines(self, lines: Sequence[Line], *, top: bool = False) -> None:
        """Show other lines; the place stays unless ``top`` is set."""
        if tuple(lines) == self._lines and not top:
            return
        self._lines = tuple(lines)
        self._wrap()
        self.refresh()
        if top:
            self.scroll_to(y=0, animate=False)

    @property
    def rows_below(self) -> int:
        """Rows under the lower edge."""
        return max(0, len(self._rows) - self.scroll_offset.y - self.size.height)

    def _wrap(self) -> None:
        width = self.size.width - 2 * self.margin
        self._wrapped_at = width
        self._rows = [row for pieces in self._lines for row in wrapped(pieces, width)] if width > 0 else []
        self.virtual_size = Size(self.size.width, len(self._rows))

    def _fit(self) -> None:
        if self.size.width - 2 * self.margin != self._wrapped_at:
            self._wrap()

    def on_resize(self) -> None:
        self._fit()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._looks.clear()

    def render_line(self, y: int) -> Strip:
        # The first frame at a width comes before its event does.
        self._fit()
        width, at = self.size.width, self.scroll_offset.y + y
        row = self._rows[at] if at < len(self._rows) else ()
        return self._looks.strip((Piece(" " * self.margin), *fitted(row, max(0, width - self.margin), self.signs)))

    def on_click(self, event: events.Click) -> None:
        position = self.scroll_offset.y + event.y
        at = self.margin
        for piece in self._rows[position] if position < len(self._rows) else ():
            at += piece.width
            if event.x < at:
                if piece.command is not None:
                    self.post_message(RunCommand(piece.command))
                return
