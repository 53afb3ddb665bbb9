"""Full screens whose body is one text."""

from collections.abc import Iterable

from textual.widget import Widget

from silcrow_tui.screens.full import FullScreen
from silcrow_tui.screens.reader import Reader


class TextScreen(FullScreen[None]):
    """A text that is read, looked through and copied. Subclasses put its lines into `looked_in`."""

    AUTO_FOCUS = "Reader"

    def body(self) -> Iterable[Widget]:
        yield Reader(signs=self.signs).add_class("body")

    @property
    def looked_in(self) -> Reader:
        return self.query_one(Reader)
