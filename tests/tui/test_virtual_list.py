"""The list that every pane is made of."""

import time

import pytest
from msgspec import Struct
from rich.cells import cell_len
from textual.app import App, ComposeResult

from silcrow_tui.commands import Command, CommandHost
from silcrow_tui.theme import role_variables
from silcrow_tui.widgets.line import Line, Piece, shown
from silcrow_tui.widgets.row_filter import parse_filter
from silcrow_tui.widgets.row_index import RowLook
from silcrow_tui.widgets.virtual_list import Follow, VirtualList


class Thing(Struct, frozen=True):
    name: str
    note: str = ""
    heading: bool = False


class ThingLook(RowLook[Thing]):
    drawn = 0

    def key(self, item: Thing) -> str:
        return item.name

    def line(self, item: Thing, width: int) -> Line:
        self.drawn += 1
        return (Piece(shown(f"{item.name} {item.note}", width)),)

    def text(self, item: Thing) -> str:
        return item.name

    def selectable(self, item: Thing) -> bool:
        return not item.heading


class ListApp(CommandHost, App[None]):
    CSS = "VirtualList { height: 1fr; }"

    def __init__(self, things: list[Thing], follow: Follow = "no", loose: bool = False) -> None:
        super().__init__()
        self.loose = loose
        self.things = things
        self.follow = follow
        self.hints: list[str] = []
        self.look = ThingLook()

    def get_css_variables(self) -> dict[str, str]:
        variables = super().get_css_variables()
        self.theme_variables = variables | role_variables(self.current_theme, variables)
        return self.theme_variables

    def compose(self) -> ComposeResult:
        rows = VirtualList(self.look, follow=self.follow, loose=self.loose)
        rows.set_items(self.things)
        yield rows

    @property
    def rows(self) -> VirtualList[Thing]:
        return self.query_one(VirtualList)

    def hint(self, words: str) -> None:
        self.hints.append(words)

    def shown(self) -> list[str]:
        return [self.rows.render_line(y).text.rstrip() for y in range(self.rows.size.height)]


def things(count: int, start: int = 0) -> list[Thing]:
    return [Thing(f"row {number}") for number in range(start, start + count)]


async def test_the_cursor_stays_on_its_row_when_rows_are_put_above_it():
    app = ListApp(things(10))
    async with app.run_test(size=(40, 8)) as pilot:
        await pilot.press("j", "j")
        assert app.rows.current == Thing("row 2")
        app.rows.set_items([Thing("new"), *things(10)])
        await pilot.pause()
        assert app.rows.current == Thing("row 2")
        assert app.shown()[3].startswith("› row 2"[:1])


async def test_an_untouched_cursor_of_a_loose_list_stays_on_the_first_row():
    app = ListApp(things(10), follow="head", loose=True)
    async with app.run_test(size=(40, 8)) as pilot:
        app.rows.set_items([Thing("new"), *things(10)])
        await pilot.pause()
        assert app.rows.current == Thing("new")


async def test_with_the_focus_even_an_untouched_cursor_belongs_to_its_row():
    app = ListApp(things(10), follow="head")
    async with app.run_test(size=(40, 8)):
        app.rows.set_items([Thing("new"), *things(10)])
        assert app.rows.current == Thing("row 0")


async def test_a_removed_row_leaves_the_cursor_at_its_place():
    app = ListApp(things(5))
    async with app.run_test(size=(40, 8)) as pilot:
        await pilot.press("j", "j")
        app.rows.set_items([thing for thing in things(5) if thing.name != "row 2"])
        assert app.rows.current == Thing("row 3")
        app.rows.set_items(things(2))
        assert app.rows.current == Thing("row 1")
        app.rows.set_items([])
        assert app.rows.current is None


async def test_new_rows_at_the_head_do_not_move_a_view_that_left_it():
    app = ListApp(things(50), follow="head")
    async with app.run_test(size=(40, 8)) as pilot:
        await pilot.press(*("j" * 20))
        before = app.shown()
        app.rows.set_items([Thing("new 1"), Thing("new 2"), Thing("new 3"), *things(50)])
        await pilot.pause()
        assert app.shown() == before
        assert app.rows.newer == 3
        await pilot.press("g")
        assert app.rows.newer == 0
        assert app.rows.current == Thing("new 1")


async def test_the_tail_is_followed_only_from_the_tail():
    app = ListApp(things(50), follow="tail")
    async with app.run_test(size=(40, 8)) as pilot:
        app.rows.set_follow("tail")
        await pilot.pause()
        app.rows.set_items(things(60))
        await pilot.pause()
        assert app.shown()[-1].endswith("row 59")
        app.rows.scroll_to(y=10, animate=False)
        app.rows.set_items(things(70))
        await pilot.pause()
        assert app.shown()[0].endswith("row 10")


async def test_marks_and_ranges_hang_on_rows():
    app = ListApp(things(10))
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.press("space", "space")
        assert [thing.name for thing in app.rows.chosen] == ["row 0", "row 1"]
        app.rows.set_items([Thing("new"), *things(10)])
        assert [thing.name for thing in app.rows.chosen] == ["row 0", "row 1"]
        await pilot.press("v", "j", "j", "v")
        assert [thing.name for thing in app.rows.chosen] == ["row 0", "row 1", "row 2", "row 3", "row 4"]
        await pilot.press("asterisk")
        assert len(app.rows.chosen) == 11
        await pilot.press("asterisk")
        assert len(app.rows.chosen) == 1
        await pilot.press("shift+up", "shift+up")
        assert len(app.rows.chosen) == 3


