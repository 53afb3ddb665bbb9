"""Step 1: what happened to the file, and what is safe."""

from collections.abc import Sequence

from textual.app import ComposeResult

from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.recovery.happened_lines import happened_lines
from silcrow_tui.screens.recovery.numbers import gauge_line
from silcrow_tui.screens.recovery.step import Step
from silcrow_tui.widgets.line import Line, Piece, line, plain
from silcrow_tui.widgets.words import counted


class HappenedStep(Step):
    """A text to read."""

    TITLE = "What happened"
    CONTEXT = "recovery_happened"
    BINDINGS = REGISTRY.bindings("recovery_happened")

    def compose(self) -> ComposeResult:
        yield Reader(signs=self.signs).add_class("body")

    @property
    def looked_in(self) -> Reader:
        return self.query_one(Reader)

    def _lines(self) -> list[Line]:
        plan, memory = self.standing.plan, self.walk.place.state.memory
        backup = next((each for each in memory.backups if each.path == plan.stand.backup), None)
        return happened_lines(plan, memory.file(plan.target), backup, self.walk.size.width, self.signs)

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        self.looked_in.set_lines(self._lines())

    def numbers(self, width: int) -> Sequence[Line]:
        plan = self.standing.plan
        file = self.walk.place.state.memory.file(plan.target)
        if file.unreadable is None:
            now = gauge_line("now", file.usage, len(file.entries), width, self.signs)
        else:
            words = "unreadable: writes are refused, the file is untouched"
            now = line(Piece(" now      ", "dim"), Piece(words, "bad"))
        parts = [counted(len(plan.pieces), "part")]
        if self.standing.folded:
            parts.append(f"{len(self.standing.folded):,} of them in the entries already")
        if plan.stand.source != file.path:
            parts.insert(0, "from a backup")
        words = f" {self.signs.between} ".join(parts)
        return (now, line(Piece(" found    ", "dim"), Piece(words)))

    def text_to_copy(self) -> str:
        return "\n".join(plain(each) for each in self._lines())
