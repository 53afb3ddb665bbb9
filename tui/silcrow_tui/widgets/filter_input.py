"""The one-line field in which a list is filtered while typing."""

from textual import events
from textual.message import Message
from textual.widgets import Input


class FilterInput(Input):
    """``enter`` takes the filter, ``esc`` leaves with the old one, ``ctrl+u`` empties it."""

    DEFAULT_CSS = """
    FilterInput {
        height: 1; border: none; padding: 0 1; background: $ground-bar; color: $ink; display: none;
        &:focus { border: none; background-tint: $ground 0%; }
        &.-open { display: block; }
    }
    """

    class Typed(Message):
        """The filter reads like this now."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Closed(Message):
        """Taken or left; the list wants the focus back."""

    def __init__(self) -> None:
        super().__init__(placeholder="filter: text, /regular expression, !inverse", compact=True, select_on_focus=False)
        self._before = ""

    def open(self, text: str) -> None:
        """Show the field with the filter that is on."""
        self._before = text
        self.value = text
        self.cursor_position = len(text)
        self.add_class("-open")
        self.focus()

    def _close(self) -> None:
        self.remove_class("-open")
        self.post_message(self.Closed())

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Typed(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._close()

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape" or event.key.startswith("alt+"):
            event.stop()
            event.prevent_default()
            self.value = self._before
            self._close()
        elif event.key == "ctrl+u":
            event.stop()
            event.prevent_default()
            self.value = ""
