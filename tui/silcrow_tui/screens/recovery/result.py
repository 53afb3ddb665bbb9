"""Step 3: what the file will be, with the proof that no line is lost."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult

from silcrow.curated.recovery import ProofLine
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.full import Bar
from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.recovery.numbers import after_line, proof_line
from silcrow_tui.screens.recovery.result_lines import (
    LineLook,
    LineRow,
    difference_lines,
    discarded_lines,
    summary_lines,
)
from silcrow_tui.screens.recovery.step import Step
from silcrow_tui.screens.recovery.tabs import tabs_rule
from silcrow_tui.widgets.line import Line, Piece, line, plain, rule, shown
from silcrow_tui.widgets.text_view import TextView
from silcrow_tui.widgets.virtual_list import VirtualList


class ResultStep(Step):
    """Difference, lines and what was discarded, in tabs."""

    TITLE = "Result"
    CONTEXT = "recovery_result"
    BINDINGS = REGISTRY.bindings("recovery_result")
    DEFAULT_CSS = """
    ResultStep Reader, ResultStep VirtualList { height: 1fr; display: none; }
    ResultStep .-open { display: block; }
    ResultStep .below { display: none; }
    ResultStep.-difference .below { display: block; }
    ResultStep TextView.below { height: 3; }
    """

    def __init__(self, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self._tab = 0
        signs = self.signs
        self._rule = Bar(self._rule_line, signs=signs)
        self._difference = Reader(signs=signs, wraps=False, id="difference")
        self._lines: VirtualList[LineRow] = VirtualList(LineLook(signs), signs=signs)
        self._lines.active = True
        self._discarded = Reader(signs=signs, id="discarded")
        self._below_rule = Bar(lambda width: (rule(" Discarded by you", width, signs),), signs=signs)
        self._below_rule.add_class("below")
        self._below = TextView(signs=signs, margin=2, classes="below")
        self._below.can_focus = False
        self._last = Bar(self._last_line, signs=signs)
        self._last.add_class("below")

    def compose(self) -> ComposeResult:
        yield self._rule
        yield self._difference
        yield self._lines
        yield self._discarded
        yield self._below_rule
        yield self._below
        yield self._last

    # What is shown

    @property
    def looked_in(self) -> Reader | VirtualList[LineRow]:
        return (self._difference, self._lines, self._discarded)[self._tab]

    def _tabs(self) -> tuple[str, ...]:
        standing = self.standing
        discarded = len(standing.discarded)
        return ("Difference", f"Lines {len(standing.proof.lines)}", f"Discarded {discarded}")

    def _rule_line(self, width: int) -> Sequence[Line]:
        return (tabs_rule(self._tabs(), self._tab, "", width, self.signs),)

    def numbers(self, width: int) -> Sequence[Line]:
        return (after_line(self.standing, width, self.signs), proof_line(self.standing, self.signs, self.key))

    def come_up(self) -> None:
        """Opened: where lines are nowhere, these are what counts."""
        self._tab = 1 if self.standing.proof.nowhere else 0
        self.show()
        if self.standing.proof.nowhere:
            self._lines.move_to(next(row.place for row in self._lines.index.items if row.line.how == "nowhere"))

    def show(self) -> None:
        standing, signs = self.standing, self.signs
        self._difference.set_lines(difference_lines(standing, signs))
        self._lines.set_items(tuple(LineRow(place, placed) for place, placed in enumerate(standing.proof.lines)))
        self._discarded.set_lines(discarded_lines(standing, signs))
        self._below.set_lines(summary_lines(standing, signs))
        self._last.redraw()
        self._show_tab()

    def _last_line(self, width: int) -> Sequence[Line]:
        first = next(iter(self.standing.obstacles), None)
        if first is not None:
            return (line(Piece(shown(f" Not yet: {first.words}.", width - 1, self.signs), "wait")),)
        on = Piece(f"{self.key('recovery.on')} goes on to 4, the last step", command="recovery.on")
        return (line(Piece(" Nothing is written yet.   "), on),)

    def _show_tab(self) -> None:
        for place, widget in enumerate((self._difference, self._lines, self._discarded)):
            widget.set_class(place == self._tab, "-open")
        self.set_class(self._tab == 0, "-difference")
        self._rule.redraw()
        self.walk.redraw_keys()

    def turn_tab(self, step: int) -> None:
        self._tab = (self._tab + step) % 3
        self._show_tab()
        self.looked_in.focus(scroll_visible=False)

    def why_no_tabs(self) -> str | None:
        return None

    # Keys

    @property
    def _current(self) -> ProofLine | None:
        row = self._lines.current if self._tab == 1 else None
        return row.line if row is not None else None

    def go_on(self) -> None:
        """To the part of a line that is nowhere, or to whatever is in the way; else to the last step."""
        current = self._current
        if current is not None and current.how in ("nowhere", "undecided"):
            self._go_to_part_of(current)
        else:
            self.walk.go_to_step(4)

    def why_no_change(self) -> str | None:
        current = self._current
        if current is None:
            tabs = f"{self.key('recovery.tab_before')} {self.key('recovery.tab_after')}"
            return f"{self.key('result.change')} goes to the part of a line: {tabs} opens the lines."
        return None if self._part_of(current) else "This line is in no part."

    def change(self) -> None:
        """To the part that holds the line."""
        if (current := self._current) is not None:
            self._go_to_part_of(current)

    def why_no_discard(self) -> str | None:
        current = self._current
        if current is None or current.how != "nowhere":
            key = self.key("result.discard")
            return f"{key} discards a line that is nowhere; parts are discarded in step 2."
        return None if self._part_of(current) else "This line is in no part."

    def discard(self) -> None:
        """Let the lines of this part that left no trace go, on purpose."""
        current = self._current
        part = self._part_of(current) if current is not None else None
        if part is not None:
            self.walk.discard_rest(part)

    def _part_of(self, placed: ProofLine) -> str | None:
        if placed.piece is not None:
            return placed.piece
        merged = (p for p in self.standing.plan.pieces if p.decision is not None and p.decision.kind == "merged")
        outcome = self.standing.outcome
        return next((p.id for p in merged if any(p.id in entry.pieces for entry in outcome.entries)), None)

    def _go_to_part_of(self, placed: ProofLine) -> None:
        if (part := self._part_of(placed)) is not None:
            self.walk.go_to_part(part)

    @on(VirtualList.Opened)
    def _opened(self, event: VirtualList.Opened) -> None:
        event.stop()
        self.change()

    @on(VirtualList.Moved)
    def _moved(self, event: VirtualList.Moved) -> None:
        event.stop()
        self.walk.redraw_keys()

    def text_to_copy(self) -> str:
        match self._tab:
            case 0:
                return "\n§\n".join(self.standing.outcome.texts)
            case 1:
                return self._current.text if self._current is not None else ""
            case _:
                return "\n".join(plain(each) for each in discarded_lines(self.standing, self.signs))
