"""Getting around on the main screen, and what it says in each situation."""

import pytest
from msgspec.structs import replace

from silcrow_tui.signs import ASCII
from tests.scenes import scene
from tests.tui.bench import footer, hint, pane, pane_words, place_of, rows, standing, words, workbench
from tests.tui.stage import until

MEDIUM, NARROW, WIDE = (120, 36), (80, 24), (200, 50)


async def test_all_panes_show_what_the_place_holds():
    app = workbench()
    async with app.run_test(size=MEDIUM):
        assert "MEMORY 92% — 2,025/2,200 chars" in words(app)
        assert "drift: writes are refused, nothing is lost" in words(app)
        assert "entry 7 has 1,621 chars" in pane_words(app, "drift")
        assert "13 lines not" in pane_words(app, "drift")
        assert "3,812 of  5,000" in pane_words(app, "pool")
        assert "Moved burst handling into TokenBucket" in pane_words(app, "pool")
        assert "● running   obs    chunk 11   0:07" in pane_words(app, "workers")
        assert "! gap       obs    chunk 7    no result × 3" in pane_words(app, "workers")
        assert "inherited $1.030 · 1 run unpriced ?" in pane_words(app, "cost")
        assert "Project runs on uv and Python 3.12" in pane_words(app, "detail")


async def test_the_header_says_where_we_are_and_what_waits():
    app = workbench()
    async with app.run_test(size=MEDIUM):
        first, second, *_rest = words(app).split("\n")
        assert first.startswith(" § ~/.pi/agent/memories · tidewatch › feed limits (4f0b)")
        assert "pi open   on · this window drives   ● live   ≥$0.412?" in first
        assert second.startswith(" waits: [2] 1 drift  [4] 1 gap  [4] 1 failed run")
        assert "‖ rate limit: next try in 21 s" in second


async def test_a_narrow_header_gives_up_the_id_first_and_keeps_the_cost():
    app = workbench("readonly")
    async with app.run_test(size=NARROW):
        first = words(app).split("\n")[0]
        assert "(4f0b)" not in first
        assert "READ ONLY" in first
        assert "$0.412" in first


async def test_narrow_screens_tell_the_state_of_hidden_panes_in_their_tabs():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        tabs = words(app).split("\n")[2]
        assert tabs.startswith("▐1 Entries 30!▌")
        assert "2 Drift 1!" in tabs and "4 Workers 2● 1✗" in tabs
        await pilot.press("4")
        assert "▐4 Workers 2● 1✗▌" in words(app).split("\n")[2]
        assert "rate limit" in words(app)


@pytest.mark.parametrize("size", [NARROW, MEDIUM, WIDE, (80, 23)])
async def test_digits_go_to_panes_in_every_layout(size: tuple[int, int]):
    app = workbench()
    async with app.run_test(size=size) as pilot:
        for key, name in (("3", "pool"), ("5", "cost"), ("2", "drift"), ("1", "entries"), ("4", "workers")):
            await pilot.press(key)
            assert app.main.pane is pane(app, name)
            assert app.focused is pane(app, name).focus_target
            assert pane(app, name).display


async def test_tab_goes_round_all_panes_and_the_detail():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        seen = []
        for _ in range(6):
            seen.append(app.main.pane.NAME)
            await pilot.press("tab")
        assert seen == ["entries", "drift", "pool", "workers", "cost", "detail"]
        assert app.main.pane.NAME == "entries"
        await pilot.press("shift+tab")
        assert app.main.pane.NAME == "detail"
        await pilot.press("h", "l", "right", "left")
        assert app.main.pane.NAME == "detail"


async def test_the_detail_follows_the_pane_and_its_cursor():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("j")
        assert "Run `just verify` before saying" in pane_words(app, "detail")
        await pilot.press("4", "j", "j")
        assert "✗ failed · rate limit · observer · chunk 9" in pane_words(app, "detail")
        assert "Nothing is lost: the chunk is queued" in pane_words(app, "detail")
        assert "the next try is in 21 s" in pane_words(app, "detail").replace(" │\n│ ", " ")


