"""Why an entry is blocked or noted, where it comes from, and whether the agent sees it; with what can be done."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button

from silcrow.workspace.place import Place
from silcrow_tui.panes.curated_lines import TITLES
from silcrow_tui.panes.entry_lines import EntryRow
from silcrow_tui.panes.entry_story import origin_lines
from silcrow_tui.panes.entry_work import why_no_write
from silcrow_tui.panes.finding_lines import finding_lines
from silcrow_tui.screens.dialogs import BUTTON_CSS, LEAVING, say, taken
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.text_view import TextView, text_lines

Decided = Literal["accept", "block", "edit"]
_QUOTED = 400
"""Characters of the entry that are quoted where nothing is found in it."""


class WhyEntry(ModalScreen[Decided | None]):
    """Answers what was decided: accept this exact text, block it again, edit it; None for nothing."""

    DEFAULT_CSS = (
        """
    WhyEntry { align: center middle; }
    WhyEntry > Vertical {
        width: 76; max-width: 100%; height: 20; max-height: 100%; padding: 0 1;
        border: heavy $frame-focus; background: $ground; color: $ink; border-title-style: bold;
    }
    WhyEntry TextView { height: 1fr; }
    WhyEntry .buttons { height: 1; margin: 1 0 0 1; }
    """
        + BUTTON_CSS
    )
    AUTO_FOCUS = "#leave"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "close", show=False)]

    def __init__(self, place: Place, row: EntryRow) -> None:
        super().__init__()
        self._place = place
        self._row = row

    @property
    def _signs(self) -> Signs:
        return cast(Any, self.app).signs

    def _offers(self) -> Sequence[tuple[Decided, str, str]]:
        """Answer, letter and words of each button beside the one that closes."""
        entry = self._row.entry
        if self._place.readonly:
            return ()
        offers: list[tuple[Decided, str, str]] = []
        if entry.blocked:
            offers.append(("accept", "a", "Reviewed"))
        elif entry.acknowledged:
            offers.append(("block", "d", "Block again"))
        if why_no_write(self._place.state.memory.file(self._row.target)) is None:
            offers.append(("edit", "e", "Edit"))
        return offers

    def compose(self) -> ComposeResult:
        entry = self._row.entry
        state = "is blocked" if entry.blocked else "was reviewed" if entry.acknowledged else "is here"
        with Vertical() as frame:
            frame.border_title = say(f"Why {TITLES[self._row.target]} entry {entry.number} {state}")
            yield TextView(signs=self._signs)
            with Horizontal(classes="buttons"):
                yield Button(say("Close esc"), id="leave", compact=True)
                for answer, letter, words in self._offers():
                    yield Button(say(f"{words}  {letter}"), id=answer, compact=True)

    def on_mount(self) -> None:
        self._show(())
        self.run_worker(self._read, exit_on_error=False)

    async def _read(self) -> None:
        key = cast(Any, self.app).key
        self._show(await origin_lines(self._place, *self._row.named, self._signs, key))

    def _show(self, origin: Sequence[Line]) -> None:
        entry = self._row.entry
        quoted: list[Line] = [] if entry.findings else [*text_lines(entry.text, most=_QUOTED), ()]
        heading = line(Piece("Where it comes from", "dim", bold=True))
        lines = [*quoted, *finding_lines(entry, self._signs), (), heading, *origin]
        self.query_one(TextView).set_lines(lines, top=True)

    def action_leave(self) -> None:
        """Decide nothing."""
        self.dismiss(None)

    def on_key(self, event: Key) -> None:
        view = self.query_one(TextView)
        letters: dict[str, Decided] = {letter: answer for answer, letter, _ in self._offers()}
        if event.key in LEAVING or event.key.startswith("alt+"):
            event.stop()
            self.dismiss(None)
        elif event.key in letters:
            taken(event)
            self.dismiss(letters[event.key])
        elif event.key in ("left", "right", "h", "l"):
            taken(event)
            (self.focus_next if event.key in ("right", "l") else self.focus_previous)(Button)
        elif event.key in ("j", "down", "k", "up"):
            taken(event)
            view.scroll_relative(y=1 if event.key in ("j", "down") else -1, animate=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The buttons say what the letters say."""
        event.stop()
        pressed = event.button.id
        self.dismiss(cast(Decided, pressed) if pressed in ("accept", "block", "edit") else None)
