"""Step 4: what will be written, then that it was."""

import time
from collections.abc import Sequence

from textual.app import ComposeResult

from silcrow.curated.results import Success
from silcrow.curated.store_file import RESOLVED_FOLDER
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.recovery.numbers import after_line, proof_line
from silcrow_tui.screens.recovery.step import Step
from silcrow_tui.widgets.line import Line, Piece, line, plain, shown
from silcrow_tui.widgets.words import counted


class ApplyStep(Step):
    """The only step that writes."""

    TITLE = "Apply"
    CONTEXT = "recovery_apply"
    BINDINGS = REGISTRY.bindings("recovery_apply")

    def compose(self) -> ComposeResult:
        yield Reader(signs=self.signs).add_class("body")

    @property
    def looked_in(self) -> Reader:
        return self.query_one(Reader)

    def show(self) -> None:
        self.looked_in.set_lines(self._lines())

    def numbers(self, width: int) -> Sequence[Line]:
        return (after_line(self.standing, width, self.signs), proof_line(self.standing, self.signs, self.key))

    def _lines(self) -> list[Line]:
        done = self.walk.done
        if done is not None:
            return self._done_lines(*done)
        standing, plan, signs = self.standing, self.standing.plan, self.signs
        usage, count = standing.outcome.usage, len(standing.outcome.entries)
        copy = plan.stand.backup
        moves = "moves the backup to settled" if copy is not None else "keeps an exact copy of what is there now"
        between = f" {signs.between} "
        lines = [
            line(
                Piece(
                    f"Writes {plan.file_name} ({counted(count, 'entry', 'entries')}, {usage.used:,} chars)"
                    f"{between}{moves}{between}records one change.",
                    bold=True,
                )
            ),
            (),
            line(Piece(f"In one step: whoever reads {plan.file_name} sees the old text or the new one.")),
        ]
        if copy is not None:
            lines.append(line(Piece(f"{shown(copy.name, 80, signs)} goes to {RESOLVED_FOLDER}; it is never deleted.")))
        lines += [line(Piece(f"{self.key('recovery.undo')} takes all of it back.")), ()]
        if self.walk.place.readonly:
            lines.append(line(Piece("Read only: nothing is written from here.", "wait")))
        elif self.walk.busy:
            lines.append(line(Piece(f"{signs.running} writing", "run")))
        elif standing.obstacles:
            lines.append(line(Piece(f"Not yet: {shown(standing.obstacles[0].words, 400, signs)}.", "wait")))
        else:
            later = Piece(f"{self.key('recovery.later')} later", "run", bold=True, command="recovery.later")
            lines.append(line(self._on("applies"), Piece(between, "run", bold=True), later))
        if self.walk.refused:
            lines += [(), line(Piece(f"{signs.failed} {shown(self.walk.refused, 600, signs)}", "bad"))]
        return lines

    def _done_lines(self, result: Success, when: float) -> list[Line]:
        signs = self.signs
        at = time.strftime("%H:%M", time.localtime(when))
        words = (
            f"Done at {at}. The agent can save again now and sees the new text from the next session or compaction on."
        )
        lines = [line(Piece(f"{signs.done} {words}", "ok", bold=True)), ()]
        if result.message:
            lines.append(line(Piece(shown(result.message, 400, signs))))
        lines += [line(Piece(shown(note, 400, signs), "dim")) for note in result.notes]
        undo = Piece(f"{self.key('recovery.undo')} undoes", "run", bold=True, command="recovery.undo")
        return [*lines, (), line(undo, Piece(f" {signs.between} ", "run", bold=True), self._on("closes"))]

    def _on(self, does: str) -> Piece:
        """What ``enter`` does, to be clicked too."""
        return Piece(f"{self.key('recovery.on')} {does}", "run", bold=True, command="recovery.on")

    def go_on(self) -> None:
        """Apply; once that is done, close."""
        if self.walk.done is not None:
            self.walk.leave()
        else:
            self.walk.apply()

    def text_to_copy(self) -> str:
        return "\n".join(plain(each) for each in self._lines())
