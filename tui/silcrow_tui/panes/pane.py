"""What all panes share: number, frame, title, gauges, list, filter, and what they offer to the main screen."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import CommandHost
from silcrow_tui.panes.arrangement import PaneName
from silcrow_tui.panes.detail_text import NOTHING, Detail
from silcrow_tui.panes.pane_title import TURNS, as_content, framed_title, tab_pieces
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece
from silcrow_tui.widgets.line_bar import LineBar, TurnTab
from silcrow_tui.widgets.row_filter import parse_filter
from silcrow_tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp
    from silcrow_tui.exporting import Export
    from silcrow_tui.widgets.filter_input import FilterInput


class Pane(CommandHost, Widget):
    """A numbered pane. Subclasses say what it shows; the main screen says whether it has a frame."""

    NAME: ClassVar[PaneName]
    NUMBER: ClassVar[int]
    TITLED: ClassVar[str]
    DEFAULT_CSS = """
    Pane { layout: vertical; background: $ground; }
    Pane.-framed {
        border: solid $frame; border-title-color: $ink; border-subtitle-color: $role-dim; border-subtitle-align: right;
    }
    Pane.-framed.-lit { border: heavy $frame-focus; border-title-style: bold; }
    Pane.-framed.-ascii, Pane.-framed.-lit.-ascii { border: ascii $frame; }
    Pane.-framed.-lit.-ascii { border: ascii $frame-focus; }
    Pane VirtualList, Pane TextView { height: 1fr; }
    """

    framed: var[bool] = var(False, init=False)
    lit: var[bool] = var(False, init=False)
    """The focus is in here."""

    class DetailChanged(Message):
        """The row under the cursor is another one, or reads differently."""

        def __init__(self, pane: "Pane") -> None:
            super().__init__()
            self.pane = pane

    class Restated(Message):
        """Title, marks, filter or number of rows changed."""

        def __init__(self, pane: "Pane") -> None:
            super().__init__()
            self.pane = pane

    def __init__(self, *, signs: Signs = UNICODE) -> None:
        super().__init__(id=self.NAME)
        self.signs = signs
        self.tab = 0
        self.rows: VirtualList[Any] | None = None
        """The list of the pane, for one that has a list."""
        self._width = 0
        self._written: tuple[Line, str, bool] | None = None
        self.set_class(signs.rule == "-", "-ascii")

    # What subclasses say

    def show(self, state: WorkspaceState) -> None:
        """Take over a new state."""
        raise NotImplementedError

    def tick(self) -> None:
        """A second went by while something runs."""

    def title_right(self) -> Line:
        """What stands at the right end of the frame's title."""
        return ()

    def badge(self, state: WorkspaceState) -> Line:
        """What follows the name in the tab bar: number and worst sign."""
        raise NotImplementedError

    def detail(self) -> Detail:
        """The row under the cursor at length."""
        return NOTHING

    def tabs(self) -> tuple[str, ...]:
        """Names of the tabs; none for a pane without."""
        return ()

    def copied(self) -> str | None:
        """The raw text that ``y`` copies."""
        return None

    def orders(self) -> tuple[str, ...]:
        """Names of the sort orders; one or none when there is nothing to choose."""
        return ()

    # Parts

    @property
    def silcrow(self) -> "SilcrowApp":
        return cast("SilcrowApp", self.app)

    @property
    def focus_target(self) -> Widget | None:
        """Which widget takes the focus for the pane."""
        return self.rows

    def focus_target_now(self) -> None:
        """Give the pane the focus."""
        if (target := self.focus_target) is not None:
            target.focus(scroll_visible=False)

    # Keys that work in every pane

    def why_no_row(self) -> str | None:
        rows = self.rows
        return None if rows is not None and rows.current is not None else "There is no row here."

    def why_no_tabs(self) -> str | None:
        return None if len(self.tabs()) > 1 else f"{self.TITLED} has no tabs."

    def turn_tab(self, step: int) -> None:
        self.tab = (self.tab + step) % len(self.tabs())
        self.tab_turned()
        self.retitle()

    def tab_turned(self) -> None:
        """Another tab is up."""

    @on(TurnTab)
    def _turn(self, message: TurnTab) -> None:
        message.stop()
        self.turn_tab(message.step)

    def on_click(self, event: Click) -> None:
        """A click on a tab in the frame's title turns to it."""
        step = event.style.meta.get(TURNS)
        if isinstance(step, int):
            event.stop()
            self.turn_tab(step)

    def why_no_filter(self) -> str | None:
        rows = self.rows
        if rows is None:
            return f"{self.TITLED} has no list to filter."
        return None if len(rows.index.items) else "There is nothing to filter yet."

    async def open_filter(self) -> None:
        """Show the field above the list; few panes ever need theirs, so each is made when it does."""
        from silcrow_tui.widgets.filter_input import FilterInput

        if (rows := self.rows) is None:
            return
        field = next(iter(self.query_children(FilterInput)), None)
        if field is None:
            field = FilterInput()
            await self.mount(field, before=rows)
        field.open(rows.index.filter.typed)

    def on_filter_input_typed(self, message: "FilterInput.Typed") -> None:
        message.stop()
        if (rows := self.rows) is not None:
            wanted = parse_filter(message.text)
            rows.set_filter(wanted)
            if wanted.problem:
                self.silcrow.hint(wanted.problem)

    def on_filter_input_closed(self, message: "FilterInput.Closed") -> None:
        message.stop()
        if (rows := self.rows) is not None:
            rows.focus()

    def why_no_sort(self) -> str | None:
        return None if len(self.orders()) > 1 else f"{self.TITLED} has one order."

    @property
    def order(self) -> str:
        """Name of the order that is on; empty for a pane with one."""
        return ""

    def put_in_order(self, name: str) -> None:
        """Take an order by its name; a name that is none changes nothing."""

    def next_order(self) -> None:
        """Go to the next sort order."""

    def why_nothing_hidden(self) -> str | None:
        return f"{self.TITLED} leaves nothing out."

    def toggle_hidden(self) -> None:
        """Show what is left out, or leave it out again."""

    def why_no_copy(self) -> str | None:
        return None if self.copied() is not None else "There is nothing to copy here."

    def copy(self) -> None:
        if (text := self.copied()) is not None:
            self.silcrow.copy(text)

    def exported(self) -> "Export | None":
        """What ``X`` saves: the rows as they are filtered and sorted now; None when there are none."""
        from silcrow_tui.exporting import export_of_rows

        rows = self.rows
        return export_of_rows(self.TITLED, rows) if rows is not None and len(rows.index) else None

    def why_no_export(self) -> str | None:
        return None if self.exported() is not None else "There is nothing to save here."

    def export(self) -> None:
        if (export := self.exported()) is not None:
            self.silcrow.export(export)

    def open_detail(self) -> None:
        self.silcrow.go_to_pane(0)

    # The frame

    def begin_as(self, *, framed: bool, lit: bool) -> None:
        """How the first frame shows the pane: what changes once it is mounted costs a styling of all in it."""
        self.set_reactive(Pane.framed, framed)
        self.set_reactive(Pane.lit, lit)
        self.set_class(framed, "-framed", update=False)
        self.set_class(lit, "-lit", update=False)

    def take_place(self, width: int, *, framed: bool) -> None:
        """Stand so many cells wide, with or without a frame. Told before the layout, so that the title fits at once."""
        changed, self._width = width != self._width, width
        if framed != self.framed:
            self.framed = framed
        elif changed:
            self.retitle()

    def watch_framed(self) -> None:
        self.set_class(self.framed, "-framed")
        self.retitle()

    def watch_lit(self) -> None:
        self.set_class(self.lit, "-lit")
        self.retitle()

    def on_resize(self) -> None:
        self.retitle()

    def title_left(self) -> Line:
        return (Piece(f"{self.NUMBER} {self.TITLED}", bold=self.lit),)

    def tabs_line(self) -> Line:
        """``▐Session▌ Day``: the active tab between its marks."""
        return tab_pieces(self.tabs(), self.tab, self.signs)

    def retitle(self) -> None:
        """Write the frame's title again."""
        if self.framed:
            rule = self.signs.heavy_rule if self.lit else self.signs.rule
            room = self._width - 6
            title = framed_title(self.title_left(), (*self.title_right(), *self.tabs_line()), room, rule, self.signs)
            below = self._more_below()
            if self._written != (title, below, self.lit):
                self._written = (title, below, self.lit)
                self.border_title = as_content(title, "$frame-focus" if self.lit else "$frame")
                self.border_subtitle = Content(below)
        if self.is_attached:
            self.post_message(self.Restated(self))

    def _more_below(self) -> str:
        rows = self.rows
        if rows is None or not rows.size.height or not rows.below:
            return ""
        return f"{rows.below:,} more {self.signs.down}"

    @on(VirtualList.Moved)
    def _moved(self, message: VirtualList.Moved) -> None:
        message.stop()
        self.row_moved()
        self.post_message(self.DetailChanged(self))

    def row_moved(self) -> None:
        """The cursor stands on another row, or the row changed."""

    @on(VirtualList.Changed)
    def _list_changed(self, message: VirtualList.Changed) -> None:
        message.stop()
        self.retitle()


class Gauges(LineBar):
    """The lines of numbers above a list."""

    def __init__(self, lines: Callable[[int], Sequence[Line]], *, signs: Signs, height: int) -> None:
        super().__init__(signs=signs)
        self._of_width = lines
        self.styles.height = height

    def lines(self, width: int) -> Sequence[Line]:
        return self._of_width(width)
