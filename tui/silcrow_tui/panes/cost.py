"""Pane 5: what the workers of this session cost."""

import time
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widget import Widget

from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY
from silcrow_tui.commands.session import no_session
from silcrow_tui.panes.cost_lines import all_lines, day_lines, model_lines, session_lines, spent_on, sum_line
from silcrow_tui.panes.detail_text import Detail, DetailTab
from silcrow_tui.panes.empty_words import no_session_line, sentences
from silcrow_tui.panes.pane import Pane
from silcrow_tui.readonly import why_readonly
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece
from silcrow_tui.widgets.text_view import TextView
from silcrow_tui.widgets.words import usd


class CostPane(Pane):
    """Own, inherited and unpriced cost by role with the caps; by day, and of all sessions, on tabs of their own."""

    NAME = "cost"
    NUMBER = 5
    TITLED = "Cost"
    CONTEXT = "cost"
    BINDINGS = REGISTRY.bindings("cost")

    def __init__(self, *, signs: Signs = UNICODE) -> None:
        super().__init__(signs=signs)
        self._text = TextView(signs=signs, margin=0)

    def compose(self) -> ComposeResult:
        yield self._text

    @property
    def focus_target(self) -> Widget | None:
        return self._text

    def show(self, state: WorkspaceState) -> None:
        self.tab = min(self.tab, max(0, len(self.tabs()) - 1))
        width = self.size.width
        if width:
            self._text.set_lines(self._lines(state, width - 1))
        self.retitle()

    def on_resize(self) -> None:
        super().on_resize()
        self.show(self.silcrow.state)

    def tab_turned(self) -> None:
        self._text.set_lines(self._lines(self.silcrow.state, self.size.width - 1), top=True)

    def tabs(self) -> tuple[str, ...]:
        state = self.silcrow.state
        observing = state.observational
        if observing is None or not (observing.cost.runs or state.spending):
            return ()
        there = (("Session", True), ("Day", observing.cost.by_day), ("All", state.spending))
        return tuple(name for name, shown in there if shown)

    def _lines(self, state: WorkspaceState, width: int) -> Sequence[Line]:
        observing = state.observational
        if observing is None:
            return sentences("Nothing spent: no session is open.", width)
        cost = observing.cost
        if not self.tabs():
            return sentences("Nothing spent.", width)
        name = self.tabs()[self.tab]
        if name == "Day":
            return day_lines(cost.by_day, width, self.signs)
        if name == "Session" and not cost.runs and not cost.total_usd:
            return sentences("Nothing spent.", width)
        if name == "All":
            return all_lines(state.spending, self._today, width, self.signs)
        today = spent_on(state.spending or cost.by_day, self._today)
        return session_lines(cost, state.settings, width, self.signs, today_usd=today, dream=state.dream)

    @property
    def _today(self) -> str:
        return time.strftime("%Y-%m-%d", time.localtime(self.silcrow.clock()))

    # Keys

    def why_no_caps(self) -> str | None:
        return why_readonly(self.silcrow.place)

    def set_caps(self) -> None:
        """Pick a cap, then its value."""
        from silcrow_tui.screens.setting_changes import ask_for_cap

        self.silcrow.start(ask_for_cap(self.silcrow))

    def why_no_detail(self) -> str | None:
        return no_session(self.silcrow)

    @property
    def wanted_rows(self) -> int:
        """Rows that would show the first tab."""
        observing, dream = self.silcrow.state.observational, self.silcrow.state.dream
        dreams = dream is not None and dream.state != "off"
        return 3 if observing is None else 3 + len(observing.cost.by_role) + dreams

    def badge(self, state: WorkspaceState) -> Line:
        observing = state.observational
        if observing is None:
            return ()
        cost = observing.cost
        pieces = [Piece(f" {usd(cost.own_usd, partial=cost.partial, signs=self.signs)}")]
        if cost.unpriced:
            pieces.append(Piece(self.signs.unknown, "wait"))
        return tuple(pieces)

    def detail(self) -> Detail:
        state = self.silcrow.state
        observing = state.observational
        if observing is None:
            return Detail("cost", "Cost", (DetailTab("Text", no_session_line(state, 200, self.key)),))
        cost = observing.cost
        lines = [
            sum_line(cost, 80, self.signs),
            *session_lines(
                cost,
                state.settings,
                80,
                self.signs,
                today_usd=spent_on(state.spending, self._today),
                dream=state.dream,
            )[1:],
            (),
            *model_lines(cost.by_model, 60, self.signs),
            (),
            *day_lines(cost.by_day, 60, self.signs),
        ]
        return Detail("cost", "Cost", (DetailTab("Text", lines),))
