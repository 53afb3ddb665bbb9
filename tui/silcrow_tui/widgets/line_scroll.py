"""What lists and texts have in common: lines that are drawn as far as they are seen, scrolled without a bar."""

from textual.geometry import Size
from textual.reactive import Reactive
from textual.scroll_view import ScrollView


class LineScroll(ScrollView):
    """A view on lines. How many there are changes no other widget, so that no new layout is made for it.

    Where the height is ``auto`` it does, and one is made.
    """

    DEFAULT_CSS = """
    LineScroll { overflow: hidden hidden; scrollbar-size: 0 0; }
    """

    virtual_size = Reactive(Size(0, 0), layout=False, repaint=False, init=False)
    """All of it, in cells. Who sets it says what is to be drawn again."""

    @property
    def allow_vertical_scroll(self) -> bool:
        return not self._check_disabled() and self.max_scroll_y > 0

    def watch_virtual_size(self) -> None:
        self.scroll_y = self.validate_scroll_y(self.scroll_y)
        if self.styles.auto_dimensions:
            self.refresh(layout=True)
