"""The skeleton that all full screens share: title with tabs, numbers, body, find line, footer."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from textual import on
from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from silcrow.workspace.place import Place
from silcrow_tui.commands import CommandHost
from silcrow_tui.panes.arrangement import TOO_SMALL, shape_of
from silcrow_tui.screens.reader import Reader
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.filter_input import FilterInput
from silcrow_tui.widgets.footer import FooterBar
from silcrow_tui.widgets.line import Line, Piece, line, spread
from silcrow_tui.widgets.line_bar import LineBar, TurnTab
from silcrow_tui.widgets.row_filter import parse_filter
from silcrow_tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp

Answer = TypeVar("Answer")


class Bar(LineBar):
    """Lines that the screen computes."""

    def __init__(self, source: Callable[[int], Sequence[Line]], *, signs: Signs, rows: int = 1) -> None:
        super().__init__(signs=signs)
        self._source = source
        self.styles.height = rows

    def lines(self, width: int) -> Sequence[Line]:
        return self._source(width)


def tabs_line(names: Sequence[str], active: int, signs: Signs) -> Line:
    """``▐Summary▌ Input  Output``: the active tab stands between its marks, bold."""
    pieces: list[Piece] = []
    for index, name in enumerate(names):
        if index == active:
            pieces.append(Piece(f"{signs.tab_left}{name}{signs.tab_right}", bold=True))
        else:
            pieces.append(Piece(f" {name} ", "dim", turns=index - active))
    return tuple(pieces)


class FullScreen(CommandHost, Screen[Answer], Generic[Answer]):
    """A screen over the whole window. Subclasses name their context, say their title and numbers, and make a body."""

    DEFAULT_CSS = """
    FullScreen { layout: vertical; background: $ground; color: $ink; }
    FullScreen .body { height: 1fr; }
    FullScreen > #too-small { display: none; height: 1; color: $role-wait; text-wrap: nowrap; text-overflow: ellipsis; }
    FullScreen.-too-small > * { display: none; }
    FullScreen.-too-small > #too-small { display: block; }
    """
    NUMBER_ROWS = 1
    LOOKS_FOR = "find"

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    # What subclasses say

    def heading(self) -> tuple[str, Line]:
        """Title on the left, tabs or counts on the right."""
        raise NotImplementedError

    def numbers(self) -> Sequence[Line]:
        """One or two lines below the title."""
        raise NotImplementedError

    def body(self) -> Iterable[Widget]:
        """What stands between numbers and footer."""
        raise NotImplementedError

    def state_changed(self) -> None:
        """The place has a new state."""

    @property
    def looked_in(self) -> "Reader | VirtualList[Any]":
        """What ``/`` looks in."""
        raise NotImplementedError

    def turn_tab(self, step: int) -> None:
        """The next tab, or the one before, around the ends; for screens that have tabs."""

    def text_to_copy(self) -> str:
        """What ``y`` copies, raw."""
        return ""

    # The frame

    @property
    def workbench(self) -> "SilcrowApp":
        return cast("SilcrowApp", self.app)

    @property
    def signs(self) -> Signs:
        return self.workbench.signs

    def compose(self) -> ComposeResult:
        yield Bar(self._title_line, signs=self.signs)
        yield Bar(lambda _width: self.numbers(), signs=self.signs, rows=self.NUMBER_ROWS)
        yield from self.body()
        find = FilterInput()
        find.placeholder = self.LOOKS_FOR
        yield find
        yield FooterBar(signs=self.signs)
        yield Static(TOO_SMALL, id="too-small", markup=False)

    @on(Resize)
    def _measure(self, event: Resize) -> None:
        self.set_class(shape_of(event.size.width, event.size.height) == "too_small", "-too-small")

    def on_mount(self) -> None:
        self.watch(self.app, "state", self._state_came, init=False)

    def _state_came(self) -> None:
        self.state_changed()
        self.redraw_bars()

    def redraw_bars(self) -> None:
        """Title and numbers may have changed."""
        for bar in self.query(Bar):
            bar.redraw()

    def _title_line(self, width: int) -> Sequence[Line]:
        title, right = self.heading()
        return (spread(line(Piece(f" {title} ", bold=True)), right, width, self.signs),)

    @on(TurnTab)
    def _turn(self, event: TurnTab) -> None:
        event.stop()
        self.turn_tab(event.step)

    # Find

    def open_find(self) -> None:
        """Ask what to look for."""
        self.query_one(FilterInput).open(self.looked_for())

    def looked_for(self) -> str:
        """What is looked for now."""
        looked_in = self.looked_in
        return looked_in.needle if isinstance(looked_in, Reader) else looked_in.index.filter.typed

    def look_for(self, text: str) -> None:
        """Look for this, or show just the rows with it."""
        looked_in = self.looked_in
        if isinstance(looked_in, Reader):
            looked_in.find(text)
        else:
            row_filter = parse_filter(text)
            looked_in.set_filter(row_filter)
            if row_filter.problem:
                self.workbench.hint(row_filter.problem)
        self.redraw_bars()

    @on(FilterInput.Typed)
    def _look(self, event: FilterInput.Typed) -> None:
        event.stop()
        self.look_for(event.text)

    @on(FilterInput.Closed)
    def _looked(self, event: FilterInput.Closed) -> None:
        event.stop()
        looked_in = self.looked_in
        looked_in.focus()
        if isinstance(looked_in, Reader) and looked_in.needle and not looked_in.hit_count:
            self.workbench.hint(f"Nothing found for “{looked_in.needle}”.")

    @on(Reader.Moved)
    @on(VirtualList.Changed)
    def _moved(self) -> None:
        self.redraw_bars()

    def found_words(self) -> str:
        """``2 of 7 hits of “clock”``; empty while nothing is looked for."""
        looked_in = self.looked_in
        if isinstance(looked_in, Reader):
            if not looked_in.needle:
                return ""
            return f"{looked_in.hit_number} of {looked_in.hit_count} hits of “{looked_in.needle}”"
        typed = looked_in.index.filter.typed
        return f"filter “{typed}”, {self.key(f'{self.CONTEXT}.back')} shows all" if typed else ""

    # Keys that all of them have

    def step_back(self) -> None:
        """Close the innermost thing: what is looked for, marks, filter; then the screen."""
        looked_in = self.looked_in
        if isinstance(looked_in, Reader) and looked_in.needle:
            looked_in.find("")
        elif isinstance(looked_in, VirtualList) and looked_in.step_back():
            pass
        else:
            self.dismiss(None)
        self.redraw_bars()

    def copy_shown(self) -> None:
        """Copy the raw text."""
        if text := self.text_to_copy():
            self.workbench.copy(text)
        else:
            self.workbench.hint("There is nothing to copy here.")

    def export_shown(self) -> None:
        """Save what is shown: the rows of the list, or the text."""
        from silcrow_tui.exporting import export_of_lines, export_of_rows

        title, looked_in = self.heading()[0], self.looked_in
        shown_now = looked_in.lines_shown if isinstance(looked_in, Reader) else None
        self.workbench.export(
            export_of_lines(title, shown_now) if shown_now is not None else export_of_rows(title, looked_in)  # type: ignore[arg-type]
        )

    def on_key(self, event: Key) -> None:
        if event.key.startswith("alt+") and not isinstance(self.focused, FilterInput):
            event.stop()
            self.step_back()
