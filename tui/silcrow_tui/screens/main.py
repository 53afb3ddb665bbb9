"""The main screen: five panes and the detail of whichever row the cursor is on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY, CommandHost
from silcrow_tui.panes.arrangement import (
    PANES,
    SIZES,
    TOO_SMALL,
    Focus,
    PaneName,
    PaneSize,
    Wants,
    has_hint_line,
    is_framed,
    shape_of,
)
from silcrow_tui.panes.cost import CostPane
from silcrow_tui.panes.detail import DetailPane
from silcrow_tui.panes.detail_text import NOTHING, Detail
from silcrow_tui.panes.drift import DriftPane
from silcrow_tui.panes.entries import EntriesPane
from silcrow_tui.panes.grid import PaneGrid
from silcrow_tui.panes.pane import Pane
from silcrow_tui.panes.pool import PoolPane
from silcrow_tui.panes.workers import WorkersPane
from silcrow_tui.widgets.footer import FooterBar, HintLine
from silcrow_tui.widgets.header import Header, WaitsLine
from silcrow_tui.widgets.tab_bar import Tab, TabBar
from silcrow_tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


_PANES: tuple[type[Pane], ...] = (EntriesPane, DriftPane, PoolPane, WorkersPane, CostPane, DetailPane)


class MainScreen(CommandHost, Screen[None]):
    """Wide, medium and narrow layouts of the same six panes."""

    CONTEXT = "main"
    AUTO_FOCUS = "VirtualList"
    BINDINGS = REGISTRY.bindings("main")
    DEFAULT_CSS = """
    MainScreen { layout: vertical; background: $ground; }
    MainScreen TabBar, MainScreen HintLine, MainScreen #too-small { display: none; }
    MainScreen TabBar.-shown, MainScreen HintLine.-shown { display: block; }
    MainScreen #too-small { height: 1; width: 1fr; color: $role-wait; text-wrap: nowrap; text-overflow: ellipsis; }
    MainScreen.-too-small Header, MainScreen.-too-small WaitsLine, MainScreen.-too-small TabBar,
    MainScreen.-too-small PaneGrid, MainScreen.-too-small HintLine, MainScreen.-too-small FooterBar { display: none; }
    MainScreen.-too-small #too-small { display: block; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._focus = Focus("entries")
        self._clock_timer: Timer | None = None
        self._drawn: WorkspaceState | None = None

    @property
    def silcrow(self) -> "SilcrowApp":
        return cast("SilcrowApp", self.app)

    def compose(self) -> ComposeResult:
        signs, window = self.silcrow.signs, self.silcrow.window
        self._focus = Focus(PANES[window.pane - 1], size=next(size for size in SIZES if size == window.size))
        yield Header(signs=signs)
        yield WaitsLine(signs=signs)
        yield TabBar(self._tabs, signs=signs)
        framed = is_framed(shape_of(*self.app.size, compact=self.silcrow.compact))
        panes = [kind(signs=signs) for kind in _PANES]
        for pane in panes:
            pane.begin_as(framed=framed, lit=self._focus.pane == pane.NAME)
            pane.put_in_order(window.orders.get(pane.NAME, ""))
        yield PaneGrid(*panes)
        yield HintLine(signs=signs)
        yield FooterBar(signs=signs)
        yield Static(TOO_SMALL, id="too-small", markup=False)

    def on_mount(self) -> None:
        self.watch(self, "focused", self._focus_moved, init=False)
        self.watch(self.app, "state", self.show_state)
        self.subject.focus_target_now()

    # Panes

    @property
    def list_panes(self) -> tuple[Pane, ...]:
        """Panes 1 to 5."""
        return tuple(self.pane_named(name) for name in PANES)

    def pane_named(self, name: PaneName) -> Pane:
        return self.query_one(f"#{name}", Pane)

    @property
    def pane(self) -> Pane:
        """The pane with the focus."""
        return self.pane_named("detail" if self._focus.detail else self._focus.pane)

    @property
    def subject(self) -> Pane:
        """The list pane whose row the detail shows."""
        return self.pane_named(self._focus.pane)

    @property
    def detail_pane(self) -> DetailPane:
        return self.query_one(DetailPane)

    # State in

    def show_state(self, state: WorkspaceState) -> None:
        """Hand a new state to all panes; each draws what changed."""
        self._drawn = state
        with self.app.batch_update():
            for pane in self.list_panes:
                pane.show(state)
            self.query_one(Header).redraw()
            self.query_one(WaitsLine).redraw()
            self._follow_subject()
        self._run_clock(state)

    def _run_clock(self, state: WorkspaceState) -> None:
        """Tick each second while something runs or waits for a time, and at no other time."""
        observing = state.observational
        waits = observing is not None and any(chunk.due_at is not None for chunk in observing.chunks)
        if waits or any(run.state == "running" for run in state.runs):
            if self._clock_timer is None:
                self._clock_timer = self.set_interval(1.0, self._tick)
        elif self._clock_timer is not None:
            self._clock_timer.stop()
            self._clock_timer = None

    def _tick(self) -> None:
        for pane in self.list_panes:
            pane.tick()
        self.query_one(WaitsLine).redraw()
        self.detail_pane.show_detail(self.subject.detail())

    # Layout

    def on_resize(self) -> None:
        self._lay_out()

    def lay_out_again(self) -> None:
        """Compactness changed."""
        self._lay_out()

    def _lay_out(self, detail: Detail | None = None) -> None:
        """``detail`` is the subject's, where it is known already."""
        detail = detail or self.subject.detail()
        width, height = self.size
        shape = shape_of(width, height, compact=self.silcrow.compact)
        self.set_class(shape == "too_small", "-too-small")
        self.query_one(TabBar).set_class(shape == "narrow", "-shown")
        hint_line = has_hint_line(width, height) and not self.silcrow.compact
        self.query_one(HintLine).set_class(hint_line, "-shown")
        bars = 3 + (shape == "narrow") + hint_line
        grid = self.query_one(PaneGrid)
        area = self.size - (0, bars)
        wants = Wants(
            self.query_one(DriftPane).wanted_rows,
            self.query_one(CostPane).wanted_rows,
            detail is not NOTHING,
        )
        grid.set_layout(shape, self._focus, wants, area)
        self.query_one(TabBar).redraw()
        self._restate()

    def _tabs(self) -> Sequence[Tab]:
        state = self.silcrow.state
        return [
            Tab(f"{pane.NUMBER} {pane.TITLED}", pane.badge(state), pane is self.subject, f"go.{pane.NAME}")
            for pane in self.list_panes
        ]

    # Focus

    def go_to(self, number: int) -> None:
        """Focus a pane by its number. The detail, asked for twice, takes the full height."""
        if number == 0:
            size = "full" if self._focus.detail and self._focus.size != "full" else "normal"
            self._refocus(replace(self._focus, detail=True, size=size))
        else:
            name = PANES[number - 1]
            size = self._focus.size if name == self._focus.pane and not self._focus.detail else "normal"
            self._refocus(Focus(name, detail=False, size=size))

    def next_pane(self, step: int) -> None:
        """Go round the panes in the order of their numbers, the detail last."""
        numbers = [1, 2, 3, 4, 5, 0]
        at = numbers.index(self.pane.NUMBER)
        self.go_to(numbers[(at + step) % len(numbers)])

    def _refocus(self, focus: Focus) -> None:
        self._focus = focus
        self._follow_subject()
        self.pane.focus_target_now()
        self._light()

    def _focus_moved(self, focused: Widget | None) -> None:
        """A click or Textual itself moved the focus: follow it."""
        if focused is None:
            return
        pane = next((node for node in focused.ancestors_with_self if isinstance(node, Pane)), None)
        if pane is not None and pane is not self.pane:
            detail = pane.NAME == "detail"
            self._focus = Focus(self._focus.pane if detail else pane.NAME, detail)
            self._follow_subject()
        self._light()

    def _light(self) -> None:
        for pane in (*self.list_panes, self.detail_pane):
            pane.lit = pane is self.pane
            if (rows := pane.rows) is not None:
                rows.active = pane is self.subject
        self._restate()

    @property
    def pane_size(self) -> PaneSize:
        return self._focus.size

    def resize_pane(self, step: int) -> None:
        """Normal, half, full; stays at either end."""
        at = min(max(SIZES.index(self._focus.size) + step, 0), len(SIZES) - 1)
        self._refocus(replace(self._focus, size=SIZES[at]))

    # Steps back

    def step_back(self) -> bool:
        """Close the innermost open thing; False when nothing is left to close."""
        rows = self.pane.rows
        if rows is not None and rows.step_back():
            return True
        if self._focus.detail:
            self._refocus(Focus(self._focus.pane))
            return True
        if self._focus.size != "normal":
            self._refocus(replace(self._focus, size="normal"))
            return True
        return False

    async def step_back_or_quit(self) -> None:
        if not self.step_back():
            await self.silcrow.ask_to_leave()

    # Flags

    def why_no_flagged(self) -> str | None:
        return None if self.query_one(EntriesPane).has_flags else "No entry is flagged."

    def next_flagged(self) -> None:
        self.go_to(1)
        self.query_one(EntriesPane).next_flagged()

    # Following the panes

    @on(Pane.DetailChanged)
    def _detail_changed(self, message: Pane.DetailChanged) -> None:
        message.stop()
        if message.pane is self.subject:
            self._follow_subject()

    def _follow_subject(self) -> None:
        """Another row, or another state of it: what there is to show of it decides where it stands."""
        detail = self.subject.detail()
        self._lay_out(detail)
        self.detail_pane.show_detail(detail)

    @on(Pane.Restated)
    def _restated(self, message: Pane.Restated) -> None:
        message.stop()
        if message.pane in (self.pane, self.subject):
            self._restate()

    @on(VirtualList.Opened)
    async def _opened(self, message: VirtualList.Opened) -> None:
        message.stop()
        await self.silcrow.run_command_id(f"{self.subject.NAME}.open")

    def _restate(self) -> None:
        """Footer and hint line say what is true now."""
        self.query_one(FooterBar).redraw()
        self.query_one(HintLine).stand(self._standing_words())

    def _standing_words(self) -> str:
        rows = self.subject.rows
        if rows is None:
            return ""
        index, parts = rows.index, []
        if rows.newer:
            parts.append(f"{rows.newer} newer {self.silcrow.signs.up}")
        if index.marks:
            hidden = len(index.marks) - len(index.marked())
            out_of_sight = f", {hidden} of them hidden" if hidden else ""
            parts.append(f"{len(index.marks)} marked{out_of_sight}{self._marked_length()}")
        if index.filter:
            parts.append(f"filter {index.filter.typed.strip()}: {len(index):,} match")
        if not parts:
            return ""
        closes = "ends the range" if index.range_from is not None else "clears"
        way = (
            f"{self.key('main.back')} {closes}"
            if index.marks or index.filter
            else f"{self.key('list.first')} goes there"
        )
        return " · ".join([*parts, way])

    def _marked_length(self) -> str:
        pane = self.subject
        if not isinstance(pane, EntriesPane):
            return ""
        return f", {sum(row.entry.length for row in pane.chosen):,} chars"
