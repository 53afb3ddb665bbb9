"""Lines that scroll without a bar."""

from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

from silcrow_tui.widgets.line_scroll import LineScroll


class Lines(LineScroll):
    def render_line(self, y: int) -> Strip:
        return Strip.blank(self.size.width)


class LinesScreen(Screen[None]):
    layouts = 0

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        self.layouts += not scroll
        super()._refresh_layout(size, scroll)


class LinesApp(App[None]):
    def __init__(self, height: str) -> None:
        super().__init__()
        self.lines = Lines()
        self.lines.styles.height = height

    def get_default_screen(self) -> LinesScreen:
        return LinesScreen()

    def compose(self) -> ComposeResult:
        yield self.lines


def wheel(lines: Lines, kind: type[events.MouseEvent]) -> events.MouseEvent:
    return kind(lines, 1, 1, 0, 0, 0, shift=False, meta=False, ctrl=False)


async def test_the_wheel_scrolls_what_is_longer_than_it_is_high():
    app = LinesApp("1fr")
    async with app.run_test(size=(20, 10)) as pilot:
        app.lines.virtual_size = Size(20, 100)
        app.lines.post_message(wheel(app.lines, events.MouseScrollDown))
        await pilot.pause()
        assert app.lines.scroll_target_y > 0
        assert not app.lines.show_vertical_scrollbar


async def test_the_wheel_does_nothing_where_all_is_seen():
    app = LinesApp("1fr")
    async with app.run_test(size=(20, 10)) as pilot:
        app.lines.virtual_size = Size(20, 10)
        app.lines.post_message(wheel(app.lines, events.MouseScrollDown))
        await pilot.pause()
        assert app.lines.scroll_target_y == 0


async def test_more_lines_make_no_new_layout_and_fewer_keep_the_view_on_them():
    app = LinesApp("1fr")
    async with app.run_test(size=(20, 10)) as pilot:
        screen = app.screen
        assert isinstance(screen, LinesScreen)
        await pilot.pause()
        before = screen.layouts
        app.lines.virtual_size = Size(20, 100)
        app.lines.scroll_to(y=90, animate=False)
        app.lines.virtual_size = Size(20, 50)
        await pilot.pause()
        assert app.lines.scroll_y == 40
        assert screen.layouts == before


async def test_a_view_as_high_as_its_lines_grows_with_them():
    app = LinesApp("auto")
    async with app.run_test(size=(20, 10)) as pilot:
        for lines in (3, 7):
            app.lines.virtual_size = Size(20, lines)
            await pilot.pause()
            assert app.lines.size.height == lines
