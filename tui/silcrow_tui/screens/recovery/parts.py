"""Step 2: the parts, each to be kept, changed, merged, split, joined or discarded."""

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult

from silcrow.curated.recovery import DISCARD, KEEP, Decision, Piece, RecoveryPlan
from silcrow_tui.commands import REGISTRY, KeyOf
from silcrow_tui.screens.full import Bar
from silcrow_tui.screens.recovery import part_changes
from silcrow_tui.screens.recovery.numbers import after_line, to_do_line
from silcrow_tui.screens.recovery.part_detail import finding_lines, merge_lines, part_lines, tab_names, why_not
from silcrow_tui.screens.recovery.part_lines import PartLook, PartRow, heading
from silcrow_tui.screens.recovery.standing import fitting, is_folded
from silcrow_tui.screens.recovery.step import Step
from silcrow_tui.screens.recovery.tabs import tabs_rule
from silcrow_tui.widgets.line import Line, line
from silcrow_tui.widgets.line import Piece as Run
from silcrow_tui.widgets.text_view import TextView
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted


class PartsStep(Step):
    """The list of parts, and the one under the cursor at length."""

    TITLE = "Parts"
    CONTEXT = "recovery_parts"
    BINDINGS = REGISTRY.bindings("recovery_parts")
    SECOND_ROW = ("recovery.on", "parts.undecide", "parts.hidden", "recovery.undo")
    DEFAULT_CSS = """
    PartsStep VirtualList { height: 1fr; }
    PartsStep TextView { height: 4; }
    PartsStep.-tall TextView { height: 8; }
    PartsStep.-whole VirtualList, PartsStep.-whole #columns { display: none; }
    PartsStep.-whole TextView { height: 1fr; }
    """

    def __init__(self, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self._tab = 0
        self._folded_shown = False
        self._list: VirtualList[PartRow] = VirtualList(PartLook(self.signs), signs=self.signs, empty=self._empty)
        self._list.active = True
        self._columns = Bar(lambda width: (heading(width, self.signs),), signs=self.signs)
        self._columns.id = "columns"
        self._rule = Bar(self._rule_line, signs=self.signs)
        self._detail = TextView(signs=self.signs, margin=2)
        self._detail.can_focus = False

    def compose(self) -> ComposeResult:
        yield self._columns
        yield self._list
        yield self._rule
        yield self._detail

    @property
    def looked_in(self) -> VirtualList[PartRow]:
        return self._list

    def on_resize(self) -> None:
        self.set_class(self.size.height >= 26, "-tall")

    # What is shown

    def show(self) -> None:
        plan = self.standing.plan
        pieces = plan.pieces if self._folded_shown else self.standing.shown
        self._list.set_items(tuple(PartRow.of(piece, plan, self.signs) for piece in pieces))
        self._list.refresh_empty()
        self._show_detail()

    def numbers(self, width: int) -> Sequence[Line]:
        standing = self.standing
        return (after_line(standing, width, self.signs), to_do_line(standing, width, self.signs))

    def _empty(self, _width: int) -> Sequence[Line]:
        if typed := self._list.index.filter.typed:
            return (line(Run(f"  No part matches “{typed}”. {self.key('recovery.later')} shows all.", "dim")),)
        return (line(Run(f"  All text is in the entries already: {self.key('recovery.on')} goes on.", "dim")),)

    @property
    def current(self) -> Piece | None:
        row = self._list.current
        return row.piece if row is not None else None

    @property
    def chosen(self) -> tuple[Piece, ...]:
        """The marked parts, else the one under the cursor."""
        return tuple(row.piece for row in self._list.chosen)

    def _tabs(self) -> tuple[str, ...]:
        piece = self.current
        return tab_names(piece) if piece is not None else ()

    def _rule_line(self, width: int) -> Sequence[Line]:
        marks = len(self._list.index.marks)
        below = self._list.below
        right = f"{marks} marked" if marks else f"{below:,} more {self.signs.down}" if below else ""
        return (tabs_rule(self._tabs(), self._tab, right, width, self.signs),)

    def _show_detail(self, *, top: bool = False) -> None:
        piece = self.current
        self._detail.set_lines(self._detail_lines(piece) if piece is not None else (), top=top)
        self._rule.redraw()
        self.walk.redraw_keys()

    def _detail_lines(self, piece: Piece) -> list[Line]:
        plan = self.standing.plan
        match self._tab:
            case 0:
                why = why_not(plan, piece, self.key) if piece.decision is None else None
                return [*part_lines(plan, piece, self.signs), *([line(Run(why, "dim"))] if why else [])]
            case 1:
                return finding_lines(piece, self.signs)
            case _:
                return merge_lines(plan, piece, self.key)

    @on(VirtualList.Moved)
    def _moved(self, event: VirtualList.Moved) -> None:
        event.stop()
        self._show_detail(top=True)

    @on(VirtualList.Changed)
    def _changed(self, event: VirtualList.Changed) -> None:
        event.stop()
        self._rule.redraw()
        self.walk.redraw_keys()

    @on(VirtualList.Opened)
    def _opened(self, event: VirtualList.Opened) -> None:
        event.stop()
        self.toggle_detail()

    # Moving about

    def why_no_tabs(self) -> str | None:
        return None if self.current is not None else "There is no part here."

    def turn_tab(self, step: int) -> None:
        self._tab = (self._tab + step) % max(1, len(self._tabs()))
        self._show_detail(top=True)

    def toggle_detail(self) -> None:
        """The part in full height, or beside the list again."""
        self.toggle_class("-whole")
        self._rule.redraw()

    def step_back(self) -> bool:
        """Close what is open here; False when nothing is."""
        if self._list.step_back():
            return True
        if self.has_class("-whole"):
            self.toggle_detail()
            return True
        return False

    def scroll_detail(self, rows: int) -> None:
        self._detail.scroll_relative(y=rows, animate=False)

    def why_nothing_hidden(self) -> str | None:
        return None if self.standing.folded or self._folded_shown else "No part is in the entries already."

    def toggle_hidden(self) -> None:
        """Show the parts that are in the entries, or fold them away."""
        self._folded_shown = not self._folded_shown
        self.show()

    def why_no_undecided(self) -> str | None:
        return None if self.standing.plan.undecided else "Every part is decided."

    def next_undecided(self) -> None:
        """Go to the next part that is undecided, from the top again after the last."""
        index = self._list.index
        for step in range(1, len(index) + 1):
            position = (index.cursor + step) % len(index)
            if index.at(position).piece.decision is None:
                self._list.move_to(position)
                return

    def go_to_part(self, part: str) -> None:
        """Put the cursor on a part, shown or folded."""
        if not self._list.move_to_key(part):
            self._list.set_filter()
            if any(piece.id == part and is_folded(piece) for piece in self.standing.plan.pieces):
                self._folded_shown = True
            self.show()
            self._list.move_to_key(part)

    def why_no_part(self) -> str | None:
        return None if self.current is not None else "There is no part here."

    # Decisions

    def why_no_keep(self) -> str | None:
        if self.current is None:
            return "There is no part here."
        plan = self.standing.plan
        chosen = self.chosen
        if any(plan.why_not_keep(piece.id) is None for piece in chosen):
            return None
        return why_not(plan, chosen[0], self.key)

    def keep(self) -> None:
        """Keep the part as it is; of marked ones those that can be kept, as long as the file holds them."""
        plan, chosen = self.standing.plan, self.chosen
        able = [piece for piece in chosen if plan.why_not_keep(piece.id) is None]
        fit = fitting(plan, able) if len(able) > 1 else able
        # Asked for again, what does not fit is kept all the same; the gauge says by how much it is over.
        kept = fit or able
        self._decide(kept, KEEP)
        if words := _left_words(len(kept), len(able) - len(kept), len(chosen) - len(able), self.key):
            self.walk.workbench.hint(words)

    def discard(self) -> None:
        self._decide(self.chosen, DISCARD)

    def why_no_undecide(self) -> str | None:
        if self.current is None:
            return "There is no part here."
        return None if any(piece.decision is not None for piece in self.chosen) else "It is undecided."

    def undecide(self) -> None:
        self._decide(self.chosen, None)

    def _decide(self, pieces: Sequence[Piece], decision: Decision | None) -> None:
        was_open = len(pieces) == 1 and pieces[0].decision is None
        self.take(lambda plan: plan.with_decisions((piece.id for piece in pieces), decision))
        if was_open and decision is not None and self.standing.plan.undecided:
            self._go_down_to_undecided()

    def _go_down_to_undecided(self) -> None:
        index = self._list.index
        below = (place for place in range(index.cursor + 1, len(index)) if index.at(place).piece.decision is None)
        if (position := next(below, None)) is not None:
            self._list.move_to(position)

    def take(self, change: Callable[[RecoveryPlan], RecoveryPlan]) -> None:
        """Go on with a changed plan; the marks have done their work."""
        self._list.index.marks.clear()
        self._list.index.range_from = None
        self.walk.take(change(self.standing.plan))

    def edit(self) -> None:
        part_changes.edit(self)

    def why_no_merge(self) -> str | None:
        if self.current is None:
            return "There is no part here."
        return None if self.standing.plan.base else "No entry stays that it could be merged into."

    def merge(self) -> None:
        part_changes.merge(self)

    def why_no_split(self) -> str | None:
        piece = self.current
        if piece is None:
            return "There is no part here."
        if len(part_changes.lines_of(self.standing.plan, piece)) < 2:
            return f"It has one line: {self.key('parts.edit')} changes its text."
        return None

    def split(self) -> None:
        part_changes.split(self)

    def why_no_join(self) -> str | None:
        piece = self.current
        if piece is None:
            return "There is no part here."
        plan = self.standing.plan
        if not plan.can_join(piece.id):
            return "No part follows that it could be joined with."
        after = plan.pieces[plan.pieces.index(piece) + 1]
        return "The next part is in the entries already." if is_folded(after) or is_folded(piece) else None

    def join(self) -> None:
        piece = self.current
        if piece is not None:
            self.take(lambda plan: plan.join(piece.id))

    def why_no_explain(self) -> str | None:
        piece = self.current
        if piece is None:
            return "There is no part here."
        return None if piece.findings or piece.refusal else "Nothing was found in this part."

    def explain(self) -> None:
        """Why a part is blocked, and what can be done about it."""
        part_changes.explain(self)

    def text_to_copy(self) -> str:
        return "\n§\n".join(piece.text for piece in self.chosen)


def _left_words(kept: int, too_much: int, blocked: int, key: KeyOf) -> str:
    """What became of a bulk keep that did not take all; empty when it did."""
    left: list[str] = []
    if too_much:
        left.append(f"{too_much:,} more would not fit")
    if blocked:
        left.append(f"{blocked:,} can't be kept as {'it is' if blocked == 1 else 'they are'}")
    if not left:
        return ""
    ways = f"{key('parts.edit')} shortens, {key('parts.merge')} merges, {key('parts.discard')} discards"
    return f"{counted(kept, 'part')} kept, {' and '.join(left)}: {ways}."
