"""A widget of a few lines that are computed from the width: header, gauges, footer."""

from collections.abc import Sequence

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, fitted
from silcrow_tui.widgets.roles import RoleStyles


class LineBar(Widget):
    """Draws lines; a click on a piece that names a command runs it, one on a tab turns to it."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    LineBar { height: 1; width: 1fr; background: $ground; color: $ink; }
    """

    def __init__(
        self,
        *,
        signs: Signs = UNICODE,
        id: str | None = None,  # noqa: A002 - Textual's own name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.signs = signs
        self._looks = RoleStyles(self)
        self._lines: tuple[Line, ...] = ()
        self._width = -1

    def lines(self, width: int) -> Sequence[Line]:
        """What stands there at a width."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Compute the lines again with the next frame, however often that is asked for until then."""
        self._width = -1
        self.refresh()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._looks.clear()

    def render_line(self, y: int) -> Strip:
        if (width := self.size.width) != self._width:
            self._lines, self._width = tuple(self.lines(width)), width
        pieces = self._lines[y] if y < len(self._lines) else ()
        return self._looks.strip(fitted(pieces, self.size.width, self.signs))

    def on_click(self, event: events.Click) -> None:
        at = 0
        for piece in self._lines[event.y] if event.y < len(self._lines) else ():
            at += piece.width
            if event.x < at:
                if piece.command is not None:
                    self.clicked(piece.command)
                elif piece.turns is not None:
                    self.post_message(TurnTab(piece.turns))
                return

    def clicked(self, command: str) -> None:
        """Run a command in the context that has the focus."""
        self.post_message(RunCommand(command))


class RunCommand(Message):
    """Asks the app to run a command by id, as its key would."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = command


class TurnTab(Message):
    """Asks whoever has the tabs to turn by so many of them."""

    def __init__(self, step: int) -> None:
        super().__init__()
        self.step = step
