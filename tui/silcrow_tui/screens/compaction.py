"""What a compaction would put in place of the oldest text, and the key that does it."""

from collections.abc import Sequence

from silcrow.observational.compaction import CompactionPreview
from silcrow.text import display_text
from silcrow.workspace.place import Answer, Place
from silcrow_tui.commands import REGISTRY
from silcrow_tui.commands.session import why_no_run
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.widgets.footer import FooterBar
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted


class CompactionScreen(TextScreen):
    """The block word for word, the cut and the sizes. ``enter`` compacts; observers at work are waited for."""

    CONTEXT = "compaction"
    BINDINGS = REGISTRY.bindings("compaction")
    NUMBER_ROWS = 2

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._ahead: CompactionPreview | None = None
        self._refused = ""
        self._until: float | None = None
        """While observers are waited for: when that ends, in seconds of the clock."""
        self._waiting = False

    # The skeleton

    def heading(self) -> tuple[str, Line]:
        session = self.place.state.session
        name = shown(session.name or "unnamed session", 40) if session is not None else "no session"
        return "Compaction preview", (Piece(f"{name} ", "dim"),)

    def numbers(self) -> Sequence[Line]:
        ahead = self._ahead
        if self._refused:
            return (line(Piece(f" {shown(self._refused, 200)}", "wait")), ())
        if ahead is None:
            return (line(Piece(" reading", "dim")), ())
        if self._waiting:
            return (line(Piece(f" {self.signs.paused} {self._waiting_words()}", "wait")), self._size_line(ahead))
        reason = Piece(f" {shown(ahead.reason, 200)}", "wait" if ahead.due else "normal")
        return (line(reason, Piece(f"  {self.found_words()}", "dim")), self._size_line(ahead))

    def _size_line(self, ahead: CompactionPreview) -> Line:
        if ahead.first_kept is None:
            return line(Piece(f" Nothing would be cut: {shown(ahead.obstacle, 160)}.", "dim"))
        sizes = f"{ahead.tokens_before:,} {self.signs.into} {ahead.tokens_after:,} tokens"
        told = f"{counted(ahead.observations, 'observation')} in the block"
        kept = f"text kept from {shown(ahead.first_kept, 12)} on"
        dot = f" {self.signs.between} "
        return line(Piece(f" {sizes}", bold=True), Piece(f"{dot}{told}{dot}{kept}", "dim"))

    def _waiting_words(self) -> str:
        words = f"Waiting for {counted(self._observers, 'observer')}"
        if self._until is not None:
            words += f", {max(0, int(self._until - self.workbench.clock()))} s at most"
        on, back = self.key("compaction.compact"), self.key("compaction.back")
        return f"{words} · {on} goes on without them · {back} stays as it is"

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)
        self._read()

    def state_changed(self) -> None:
        self._read()
        self._go_on_when_free()

    def _read(self) -> None:
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="preview")

    async def _fetch(self) -> None:
        ahead = await self.place.compaction_preview()
        self._refused = ahead.words if isinstance(ahead, Answer) else ""
        self._ahead = ahead if isinstance(ahead, CompactionPreview) else None
        self.looked_in.set_lines(self._lines())
        self.redraw_bars()
        self.query_one(FooterBar).redraw()

    def _lines(self) -> list[Line]:
        ahead = self._ahead
        if ahead is None:
            return []
        if not ahead.block:
            return [line(Piece(display_text(ahead.reason), "dim"))]
        head = line(Piece("In place of the text before the cut the agent would be sent:", "dim"))
        return [head, (), *text_lines(ahead.block)]

    # Compacting

    @property
    def _observers(self) -> int:
        return sum(run.state == "running" and run.role == "observer" for run in self.place.state.runs)

    def why_no_compact(self) -> str | None:
        if (reason := why_no_run(self.workbench)) is not None:
            return reason
        if self._ahead is None:
            return "The preview is not there yet."
        if self._ahead.first_kept is None:
            return f"Nothing can be cut: {shown(self._ahead.obstacle, 90)}."
        return None

    def compact(self) -> None:
        """Compact; while observers are at work wait for them first, once more: without them."""
        if not self._waiting and self._observers:
            limit = self.place.state.settings.observational.limits.compact_wait_seconds
            self._waiting = True
            self._until = None if limit is None else self.workbench.clock() + limit
            self.redraw_bars()
            return
        self._go_on()

    def _go_on(self) -> None:
        self._waiting = False
        self.workbench.start(self._compact())

    async def _compact(self) -> None:
        answer = await self.place.compact()
        self.workbench.report(answer)
        if answer.done and self.is_current:
            self.dismiss(None)
        self.redraw_bars()

    def _tick(self) -> None:
        if self._waiting:
            self._go_on_when_free()
            self.redraw_bars()

    def _go_on_when_free(self) -> None:
        late = self._until is not None and self.workbench.clock() >= self._until
        if self._waiting and (late or not self._observers):
            self._go_on()

    def step_back(self) -> None:
        if self._waiting:
            self._waiting = False
            self.redraw_bars()
        else:
            super().step_back()

    def text_to_copy(self) -> str:
        return self._ahead.block if self._ahead is not None else ""
