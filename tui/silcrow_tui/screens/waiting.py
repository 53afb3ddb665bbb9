"""Everything that waits for a person, in one list; its held part is the review queue."""

from collections.abc import Iterable, Sequence

from textual import on
from textual.widget import Widget

from silcrow.workspace.place import FileChange
from silcrow_tui.commands import REGISTRY
from silcrow_tui.readonly import why_readonly
from silcrow_tui.screens import reviewing
from silcrow_tui.screens.list_screen import ListWithText
from silcrow_tui.screens.matter_lines import MatterLook, matter_lines
from silcrow_tui.screens.matters import Matter, matters
from silcrow_tui.screens.reader import Reader
from silcrow_tui.widgets.footer import FooterBar
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.virtual_list import VirtualList


class WaitingScreen(ListWithText[Matter]):
    """Lists what waits. Held changes and vanished entries are decided on here; the rest leads where it is answered."""

    CONTEXT = "waiting"
    BINDINGS = REGISTRY.bindings("waiting")
    AUTO_FOCUS = "VirtualList"
    LOOKS_FOR = "filter"
    DEFAULT_CSS = """
    WaitingScreen Reader { height: 40%; min-height: 6; border-top: solid $frame; }
    WaitingScreen Reader:focus { border-top: heavy $frame-focus; }
    """

    def heading(self) -> tuple[str, Line]:
        marks = len(self.rows.index.marks) if self.is_mounted else 0
        return "Waiting for you", (Piece(f"{marks} marked ", "run"),) if marks else ()

    def numbers(self) -> Sequence[Line]:
        words = f" {self.signs.between} ".join(waiting.words for waiting in self.place.state.waiting)
        return (line(Piece(f" {words or 'nothing waits'}", "dim"), Piece(f"  {self.found_words()}")),)

    def body(self) -> Iterable[Widget]:
        rows = VirtualList(MatterLook(self.signs), signs=self.signs, empty=self._nothing, id="waiting")
        rows.active = True
        rows.add_class("body")
        yield rows
        yield Reader(signs=self.signs)

    def _nothing(self, _width: int) -> Sequence[Line]:
        return (line(Piece(" Nothing waits for you.", "dim")),)

    def on_mount(self) -> None:
        self.state_changed()

    def state_changed(self) -> None:
        self.rows.set_items(matters(self.place.state, self.key))
        self._explain()

    @on(VirtualList.Moved)
    def _explain(self) -> None:
        current = self.rows.current
        lines = [] if current is None else matter_lines(current, self.workbench.clock(), self.signs)
        self.query_one(Reader).set_lines(lines, top=True)
        self.query_one(FooterBar).redraw()

    # Going there

    def why_no_row(self) -> str | None:
        return None if self.rows.current is not None else "Nothing waits for you."

    @on(VirtualList.Opened)
    def open_row(self) -> None:
        """Go to the run, the entry or the pane that answers it; a held change shows its evidence."""
        current = self.rows.current
        if current is None:
            return
        if current.kind in ("held", "gone"):
            self.swap()
        elif current.run_id is not None:
            from silcrow_tui.screens.run_detail import RunScreen

            self.app.push_screen(RunScreen(self.place, current.run_id))
        elif current.text is not None and current.target is not None:
            self.workbench.go_to_entry(current.target, current.text)
        elif current.target is not None:
            from silcrow_tui.screens.recovery.opening import open_recovery

            open_recovery(self.workbench, current.target)
        elif current.pane is not None:
            self.workbench.go_to_pane(current.pane)
        else:
            self.workbench.hint(current.way_out)

    # Deciding

    def why_no_decision(self) -> str | None:
        return why_readonly(self.place) or reviewing.why_no_decision(self.rows.chosen, self.key)

    def why_no_edit(self) -> str | None:
        if (reason := self.why_no_decision()) is not None:
            return reason
        current = self.rows.current
        proposal = current.proposal if current is not None else None
        if proposal is None or proposal.new is None:
            ways = f"{self.key('waiting.accept')} accepts, {self.key('waiting.reject')} rejects"
            return f"There is no new text to edit here: {ways}."
        return "Stale: the entry is no longer there as it was." if proposal.stale else None

    def accept(self) -> None:
        """Make the held changes, bring back what is gone: the marked ones, else this one."""
        self.workbench.start(self._decide(accept=True))

    def reject(self) -> None:
        """Leave the memory as it is: the marked ones, else this one."""
        self.workbench.start(self._decide(accept=False))

    async def _decide(self, *, accept: bool) -> None:
        chosen = self.rows.chosen
        await (reviewing.accept if accept else reviewing.reject)(self.workbench, chosen)
        if self.is_attached:
            waits = {matter.key for matter in matters(self.place.state, self.key)}
            for matter in chosen:
                if matter.key not in waits:
                    self.rows.index.marks.pop(matter.key, None)
            self.state_changed()

    def edit(self) -> None:
        """Edit the proposed text, then accept it."""
        current = self.rows.current
        if current is not None and current.proposal is not None:
            self.workbench.start(reviewing.edit(self.workbench, current.proposal))

    async def check_again(self) -> None:
        """Read the files again: what was stale may fit again, and the other way round."""
        await self.workbench.refresh_state()
        self.state_changed()
        self.workbench.hint("Checked again.")

    def why_no_compare(self) -> str | None:
        current = self.rows.current
        return None if current is not None and current.proposal is not None else "Only a held change is compared here."

    def compare(self) -> None:
        """The entry as it is now beside what is proposed."""
        from silcrow_tui.screens.compare import CompareScreen

        current = self.rows.current
        proposal = current.proposal if current is not None else None
        if proposal is not None:
            now = "" if proposal.stale else proposal.old or ""
            change = FileChange("the entry now", now, proposal.new or "")
            self.app.push_screen(CompareScreen(self.place, change, "what is proposed", sides=("now", "proposed")))

    def text_to_copy(self) -> str:
        return self.rows.current.words if self.rows.current is not None else ""
