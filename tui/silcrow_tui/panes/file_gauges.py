"""The gauges over the entries, one for each file: how full it is, and what there is to mend."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from textual.message import Message

from silcrow.curated.results import TARGETS
from silcrow_tui.commands import REGISTRY, CommandHost
from silcrow_tui.panes.curated_lines import gauge_line
from silcrow_tui.panes.pane import Gauges
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


class FileGauges(CommandHost, Gauges):
    """Takes the focus only while a gauge offers something: then ``enter`` does what a click on it does."""

    CONTEXT = "gauges"
    BINDINGS = REGISTRY.bindings("gauges")

    class Left(Message):
        """The list below is to have the focus again."""

    def __init__(self, *, signs: Signs) -> None:
        super().__init__(self._gauge_lines, signs=signs, height=len(TARGETS))
        self._at = 0

    def _gauge_lines(self, width: int) -> Sequence[Line]:
        gauges = [self._gauge(place, width) for place in range(len(TARGETS))]
        if self.has_focus:
            name, *rest = gauges[self._at]
            gauges[self._at] = (Piece(f"{self.signs.cursor}{name.text[1:]}", name.role, bold=True), *rest)
        return gauges

    def _gauge(self, place: int, width: int) -> Line:
        memory = cast("SilcrowApp", self.app).state.memory
        return gauge_line(
            memory.file(TARGETS[place]), width, self.signs, self.key, keyed=self.has_focus and place == self._at
        )

    def _way(self, place: int) -> str | None:
        """The command that a gauge offers."""
        return next((piece.command for piece in self._gauge(place, 200) if piece.command), None)

    def redraw(self) -> None:
        offers = any(self._way(place) for place in range(len(TARGETS)))
        if self.has_focus and not offers:
            self.post_message(self.Left())
        self.can_focus = offers
        super().redraw()

    def watch_has_focus(self, _has_focus: bool) -> None:
        super().watch_has_focus(_has_focus)
        if _has_focus:
            self._at = max((place for place in range(len(TARGETS)) if self._way(place)), default=0)
        self.redraw()

    # Keys

    def move(self, step: int) -> None:
        """To the other gauge; down from the last one is the list."""
        if self._at + step >= len(TARGETS):
            self.leave()
        else:
            self._at = max(0, self._at + step)
            self.redraw()

    def leave(self) -> None:
        """Back to the list."""
        self.post_message(self.Left())

    def why_no_offer(self) -> str | None:
        return None if self._way(self._at) is not None else "There is nothing to mend in this file."

    async def take_offer(self) -> None:
        """Tidy the file, go to its repair, or to what is gone from it."""
        if (command := self._way(self._at)) is not None:
            await cast("SilcrowApp", self.app).run_command_id(command)
