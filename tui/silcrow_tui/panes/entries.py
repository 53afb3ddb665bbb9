"""Pane 1: what the memory files hold."""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from silcrow.curated.results import FILE_NAMES, TARGETS, Failure, Target
from silcrow.curated.states import Entry, MemoryFile
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY
from silcrow_tui.panes.curated_lines import (
    TITLES,
    EntryRow,
    HeadingRow,
    Order,
    entry_line,
    gauge_line,
    heading_line,
)
from silcrow_tui.panes.detail_text import NOTHING, Detail, DetailTab
from silcrow_tui.panes.outside import OutsideTexts
from silcrow_tui.panes.pane import Gauges, Pane
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import age, counted

if TYPE_CHECKING:
    from silcrow_tui.screens.editor import Saved

ORDERS: tuple[Order, ...] = ("file order", "length", "flag")
Row = EntryRow | HeadingRow


class EntryLook(RowLook[Row]):
    """Entries under the rules of their files."""

    gutter = 2

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: Row) -> Hashable:
        return (item.target, item.entry.text) if isinstance(item, EntryRow) else item.title

    def line(self, item: Row, width: int) -> Line:
        if isinstance(item, HeadingRow):
            return heading_line(item, width, self.signs)
        return entry_line(item, width, self.signs)

    def text(self, item: Row) -> str:
        return item.entry.text if isinstance(item, EntryRow) else item.title

    def selectable(self, item: Row) -> bool:
        return isinstance(item, EntryRow)


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
        self._list: VirtualList[Row] = VirtualList(EntryLook(signs), signs=signs, empty=self._empty)
        self._gauges = Gauges(self._gauge_lines, signs=signs, height=2)

    def compose(self) -> ComposeResult:
        yield self._gauges
        yield from self.compose_list(self._list)

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
        for target in TARGETS:
            file = state.memory.file(target)
            if not file.entries:
                continue
            order = f", {self._order}" if not rows and not self.framed else ""
            rows.append(HeadingRow(f"{TITLES[target]}{order}"))
            entries = [EntryRow(target, entry, self._outside.is_outside(target, entry.text)) for entry in file.entries]
            rows += self._ordered(entries)
        return tuple(rows)

    def _ordered(self, rows: list[EntryRow]) -> list[EntryRow]:
        if self._order == "length":
            return sorted(rows, key=lambda row: -row.entry.length)
        if self._order == "flag":
            return sorted(rows, key=lambda row: not row.flagged)
        return rows

    def _gauge_lines(self, width: int) -> Sequence[Line]:
        memory = self.state.memory
        return [gauge_line(memory.file(target), width, self.signs) for target in TARGETS]

    def _empty(self, _width: int) -> Sequence[Line]:
        if typed := self._list.index.filter.typed:
            total = sum(len(self.state.memory.file(target).entries) for target in TARGETS)
            left, right = self.signs.quote_left, self.signs.quote_right
            return (
                (),
                line(
                    Piece(f"  No entry matches {left}"),
                    *text_lines(typed)[0],
                    Piece(f"{right}. esc shows all {total}."),
                ),
            )
        if not self.state.memory.exists:
            return self._first_run()
        return (
            (),
            *(
                line(Piece(f"  {FILE_NAMES[target]} is empty: nothing has been saved yet. a adds an entry.", "dim"))
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
                Piece("a", "run", bold=True),
                Piece(" makes a memory folder with a first entry · "),
                Piece("q", "run", bold=True),
                Piece(" leaves"),
            ),
        )

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

    def detail(self) -> Detail:
        row = self.current
        if row is None:
            return NOTHING
        file = self.state.memory.file(row.target)
        entry = row.entry
        facts = f"{counted(entry.length, 'char')} · entry {entry.number} of {len(file.entries)} in {TITLES[row.target]}"
        lines = [*text_lines(entry.text), line(Piece(facts, "dim"))]
        if row.outside:
            lines.append(
                line(Piece(f"{self.signs.outside} outside: another program brought it since you looked", "run"))
            )
        lines += _finding_lines(entry, self.signs)
        if entry.similar_to is not None:
            lines.append(line(Piece(f"{self.signs.similar} Says the same as entry {entry.similar_to}.")))
        if file.mtime is not None:
            lines.append(
                line(Piece(f"{FILE_NAMES[row.target]} changed {age(self.silcrow.clock() - file.mtime)} ago", "dim"))
            )
        for note in file.notes:
            lines += text_lines(note, "dim")
        return Detail(
            (row.target, entry.text), f"{TITLES[row.target]} entry {entry.number}", (DetailTab("Text", lines),)
        )

    def copied(self) -> str | None:
        chosen = self.chosen
        return "\n§\n".join(row.entry.text for row in chosen) if chosen else None

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

    # Changes

    def _why_no_write(self, target: Target) -> str | None:
        if self.silcrow.place.readonly:
            return "Read only: nothing is changed from here."
        return why_no_write(self.state.memory.file(target))

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

    def add(self) -> None:
        self.silcrow.start(self._edit(self.target, None))

    def edit(self) -> None:
        row = self.current
        if row is not None:
            self.silcrow.start(self._edit(row.target, row))

    async def _edit(self, target: Target, row: EntryRow | None) -> None:
        from silcrow_tui.screens.editor import EntryEditor

        app = self.silcrow
        saved: Saved | None = await app.push_screen_wait(
            EntryEditor(app.place, target, row.entry if row else None, environ=app.environ)
        )
        if saved is None:
            return
        name = FILE_NAMES[saved.target]
        if saved.moved:
            app.toast(f"Moved to {TITLES[saved.target]} · z undoes")
        elif saved.old is None:
            app.toast(f"Added to {name}, now {saved.result.usage} · z undoes")
        else:
            app.toast(f"Changed in {name}, now {saved.result.usage} · z undoes")
        self._list.move_to_key((saved.target, saved.text.strip()))

    def remove_entries(self) -> None:
        self.silcrow.start(self._remove())

    async def _remove(self) -> None:
        from silcrow_tui.screens.dialogs import YesNo

        app, chosen = self.silcrow, self.chosen
        names = " and ".join(TITLES[target] for target in TARGETS if any(row.target == target for row in chosen))
        quoted = [row.entry.text for row in chosen[:5]]
        more = [f"and {len(chosen) - 5} more"] if len(chosen) > 5 else []
        question = f"Remove {counted(len(chosen), 'entry', 'entries')} from {names}?"
        if not await app.push_screen_wait(YesNo(question, [*quoted, *more], yes="Remove", no="Keep")):
            return
        if (refused := await self._removed(chosen)) is not None:
            app.toast(refused.error, "warning")
            return
        self._list.index.marks.clear()
        app.toast(f"Removed {counted(len(chosen), 'entry', 'entries')} · z undoes")

    async def _removed(self, chosen: Sequence[EntryRow]) -> Failure | None:
        """Remove rows, of both files as one action; why not, when it was refused."""
        place = self.silcrow.place
        targets: list[Target] = [target for target in TARGETS if any(row.target == target for row in chosen)]
        answer: object
        if len(targets) == 1:
            answer = await place.remove(targets[0], [row.entry.text for row in chosen])
        else:
            rows = [{"op": "remove", "target": row.target, "oldText": row.entry.text} for row in chosen]
            answer = await place.several(rows, "remove")
        return answer if isinstance(answer, Failure) else None


def _finding_lines(entry: Entry, signs: Signs) -> list[Line]:
    """What the scanner makes of an entry; reviewed ones are dim."""
    lines: list[Line] = []
    for finding in entry.findings:
        words = shown(str(finding.get("message", "")), 400, signs)
        if entry.acknowledged:
            lines.append(line(Piece(f"{signs.done} reviewed: {words}", "dim")))
        elif finding.get("severity") == "block":
            lines.append(line(Piece(f"{signs.blocked} blocked: {words}", "bad")))
        else:
            lines.append(line(Piece(f"{signs.attention} note: {words}", "wait")))
    return lines


def why_no_write(file: MemoryFile) -> str | None:
    """Why a file can't be written now, in one line."""
    name = FILE_NAMES[file.target]
    if file.unreadable is not None:
        return f"{name} is unreadable: writes are refused, the file is untouched."
    if file.drift is not None:
        return f"{name} has drifted: writes are refused, nothing is lost. 2 shows it."
    return None


def _is_empty(file: MemoryFile) -> bool:
    return not file.entries and file.drift is None and file.unreadable is None
