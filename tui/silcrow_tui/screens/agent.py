"""What the agent's prompt holds of the memory: the block of now, the frozen one, and what a renewal would change."""

from collections.abc import Sequence

from silcrow.curated.prompt_block import PromptBlock
from silcrow.curated.results import FILE_NAMES
from silcrow.curated.snapshot import RENEWAL
from silcrow.workspace.agents_view import AgentsView
from silcrow.workspace.place import Place
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.difference import diff_lines
from silcrow_tui.screens.full import tabs_line
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted

TABS = ("Memory block", "Frozen", "Difference")
_DIFFERENCE = 2


class AgentScreen(TextScreen):
    """Live beside frozen. Nothing is written here: whoever froze the block renews it."""

    CONTEXT = "agent"
    BINDINGS = REGISTRY.bindings("agent")
    NUMBER_ROWS = 2

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._view: AgentsView | None = None
        self._tab = 0

    def heading(self) -> tuple[str, Line]:
        return "What the agent sees", tabs_line(TABS, self._tab, self.signs)

    def numbers(self) -> Sequence[Line]:
        view = self._view
        if view is None:
            return (line(Piece(" reading", "dim")), ())
        found = f"  {self.found_words()}" if self.found_words() else ""
        return (line(Piece(f" live    {_live_words(view.live)}"), Piece(found)), self._frozen_line(view))

    def _frozen_line(self, view: AgentsView) -> Line:
        frozen, signs = view.frozen, self.signs
        if frozen is None:
            return line(Piece(" frozen  ", "dim"), Piece("none: no host has stored a block in this session", "dim"))
        since = frozen.stored_at[:16].replace("T", " ") or "an unknown time"
        if frozen.text is None:
            words = shown(f"stored {since}, not usable: {frozen.refused}", 300, signs)
            return line(Piece(" frozen  "), Piece(words, "bad"))
        size = f"{counted(len(frozen.text), 'char')} {signs.between} since {shown(since, 30, signs)} {signs.between} "
        same = Piece("the same as live", "ok") if view.same else Piece("differs from live", "wait")
        return line(Piece(f" frozen  {size}"), same)

    def on_mount(self) -> None:
        self._read()

    def state_changed(self) -> None:
        self._read()

    def _read(self) -> None:
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="view")

    async def _fetch(self) -> None:
        self._view = await self.place.agents_view()
        self._show()
        self.redraw_bars()

    def _show(self, *, top: bool = False) -> None:
        if self._view is not None:
            self.looked_in.set_lines(self._lines(self._view), top=top)

    def _lines(self, view: AgentsView) -> Sequence[Line]:
        frozen = view.frozen.text if view.frozen is not None else None
        if self._tab == 0:
            return text_lines(view.live.text) if view.live.text else [_quiet("Nothing: both files are empty.")]
        if frozen is None:
            why = "No host has stored a block in this session: the next one sees the memory block as it is then."
            refused = view.frozen is not None
            return [_quiet("The stored block may not be used; a fresh one takes its place." if refused else why)]
        if self._tab == _DIFFERENCE:
            renews = line(Piece(f"Renews {RENEWAL}.", "dim"))
            return [renews, (), *diff_lines(frozen, view.live.text, self.signs)]
        return text_lines(frozen)

    # Keys

    def turn_tab(self, step: int) -> None:
        """The next tab, around the end."""
        self._tab = (self._tab + step) % len(TABS)
        self._show(top=True)
        self.redraw_bars()

    def compare(self) -> None:
        """Between the difference and the block."""
        self._tab = 0 if self._tab == _DIFFERENCE else _DIFFERENCE
        self._show(top=True)
        self.redraw_bars()

    def why_no_compare(self) -> str | None:
        frozen = self._view.frozen if self._view is not None else None
        return None if frozen is not None and frozen.text is not None else "No frozen block to compare with."

    def renew(self) -> None:
        """Say who renews the block, and what that costs."""
        view = self._view
        if view is None or view.frozen is None:
            self.workbench.hint("No block is frozen in this session: there is nothing to renew.")
        elif view.same:
            self.workbench.hint("Both are the same: a renewal would change nothing.")
        else:
            self.workbench.hint("Renew now costs one cache miss: type /memory reload in pi.")

    def text_to_copy(self) -> str:
        view = self._view
        if view is None:
            return ""
        return view.live.text if self._tab == 0 or view.frozen is None else view.frozen.text or ""


def _live_words(live: PromptBlock) -> str:
    """How much is in it, and what is not."""
    words = [counted(len(live.text), "char")]
    for section in live.sections:
        name = FILE_NAMES[section.target].removesuffix(".md")
        parts = [counted(section.shown, "entry", "entries")] if section.current else ["unreadable"]
        parts += [f"{len(section.blocked)} blocked"] if section.blocked else []
        parts += [f"{section.left_out} without room"] if section.left_out else []
        parts += ["needs repair"] if section.damage else []
        words.append(f"{name} {', '.join(parts)}")
    return " · ".join(words)


def _quiet(words: str) -> Line:
    return line(Piece(words, "dim"))
