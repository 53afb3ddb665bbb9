"""The first screen on a fresh machine: where was looked, what was found, and what can be done now."""

from collections.abc import Hashable, Iterable, Sequence

from textual import on
from textual.widget import Widget

from silcrow.workspace.usual_places import UsualPlace
from silcrow_tui.commands import REGISTRY
from silcrow_tui.next_place import OpenFolder, RunDemo
from silcrow_tui.openings import nothing_here
from silcrow_tui.screens.list_screen import ListScreen
from silcrow_tui.screens.reader import Reader
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.footer import FooterBar
from silcrow_tui.widgets.line import Line, Piece, line, padded, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted

WHAT_IT_IS = (
    "silcrow shows and mends what agents remember: MEMORY.md and USER.md of pi and its relatives, and what",
    "was observed in a session. Start pi in a folder, or save a first entry, and it shows up here.",
    "The demo plays a recorded working day in a temporary folder: no key, no network, nothing of yours.",
)


def ways_on(signs: Signs) -> Line:
    """``enter use this one · a make a memory folder · x run the demo · q leave``."""
    pieces: list[Piece] = []
    for key, words in (("enter", "use this one"), ("a", "make a memory folder"), ("x", "run the demo"), ("q", "leave")):
        pieces += [
            Piece(f" {signs.between} " if pieces else "", "dim"),
            Piece(key, "run", bold=True),
            Piece(f" {words}"),
        ]
    return line(*pieces)


class PlaceLook(RowLook[UsualPlace]):
    """``path  14 entries  hermes``."""

    def key(self, item: UsualPlace) -> Hashable:
        return item.path

    def line(self, item: UsualPlace, width: int) -> Line:
        there = "not there" if item.entries is None else counted(item.entries, "entry", "entries")
        room = max(16, min(48, width - 28))
        return line(
            Piece(f"  {padded(shown(str(item.path), room), room)}  "),
            Piece(padded(there, 12), "dim" if item.entries is None else "normal", bold=bool(item.entries)),
            Piece(shown(item.program, 12), "dim"),
        )

    def text(self, item: UsualPlace) -> str:
        return str(item.path)


class FirstRunScreen(ListScreen[UsualPlace]):
    """Lists the usual places. Gone as soon as there is something."""

    CONTEXT = "first_run"
    BINDINGS = REGISTRY.bindings("first_run")
    AUTO_FOCUS = "VirtualList"
    DEFAULT_CSS = """
    FirstRunScreen VirtualList { height: auto; max-height: 8; min-height: 3; }
    FirstRunScreen Reader { height: 1fr; }
    """

    def heading(self) -> tuple[str, Line]:
        return "Nothing here yet, and nothing has been written.", ()

    def numbers(self) -> Sequence[Line]:
        return (line(Piece(" Looked in:", "dim")),)

    def body(self) -> Iterable[Widget]:
        rows: VirtualList[UsualPlace] = VirtualList(PlaceLook(), signs=self.signs, id="places")
        rows.active = True
        yield rows
        reader = Reader(signs=self.signs)
        reader.can_focus = False
        yield reader

    def on_mount(self) -> None:
        said = [ways_on(self.signs), (), line(" ".join(WHAT_IT_IS[:2])), (), line(Piece(WHAT_IT_IS[2], "dim"))]
        self.query_one(Reader).set_lines(said)
        self.run_worker(self._fetch, exclusive=True, exit_on_error=False, group="places")

    def state_changed(self) -> None:
        if not nothing_here(self.place.state) and self.is_current:
            self.dismiss(None)

    async def _fetch(self) -> None:
        places = await self.place.usual_places()
        self.rows.set_items(places)
        found = next((place for place in places if place.entries), None)
        if found is not None:
            self.rows.move_to_key(found.path)
        self.query_one(FooterBar).redraw()

    @on(VirtualList.Moved)
    def _moved_row(self) -> None:
        self.query_one(FooterBar).redraw()

    # Keys

    def why_no_place(self) -> str | None:
        current = self.rows.current
        if current is None or current.entries is None:
            ways = f"{self.key('first.make')} makes one, {self.key('first.demo')} runs the demo"
            return f"There is no folder in this place. {ways}."
        return None

    @on(VirtualList.Opened)
    async def use_place(self) -> None:
        """Open the workbench on this folder; nothing is written, and no setting of pi changes."""
        current = self.rows.current
        if current is not None and current.entries is not None:
            await self.workbench.leave(OpenFolder(current.path))

    def why_no_folder(self) -> str | None:
        return "Read only: nothing is made from here." if self.place.readonly else None

    async def make_folder(self) -> None:
        """The editor for a first entry; saving it makes the folder."""
        app = self.workbench
        self.dismiss(None)
        app.go_to_pane(1)
        app.call_after_refresh(app.run_command_id, "entries.add")

    async def run_demo(self) -> None:
        """Close the workbench, run the demo, come back."""
        await self.workbench.leave(RunDemo())

    async def leave(self) -> None:
        await self.workbench.leave()

    def look(self) -> None:
        """Close this screen; the empty panes say what fills them."""
        self.dismiss(None)
