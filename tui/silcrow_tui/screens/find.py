"""Find everywhere: one text in all that is remembered, and whether the agent sees it now."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial

from textual import on
from textual.widget import Widget

from silcrow.workspace.place import Place
from silcrow.workspace.search import Findings, Hit
from silcrow.workspace.search_query import BadQuery
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.find_lines import SEARCHED, HitLook, Row, about_hit, counts_words, found_rows
from silcrow_tui.screens.list_screen import ListScreen
from silcrow_tui.screens.reader import Reader
from silcrow_tui.widgets.filter_input import FilterInput
from silcrow_tui.widgets.footer import FooterBar
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.virtual_list import VirtualList

TYPING_SECONDS = 0.15
"""How long a text stands before it is looked for: a long session is not gone through at each key."""


class FindScreen(ListScreen[Row]):
    """Starts in its field; ``enter`` goes to the hits, and from a hit to where it lives."""

    CONTEXT = "find"
    BINDINGS = REGISTRY.bindings("find")
    LOOKS_FOR = "what to find; / in front for a regular expression"
    DEFAULT_CSS = """
    FindScreen Reader { height: 30%; min-height: 5; border-top: solid $frame; }
    """

    def __init__(self, place: Place, text: str = "") -> None:
        super().__init__(place)
        self._text = text
        self._findings: Findings | None = None
        self._problem = ""
        self._looking = False

    # The skeleton

    def heading(self) -> tuple[str, Line]:
        words = f"“{shown(self._text, 40)}”" if self._text else ""
        return "Find everywhere", (Piece(f"{words} ", "dim"),)

    def numbers(self) -> Sequence[Line]:
        if self._problem:
            return (line(Piece(f" {shown(self._problem, 200)}", "wait")),)
        if self._looking:
            return (line(Piece(" looking", "dim")),)
        words = counts_words(self._findings) if self._findings is not None else f"in {SEARCHED}"
        return (line(Piece(f" {words}", "dim")),)

    def body(self) -> Iterable[Widget]:
        rows = VirtualList(
            HitLook(self.workbench.clock(), self.signs), signs=self.signs, empty=self._nothing, id="hits"
        )
        rows.active = True
        rows.add_class("body")
        yield rows
        reader = Reader(signs=self.signs)
        reader.can_focus = False
        yield reader

    def _nothing(self, width: int) -> Sequence[Line]:
        if not self._text or self._findings is None:
            return ()
        words = f" Nothing found for “{shown(self._text, 40)}” in {SEARCHED}."
        return (line(Piece(shown(words, width - 1, self.signs), "dim")),)

    def on_mount(self) -> None:
        if self._text:
            self.rows.focus()
            self._look_up()
        else:
            self.open_find()

    # Looking

    def looked_for(self) -> str:
        return self._text

    def look_for(self, text: str) -> None:
        if text.strip() != self._text:
            self._text = text.strip()
            self._look_up()

    def _look_up(self) -> None:
        self._looking = bool(self._text)
        self._problem = ""
        self.redraw_bars()
        self.run_worker(partial(self._fetch, self._text), exclusive=True, exit_on_error=False, group="find")

    async def _fetch(self, text: str) -> None:
        await asyncio.sleep(TYPING_SECONDS)
        found = await self.place.find(text) if text and text != "/" else None
        self._looking = False
        self._problem = found.words if isinstance(found, BadQuery) else ""
        self._findings = found if isinstance(found, Findings) else None
        self.rows.set_items(found_rows(self._findings) if self._findings is not None else ())
        self.rows.refresh_empty()
        self._explain()
        self.redraw_bars()

    @on(VirtualList.Moved)
    def _explain(self) -> None:
        hit = self.hit
        lines = [] if hit is None else [*about_hit(hit, self.signs), (), *text_lines(hit.excerpt)]
        self.query_one(Reader).set_lines(lines, top=True)
        self.query_one(FooterBar).redraw()

    @property
    def hit(self) -> Hit | None:
        """The hit under the cursor."""
        current = self.rows.current
        return current if isinstance(current, Hit) else None

    # Keys

    def why_no_hit(self) -> str | None:
        return None if self.hit is not None else f"There is no hit here: {self.key('find.look')} asks for a text."

    @on(VirtualList.Opened)
    def open_row(self) -> None:
        """Go to where the hit lives."""
        if (hit := self.hit) is not None:
            from silcrow_tui.screens.find_opening import open_hit

            self.run_worker(partial(open_hit, self.workbench, hit, self._text), exit_on_error=False)

    def explain_row(self) -> None:
        """Show the hit in full, with what it rests on."""
        if (hit := self.hit) is not None:
            from silcrow_tui.screens.find_opening import show_whole

            self.run_worker(partial(show_whole, self.workbench, hit, self._text), exit_on_error=False)

    def step_back(self) -> None:
        if self.query_one(FilterInput).has_focus:
            self.rows.focus()
        elif not self.rows.step_back():
            self.dismiss(None)

    def text_to_copy(self) -> str:
        return self.hit.excerpt if self.hit is not None else ""
