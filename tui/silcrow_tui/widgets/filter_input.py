"""The one-line field in which a list is filtered while typing."""

from textual import events
from textual.message import Message
from textual.widgets import Input

from silcrow_tui.commands import REGISTRY, CommandHost


class FilterInput(CommandHost, Input):
    """A field that tells each change at once, so that the list filters while typing."""

    CONTEXT = "filter"
    BINDINGS = REGISTRY.bindings("filter")
    DEFAULT_CSS = """
    FilterInput {
        height: 1; border: none; padding: 0 2; background: $ground-bar; color: $ink; display: none;
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
        super().__init__(placeholder="filter: text, /regular expression, !inverse", select_on_focus=False)
        self._before = ""

    def open(self, text: str) -> None:
        """Show the field with the filter that is on."""
        self._before = text
        self.value = text
        self.cursor_position = len(text)
        self.add_class("-open")
        self.focus()

    def take(self) -> None:
        """Keep what was typed."""
        self.remove_class("-open")
        self.post_message(self.Closed())

    def leave(self) -> None:
        """Back to the filter that was on before."""
        self.value = self._before
        self.take()

    def empty(self) -> None:
        self.value = ""

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Typed(event.value))

    def on_key(self, event: events.Key) -> None:
        if event.key.startswith("alt+"):
            event.stop()
            event.prevent_default()
            self.leave()
