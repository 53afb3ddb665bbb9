"""Pane 0: the row under the cursor of the pane that has, or last had, the focus."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widget import Widget

from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY
from silcrow_tui.panes.detail_text import NOTHING, Detail, Later
from silcrow_tui.panes.pane import Pane
from silcrow_tui.panes.pane_title import tab_pieces
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line, line_width
from silcrow_tui.widgets.line_bar import LineBar
from silcrow_tui.widgets.text_view import TextView


class DetailRule(LineBar):
    """The tabs of the detail on a rule, for layouts without frames."""

    def __init__(self, pane: "DetailPane", *, signs: Signs) -> None:
        super().__init__(signs=signs)
        self._pane = pane

    def lines(self, width: int) -> Sequence[Line]:
        head = (Piece(" "), *tab_pieces(self._names(), self._pane.tab, self.signs), Piece(" "))
        lit = self._pane.lit
        rule = (self.signs.heavy_rule if lit else self.signs.rule) * max(0, width - line_width(head))
        return ((*head, Piece(rule, "run") if lit else Piece(rule, frame=True)),)

    def _names(self) -> list[str]:
        return [f"0 {name}" if number == 0 else name for number, name in enumerate(self._pane.tabs() or ("Detail",))]


class DetailPane(Pane):
    """One row at length, on tabs. What has to be read first is read when its tab is up."""

    NAME = "detail"
    NUMBER = 0
    TITLED = "Detail"
    CONTEXT = "detail"
    BINDINGS = REGISTRY.bindings("detail")
    DEFAULT_CSS = """
    DetailPane DetailRule { display: block; }
    DetailPane.-framed DetailRule { display: none; }
    """

    def __init__(self, *, signs: Signs = UNICODE) -> None:
        super().__init__(signs=signs)
        self._detail: Detail = NOTHING
        self._read_lines: tuple[object, Sequence[Line]] | None = None
        self._text = TextView(signs=signs)
        self._rule = DetailRule(self, signs=signs)

    def compose(self) -> ComposeResult:
        yield self._rule
        yield self._text

    @property
    def focus_target(self) -> Widget | None:
        return self._text

    def show(self, state: WorkspaceState) -> None:
        """The main screen hands in what to show with ``show_detail``."""

    def badge(self, state: WorkspaceState) -> Line:  # noqa: ARG002 - no tab leads to the detail
        return ()

    def show_detail(self, detail: Detail) -> None:
        other = detail.key != self._detail.key
        names = [tab.name for tab in detail.tabs]
        kept = self._detail.tabs[self.tab].name if self.tab < len(self._detail.tabs) else ""
        self._detail = detail
        self.tab = names.index(kept) if kept in names else 0
        self._show_tab(top=other)
        self.retitle()

    def tabs(self) -> tuple[str, ...]:
        return tuple(tab.name for tab in self._detail.tabs)

    def tab_turned(self) -> None:
        self._show_tab(top=True)

    def _show_tab(self, *, top: bool) -> None:
        tab = self._detail.tabs[self.tab]
        if (later := tab.later) is None:
            self._text.set_lines(tab.lines if tab.drawn is None else tab.drawn(), top=top)
        elif self._read_lines is not None and self._read_lines[0] == later.key:
            self._text.set_lines(self._read_lines[1], top=top)
        else:
            if top:
                self._text.set_lines((line(Piece(later.words, "dim")),), top=True)
            self.run_worker(self._read_later(later, top), group="later", exclusive=True, exit_on_error=False)

    async def _read_later(self, later: Later, top: bool) -> None:
        self._read_lines = (later.key, await later.read())
        if self._detail.tabs[self.tab].later == later:
            self._show_tab(top=top)

    def title_left(self) -> Line:
        return (Piece(f"0 {self._detail.title}", bold=self.lit),)

    def title_right(self) -> Line:
        return ()

    def tabs_line(self) -> Line:
        return super().tabs_line() if len(self.tabs()) > 1 else ()

    def _more_below(self) -> str:
        below = self._text.rows_below
        return f"{below:,} more {self.signs.down}" if below and self._text.size.height else ""

    def retitle(self) -> None:
        super().retitle()
        if self._rule.is_attached:
            self._rule.redraw()

    def copied(self) -> str | None:
        return self.silcrow.main.subject.copied()

    def scroll_rows(self, rows: int) -> None:
        limit = self._text.max_scroll_y
        self._text.scroll_to(y=max(0, min(limit, self._text.scroll_offset.y + rows)), animate=False)
        self.retitle()

    def scroll_page(self, pages: int) -> None:
        self.scroll_rows(pages * max(1, self._text.size.height - 1))
