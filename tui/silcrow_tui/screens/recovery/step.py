"""What the four steps of the walkthrough share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.containers import Vertical
from textual.widget import Widget

from silcrow_tui.commands import CommandHost
from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.recovery.standing import Standing
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line
from silcrow_tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from silcrow_tui.screens.recovery.screen import RecoveryScreen


class Step(CommandHost, Vertical):
    """A step of the walkthrough. The screen shows one at a time."""

    DEFAULT_CSS = """
    Step { height: 1fr; display: none; }
    Step.-shown { display: block; }
    """
    TITLE: ClassVar[str]
    SECOND_ROW: ClassVar[tuple[str, ...]] = ("recovery.on", "recovery.undo")
    """Ids of the commands in the upper row of keys."""

    def __init__(self, *, signs: Signs) -> None:
        super().__init__()
        self.signs = signs

    @property
    def walk(self) -> "RecoveryScreen":
        return cast("RecoveryScreen", self.screen)

    @property
    def standing(self) -> Standing:
        return self.walk.standing

    def show(self) -> None:
        """The plan changed, or the step comes up."""
        raise NotImplementedError

    def numbers(self, width: int) -> Sequence[Line]:
        """The two lines below the title."""
        raise NotImplementedError

    @property
    def looked_in(self) -> "Reader | VirtualList[Any]":
        """What ``/`` looks in."""
        raise NotImplementedError

    @property
    def focus_target(self) -> Widget:
        """What takes the focus when the step comes up."""
        return self.looked_in

    def go_on(self) -> None:
        """``enter``: by itself the next step."""
        self.walk.go_to_step(self.walk.step + 1)

    def why_no_tabs(self) -> str | None:
        return "This step has no tabs."

    def turn_tab(self, step: int) -> None:
        """The next tab, around the end."""

    def text_to_copy(self) -> str:
        return ""
