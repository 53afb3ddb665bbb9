"""What the last dream did, when the next one is due, and the keys for both."""

from collections.abc import Sequence

from silcrow.dreaming.report import Report
from silcrow.workspace.place import Answer, Place
from silcrow_tui.commands import REGISTRY
from silcrow_tui.commands.session import dream_now, why_no_dream
from silcrow_tui.dream_words import report_lines
from silcrow_tui.readonly import why_readonly
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.text_view import text_lines


class DreamScreen(TextScreen):
    """The report word for word. ``u`` takes the dream back, ``d`` starts one."""

    CONTEXT = "dream"
    BINDINGS = REGISTRY.bindings("dream")

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._report: Report | None = None
        self._words = ""

    def heading(self) -> tuple[str, Line]:
        model = self.place.state.settings.memory.dreaming.model
        return "Dream", (Piece(f"{shown(str(model), 40)} ", "dim"),)

    def numbers(self) -> Sequence[Line]:
        dream = self.place.state.dream
        words = dream.words if dream is not None else "looking"
        due = dream is not None and dream.due
        return (line(Piece(f" {shown(words, 200)}", "wait" if due else "dim"), Piece(f"  {self.found_words()}")),)

    def on_mount(self) -> None:
        self._read()

    def state_changed(self) -> None:
        self._read()

    def _read(self) -> None:
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="dream")

    async def _fetch(self) -> None:
        found = await self.place.dream_report()
        self._report = None if isinstance(found, Answer) else found
        self._words = found.words if isinstance(found, Answer) else "\n".join(report_lines(found))
        self.looked_in.set_lines(text_lines(self._words))
        self.redraw_bars()

    def text_to_copy(self) -> str:
        return self._words

    # Keys

    def why_no_revert(self) -> str | None:
        """Why nothing can be taken back."""
        if (reason := why_readonly(self.place)) is not None:
            return reason
        report = self._report
        if report is None or not report.changes:
            return "This dream changed nothing by itself."
        return "It is taken back already." if report.reverted_at is not None else None

    def revert(self) -> None:
        """Take all of it back, after a question."""
        self.workbench.start(self._revert())

    async def _revert(self) -> None:
        from silcrow_tui.screens.dialogs import YesNo

        made = len(self._report.taken) if self._report is not None else 0
        lines = ["What you changed since stays.", "Changes of it that wait for review go on waiting."]
        question = f"Take back {made:,} {'change' if made == 1 else 'changes'} of this dream?"
        if await self.workbench.push_screen_wait(YesNo(question, lines, yes="Take back", no="Keep")):
            self.workbench.report(await self.place.revert_dream())

    def why_no_start(self) -> str | None:
        return why_no_dream(self.workbench)

    def start(self) -> None:
        """Dream now."""
        dream_now(self.workbench)
