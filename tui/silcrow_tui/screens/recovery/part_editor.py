"""Editing the text of a part, or of an entry that takes parts in: a draft of the plan, written nowhere."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, cast

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Static, TextArea

from silcrow_tui.screens.dialogs import BUTTON_CSS, INNER, LEAVING, YesNo, clipped, say
from silcrow_tui.screens.entry_area import EntryArea
from silcrow_tui.screens.entry_verdict import Verdict, judge_form
from silcrow_tui.screens.external_editor import edit_outside
from silcrow_tui.signs import Role

Judge = Callable[[str], Sequence[tuple[str, Role]]]
"""What is said of a text while it is typed: two lines, how full the file would be first."""


class PartEditor(ModalScreen[str | None]):
    """Answers the new text, None when it was left as it was."""

    DEFAULT_CSS = (
        """
    PartEditor { align: center middle; }
    PartEditor > Vertical {
        width: 76; max-width: 100%; height: 20; max-height: 100%; padding: 0 2;
        border: heavy $frame-focus; background: $ground; color: $ink; border-title-style: bold;
    }
    PartEditor EntryArea { height: 1fr; }
    PartEditor #rule { height: 1; color: $frame; }
    PartEditor .line { height: 1; width: 100%; text-wrap: nowrap; text-overflow: ellipsis; }
    PartEditor .ok { color: $role-ok; }
    PartEditor .wait { color: $role-wait; }
    PartEditor .bad { color: $role-bad; }
    PartEditor .dim { color: $role-dim; text-style: $role-dim-style; }
    PartEditor .buttons { height: 1; margin-top: 1; }
    """
        + BUTTON_CSS
    )
    AUTO_FOCUS = "EntryArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "take", show=False, priority=True),
        Binding("ctrl+g", "outside", "$EDITOR", show=False, priority=True),
        Binding("escape", "leave", "close", show=False),
    ]

    def __init__(self, title: str, text: str, judge: Judge, *, environ: Mapping[str, str]) -> None:
        super().__init__()
        self._words = title
        self._start = text
        self._judge = judge
        self._environ = environ
        self._area = EntryArea(text, id="text")
        self._told: tuple[str, Verdict] | None = None

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title = say(clipped(self._words, INNER))
            yield self._area
            yield Static(say("─" * INNER), id="rule")
            for number in range(3):
                yield Static(id=f"line-{number}", classes="line")
            with Horizontal(classes="buttons"):
                yield Button(say("Take ctrl+s"), id="save", compact=True)
                yield Button(say("$EDITOR ctrl+g"), id="outside", compact=True)
                yield Button(say("Close esc"), id="leave", compact=True)

    def on_mount(self) -> None:
        self._area.move_cursor(self._area.document.end)
        self._show()

    @on(TextArea.Changed)
    def _typed(self) -> None:
        self._show()

    @on(EntryArea.LeftOut)
    def _left_out(self, event: EntryArea.LeftOut) -> None:
        self._tell(event.words, "wait")

    def _show(self) -> None:
        text = self._area.entry
        nothing: tuple[str, Role] = ("", "dim")
        first, second, *_rest = (*self._judge(text), nothing, nothing)
        lines = (first, second, self._last_line(text))
        for number, (words, role) in enumerate(lines):
            static = self.query_one(f"#line-{number}", Static)
            static.set_classes(f"line {role}")
            static.update(say(clipped(words, INNER)))

    def _last_line(self, text: str) -> tuple[str, Role]:
        if self._told is not None and self._told[0] == text:
            return self._told[1].words, self._told[1].role
        if (form := judge_form(text)) is not None:
            return form.words, form.role
        return self._area.legend, "wait"

    def _tell(self, words: str, role: Role) -> None:
        self._told = (self._area.entry, Verdict(words, role, savable=True))
        self._show()

    # Keys

    def action_save(self) -> None:
        """Take the text into the plan, unless it can't be an entry."""
        text = self._area.entry
        if judge_form(text) is not None:
            self.app.bell()
        elif not text.strip():
            self._tell("empty: d in the list discards a part, an edit needs text", "wait")
        else:
            self.dismiss(text.strip())

    def action_outside(self) -> None:
        """Hand the text to ``$EDITOR``."""
        self.run_worker(self._edit_outside(), exit_on_error=False, exclusive=True, group="outside")

    async def _edit_outside(self) -> None:
        edited = await edit_outside(cast(App[object], self.app), self._area.entry, self._environ, name="part")
        if edited.text is not None:
            self._area.entry = edited.text
        self._tell(edited.words, "dim" if edited.text is not None else "wait")

    def action_leave(self) -> None:
        """Close; asks first when something would be lost."""
        if self._area.entry.strip() == self._start.strip():
            self.dismiss(None)
        else:
            question = YesNo("Let go of what you changed?", ("The plan stays as it is.",), yes="Let go", no="Go on")
            self.app.push_screen(question, self._left)

    def _left(self, answer: bool | None) -> None:
        if answer:
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
