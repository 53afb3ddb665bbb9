"""Two texts side by side: a backup and the file, an entry and what is proposed for it."""

from collections.abc import Iterable, Sequence

from textual.widget import Widget

from silcrow.workspace.place import FileChange, Place
from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.difference import diff_lines
from silcrow_tui.screens.reader import Reader
from silcrow_tui.screens.text_screen import TextScreen
from silcrow_tui.widgets.line import Line, Piece, line, shown


class CompareScreen(TextScreen):
    """What one has that the other has not, and the other way round."""

    CONTEXT = "compare"
    BINDINGS = REGISTRY.bindings("compare")

    def __init__(
        self,
        place: Place,
        compared: FileChange,
        name: str,
        *,
        sides: tuple[str, str] = ("only in the backup", "only in the file now"),
    ) -> None:
        """``sides`` says what a line means that only the text before, or only the one after, has."""
        super().__init__(place)
        self._sides = sides
        self._compared = compared
        self._file_name = name

    def heading(self) -> tuple[str, Line]:
        return f"{shown(self._compared.path, 40, self.signs)} and {self._file_name}", ()

    def numbers(self) -> Sequence[Line]:
        signs = self.signs
        return (
            line(
                Piece(f" {signs.removed} {self._sides[0]}", "bad"),
                Piece(f"   {signs.added} {self._sides[1]}", "ok"),
                Piece(f"   {self.found_words()}"),
            ),
        )

    def body(self) -> Iterable[Widget]:
        yield Reader(signs=self.signs, wraps=False).add_class("body")

    def on_mount(self) -> None:
        self.looked_in.set_lines(diff_lines(self._compared.before, self._compared.after, self.signs), top=True)

    def text_to_copy(self) -> str:
        return self._compared.before