async def test_zero_twice_shows_the_detail_in_full_and_back_closes_it_again():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("0", "0")
        assert pane(app, "detail").display and not pane(app, "entries").display
        await pilot.press("escape")
        assert app.main.pane.NAME == "entries"
        assert pane(app, "entries").display


async def test_plus_and_underscore_change_the_size_of_a_pane():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("4")
        normal = pane(app, "workers").size.height
        await pilot.press("plus")
        await pilot.pause()
        half = pane(app, "workers").size.height
        assert half > normal
        await pilot.press("plus")
        await pilot.pause()
        assert pane(app, "workers").size.height > half
        assert not pane(app, "entries").display
        await pilot.press("underscore", "underscore")
        await pilot.pause()
        assert pane(app, "workers").size.height == normal


async def test_sources_of_an_observation_are_read_when_their_tab_is_up():
    app = workbench()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("3", "0", "right_square_bracket")
        await until(pilot, lambda: "What should a feed see that asks too often?" in words(app))
        await pilot.press("left_square_bracket")
        assert "rests on 2 entries" in words(app)


async def test_tabs_of_cost_turn_by_day_and_to_all_sessions():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("5", "right_square_bracket")
        assert "2026-11-13" in pane_words(app, "cost")
        await pilot.press("right_square_bracket")
        assert "all sessions" in pane_words(app, "cost")
        await pilot.press("right_square_bracket")
        assert "session cap" in pane_words(app, "cost")


async def test_clicking_a_chip_or_a_tab_leads_there():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.click("WaitsLine", offset=(10, 0))
        assert app.main.pane.NAME == "drift"
        await pilot.click("TabBar", offset=(34, 0))
        assert app.main.pane.NAME == "pool"


async def test_clicking_a_pane_gives_it_the_focus():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.click("#workers VirtualList", offset=(8, 2))
        assert app.main.pane.NAME == "workers"
        assert rows(app, "workers").index.cursor == 2
        assert "✗ failed" in pane_words(app, "detail")


async def test_the_focus_shows_without_colour():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("4")
        assert "┏━ 4 Workers ━" in words(app)
        assert "┃›● running" in words(app)
        assert "┌─ 1 Entries ─" in words(app)


# Situations


@pytest.mark.parametrize(
    ("name", "key", "said"),
    [
        ("calm", "2", "backups"),
        ("off", "3", "Observing is off for this session: nothing is read, run or spent."),
        ("off", "4", "No runs yet. x starts one by hand."),
        ("off", "5", "Nothing spent."),
        ("empty", "1", "MEMORY.md is empty: nothing has been saved yet. a adds an entry."),
        ("empty", "3", "Nothing observed yet. The first observer starts at 5,000 tokens;"),
        ("no_session", "3", "S lists 312 others;"),
        ("no_session", "4", "No runs: no session is open."),
        ("first_run", "1", "Nothing here yet, and nothing has been written."),
        ("unreadable", "1", "unreadable: byte 1,204 is not UTF-8"),
    ],
)
async def test_every_situation_has_its_words(name: str, key: str, said: str):
    app = workbench(name)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press(key)
        assert said in words(app)


async def test_clean_files_without_backups_say_where_a_way_out_would_show():
    place = scene("calm")
    place.state = replace(place.state, memory=replace(place.state.memory, backups=()))
    app = workbench(place)
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("2")
        assert "Both files read cleanly, and there are no backups." in words(app)


async def test_nothing_waits_is_said():
    app = workbench("calm")
    async with app.run_test(size=NARROW):
        assert "nothing waits" in words(app).split("\n")[1]


async def test_a_paused_session_says_so_and_how_to_go_on():
    place = scene("busy")
    observing = place.state.observational
    assert observing is not None
    place.state = replace(place.state, observational=replace(observing, paused={"observer": "by you"}))
    app = workbench(place)
    async with app.run_test(size=MEDIUM):
        assert "‖ paused by you · P resumes" in words(app)


# Sizes