async def test_going_back_closes_range_then_marks_then_filter():
    app = ListApp(things(10))
    async with app.run_test(size=(40, 12)) as pilot:
        app.rows.set_filter(parse_filter("row"))
        await pilot.press("v", "j")
        assert app.rows.step_back() and app.rows.index.range_from is None
        assert app.rows.index.marks
        assert app.rows.step_back() and not app.rows.index.marks
        assert app.rows.step_back() and not app.rows.index.filter
        assert not app.rows.step_back()


@pytest.mark.parametrize(
    ("typed", "names"),
    [("ROW 1", ["row 1", "row 10", "row 11"]), ("!row 1", None), ("/^row 1$", ["row 1"]), ("/(", None), ("", None)],
)
async def test_filters_are_literal_or_regular_or_inverse(typed: str, names: list[str] | None):
    app = ListApp(things(12))
    async with app.run_test(size=(40, 20)):
        app.rows.set_filter(parse_filter(typed))
        found = [app.rows.index.at(position).name for position in range(len(app.rows.index))]
        if typed == "!row 1":
            names = [thing.name for thing in things(12) if "row 1" not in thing.name]
        assert found == (names if names is not None else [thing.name for thing in things(12)])


def test_a_broken_expression_says_what_is_wrong():
    assert "not a regular expression" in (parse_filter("/(").problem or "")
    assert "can take for ever" in (parse_filter("/(a|A)*b").problem or "")


async def test_the_cursor_steps_over_headings():
    app = ListApp([Thing("A", heading=True), Thing("one"), Thing("B", heading=True), Thing("two")])
    async with app.run_test(size=(40, 8)) as pilot:
        assert app.rows.current == Thing("one")
        await pilot.press("j")
        assert app.rows.current == Thing("two")
        await pilot.press("g")
        assert app.rows.current == Thing("one")
        assert app.rows.scroll_offset.y == 0


async def test_sorting_keeps_the_cursor_on_its_row():
    app = ListApp([Thing("b"), Thing("a"), Thing("c")])
    async with app.run_test(size=(40, 8)) as pilot:
        await pilot.press("j")
        app.rows.set_sort(lambda thing: thing.name)
        assert app.rows.current == Thing("a")
        assert app.rows.index.cursor == 0


async def test_wide_characters_are_cut_by_cells():
    app = ListApp([Thing("漢字テスト" * 40), Thing("👩‍💻 code " * 20), Thing("e\u0301" * 100), Thing("العربية " * 30)])
    async with app.run_test(size=(40, 8)):
        for y in range(4):
            strip = app.rows.render_line(y)
            assert cell_len(strip.text) == 40 == strip.cell_length
            assert strip.text.rstrip().endswith("…")


HOSTILE = ["[/red] done", "ports [8080]", '{"a":[true]}', "[@click=app.quit]x[/]", "[b]bold[/b]", "[link=x]"]


async def test_markup_in_rows_is_shown_as_it_is():
    app = ListApp([Thing(text) for text in HOSTILE])
    async with app.run_test(size=(60, 10)) as pilot:
        assert [row[2:].rstrip() if row[1:2] == " " else row[1:].rstrip() for row in app.shown()[:6]] == HOSTILE
        for y in range(6):
            await pilot.click(VirtualList, offset=(3, y))
        assert app.is_running


async def test_a_line_of_a_megabyte_costs_no_more_than_a_short_one():
    app = ListApp([Thing("x", note="y" * 1_000_000)])
    async with app.run_test(size=(60, 10)):
        assert app.shown()[0].endswith("…")


async def test_a_hundred_thousand_rows_draw_only_what_is_seen():
    app = ListApp([])
    many = things(100_000)
    async with app.run_test(size=(80, 24)) as pilot:
        app.rows.set_items(many)
        await pilot.pause()
        assert app.shown()[0].endswith("row 0")
        await pilot.press("G")
        assert app.rows.current == Thing("row 99999")
        assert app.look.drawn < 200


async def test_a_hundred_thousand_rows_are_taken_in_well_under_a_second_of_processor_time():
    app = ListApp([])
    many = things(100_000)
    async with app.run_test(size=(80, 24)) as pilot:
        started = time.process_time()
        app.rows.set_items(many)
        await pilot.pause()
        assert time.process_time() - started < 0.6


async def test_only_rows_that_changed_are_drawn_again():
    app = ListApp(things(20))
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        drawn = app.look.drawn
        changed = things(20)
        changed[4] = Thing("row 4", note="changed")
        app.rows.set_items(changed)
        await pilot.pause()
        assert app.look.drawn == drawn + 1
        assert app.shown()[4].endswith("changed")


async def test_keys_without_use_say_why():
    app = ListApp([])
    async with app.run_test(size=(40, 8)) as pilot:
        await pilot.press("space")
        assert app.hints == ["There are no rows here."]


def test_a_command_without_a_test_is_always_on():
    assert Command("x", ("x",), "x", "x", lambda _host: None).off(None) is None
