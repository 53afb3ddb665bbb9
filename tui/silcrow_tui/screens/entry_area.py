"""The text field of the entry editor: a text area that never lets a hidden character through."""

from textual.document._document import EditResult, Location
from textual.message import Message
from textual.widgets import TextArea

from silcrow_tui.screens.stand_ins import StandIns, without_hidden

WRAP_LIMIT = 65_536
"""Code points up to which lines are wrapped; wrapping a megabyte would take seconds at each key."""


class EntryArea(TextArea):
    """Edits one entry. Hidden characters of the entry are drawn as stand-ins; typed or pasted ones are left out."""

    DEFAULT_CSS = """
    EntryArea { border: none; padding: 0; background: $ground; color: $ink; }
    EntryArea:focus { border: none; }
    EntryArea .text-area--cursor-line { background: $ground; }
    """

    class LeftOut(Message):
        """Hidden characters were in what was typed or pasted, and are not in the text."""

        def __init__(self, count: int) -> None:
            super().__init__()
            self.count = count

    def __init__(self, entry: str = "", *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        self._stand_ins = StandIns.for_text(entry)
        super().__init__(
            self._stand_ins.show(entry),
            id=id,
            soft_wrap=len(entry) <= WRAP_LIMIT,
            show_line_numbers=False,
            tab_behavior="focus",
            compact=True,
            highlight_cursor_line=False,
        )

    @property
    def entry(self) -> str:
        """The text that is meant, hidden characters included."""
        return self._stand_ins.restore(self.text)

    @entry.setter
    def entry(self, text: str) -> None:
        self._stand_ins = StandIns.for_text(text)
        self.text = self._stand_ins.show(text)
        self.move_cursor(self.document.end)

    @property
    def legend(self) -> str:
        """What the stand-ins mean; empty when the entry hides nothing."""
        return self._stand_ins.legend

    def _replace_via_keyboard(self, insert: str, start: Location, end: Location) -> EditResult | None:
        clean = without_hidden(insert)
        lost = len(insert.replace("\r\n", "\n")) - len(clean)
        if lost > 0:
            self.post_message(self.LeftOut(lost))
        return super()._replace_via_keyboard(clean, start, end) if clean or not insert else None