async def test_a_small_terminal_says_so_and_comes_back_as_it_was():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("4", "j", "j")
        for width, height in ((20, 5), (1, 1), (59, 40), (300, 90), (60, 15), (80, 23), (120, 36)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            if width < 60:
                assert words(app).startswith("too small"[: width - 1])
        assert app.main.pane.NAME == "workers"
        assert rows(app, "workers").index.cursor == 2
        assert "✗ failed" in pane_words(app, "detail")


async def test_the_hint_line_goes_first_when_there_is_little_height():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("space", "space")
        assert standing(app) == "2 marked, 108 chars · esc clears"
        await pilot.resize_terminal(80, 23)
        await pilot.pause()
        assert not app.screen.query_one("HintLine").display
        await pilot.press("4", "d")
        await pilot.press("r")
        assert footer(app).startswith("Only failed chunks")


# Keys


async def test_the_footer_names_keys_that_work_now():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        assert footer(app).startswith("a add  e edit  d remove  space mark  / filter")
        assert footer(app).endswith("? all keys")
        await pilot.press("4")
        assert "d stop" in footer(app) and "accept gap" not in footer(app)
        await pilot.press(*"jjjjjjj")
        assert "a accept gap" in footer(app) and "r retry now" in footer(app) and "d stop" not in footer(app)


async def test_a_key_without_use_says_what_it_is_for():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("3", "e")
        assert hint(app) == "e: edit the entry (Entries). No use here."
        await pilot.press("j")
        assert hint(app) == ""


async def test_read_only_says_why_nothing_can_be_changed():
    app = workbench("readonly")
    async with app.run_test(size=NARROW) as pilot:
        for keys in (("1", "a"), ("1", "e"), ("1", "d"), ("4", "d"), ("o",), ("P",)):
            await pilot.press(*keys)
            assert hint(app) == "Read only: nothing is changed from here."
        assert place_of(app).asked == []


async def test_alt_and_a_letter_counts_as_escape():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("0")
        await pilot.press("alt+x")
        await until(pilot, lambda: app.main.pane.NAME == "entries")


async def test_help_palette_topics_sessions_and_waiting_open_and_close():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        for key in ("question_mark", "T", "S", "w"):
            await pilot.press(key)
            await pilot.pause()
            assert len(app.screen_stack) == 2, key
            await pilot.press("q")
            await until(pilot, lambda: len(app.screen_stack) == 1, key)
        await pilot.press("colon")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        await pilot.press("escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)


async def test_a_digit_on_another_screen_leads_back_to_that_pane():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("T")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        await pilot.press("4")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert app.main.pane.NAME == "workers"


async def test_everything_can_be_shown_in_ascii():
    app = workbench(signs=ASCII)
    async with app.run_test(size=NARROW) as pilot:
        for key in "12345":
            await pilot.press(key)
            shown = words(app)
            assert "●" not in shown and "▐" not in shown and "█" not in shown and "…" not in shown
        await pilot.press("4")
        assert "[4 Workers 2@ 1x]" in words(app)


async def test_while_a_filter_is_typed_the_footer_names_only_the_keys_of_the_field():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("slash", "a")
        assert footer(app) == "enter take  esc leave  ctrl+u empty"
        await pilot.press("ctrl+u")
        assert app.screen.query_one("FilterInput").value == ""  # type: ignore[attr-defined]
        await pilot.press("escape")
        assert footer(app).startswith("a add")


async def test_ctrl_c_says_how_to_leave():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("ctrl+c")
        assert hint(app) == "ctrl+q leaves from anywhere, q on the main screen."


async def test_a_long_session_name_takes_the_room_there_is():
    place = scene("calm")
    assert place.state.session is not None
    place.state = replace(
        place.state, session=replace(place.state.session, name="a name that is far too long for this")
    )
    app = workbench(place)
    async with app.run_test(size=NARROW):
        assert words(app).split("\n")[0] == (
            " § ~/…/memories · tidewatch › a name that i…  on · this window drives  ≥$0.412?"
        )
