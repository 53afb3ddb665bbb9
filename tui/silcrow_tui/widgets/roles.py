"""From roles to the styles of the theme that is on, and from lines to strips."""

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from silcrow_tui.signs import ROLES, Role
from silcrow_tui.widgets.line import Piece

ROLE_CLASSES: frozenset[str] = frozenset(
    {*(f"role--{role}" for role in ROLES), "role--frame", "row--cursor", "row--cursor-blurred"}
)
"""Component classes that a widget needs to draw lines."""

ROLE_CSS = """
.role--ok { color: $role-ok; }
.role--run { color: $role-run; }
.role--wait { color: $role-wait; }
.role--bad { color: $role-bad; }
.role--dim { color: $role-dim; text-style: $role-dim-style; }
.role--frame { color: $frame; }
.row--cursor { background: $ground-cursor; text-style: $cursor-style; }
.row--cursor-blurred { text-style: none; }
"""

_BOLD = Style(bold=True)
_REVERSE = Style(reverse=True)


class RoleStyles:
    """The styles of one widget, looked up once per theme and state."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._made: dict[tuple[Role, bool, bool, str, bool], Style] = {}

    def clear(self) -> None:
        """Forget everything: the theme or the widget's own style changed."""
        self._made.clear()

    def style(
        self, role: Role, *, bold: bool = False, frame: bool = False, row: str = "", reverse: bool = False
    ) -> Style:
        """Style of a piece; ``row`` is a component class for the ground of the whole row."""
        key = (role, bold, frame, row, reverse)
        if (found := self._made.get(key)) is not None:
            return found
        style = self._widget.rich_style
        if row:
            style += self._widget.get_component_rich_style(row, partial=True)
        if frame:
            style += self._widget.get_component_rich_style("role--frame", partial=True)
        elif role != "normal":
            style += self._widget.get_component_rich_style(f"role--{role}", partial=True)
        if bold:
            style += _BOLD
        if reverse:
            style += _REVERSE
        self._made[key] = style
        return style

    def strip(self, pieces: Sequence[Piece], *, row: str = "", reverse: bool = False, bold: bool = False) -> Strip:
        """A line as Textual draws it."""
        return Strip(
            [
                Segment(
                    piece.text,
                    self.style(
                        "normal" if reverse else piece.role,
                        bold=piece.bold or bold,
                        frame=piece.frame,
                        row=row,
                        reverse=reverse,
                    ),
                )
                for piece in pieces
            ],
            sum(piece.width for piece in pieces),
        )
