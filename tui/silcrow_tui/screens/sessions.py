"""The sessions that pi recorded, of this folder and all others; one of them is opened."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any

from textual import on
from textual.widget import Widget

from silcrow.sessions.entries import SessionSummary
from silcrow.workspace.place import Place
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.list_screen import ListScreen
from silcrow_tui.widgets.line import Line, Piece, line, padded, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import age, counted, size

_ORDERS: tuple[tuple[str, Callable[[SessionSummary], Any] | None], ...] = (
    ("newest first", None),
    ("by folder", lambda row: (row.cwd, -row.mtime)),
    ("largest first", lambda row: -row.size),
)


class SessionLook(RowLook[SessionSummary]):
    """``age  size  folder  name (id)``; the open one is marked with its word."""

    def __init__(self, now: float, open_path: Path | None, home: str) -> None:
        self.now = now
        self.open_path = open_path
        self.home = home

    def key(self, item: SessionSummary) -> Hashable:
        return item.path

    def version(self, item: SessionSummary) -> Hashable:
        return (item, item.path == self.open_path)

    def line(self, item: SessionSummary, width: int) -> Line:
        is_open = item.path == self.open_path
        room = max(16, width - 35)
        folder_room = room * 9 // 20
        name_room = room - folder_room - 2
        name = shown(item.name or "without a name", name_room)
        return line(
            Piece(f" {age(self.now - item.mtime):>4}  {size(item.size):>8}  ", "dim"),
            Piece(padded(shown(_short(item.cwd, self.home), folder_room), folder_room) + "  "),
            Piece(padded(name, name_room), "normal" if item.name else "dim", bold=is_open),
            Piece(f"  {padded(shown(item.id[:4], 4), 4)}", "dim"),
            Piece("  open here" if is_open else "", "run"),
        )

    def text(self, item: SessionSummary) -> str:
        return f"{item.cwd} {item.name or ''} {item.id}"


class SessionsScreen(ListScreen[SessionSummary]):
    """Picks a session and opens it in this window."""

    CONTEXT = "sessions"
    BINDINGS = REGISTRY.bindings("sessions")
    AUTO_FOCUS = "VirtualList"
    LOOKS_FOR = "filter: folder, name or id"

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self._all: tuple[SessionSummary, ...] | None = None
        self._order = 0
        self._here_only = False

    # The skeleton

    def heading(self) -> tuple[str, Line]:
        return "Sessions", (Piece(f"sort: {_ORDERS[self._order][0]} ", "dim"),)

    def numbers(self) -> Sequence[Line]:
        if self._all is None:
            return (line(Piece(" reading", "dim")),)
        where = (
            f"this folder: {shown(_short(str(self._project), self._home), 60)}" if self._here_only else "all folders"
        )
        parts = [f"{counted(len(self.rows.index), 'session')} of {len(self._all):,}", where, self.found_words()]
        return (line(Piece(" " + f" {self.signs.between} ".join(part for part in parts if part), "dim")),)

    def body(self) -> Iterable[Widget]:
        session = self.place.state.session
        look = SessionLook(self.workbench.clock(), session.summary.path if session else None, self._home)
        rows = VirtualList(look, signs=self.signs, empty=self._nothing, id="sessions")
        rows.add_class("body")
        yield rows

    def _nothing(self, _width: int) -> Sequence[Line]:
        if self._all is None:
            return ()
        if not self._all:
            return (
                line(Piece(" pi has recorded no sessions yet. Start pi in a folder, and it shows up here.", "dim")),
            )
        ways = f"{self.key('sessions.back')} shows all, {self.key('sessions.here')} shows all folders"
        return (line(Piece(f" No session matches. {ways}.", "dim")),)

    @property
    def _project(self) -> Path | None:
        return self.place.state.project

    @property
    def _home(self) -> str:
        return self.workbench.environ.get("HOME", "")

    def on_mount(self) -> None:
        self._read()

    def state_changed(self) -> None:
        self._read()

    def _read(self) -> None:
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="sessions")

    async def _fetch(self) -> None:
        self._all = await self.place.sessions()
        self._arrange()

    def _arrange(self) -> None:
        rows = self._all or ()
        if self._here_only:
            rows = tuple(row for row in rows if row.cwd == str(self._project))
        self.rows.set_items(rows)
        self.rows.refresh_empty()
        self.redraw_bars()

    # Keys

    def why_no_row(self) -> str | None:
        return None if self.rows.current is not None else "There is no session to open."

    @on(VirtualList.Opened)
    def open_row(self) -> None:
        """Open the session under the cursor."""
        if (row := self.rows.current) is not None:
            self.run_worker(self._open(row.path), exit_on_error=False)

    async def _open(self, path: Path) -> None:
        answer = await self.place.open_session(path)
        self.workbench.report(answer)
        if answer.done and self.is_current:
            self.dismiss(None)

    def next_order(self) -> None:
        """Newest, by folder, largest."""
        self._order = (self._order + 1) % len(_ORDERS)
        self.rows.set_sort(_ORDERS[self._order][1])
        self.redraw_bars()

    def why_nothing_hidden(self) -> str | None:
        return None if self._project is not None else "No project folder is open here."

    def toggle_hidden(self) -> None:
        """Only sessions of this folder, or all."""
        self._here_only = not self._here_only
        self._arrange()

    def text_to_copy(self) -> str:
        return str(self.rows.current.path) if self.rows.current is not None else ""


def _short(path: str, home: str) -> str:
    return "~" + path[len(home) :] if home and (path == home or path.startswith(home + "/")) else path
