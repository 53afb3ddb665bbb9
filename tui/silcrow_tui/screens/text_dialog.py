"""What all editors of one text share: the field, three lines on how it stands, the buttons, and the ways out."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar, cast

from msgspec import Struct
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Static, TextArea

from silcrow_tui.screens.dialogs import BUTTON_CSS, INNER, LEAVING, clipped, say
from silcrow_tui.screens.entry_area import EntryArea
from silcrow_tui.screens.entry_verdict import judge_form
from silcrow_tui.screens.external_editor import edit_outside
from silcrow_tui.signs import Role

Answer = TypeVar("Answer")
Said = tuple[str, Role]
"""Words of one line, and what they mean."""


class _Notice(Struct, frozen=True):
    text: str
    said: Said


class TextDialog(ModalScreen[Answer], Generic[Answer]):
    """A text to be changed. Subclasses say what of it they like, and what saving and leaving do.

    Keys are those of any editor; each thing that a chord does has a button, since not every terminal sends each chord.
    """

    DEFAULT_CSS = (
        """
    TextDialog { align: center middle; }
    TextDialog > Vertical {
        width: 76; max-width: 100%; height: 20; max-height: 100%; padding: 0 2;
        border: heavy $frame-focus; background: $ground; color: $ink; border-title-style: bold;
    }
    TextDialog EntryArea { height: 1fr; }
    TextDialog #rule { height: 1; color: $frame; }
    TextDialog .line { height: 1; width: 100%; text-wrap: nowrap; text-overflow: ellipsis; }
    TextDialog .ok { color: $role-ok; }
    TextDialog .wait { color: $role-wait; }
    TextDialog .bad { color: $role-bad; }
    TextDialog .run { color: $role-run; }
    TextDialog .dim { color: $role-dim; text-style: $role-dim-style; }
    TextDialog .buttons { height: 1; margin-top: 1; }
    TextDialog Button.-hidden { display: none; }
    """
        + BUTTON_CSS
    )
    AUTO_FOCUS = "EntryArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "save", show=False, priority=True),
        Binding("ctrl+g", "outside", "$EDITOR", show=False, priority=True),
        Binding("escape", "leave", "close", show=False),
    ]
    DRAFT_NAME = "entry"
    """Name of the file that ``$EDITOR`` gets, without its suffix."""

    def __init__(self, start: str, environ: Mapping[str, str], *, typed: str | None = None) -> None:
        """``start`` is what an unchanged text looks like; ``typed`` is what stands there instead, from a draft."""
        super().__init__()
        self._start = start
        self._environ = environ
        self._area = EntryArea(start if typed is None else typed, id="text")
        self._notice: _Notice | None = None

    # What subclasses say

    def title_words(self) -> str:
        """What the dialog acts on."""
        raise NotImplementedError

    def buttons(self) -> Sequence[tuple[str, str]]:
        """Action and label of each button, the saving one first."""
        raise NotImplementedError

    def judged(self, text: str) -> tuple[Said, Said]:
        """How full the file would be, and whether the text fits."""
        raise NotImplementedError

    def last_word(self, text: str) -> Said:
        """The third line, where nothing was told just now."""
        if (form := judge_form(text)) is not None:
            return form.words, form.role
        return self._area.legend, "wait"

    async def action_save(self) -> None:
        """Take the text."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Leave, although something was changed: ask first."""
        raise NotImplementedError

    # What is shown

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._area
            yield Static(say("─" * INNER), id="rule")
            for number in range(3):
                yield Static(id=f"line-{number}", classes="line")
            with Horizontal(classes="buttons"):
                for action, label in self.buttons():
                    yield Button(say(label), id=action, compact=True)

    def on_mount(self) -> None:
        self._area.move_cursor(self._area.document.end)
        self.show()

    @on(TextArea.Changed)
    def _typed(self) -> None:
        self.show()

    @on(EntryArea.LeftOut)
    def _left_out(self, event: EntryArea.LeftOut) -> None:
        self.tell(event.words, "wait")

    def show(self) -> None:
        """Say again how the text stands."""
        text = self._area.entry
        self.query_one(Vertical).border_title = say(clipped(self.title_words(), INNER))
        told = self._notice is not None and self._notice.text == text
        last = self._notice.said if told and self._notice is not None else self.last_word(text)
        for number, (words, role) in enumerate((*self.judged(text), last)):
            static = self.query_one(f"#line-{number}", Static)
            static.set_classes(f"line {role}")
            static.update(say(clipped(words, INNER)))

    def tell(self, words: str, role: Role) -> None:
        """Say something about the text as it is now; it goes with the next change of the text."""
        self._notice = _Notice(self._area.entry, (words, role))
        if self.is_mounted:
            self.show()

    def untell(self) -> None:
        """What was told no longer matters."""
        self._notice = None
        self.show()

    # The ways out

    @property
    def changed(self) -> bool:
        """Whether closing would lose something."""
        return self._area.entry.strip() != self._start.strip()

    def action_outside(self) -> None:
        """Hand the text to ``$EDITOR``."""
        self.run_worker(self._edit_outside, exit_on_error=False, exclusive=True, group="outside")

    async def _edit_outside(self) -> None:
        edited = await edit_outside(cast(App[object], self.app), self._area.entry, self._environ, name=self.DRAFT_NAME)
        if edited.text is not None:
            self._area.entry = edited.text
        self.tell(edited.words, "dim" if edited.text is not None else "wait")

    def action_leave(self) -> None:
        """Close; asks first when something would be lost."""
        if self.changed:
            self.let_go()
        else:
            self.leave()

    def leave(self) -> None:
        """Close without an answer."""
        self.dismiss(None)

    def on_key(self, event: Key) -> None:
        outside_text = self.focused is not self._area
        if outside_text and (event.key in LEAVING or event.key.startswith("alt+")):
            event.stop()
            self.action_leave()
        elif outside_text and event.key in ("left", "right"):
            event.stop()
            (self.focus_next if event.key == "right" else self.focus_previous)(Button)

    @on(Button.Pressed)
    async def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        await self.run_action(event.button.id or "leave")
