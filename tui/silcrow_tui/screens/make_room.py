"""Making room for a text: which entries go, longest first, with the gauge of the result."""

from collections.abc import Hashable
from typing import Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from silcrow.curated.results import Target, Usage
from silcrow.curated.states import Entry
from silcrow.workspace.place import Place
from silcrow_tui.screens.dialogs import BUTTON_CSS, INNER, LEAVING, clipped, say
from silcrow_tui.screens.entry_task import short_name
from silcrow_tui.screens.entry_verdict import usage_after
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.virtual_list import VirtualList
from silcrow_tui.widgets.words import counted


class RoomLook(RowLook[Entry]):
    """``P  133  text``."""

    gutter = 2

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def key(self, item: Entry) -> Hashable:
        return item.text

    def line(self, item: Entry, width: int) -> Line:
        return line(
            Piece("P " if item.pinned else "  "),
            Piece(f"{item.length:>5}  ", "dim"),
            Piece(shown(item.text, width - 9, self.signs)),
        )

    def text(self, item: Entry) -> str:
        return item.text


class MakeRoom(ModalScreen[tuple[str, ...] | None]):
    """Answers the texts of the entries that go, None when none do. Nothing is written here."""

    DEFAULT_CSS = (
        """
    MakeRoom { align: center middle; }
    MakeRoom > Vertical {
        width: 76; max-width: 100%; height: 20; max-height: 100%; padding: 0 2;
        border: heavy $frame-focus; background: $ground; color: $ink; border-title-style: bold;
    }
    MakeRoom .line { height: 1; width: 100%; text-wrap: nowrap; text-overflow: ellipsis; }
    MakeRoom .ok { color: $role-ok; }
    MakeRoom .bad { color: $role-bad; }
    MakeRoom .quiet { color: $role-dim; text-style: $role-dim-style; }
    MakeRoom VirtualList { height: 1fr; margin: 1 0; }
    MakeRoom .buttons { height: 1; }
    """
        + BUTTON_CSS
    )
    AUTO_FOCUS = "VirtualList"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "take", "save", show=False)]

    def __init__(self, place: Place, target: Target, text: str, replaced: tuple[str, ...]) -> None:
        super().__init__()
        self._place = place
        self._target: Target = target
        self._text = text
        self._replaced = replaced

    def compose(self) -> ComposeResult:
        signs = cast(Any, self.app).signs
        with Vertical() as frame:
            frame.border_title = say(f"Make room in {short_name(self._target)}")
            yield Static(id="usage", classes="line")
            yield Static(id="need", classes="line")
            yield VirtualList(RoomLook(signs), signs=signs)
            with Horizontal(classes="buttons"):
                yield Button(say("Back to the text esc"), id="leave", compact=True)
                yield Button(say("Save enter"), id="take", compact=True)

    @property
    def _rows(self) -> VirtualList[Entry]:
        return self.query_one(VirtualList)

    def on_mount(self) -> None:
        self.watch(self.app, "state", self._show_entries, init=False)
        self._show_entries()

    def _show_entries(self) -> None:
        entries = self._place.state.memory.file(self._target).entries
        kept = [entry for entry in entries if entry.text not in self._replaced]
        self._rows.set_items(sorted(kept, key=lambda entry: -entry.length))
        self._show()

    @property
    def _going(self) -> tuple[str, ...]:
        return tuple(entry.text for entry in self._rows.index.marked())

    def _after(self) -> Usage:
        file = self._place.state.memory.file(self._target)
        return usage_after(file, self._text, self._replaced, self._going)

    def _show(self) -> None:
        after, going = self._after(), self._going
        with_it = f" without {counted(len(going), 'entry', 'entries')}" if going else ""
        self._say("usage", f"{short_name(self._target)}  {after}{with_it}", "")
        if after.left < 0:
            words = f"{-after.left:,} more needed. Mark what can go, longest first; all of it is saved as one change."
            self._say("need", words, "bad")
        else:
            self._say("need", f"fits, {after.left:,} left. enter saves the text and removes what is marked.", "ok")

    def _say(self, name: str, words: str, role: str) -> None:
        static = self.query_one(f"#{name}", Static)
        static.set_classes(f"line {role}")
        static.update(say(clipped(words, INNER)))

    def on_virtual_list_changed(self) -> None:
        """Other marks, another result."""
        self._show()

    def action_take(self) -> None:
        """Save with what is marked, when that is enough."""
        if self._after().left < 0:
            self.app.bell()
        else:
            self.dismiss(self._going)

    def action_leave(self) -> None:
        """Back to the text."""
        if not self._rows.step_back():
            self.dismiss(None)

    def on_key(self, event: Key) -> None:
        if event.key in LEAVING or event.key.startswith("alt+"):
            event.stop()
            self.action_leave()
        elif event.key in ("tab", "shift+tab"):
            event.stop()
            self.focus_next()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """The buttons do what the keys do."""
        event.stop()
        await self.run_action(event.button.id or "leave")
