"""From roles to the styles of the theme that is on, and from lines to strips.

A role is no component class of Textual: those of each list and bar are matched against the whole stylesheet, again with
every class that the widget or one above it gets, and most of a start went into that. A widget draws its roles anew when
its own ink or ground changes.
"""

from collections.abc import Mapping, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

from silcrow_tui.signs import Role
from silcrow_tui.widgets.line import Piece

_BOLD = Style(bold=True)
_REVERSE = Style(reverse=True)


def cursor_style(variables: Mapping[str, str]) -> Style:
    """The ground of the row with the cursor, in a theme with these variables."""
    return _ground(variables["ground-cursor"]) + Style.parse(variables["cursor-style"])


def role_style(role: Role, variables: Mapping[str, str], *, frame: bool = False) -> Style:
    """What a role, or the colour of frames, adds to a widget's own style."""
    if frame:
        return _ink(variables["frame"])
    if role == "normal":
        return Style.null()
    ink = _ink(variables[f"role-{role}"])
    return ink + Style.parse(variables["role-dim-style"]) if role == "dim" else ink


def _ink(colour: str) -> Style:
    return Style(color=Color.parse(colour).rich_color)


def _ground(colour: str) -> Style:
    return Style(bgcolor=Color.parse(colour).rich_color)


class RoleStyles:
    """The styles of one widget, looked up once per theme and state."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._made: dict[tuple[Role, bool, bool, bool, bool], Style] = {}

    def clear(self) -> None:
        """Forget everything: the theme or the widget's own style changed."""
        self._made.clear()

    def style(
        self, role: Role, *, bold: bool = False, frame: bool = False, cursor: bool = False, reverse: bool = False
    ) -> Style:
        """Style of a piece; ``cursor`` is the ground of the row that a key acts on."""
        key = (role, bold, frame, cursor, reverse)
        if (found := self._made.get(key)) is not None:
            return found
        variables = self._widget.app.theme_variables
        style = self._widget.rich_style
        if cursor:
            style += cursor_style(variables)
        style += role_style(role, variables, frame=frame)
        if bold:
            style += _BOLD
        if reverse:
            style += _REVERSE
        self._made[key] = style
        return style

    def strip(
        self, pieces: Sequence[Piece], *, cursor: bool = False, reverse: bool = False, bold: bool = False
    ) -> Strip:
        """A line as Textual draws it."""
        return Strip(
            [
                Segment(
                    piece.text,
                    self.style(
                        "normal" if reverse else piece.role,
                        bold=piece.bold or bold,
                        frame=piece.frame,
                        cursor=cursor,
                        reverse=reverse,
                    ),
                )
                for piece in pieces
            ],
            sum(piece.width for piece in pieces),
        )
