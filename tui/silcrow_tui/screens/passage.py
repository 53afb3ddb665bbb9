"""One hit in full: where it stands, whether the agent sees it, and its text."""

from collections.abc import Sequence

from silcrow.workspace.place import Place
from silcrow.workspace.search import Hit
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.find_lines import WORDS, about_hit
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.text_view import text_lines
from silcrow_tui.widgets.words import counted


class PassageScreen(TextScreen):
    """A reader on the text, with what was looked for already found."""

    CONTEXT = "passage"
    BINDINGS = REGISTRY.bindings("passage")

    def __init__(self, place: Place, hit: Hit, text: str, needle: str = "") -> None:
        super().__init__(place)
        self._hit = hit
        self._text = text
        self._needle = needle

    def heading(self) -> tuple[str, Line]:
        title = WORDS[self._hit.kind]
        return f"{title[0].upper()}{title[1:]}", (Piece(f"{shown(self._hit.where, 60)} ", "dim"),)

    def numbers(self) -> Sequence[Line]:
        parts = [counted(len(self._text), "char"), self.found_words()]
        return (line(Piece(" " + f" {self.signs.between} ".join(part for part in parts if part), "dim")),)

    def on_mount(self) -> None:
        reader = self.looked_in
        reader.set_lines([*about_hit(self._hit, self.signs), (), *text_lines(self._text)])
        if self._needle:
            self.call_after_refresh(lambda: reader.find(self._needle))

    def text_to_copy(self) -> str:
        return self._text
