"""Asks for one value, and says while it is typed whether it can be taken."""

from collections.abc import Callable, Iterable, Sequence

from textual import on
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Input, Static

from silcrow_tui.screens.dialogs import Dialog, WayOut, say, taken


class ValueDialog(Dialog[str | None]):
    """Answers what was typed, None for leaving. ``why_not`` says what is wrong with a text."""

    NO = None

    def __init__(
        self, title: str, value: str, why_not: Callable[[str], str | None], lines: Sequence[str] = (), *, to: str = ""
    ) -> None:
        super().__init__(title, lines)
        self._value = value
        self._why_not = why_not
        self._to = to

    def answers(self) -> Iterable[Widget]:
        yield Input(self._value, compact=True)
        yield Static("", classes="words", id="verdict")
        if self._to:
            yield Static(say(self._to), classes="words quiet")
        yield WayOut("enter takes it · esc leaves it as it is · ctrl+u empties")

    def on_mount(self) -> None:
        field = self.query_one(Input)
        field.focus()
        field.cursor_position = len(self._value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        wrong = self._why_not(event.value)
        verdict = self.query_one("#verdict", Static)
        verdict.update(say(wrong or "fits"))
        verdict.set_class(wrong is not None, "wait")

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if self._why_not(event.value) is None:
            self.dismiss(event.value)

    def on_key(self, event: Key) -> None:
        if event.key == "ctrl+u":
            taken(event)
            self.query_one(Input).value = ""
