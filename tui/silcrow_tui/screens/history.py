"""History: every change of the memory files, with its difference, to be reverted or brought back."""

from collections.abc import Iterable, Sequence

from textual import on
from textual.widget import Widget

from silcrow.curated.changes import Change
from silcrow.curated.results import FILE_NAMES, Failure
from silcrow.workspace.place import FileChange, Place
from silcrow_tui.changes import action_words
from silcrow_tui.commands import REGISTRY
from silcrow_tui.readonly import why_readonly
from silcrow_tui.screens.history_lines import ChangeLook, change_lines, summary
from silcrow_tui.screens.list_screen import ListWithText
from silcrow_tui.screens.reader import Reader
from silcrow_tui.widgets.footer import FooterBar
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted

_SIDE_NOTES = frozenset({"dismiss"})


class HistoryScreen(ListWithText[Change]):
    """List above, difference below."""

    CONTEXT = "history"
    BINDINGS = REGISTRY.bindings("history")
    AUTO_FOCUS = "VirtualList"
    LOOKS_FOR = "filter"
    DEFAULT_CSS = """
    HistoryScreen Reader { height: 40%; min-height: 6; border-top: solid $frame; }
    HistoryScreen Reader:focus { border-top: heavy $frame-focus; }
    """

    def __init__(self, place: Place, change_id: str | None = None) -> None:
        """With ``change_id`` the cursor starts on that change."""
        super().__init__(place)
        self._start = change_id
        self._read_once = False

    def heading(self) -> tuple[str, Line]:
        return "History", ()

    def numbers(self) -> Sequence[Line]:
        index = self.rows.index
        words = summary(len(index.items), len(index)) if self._read_once else "reading"
        return (line(Piece(f" {words}", "dim"), Piece(f"  {self.found_words()}")),)

    def body(self) -> Iterable[Widget]:
        look = ChangeLook(self.signs)
        look.now = self.workbench.clock()
        rows = VirtualList(look, signs=self.signs, empty=self._nothing, follow="head", id="changes")
        rows.active = True
        rows.add_class("body")
        yield rows
        yield Reader(signs=self.signs)

    def _nothing(self, _width: int) -> Sequence[Line]:
        if self.rows.index.filter:
            return (line(Piece(" No change matches.", "dim")),)
        return (line(Piece(" No changes recorded yet." if self._read_once else "", "dim")),)

    def on_mount(self) -> None:
        self._read()

    def state_changed(self) -> None:
        self._read()

    def _read(self) -> None:
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="history")

    async def _fetch(self) -> None:
        changes = await self.place.history()
        self._read_once = True
        self.rows.set_items(changes)
        self.rows.refresh_empty()
        if self._start is not None:
            self.rows.move_to_key(self._start)
            self._start = None
        self._show()
        self.redraw_bars()

    @on(VirtualList.Moved)
    def _row_moved(self) -> None:
        self._show(top=True)

    def _show(self, *, top: bool = False) -> None:
        change = self.rows.current
        lines: list[Line] = []
        if change is not None:
            file = self.place.state.memory.file(change.target)
            lines = change_lines(change, {entry.text for entry in file.entries}, self.signs)
        self.query_one(Reader).set_lines(lines, top=top)
        self.query_one(FooterBar).redraw()

    # Keys

    def why_no_row(self) -> str | None:
        return None if self.rows.current is not None else "No changes recorded yet."

    @on(VirtualList.Opened)
    def open_row(self) -> None:
        """Go over to the difference."""
        self.swap()

    def _why_no_write(self) -> str | None:
        return why_readonly(self.place) or self.why_no_row()

    def why_no_revert(self) -> str | None:
        if (reason := self._why_no_write()) is not None:
            return reason
        change = self.rows.current
        return "This is a note; it changed no file." if change and change.operation in _SIDE_NOTES else None

    def revert(self) -> None:
        """Ask, then take the change back."""
        if (change := self.rows.current) is not None:
            self.workbench.start(self._revert(change))

    async def _revert(self, change: Change) -> None:
        from silcrow_tui.screens.dialogs import YesNo

        parts = [each for each in self.rows.index.items if change.action and each.action == change.action]
        words = action_words(list(reversed(parts)) or [change])
        detail = [f"{self.signs.removed} {text}" for text in change.new[:3]]
        detail += [f"{self.signs.added} {text}" for text in change.old[:3]]
        question = f"Revert this change of {FILE_NAMES[change.target]}: {words}?"
        if not await self.app.push_screen_wait(YesNo(question, detail, yes="Revert", no="Keep")):
            return
        result = await self.place.undo_change(change.id)
        if isinstance(result, Failure):
            self.workbench.toast(f"Not reverted: {result.error}", "warning")
        else:
            self.workbench.toast(f"Undone: {words} · {self.key('memory.undo')} undoes")
        self._read()

    def why_no_restore(self) -> str | None:
        if (reason := self._why_no_write()) is not None:
            return reason
        change = self.rows.current
        if change is None:
            return "No changes recorded yet."
        file = self.place.state.memory.file(change.target)
        there = {entry.text for entry in file.entries}
        return None if any(text not in there for text in change.old) else "Nothing that it took away is missing now."

    async def restore(self) -> None:
        """Bring back the entries that went with this change."""
        change = self.rows.current
        if change is None:
            return
        result = await self.place.restore(change.id)
        if isinstance(result, Failure):
            self.workbench.toast(f"Not brought back: {result.error}", "warning")
        else:
            self.workbench.toast(
                f"{result.message or counted(len(change.old), 'entry', 'entries')} · {self.key('memory.undo')} undoes"
            )
        self._read()

    def compare(self) -> None:
        """What the change is about, as it was, beside what became of it."""
        from silcrow_tui.screens.compare import CompareScreen
        from silcrow_tui.screens.conflict import find_theirs

        change = self.rows.current
        if change is None:
            return
        was = change.old or change.new
        now = tuple(entry.text for entry in self.place.state.memory.file(change.target).entries)
        same = tuple(text for text in now if text in change.new or text in was)
        like = (find_theirs(was[0], was[1:], now),) if was and not same else ()
        became = same or tuple(text for text in like if text is not None)
        compared = FileChange("Before", "\n".join(was), "\n".join(became))
        name = f"{FILE_NAMES[change.target]} now"
        self.app.push_screen(CompareScreen(self.place, compared, name, sides=("before", "now")))

    def text_to_copy(self) -> str:
        change = self.rows.current
        return "\n§\n".join(change.new or change.old) if change is not None else ""
