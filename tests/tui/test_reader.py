from textual.screen import Screen

from silcrow_tui.screens.reader import Reader, cut_span
from silcrow_tui.widgets.line import Line, Piece, line, plain
from tests.tui.stage import Stage, until, words_of


class Reading(Screen[None]):
    AUTO_FOCUS = "Reader"

    def __init__(self, lines: list[Line], *, wraps: bool = True) -> None:
        super().__init__()
        self.lines = lines
        self.reader = Reader(wraps=wraps)

    def compose(self):
        yield self.reader

    def on_mount(self) -> None:
        self.reader.set_lines(self.lines)


def numbered(count: int) -> list[Line]:
    return [line(Piece(f"line {n}")) for n in range(count)]


async def test_keys_scroll_by_line_page_and_to_both_ends():
    screen = Reading(numbered(200))
    async with Stage(screen).run_test(size=(40, 20)) as pilot:
        await until(pilot, lambda: "line 0" in words_of(screen))
        for key, top in (("j", 1), ("pagedown", 19), ("k", 18), ("G", 180), ("ctrl+u", 171), ("g", 0), ("ctrl+d", 9)):
            await pilot.press(key)
            await until(pilot, lambda top=top: screen.reader.scroll_offset.y == top, f"{key} to {top}")


async def test_find_goes_to_hits_below_first_and_around_the_end():
    screen = Reading(numbered(200))
    async with Stage(screen).run_test(size=(40, 20)) as pilot:
        await until(pilot, lambda: screen.reader.row_count == 200)
        assert screen.reader.find("LINE 15") == 11
        await until(pilot, lambda: "line 15" in words_of(screen))
        screen.reader.find("line 150")
        await until(pilot, lambda: "line 150" in words_of(screen), "the far hit")
        screen.reader.find("line 1")
        assert screen.reader.hit_count == 111
        first = screen.reader.hit_number
        await pilot.press("n")
        await until(pilot, lambda: screen.reader.hit_number == first % 111 + 1)
        await pilot.press("N")
        await until(pilot, lambda: screen.reader.hit_number == first)


async def test_a_hit_that_is_wrapped_is_marked_on_both_rows():
    screen = Reading([line(Piece("aaaa bbbb cccc dddd needle in hay eeee"))])
    async with Stage(screen).run_test(size=(30, 6)) as pilot:
        await until(pilot, lambda: screen.reader.row_count == 2)
        assert screen.reader.find("needle in hay") == 1
        strips = [screen.reader.render_line(y) for y in (0, 1)]
        marked = ["".join(s.text for s in strip if s.style and s.style.reverse) for strip in strips]
        assert "".join(marked).replace(" ", "") == "needleinhay"


async def test_what_is_looked_for_is_no_expression():
    screen = Reading([line(Piece("a.c and abc (x[1])"))])
    async with Stage(screen).run_test(size=(40, 6)) as pilot:
        await until(pilot, lambda: screen.reader.row_count == 1)
        assert screen.reader.find("a.c") == 1
        assert screen.reader.find("x[1]") == 1


async def test_long_lines_are_reached_sideways_when_they_are_not_wrapped():
    screen = Reading([line(Piece("0123456789" * 10))], wraps=False)
    async with Stage(screen).run_test(size=(40, 6)) as pilot:
        await until(pilot, lambda: screen.reader.row_count == 1)
        await pilot.press("l")
        await until(pilot, lambda: words_of(screen).startswith(" 8901234567"), "moved")
        await pilot.press("h")
        await until(pilot, lambda: words_of(screen).startswith(" 0123456789"), "back")


async def test_another_text_starts_at_its_top_and_a_longer_one_keeps_the_place():
    screen = Reading(numbered(100))
    async with Stage(screen).run_test(size=(40, 20)) as pilot:
        await until(pilot, lambda: screen.reader.row_count == 100)
        await pilot.press("G")
        await until(pilot, lambda: screen.reader.scroll_offset.y == 80)
        screen.reader.set_lines(numbered(120))
        await until(pilot, lambda: screen.reader.row_count == 120)
        assert screen.reader.scroll_offset.y == 80
        screen.reader.set_lines(numbered(50), top=True)
        await until(pilot, lambda: screen.reader.scroll_offset.y == 0)


def test_a_span_cuts_across_pieces():
    pieces = line(Piece("abc", "ok"), Piece("def", "bad"))
    assert cut_span(pieces, 2, 5) == (Piece("c", "ok"), Piece("de", "bad"))
    assert plain(cut_span(pieces, 0, 99)) == "abcdef"
