"""Pane 2: files that can't be written, and the backups that were kept."""

from collections.abc import Hashable, Sequence

from textual.app import ComposeResult

from silcrow.curated.results import FILE_NAMES, TARGETS, Failure
from silcrow.curated.states import Backup, MemoryFile
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.commands import REGISTRY
from silcrow_tui.panes.curated_lines import (
    TITLES,
    BackupRow,
    DriftRow,
    HeadingRow,
    backup_heading,
    backup_line,
    drift_line,
)
from silcrow_tui.panes.detail_text import NOTHING, Detail, DetailTab
from silcrow_tui.panes.pane import Pane
from silcrow_tui.readonly import why_readonly
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import age, counted, size

Row = DriftRow | BackupRow | HeadingRow


class DriftLook(RowLook[Row]):
    """Drifted files first, then backups under their column names."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: Row) -> Hashable:
        if isinstance(item, DriftRow):
            return item.file.target
        return item.backup.path if isinstance(item, BackupRow) else "backups"

    def line(self, item: Row, width: int) -> Line:
        if isinstance(item, DriftRow):
            return drift_line(item, width, self.signs)
        return (
            backup_line(item, width, self.signs) if isinstance(item, BackupRow) else backup_heading(width, self.signs)
        )

    def text(self, item: Row) -> str:
        if isinstance(item, DriftRow):
            return FILE_NAMES[item.file.target]
        return item.backup.path.name if isinstance(item, BackupRow) else ""

    def selectable(self, item: Row) -> bool:
        return not isinstance(item, HeadingRow)

    def offered(self, item: Row) -> bool:
        """Marking all means the backups whose whole text is in the file."""
        return isinstance(item, BackupRow) and item.backup.contained


def in_trouble(state: WorkspaceState) -> list[MemoryFile]:
    """Files with drift, or unreadable ones."""
    files = [state.memory.file(target) for target in TARGETS]
    return [file for file in files if file.drift is not None or file.unreadable is not None]


class DriftPane(Pane):
    """Current drift of each file, and the backups. Settled ones can be left out."""

    NAME = "drift"
    NUMBER = 2
    TITLED = "Drift"
    CONTEXT = "drift"
    BINDINGS = REGISTRY.bindings("drift")

    def __init__(self, *, signs: Signs = UNICODE) -> None:
        super().__init__(signs=signs)
        self._settled_shown = True
        self.rows = self._list = VirtualList[Row](DriftLook(signs), signs=signs, empty=self._empty)

    def compose(self) -> ComposeResult:
        yield self._list

    def show(self, state: WorkspaceState) -> None:
        now = self.silcrow.clock()
        rows: list[Row] = [DriftRow(file) for file in in_trouble(state)]
        backups = [backup for backup in state.memory.backups if self._settled_shown or not backup.resolved]
        if backups:
            rows.append(HeadingRow("backups"))
        rows += [BackupRow(backup, age(now - backup.timestamp)) for backup in backups]
        self._list.set_items(tuple(rows))
        self._list.refresh_empty()
        self.retitle()

    @property
    def wanted_rows(self) -> int:
        """Rows that would show everything."""
        return max(2, len(self._list.index.items))

    def _empty(self, width: int) -> Sequence[Line]:
        words = (
            "Both files read cleanly, and there are no backups. "
            "If a write is ever refused, it shows here with a way out."
        )
        from silcrow_tui.widgets.wrapping import wrapped

        return [line(Piece(" "), *row) for row in wrapped((Piece(words, "dim"),), max(10, width - 2))]

    def title_right(self) -> Line:
        state = self.silcrow.state
        now, kept = len(in_trouble(state)), len(state.memory.backups)
        parts: list[Piece] = []
        if now:
            parts.append(Piece(f"{now} now", "wait"))
        if kept:
            hidden = "" if self._settled_shown else ", settled ones hidden"
            parts.append(Piece(f"{' · ' if parts else ''}{counted(kept, 'backup')}{hidden}", "dim"))
        return tuple(parts)

    def badge(self, state: WorkspaceState) -> Line:
        troubled = in_trouble(state)
        if any(file.unreadable for file in troubled):
            return line(Piece(f" {len(troubled)}"), Piece(self.signs.failed, "bad"))
        if troubled:
            return line(Piece(f" {len(troubled)}"), Piece(self.signs.attention, "wait"))
        return (Piece(f" {len(state.memory.backups)}"),) if state.memory.backups else ()

    def why_nothing_hidden(self) -> str | None:
        if any(backup.resolved for backup in self.silcrow.state.memory.backups):
            return None
        return "No backup is settled yet."

    def toggle_hidden(self) -> None:
        self._settled_shown = not self._settled_shown
        self.show(self.silcrow.state)
        self.silcrow.hint("Settled backups are shown." if self._settled_shown else "Settled backups are hidden.")

    def copied(self) -> str | None:
        row = self._list.current
        if isinstance(row, BackupRow):
            return str(row.backup.path)
        return str(row.file.path) if isinstance(row, DriftRow) else None

    def recover(self) -> None:
        """Open the walkthrough for the row."""
        from silcrow_tui.screens.recovery.opening import open_recovery

        row = self._list.current
        if isinstance(row, DriftRow):
            open_recovery(self.silcrow, row.file.target)
        elif isinstance(row, BackupRow):
            open_recovery(self.silcrow, row.backup.target, row.backup.path)

    def why_no_backup(self) -> str | None:
        able = isinstance(self._list.current, BackupRow)
        return None if able else f"{self.key('drift.compare')} compares a backup with the file."

    def compare(self) -> None:
        """Show the backup beside the file."""
        row = self._list.current
        if isinstance(row, BackupRow):
            self.silcrow.start(self._compare(row))

    async def _compare(self, row: BackupRow) -> None:
        from silcrow_tui.screens.compare import CompareScreen

        app, backup = self.silcrow, row.backup
        compared = await app.place.compare_backup(backup.target, backup.path)
        if isinstance(compared, Failure):
            app.toast(compared.error, "warning")
        else:
            await app.push_screen(CompareScreen(app.place, compared, FILE_NAMES[backup.target]))

    @property
    def chosen(self) -> tuple[Backup, ...]:
        """The marked backups, else the one under the cursor."""
        return tuple(row.backup for row in self._list.chosen if isinstance(row, BackupRow))

    def why_no_delete(self) -> str | None:
        if (reason := why_readonly(self.silcrow.place)) is not None:
            return reason
        return None if self.chosen else "d deletes backups; the file itself is repaired with enter."

    def delete_backups(self) -> None:
        """Ask, then delete the marked backups, else this one."""
        self.silcrow.start(self._delete(self.chosen))

    async def _delete(self, backups: Sequence[Backup]) -> None:
        from silcrow_tui.screens.cleaning import delete_backups

        if await delete_backups(self.silcrow, backups):
            self._list.index.marks.clear()
            self.show(self.silcrow.state)

    def detail(self) -> Detail:
        row = self._list.current
        if isinstance(row, DriftRow):
            return _drift_detail(row, self.signs)
        return self._backup_detail(row) if isinstance(row, BackupRow) else NOTHING

    def _backup_detail(self, row: BackupRow) -> Detail:
        backup = row.backup
        if backup.contained:
            verdict = Piece(f"{self.signs.done} All of its text is in the file now.", "ok")
        else:
            missing = counted(backup.missing_lines, "line of it is", "lines of it are")
            verdict = Piece(f"{missing} nowhere in the files now.", "wait")
        check = f" · fails the check {backup.check}" if backup.check else ""
        lines = [
            line(verdict),
            line(Piece(f"A byte-exact copy of {FILE_NAMES[backup.target]}, kept when a write was refused.")),
            line(
                Piece(f"{size(backup.size)} · {row.age} old · {'settled' if backup.resolved else 'open'}{check}", "dim")
            ),
            line(Piece(shown(str(backup.path), 400, self.signs), "dim")),
        ]
        return Detail(backup.path, shown(backup.path.name, 40, self.signs), (DetailTab("Text", lines),))


def _drift_detail(row: DriftRow, signs: Signs) -> Detail:
    file, name = row.file, FILE_NAMES[row.file.target]
    lines: list[Line] = []
    if file.drift is not None:
        message = text_lines(file.drift.message)[0]
        lines.append(line(Piece(f"{signs.attention} {name}: ", "wait", bold=True), *message))
        lines.append(line(Piece(f"Check: {file.drift.check} · line {file.drift.line}", "dim")))
        lines.append(
            line(
                Piece(
                    f"Reading works, writing to {TITLES[file.target]} is refused, and nothing is lost. "
                    "enter walks through the repair."
                )
            )
        )
        if file.drift.entry is not None and file.drift.entry <= len(file.entries):
            text = file.entries[file.drift.entry - 1].text
            lines += [(), line(Piece(f"Entry {file.drift.entry}:", "dim")), *text_lines(text, most=4_000)]
    else:
        reason = text_lines(file.unreadable or "")[0]
        lines.append(line(Piece(f"{signs.failed} {name} is unreadable: ", "bad", bold=True), *reason))
        lines.append(line(Piece("Writes are refused, the file is untouched. This is not the same as empty.")))
    lines.append(line(Piece(shown(str(file.path), 400, signs), "dim")))
    return Detail(file.target, f"{name} drift", (DetailTab("Text", lines),))
