"""The frame of the walkthrough: four steps on one plan, its draft, and what happens when the file changes."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.widget import Widget
from textual.worker import Worker, WorkerError

from silcrow.curated.recovery import RecoveryPlan
from silcrow.curated.results import Failure, Success
from silcrow.workspace.place import Place
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.full import Bar, FullScreen
from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.recovery.applying import ApplyStep
from silcrow_tui.screens.recovery.decided import Decided
from silcrow_tui.screens.recovery.happened import HappenedStep
from silcrow_tui.screens.recovery.keys import WalkKeys
from silcrow_tui.screens.recovery.parts import PartsStep
from silcrow_tui.screens.recovery.result import ResultStep
from silcrow_tui.screens.recovery.standing import Standing
from silcrow_tui.screens.recovery.step import Step
from silcrow_tui.widgets.filter_input import FilterInput
from silcrow_tui.widgets.footer import FooterBar
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted

_WRITING = "One moment: the file is being written."
STEPS: tuple[type[Step], ...] = (HappenedStep, PartsStep, ResultStep, ApplyStep)


class RecoveryScreen(FullScreen[None]):
    """Walks through a recovery. Nothing is written before step 4; leaving keeps the plan as a draft."""

    CONTEXT = "recovery"
    BINDINGS = REGISTRY.bindings("recovery")
    AUTO_FOCUS = ""
    NUMBER_ROWS = 2
    LOOKS_FOR = "filter"

    def __init__(self, place: Place, plan: RecoveryPlan, *, from_draft: bool = False) -> None:
        super().__init__(place)
        self._decided = Decided(plan)
        self._standing = Standing(plan)
        self._draft = "draft" if from_draft else ""
        self._shown_step = 2 if from_draft else 1
        self._saving: Worker[None] | None = None
        self._draft_due = False
        self.busy = False
        """An apply or an undo is under way."""
        self.done: tuple[Success, float] | None = None
        """What the apply answered, and when."""
        self.refused = ""
        """Why the last apply was refused."""

    # The frame

    def compose(self) -> ComposeResult:
        signs = self.signs
        yield Bar(self._title_line, signs=signs)
        yield Bar(self._numbers_at, signs=signs, rows=2)
        yield from self.body()
        find = FilterInput()
        find.placeholder = self.LOOKS_FOR
        yield find
        yield WalkKeys(lambda: self.shown.SECOND_ROW, signs=signs)
        yield FooterBar(signs=signs)

    def body(self) -> Iterable[Widget]:
        for step in STEPS:
            yield step(signs=self.signs)

    def on_mount(self) -> None:
        self._show_step()

    def on_resize(self) -> None:
        self.query_one(WalkKeys).set_class(self.size.height >= 24, "-shown")
        self.redraw_keys()

    def heading(self) -> tuple[str, Line]:
        name = self.standing.plan.file_name
        steps: list[Piece] = []
        for number, step in enumerate(STEPS, 1):
            words, command = f"{number} {step.TITLE}", f"recovery.step{number}"
            if number == self._shown_step:
                steps.append(Piece(f"{self.signs.tab_left}{words}{self.signs.tab_right}", bold=True))
            else:
                steps.append(Piece(f" {words} ", "dim", command=command))
        return f"Recover {name}", line(*steps, Piece(f"  {self._draft_words():<11} ", "dim"))

    def _draft_words(self) -> str:
        if self.done is not None:
            return "done"
        return {"": "", "saved": "draft saved", "draft": "from draft", "failed": "no draft"}[self._draft]

    def numbers(self) -> Sequence[Line]:
        return self._numbers_at(self.size.width)

    def _numbers_at(self, width: int) -> Sequence[Line]:
        return self.shown.numbers(width)

    @property
    def standing(self) -> Standing:
        return self._standing

    @property
    def step(self) -> int:
        """The number of the step that is shown."""
        return self._shown_step

    @property
    def shown(self) -> Step:
        return self.query_one(STEPS[self._shown_step - 1])

    @property
    def looked_in(self) -> "Reader | VirtualList[Any]":
        return self.shown.looked_in

    def turn_tab(self, step: int) -> None:
        self.shown.turn_tab(step)

    def text_to_copy(self) -> str:
        return self.shown.text_to_copy()

    def redraw_keys(self) -> None:
        """Other keys may work now."""
        if self.is_attached:
            for bar in (*self.query(WalkKeys), *self.query(FooterBar)):
                bar.redraw()

    # Steps

    def go_to_step(self, number: int) -> None:
        """Show a step, unless something has to be done before it."""
        if self.busy:
            self.workbench.hint(_WRITING)
            return
        if self.done is not None and number < 4:
            undo, on = self.key("recovery.undo"), self.key("recovery.on")
            self.workbench.hint(f"It is done: {undo} undoes it, {on} closes.")
            return
        plan = self.standing.plan
        if number >= 3 and plan.undecided:
            count = len(plan.undecided)
            words = f"{counted(count, 'part')} undecided: {self.key('parts.next')} goes to the next"
            self._come_back(words)
        elif number == 4 and self.standing.obstacles:
            first = self.standing.obstacles[0]
            self.workbench.hint(f"Not yet: {first.words}.")
            if self.standing.proof.nowhere:
                self._show(3)
            elif first.piece is not None:
                self.go_to_part(first.piece)
        else:
            self._show(number)

    def _come_back(self, words: str) -> None:
        if self._shown_step != 2:
            self._show(2)
        self.workbench.hint(words)

    def _show(self, number: int) -> None:
        if 1 <= number <= len(STEPS):
            self._shown_step = number
            self._show_step()

    def _show_step(self) -> None:
        for step in self.query(Step):
            step.set_class(step is self.shown, "-shown")
        if isinstance(self.shown, ResultStep):
            self.shown.come_up()
        else:
            self.shown.show()
        self.shown.focus_target.focus(scroll_visible=False)
        self.redraw_bars()
        self.redraw_keys()

    def go_to_part(self, part: str) -> None:
        """Show a part in step 2."""
        self._show(2)
        self.query_one(PartsStep).go_to_part(part)

    # Decisions

    def take(self, plan: RecoveryPlan) -> None:
        """Go on with a changed plan."""
        if self._decided.change(plan):
            self._plan_changed()
        else:
            self.shown.show()

    def discard_rest(self, part: str) -> None:
        """Let the lines of a changed or merged part that left no trace go, on purpose."""
        plan = self.standing.plan
        decision = plan.piece(part).decision
        if decision is not None:
            self.take(plan.with_decision(part, replace(decision, discards_rest=True)))

    def why_no_undo(self) -> str | None:
        if self.busy:
            return _WRITING
        able = self.done is not None or self._decided.can_go_back
        return None if able else "Nothing was decided yet that could be taken back."

    async def undo(self) -> None:
        """Take the last decision back; after the apply the whole recovery."""
        if self.done is not None:
            await self._undo_apply()
        elif self._decided.back():
            self._plan_changed()

    def why_no_redo(self) -> str | None:
        able = self.done is None and not self.busy and self._decided.can_go_forth
        return None if able else "Nothing was taken back that could be done again."

    def redo(self) -> None:
        """Make the decision again that was taken back."""
        if self._decided.forth():
            self._plan_changed()

    def _plan_changed(self) -> None:
        self._standing = Standing(self._decided.plan)
        self.refused = ""
        self.shown.show()
        self.redraw_bars()
        self.redraw_keys()
        self._keep_draft()

    def _keep_draft(self) -> None:
        """Have the plan kept as it is now; one that is being kept is followed by this one."""
        if self.place.readonly:
            return
        self._draft_due = True
        if self._saving is None or self._saving.is_finished:
            # The app's own worker: it goes on when this screen is left.
            self._saving = self.app.run_worker(self._save_drafts, group="draft", exit_on_error=False)

    async def _save_drafts(self) -> None:
        while self._draft_due:
            self._draft_due = False
            failure = await self.place.save_draft(self._decided.plan)
            self._draft = "failed" if isinstance(failure, Failure) else "saved"
        if self.is_attached:
            self.redraw_bars()

    # Apply

    def apply(self) -> None:
        """Write the plan, if nothing is in the way."""
        if self.busy:
            return
        if self.place.readonly:
            self.workbench.hint("Read only: nothing is written from here.")
        elif self.standing.obstacles:
            self.go_to_step(4)
        else:
            self.busy = True
            self.shown.show()
            self.run_worker(self._apply, group="apply", exclusive=True, exit_on_error=False)

    async def _apply(self) -> None:
        plan = self._decided.plan
        try:
            if self._saving is not None and not self._saving.is_finished:
                # A draft that is written after the apply would outlive the plan.
                with suppress(WorkerError):
                    await self._saving.wait()
            result = await self.place.apply_recovery(plan)
        finally:
            self.busy = False
        if isinstance(result, Success):
            self.done = (result, self.workbench.clock())
            self._draft = ""
            self._show_step()
        elif result.code == "stale":
            await self._plan_again(result)
        else:
            self.refused = f"{result.code}: {result.error}"
            self.shown.show()

    async def _undo_apply(self) -> None:
        self.busy = True
        try:
            result = await self.place.undo()
        finally:
            self.busy = False
        if isinstance(result, Failure):
            self.workbench.hint(f"{result.code}: {result.error}")
            return
        self.done = None
        self.workbench.hint(f"Undone: {self._decided.plan.file_name} is as it was; your decisions are still here.")
        self._show_step()
        await self._plan_again()
        self._keep_draft()

    # The file changes

    def state_changed(self) -> None:
        plan = self._decided.plan
        file = self.place.state.memory.file(plan.target)
        if self.done is None and not self.busy and file.sha256 != plan.stand.live_sha256:
            self.run_worker(self._plan_again, group="again", exclusive=True, exit_on_error=False)

    async def _plan_again(self, refused: Failure | None = None) -> None:
        """Make the plan on the files as they are now; all decisions are kept, what is new is undecided."""
        old = self._decided.plan
        fresh = await self.place.plan_again(old)
        if isinstance(fresh, Failure):
            self.workbench.hint(fresh.error)
            return
        if fresh.stand == old.stand and fresh.pieces == old.pieces:
            if refused is not None:
                self.refused = f"{refused.code}: {refused.error}"
                self.shown.show()
            return
        self._decided.start_anew(fresh)
        self._standing = Standing(fresh)
        changed = fresh.stand.live_sha256 != old.stand.live_sha256
        if changed or fresh.undecided:
            count = len(fresh.undecided)
            new = f"{counted(count, 'new part')} {'is' if count == 1 else 'are'} undecided"
            words = f"{fresh.file_name} changed since step 1: {new if count else 'nothing new is in it'}"
            self._show(2 if self._shown_step > 2 else self._shown_step)
            self.workbench.hint(words)
        self.shown.show()
        self.redraw_bars()

    # Out

    def step_back(self) -> None:
        """Close the innermost thing, then leave."""
        shown, looked_in = self.shown, self.looked_in
        if isinstance(shown, PartsStep):
            closed = shown.step_back()
        elif isinstance(looked_in, Reader):
            closed = bool(looked_in.needle)
            looked_in.find("")
        else:
            closed = looked_in.step_back()
        if closed:
            self.redraw_bars()
        else:
            self.leave()

    def leave(self) -> None:
        """Close; what was decided stays as a draft."""
        saving = self._saving is not None and not self._saving.is_finished
        if self.done is None and (self._draft == "saved" or saving):
            self.workbench.toast(f"The plan for {self._decided.plan.file_name} is kept as a draft")
        self.dismiss(None)
