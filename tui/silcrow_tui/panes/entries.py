"""Pane 1: what the memory files hold."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult

from silcrow.curated.results import FILE_NAMES, TARGETS, Target
from silcrow.curated.states import MemoryFile
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY
from silcrow_tui.panes import entry_work
from silcrow_tui.panes.curated_lines import TITLES, HeadingRow
from silcrow_tui.panes.detail_text import NOTHING, Detail
from silcrow_tui.panes.entry_detail import entry_detail
from silcrow_tui.panes.entry_lines import ORDERS, EntryLook, EntryRow, Order, Row, entry_record, entry_row, ordered
from silcrow_tui.panes.entry_work import why_no_write
from silcrow_tui.panes.file_gauges import FileGauges
from silcrow_tui.panes.outside import OutsideTexts
from silcrow_tui.panes.pane import Pane
from silcrow_tui.readonly import why_readonly
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from silcrow_tui.exporting import Export
    from silcrow_tui.screens.entry_task import EntryTask


class EntriesPane(Pane):
    """MEMORY and USER with a gauge each, one line per entry."""

    NAME = "entries"
    NUMBER = 1
    TITLED = "Entries"
    CONTEXT = "entries"
    BINDINGS = REGISTRY.bindings("entries")

    def __init__(self, *, signs: Signs = UNICODE) -> None:
        super().__init__(signs=signs)
        self._order: Order = ORDERS[0]
        self._outside = OutsideTexts()
        self._under: EntryRow | None = None
        self.rows = self._list = VirtualList[Row](EntryLook(signs), signs=signs, empty=self._empty)
        self._gauges = FileGauges(signs=signs)

    def compose(self) -> ComposeResult:
        yield self._gauges
        yield self._list

    @property
    def state(self) -> WorkspaceState:
        return self.silcrow.state

    def show(self, state: WorkspaceState) -> None:
        own = self.silcrow.own_texts
        for target in TARGETS:
            self._outside.see(target, state.memory.file(target), own)
        self._list.set_items(self._rows(state))
        self._list.refresh_empty()
        self._gauges.redraw()
        self.retitle()

    def _rows(self, state: WorkspaceState) -> tuple[Row, ...]:
        rows: list[Row] = []
        now = self.silcrow.clock()
        for target in TARGETS:
            file = state.memory.file(target)
            if not file.entries:
                continue
            order = f", {self._order}" if not rows and not self.framed else ""
            rows.append(HeadingRow(f"{TITLES[target]}{order}"))
            entries = [
                entry_row(target, entry, now, outside=self._outside.is_outside(target, entry.text))
                for entry in file.entries
            ]
            rows += ordered(entries, self._order)
        return tuple(rows)

    def _empty(self, _width: int) -> Sequence[Line]:
        if typed := self._list.index.filter.typed:
            total = sum(len(self.state.memory.file(target).entries) for target in TARGETS)
            left, right = self.signs.quote_left, self.signs.quote_right
            return (
                (),
                line(
                    Piece(f"  No entry matches {left}"),
                    *text_lines(typed)[0],
                    Piece(f"{right}. {self.key('main.back')} shows all {total}."),
                ),
            )
        if not self.state.memory.exists:
            return self._first_run()
        add = self.key("entries.add")
        return (
            (),
            *(
                line(Piece(f"  {FILE_NAMES[target]} is empty: nothing has been saved yet. {add} adds an entry.", "dim"))
                for target in TARGETS
                if _is_empty(self.state.memory.file(target))
            ),
        )

    def _first_run(self) -> Sequence[Line]:
        folder = str(self.state.memory.folder)
        return (
            (),
            line(Piece("  Nothing here yet, and nothing has been written.", bold=True)),
            (),
            line(Piece("  "), *text_lines(folder)[0], Piece("  not there", "dim")),
            (),
            line(
                Piece("  "),
                Piece(self.key("entries.add"), "run", bold=True),
                Piece(" makes a memory folder with a first entry · "),
                Piece(self.key("main.quit"), "run", bold=True),
                Piece(" leaves"),
            ),
        )

    @on(VirtualList.AtTop)
    def _go_to_gauges(self, message: VirtualList.AtTop) -> None:
        message.stop()
        if self._gauges.can_focus:
            self._gauges.focus(scroll_visible=False)

    @on(FileGauges.Left)
    def _back_to_list(self, message: FileGauges.Left) -> None:
        message.stop()
        self.focus_target_now()

    # Title, badge, detail

    def title_right(self) -> Line:
        rows = self._list
        parts: list[Piece] = []
        if rows.index.marks:
            parts.append(Piece(f"{len(rows.index.marks)} marked {self.signs.between} ", "run"))
        if rows.index.filter:
            parts.append(Piece(f"{len(rows.index)} match {self.signs.between} ", "run"))
        return line(*parts, Piece(f"sort: {self._order}", "dim"))

    def badge(self, state: WorkspaceState) -> Line:
        files = [state.memory.file(target) for target in TARGETS]
        count = Piece(f" {sum(len(file.entries) for file in files)}")
        if any(file.unreadable for file in files):
            return line(count, Piece(self.signs.failed, "bad"))
        if any(file.usage.left < 0 for file in files):
            return line(count, Piece(self.signs.attention, "wait"))
        return (count,)

    def orders(self) -> tuple[str, ...]:
        return ORDERS

    @property
    def order(self) -> str:
        return self._order

    def put_in_order(self, name: str) -> None:
        named: list[Order] = [order for order in ORDERS if order == name]
        self._order = named[0] if named else self._order

    def next_order(self) -> None:
        self._order = ORDERS[(ORDERS.index(self._order) + 1) % len(ORDERS)]
        self._list.set_items(self._rows(self.state))
        self.silcrow.hint(f"Sorted by {self._order}." if self._order != "file order" else "In file order.")
        self.retitle()

    def watch_framed(self) -> None:
        super().watch_framed()
        if self.is_mounted:
            self._list.set_items(self._rows(self.state))

    @property
    def current(self) -> EntryRow | None:
        row = self._list.current
        return row if isinstance(row, EntryRow) else None

    @property
    def chosen(self) -> tuple[EntryRow, ...]:
        """Marked entries, else the one under the cursor."""
        return tuple(row for row in self._list.chosen if isinstance(row, EntryRow))

    @property
    def marked(self) -> tuple[EntryRow, ...]:
        return tuple(row for row in self._list.index.marked() if isinstance(row, EntryRow))

    def detail(self) -> Detail:
        row = self.current
        return NOTHING if row is None else entry_detail(self.silcrow, row, self.marked, self.signs)

    def copied(self) -> str | None:
        chosen = self.chosen
        return "\n§\n".join(row.entry.text for row in chosen) if chosen else None

    def exported(self) -> "Export | None":
        from silcrow_tui.exporting import Export

        index = self._list.index
        rows = [row for row in map(index.at, range(len(index))) if isinstance(row, EntryRow)]
        return Export("Entries", tuple(entry_record(row) for row in rows)) if rows else None

    def row_moved(self) -> None:
        """Leaving a row that came from outside means that it has been looked at."""
        left, self._under = self._under, self.current
        if left is not None and left.outside and self.lit and self._under != left:
            self._outside.seen(left.target, left.entry.text)
            self._list.set_items(self._rows(self.state))

    # Flags

    def next_flagged(self) -> bool:
        """Go to the next flagged entry, from the top again after the last; False without any."""
        index = self._list.index
        count = len(index)
        for step in range(1, count + 1):
            position = (index.cursor + step) % count
            row = index.at(position)
            if isinstance(row, EntryRow) and row.flagged:
                self._list.move_to(position)
                return True
        return False

    @property
    def has_flags(self) -> bool:
        return any(isinstance(row, EntryRow) and row.flagged for row in self._list.index.items)

    # Why a key does nothing now

    def _why_no_write(self, target: Target) -> str | None:
        return self._why_readonly() or why_no_write(self.state.memory.file(target))

    def _why_readonly(self) -> str | None:
        return why_readonly(self.silcrow.place)

    @property
    def target(self) -> Target:
        """The file that a new entry goes to: the one of the cursor's row."""
        return self.current.target if self.current is not None else "memory"

    def why_no_add(self) -> str | None:
        return self._why_no_write(self.target)

    def why_no_change(self) -> str | None:
        if (reason := self.why_no_row()) is not None:
            return reason
        return next((why for row in self.chosen if (why := self._why_no_write(row.target)) is not None), None)

    def why_no_move(self) -> str | None:
        if (reason := self.why_no_change()) is not None:
            return reason
        targets: set[Target] = {entry_work.other(row.target) for row in self.chosen}
        return next((why for target in targets if (why := self._why_no_write(target)) is not None), None)

    def why_no_pin(self) -> str | None:
        return self.why_no_row() or self._why_readonly()

    def why_no_merge(self) -> str | None:
        if (reason := self.why_no_change()) is not None:
            return reason
        merged = self.merged
        if len({row.target for row in merged}) > 1:
            return f"The marked entries are in two files. {self.key('entries.move')} moves one to the other file first."
        how = f"Mark two or more entries with {self.key('list.mark')}; {self.key('entries.merge')} makes one of them."
        return None if len(merged) > 1 else how

    def why_no_tidy(self) -> str | None:
        if (reason := self._why_readonly()) is not None:
            return reason
        return None if self.untidy else "Both files are as every program on them writes them."

    @property
    def untidy(self) -> tuple[Target, ...]:
        """Files that another program would refuse to write, and that tidying mends."""
        files = [self.state.memory.file(target) for target in TARGETS]
        return tuple(
            file.target
            for file in files
            if why_no_write(file) is None and any(each.would_refuse for each in file.neighbours)
        )

    @property
    def merged(self) -> tuple[EntryRow, ...]:
        """What ``m`` makes one of, in file order: the marked entries, else the row with the one it is like."""
        rows = self.marked if len(self.marked) > 1 else self._with_similar()
        return tuple(sorted(rows, key=lambda row: (TARGETS.index(row.target), row.entry.number)))

    def _with_similar(self) -> tuple[EntryRow, ...]:
        from silcrow_tui.panes.nearness import nearest

        row = self.current
        if row is None:
            return ()
        entries = self.state.memory.file(row.target).entries
        near = nearest(row.entry.text, tuple(entry.text for entry in entries))
        number = row.entry.similar_to or (entries[near.place].number if near is not None else None)
        return (row, *(EntryRow(row.target, entry) for entry in entries if entry.number == number))

    # What keys do

    def add(self) -> None:
        from silcrow_tui.screens.entry_task import adding

        self.silcrow.start(self._do(adding(self.target)))

    def edit(self) -> None:
        from silcrow_tui.screens.entry_task import editing

        if (row := self.current) is not None:
            self.silcrow.start(self._do(editing(row.target, row.entry)))

    def merge(self) -> None:
        from silcrow_tui.screens.entry_task import merging

        rows = self.merged
        self.silcrow.start(self._do(merging(rows[0].target, [row.entry for row in rows])))

    async def _do(self, task: "EntryTask") -> None:
        if (saved := await entry_work.edit(self.silcrow, task)) is not None:
            if task.kind == "merge":
                self._list.index.marks.clear()
            self._list.move_to_key((saved.target, saved.text))

    def remove_entries(self) -> None:
        async def work(rows: tuple[EntryRow, ...]) -> None:
            if await entry_work.remove(self.silcrow, rows):
                self._unmark()

        self.silcrow.start(work(self.chosen))

    def move(self) -> None:
        async def work(rows: tuple[EntryRow, ...]) -> None:
            moved = await entry_work.move(self.silcrow, rows)
            if moved.done:
                self._unmark()
            if moved.count:
                last = rows[moved.count - 1]
                self._list.move_to_key((entry_work.other(last.target), last.entry.text))

        self.silcrow.start(work(self.chosen))

    def pin(self) -> None:
        self.silcrow.start(entry_work.pin(self.silcrow, self.chosen))

    def tidy(self) -> None:
        async def work(targets: tuple[Target, ...]) -> None:
            for target in targets:
                await entry_work.tidy(self.silcrow, target)

        self.silcrow.start(work(self.untidy))

    def why(self) -> None:
        """Explain the entry: findings, origin, and whether the agent sees it; what is decided there is done."""

        async def work(row: EntryRow) -> None:
            match await entry_work.ask_why(self.silcrow, row):
                case "accept":
                    await entry_work.acknowledge(self.silcrow, row.entry)
                case "block":
                    await entry_work.block_again(self.silcrow, row.entry)
                case "edit":
                    self.edit()
                case _:
                    pass

        if (row := self.current) is not None:
            self.silcrow.start(work(row))

    def _unmark(self) -> None:
        self._list.index.marks.clear()
        self._list.refresh_changed()
        self.retitle()


def _is_empty(file: MemoryFile) -> bool:
    return not file.entries and file.drift is None and file.unreadable is None
