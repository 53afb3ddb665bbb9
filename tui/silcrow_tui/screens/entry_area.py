"""The text field of the entry editor: a text area that never lets a hidden character through."""

from textual.document._document import EditResult, Location
from textual.message import Message
from textual.widgets import TextArea

from silcrow_tui.screens.stand_ins import StandIns, without_hidden

EDIT_LIMIT = 32_768
"""Code points that are edited here. Beyond that each key would take noticeable time; ``$EDITOR`` does better."""


class EntryArea(TextArea):
    """Edits one entry. Hidden characters of the entry are drawn as stand-ins; typed or pasted ones are left out.

    An entry over the limit is shown in part and can't be typed into; ``entry`` is the whole of it all the same.
    """

    DEFAULT_CSS = """
    EntryArea { border: none; padding: 0; background: $ground; color: $ink; }
    EntryArea:focus { border: none; }
    EntryArea .text-area--cursor-line { background: $ground; }
    """

    class LeftOut(Message):
        """Some of what was typed or pasted is not in the text."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, entry: str = "", *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        self._whole: str | None = None
        self._stand_ins = StandIns({})
        super().__init__(
            self._shown(entry),
            id=id,
            soft_wrap=True,
            show_line_numbers=False,
            tab_behavior="focus",
            compact=True,
            highlight_cursor_line=False,
            read_only=self._whole is not None,
        )

    def _shown(self, entry: str) -> str:
        """What is drawn of an entry; remembers what it stands for."""
        self._whole = entry if len(entry) > EDIT_LIMIT else None
        self._stand_ins = StandIns.for_text(entry[:EDIT_LIMIT])
        return self._stand_ins.show(entry[:EDIT_LIMIT])

    @property
    def entry(self) -> str:
        """The text that is meant, hidden characters included."""
        return self._stand_ins.restore(self.text) if self._whole is None else self._whole

    @entry.setter
    def entry(self, text: str) -> None:
        self.text = self._shown(text)
        self.read_only = self._whole is not None
        self.move_cursor(self.document.end)

    @property
    def legend(self) -> str:
        """What can't be seen as it is: a text that is cut, or what the stand-ins mean. Empty for plain texts."""
        if self._whole is not None:
            return f"shown are the first {EDIT_LIMIT:,} of {len(self._whole):,} chars; ctrl+g edits it"
        return f"hidden characters: {self._stand_ins.legend}" if self._stand_ins.legend else ""

    def _replace_via_keyboard(self, insert: str, start: Location, end: Location) -> EditResult | None:
        clean = without_hidden(insert)
        if len(self.text) + len(clean) > EDIT_LIMIT:
            self.post_message(self.LeftOut(f"not taken: more than {EDIT_LIMIT:,} chars are no entry"))
            return None
        if (lost := len(insert.replace("\r\n", "\n")) - len(clean)) > 0:
            what = "a hidden character was" if lost == 1 else f"{lost:,} hidden characters were"
            self.post_message(self.LeftOut(f"{what} left out of what came in"))
        return super()._replace_via_keyboard(clean, start, end) if clean or not insert else None
