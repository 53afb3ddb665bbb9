from collections.abc import Callable

import pytest
from msgspec.structs import replace
from textual.screen import Screen
from textual.widgets import Input, OptionList

from silcrow_tui.screens.dialogs import Choice, Choose, TypedWord, YesNo
from silcrow_tui.screens.recovery.pick import Pick
from silcrow_tui.screens.run_menu import RunMenu
from silcrow_tui.screens.turn_on import TurnOn
from silcrow_tui.screens.value_dialog import ValueDialog
from tests.scenes import scene
from tests.scenes.place import AHEAD
from tests.tui.stage import NOTHING, Stage, until, words_of

REMOVE = "Remove 3 entries from MEMORY?"


async def answer_to(screen, *keys: str):
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.focused is not None, "focus")
        await pilot.press(*keys)
        await until(pilot, lambda: app.answer is not NOTHING, "an answer")
        return app.answer


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], False),
        (["y"], True),
        (["n"], False),
        (["escape"], False),
        (["q"], False),
        (["backspace"], False),
        (["alt+y"], False),
        (["tab", "enter"], True),
        (["right", "enter"], True),
        (["right", "left", "enter"], False),
    ],
)
async def test_yes_or_no_starts_on_no(keys: list[str], answer: bool):
    assert await answer_to(YesNo(REMOVE), *keys) is answer


MENU = (Choice("o", "observe", "due"), Choice("c", "consolidate", off="the pool is empty"), Choice("d", "dream"))


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["o"], "o"),
        (["enter"], "o"),
        (["j", "enter"], "d"),
        (["down", "k", "enter"], "o"),
        (["escape"], None),
        (["q"], None),
    ],
)
async def test_a_menu_answers_its_letter(keys: list[str], answer: str | None):
    assert await answer_to(Choose("Run now", MENU, start="o"), *keys) == answer


async def test_a_choice_that_is_off_says_why_and_stays():
    screen = Choose("Run now", MENU)
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.focused is not None)
        await pilot.press("c")
        await until(pilot, lambda: "consolidate: the pool is empty" in words_of(screen))
        assert app.answer is NOTHING


async def test_the_cursor_of_a_menu_shows_without_colour():
    screen = Choose("Run now", MENU, start="d")
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "› d  dream" in words_of(screen))


async def test_a_typed_word_says_yes_only_when_it_is_right():
    screen = TypedWord("Delete USER.md.bak.1796079480?", "delete")
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(screen.focused, Input))
        await pilot.press(*"delet", "enter")
        await until(pilot, lambda: "Not yet: type delete" in words_of(screen))
        await pilot.press("e", "enter")
        await until(pilot, lambda: app.answer is True)


async def test_a_typed_word_is_left_with_esc_and_typed_over_with_q():
    assert await answer_to(TypedWord("Delete?", "quit"), *"quit", "enter") is True
    assert await answer_to(TypedWord("Delete?", "quit"), *"quit", "escape") is False


@pytest.mark.parametrize("count", [1, 3, 40])
async def test_a_dialog_stays_inside_76_by_20_with_its_buttons_and_shows_content_literally(count: int):
    lines = ["[/red] [@click=app.quit]x[/] \x1b]0;t\x07 " + "long " * 400] * count
    screen = YesNo("[b]Remove[/b] \x1b[31m?" * 9, lines)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.focused is not None)
        frame = screen.query_one(".frame").region
        assert frame.width <= 76
        assert frame.height <= 20
        assert frame.contains_region(screen.query_one("#no").region)
        assert "[@click=app.quit]x[/] ␛]0;t␇" in words_of(screen)


@pytest.mark.parametrize(
    ("keys", "answer"),
    [(["s"], "start"), (["c"], "compaction"), (["t"], "tokens"), (["w"], "now"), (["n"], None), (["enter"], None)],
)
async def test_turning_on_asks_from_where_and_starts_on_not_now(keys: list[str], answer: str | None):
    assert await answer_to(TurnOn(AHEAD, 5.0), *keys) == answer


@pytest.mark.parametrize(
    ("dialog", "words"),
    [
        (lambda: TurnOn(AHEAD, 5.0), "esc closes"),
        (lambda: Choose("Caps", [Choice("s", "session cap")]), "esc closes"),
        (lambda: TypedWord("Delete it?", "delete"), "esc leaves everything"),
        (lambda: Pick("Into which?", ["one", "two"]), "esc closes"),
        (lambda: ValueDialog("chunkTokens", "5,000", lambda _typed: None), "esc leaves it"),
    ],
)
@pytest.mark.parametrize("beside", [False, True])
async def test_a_dialog_is_left_with_a_click_on_the_words_that_say_so_or_beside_it(
    dialog: Callable[[], Screen[object]], words: str, beside: bool
):
    screen = dialog()
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: words in words_of(screen), "the dialog")
        lines = words_of(screen).split("\n")
        x, y = next((line.index(words), y) for y, line in enumerate(lines) if words in line)
        await pilot.click(offset=(0, 0) if beside else (x + 1, y))
        await until(pilot, lambda: app.answer is not NOTHING, "an answer")
        assert not app.answer


async def test_a_click_into_a_dialog_leaves_it_open():
    screen = TypedWord("Delete it?", "delete", ("Thirteen parts are nowhere else.",))
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Thirteen parts" in words_of(screen), "the dialog")
        lines = words_of(screen).split("\n")
        x, y = next((line.index("Thirteen"), y) for y, line in enumerate(lines) if "Thirteen" in line)
        await pilot.click(offset=(x, y))
        await pilot.press("q")
        assert app.answer is NOTHING and screen.query_one(Input).value == "q"


async def test_without_a_compaction_nothing_can_start_at_one():
    screen = TurnOn(replace(AHEAD, since_compaction=None), 5.0)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.focused is not None)
        assert "c  since the last compaction   there was none" in words_of(screen)
        await pilot.press("c")
        await until(pilot, lambda: "since the last compaction: there was none" in words_of(screen))


async def test_turning_on_says_what_it_costs_and_where_the_cap_holds():
    screen = TurnOn(AHEAD, 0.03)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.query(OptionList))
        words = " ".join(words_of(screen).replace("┃", " ").split())
        assert "41,300 tokens so far = 9 chunks, about $0.071 and 1:35 min with acme/large-4." in words
        assert "The session cap of $0.030 will hold it after about 3 chunks." in words


async def test_the_run_menu_says_how_far_each_is_from_due():
    busy = scene("busy").state.observational
    assert busy is not None
    screen = RunMenu(busy)
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.focused is not None)
        words = words_of(screen)
        assert "o  observe              3,812 of 5,000 tokens, 1,188 to go" in words
        assert "c  consolidate          5,790 tokens to go until 20,000" in words
