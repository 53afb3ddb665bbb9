"""What keys do on the main screen: entries, runs, the session."""

import pytest
from msgspec.structs import replace

from silcrow.curated.results import Failure
from silcrow.workspace.place import Answer
from silcrow_tui.screens.dialogs import Dialog
from silcrow_tui.screens.editor import EntryEditor
from silcrow_tui.screens.run_detail import RunScreen
from tests.scenes import scene
from tests.tui.bench import hint, pane, place_of, rows, standing, words, workbench
from tests.tui.stage import until

MEDIUM, NARROW = (120, 36), (80, 24)


# Entries


async def test_removing_asks_first_and_keeps_by_default():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("space", "space", "d")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "Remove 2 entries from MEMORY?" in words(app)
        await pilot.press("enter")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert place_of(app).asked == []
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.press("y")
        await until(pilot, lambda: place_of(app).asked)
        first, second = (
            "Project runs on uv and Python 3.12; never call pip here.",
            "Run `just verify` before saying that a task is done.",
        )
        assert place_of(app).asked == [("remove", "memory", (first, second))]
        await until(pilot, lambda: "Removed 2 entries · z undoes" in app.toasts.texts)
        assert "7" in pane(app, "entries").badge(app.state)[0].text or len(rows(app, "entries").index) == 15


async def test_a_refused_removal_says_why():
    place = scene("calm")
    place.refusal = Failure("busy", "busy: pi is writing; tried for 5 s. Nothing was changed.", "memory")
    app = workbench(place)
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.press("y")
        await until(pilot, lambda: any("busy: pi is writing" in text for text in app.toasts.texts))


async def test_adding_opens_the_editor_and_the_new_entry_gets_the_cursor():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, EntryEditor))
        await pilot.press(*"a new fact")
        app.simulate_key("ctrl+s")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await until(pilot, lambda: rows(app, "entries").current.entry.text == "a new fact")
        assert any(text.startswith("Added to MEMORY.md, now") for text in app.toasts.texts)


async def test_a_drifted_file_says_why_it_can_not_be_changed():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("G", "e")
        assert hint(app) == "USER.md has drifted: writes are refused, nothing is lost. 2 shows it."


async def test_a_filter_is_typed_taken_and_cleared():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"verify", "enter")
        await until(pilot, lambda: len(rows(app, "entries").index) == 2)
        assert standing(app) == "filter verify: 2 match · esc clears"
        assert app.focused is rows(app, "entries")
        await pilot.press("escape")
        assert len(rows(app, "entries").index) > 20


async def test_a_filter_without_a_match_says_so():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("slash", *"[/red]")
        await until(pilot, lambda: "No entry matches “[/red]”. esc shows all 30." in words(app))
        await pilot.press("escape")
        await until(pilot, lambda: "Project runs on uv" in words(app))


async def test_sorting_goes_through_the_orders():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("s")
        lengths = [row.entry.length for row in rows(app, "entries").index.items if hasattr(row, "entry")][:23]
        assert lengths == sorted(lengths, reverse=True)
        await pilot.press("g")
        assert "MEMORY, length" in words(app)
        await pilot.press("s")
        assert hint(app) == "Sorted by age."
        await pilot.press("s")
        assert rows(app, "entries").index.items[1].flagged
        await pilot.press("s", "4", "s")
        assert hint(app) == "Workers has one order."


async def test_the_next_flag_is_found_from_anywhere():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("4", "b")
        assert app.main.pane.NAME == "entries"
        assert rows(app, "entries").current.entry.similar_to == 2


async def test_copying_sends_the_raw_text_and_says_so():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("j", "y")
        assert app.clipboard == "Run `just verify` before saying that a task is done."
        assert hint(app) == "Sent to the terminal (OSC 52), 52 chars"


async def test_copying_hidden_characters_warns():
    app = workbench()
    async with app.run_test(size=NARROW):
        app.copy("a\u202eb")
        assert "Careful: 1 hidden character is in it" in hint(app)


# Drift


async def test_settled_backups_can_be_left_out():
    app = workbench()
    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("2")
        assert "settled" in words(app)
        await pilot.press("full_stop")
        assert not any(
            getattr(getattr(row, "backup", None), "resolved", False) for row in rows(app, "drift").index.items
        )
        await pilot.press("1", "full_stop")
        assert hint(app) == "Entries leaves nothing out."


# Workers


async def test_a_run_is_opened_stopped_and_a_chunk_retried():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("4", "d")
        await until(pilot, lambda: ("stop_run", app.state.runs[0].run_id) in place_of(app).asked)
        await pilot.press("j", "j", "r")
        await until(pilot, lambda: any(asked[0] == "retry" for asked in place_of(app).asked))
        assert place_of(app).asked[-1] == ("retry", app.state.runs[2].chunk)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, RunScreen))


async def test_a_finished_run_can_not_be_stopped():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("4", "G", "d")
        assert hint(app) == "This run has ended."


async def test_accepting_a_gap_names_what_is_lost_and_asks():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("4", *"jjjjjjj", "a")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "chunk 7: 22 entries, 4,801 tokens" in words(app)
        await pilot.press("y")
        await until(pilot, lambda: place_of(app).asked)
        assert place_of(app).asked[0][0] == "accept_gap"


# The session


async def test_turning_memory_on_says_what_it_would_cost_and_asks_from_where():
    app = workbench("off")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "41,300 tokens so far = 9 chunks" in words(app)
        await pilot.press("s")
        await until(pilot, lambda: ("set_enabled", True, "start") in place_of(app).asked)
        assert "Done." in app.toasts.texts


async def test_memory_can_start_with_the_last_tokens_of_a_session():
    app = workbench("off")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "since the last compaction   12,600 tokens" in words(app)
        await pilot.press("t")
        await until(pilot, lambda: "before the end of the session" in words(app))
        await pilot.press("ctrl+u", "0")
        await until(pilot, lambda: "must be a number of tokens above 0" in words(app))
        await pilot.press("ctrl+u", *"8,000", "enter")
        await until(pilot, lambda: ("set_enabled", True, 8_000) in place_of(app).asked)


async def test_turning_memory_off_needs_no_question():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("o")
        await until(pilot, lambda: ("set_enabled", False, "start") in place_of(app).asked)


@pytest.mark.parametrize(("letter", "asked"), [("o", ("observe", True)), ("c", ("consolidate",))])
async def test_runs_are_started_from_the_menu(letter: str, asked: tuple[object, ...]):
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.press(letter)
        await until(pilot, lambda: asked in place_of(app).asked)


async def test_pausing_and_resuming():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("P")
        await until(pilot, lambda: ("pause", ("observer", "consolidator"), "by you") in place_of(app).asked)
        place = place_of(app)
        observing = place.state.observational
        assert observing is not None
        place.set_state(replace(place.state, observational=replace(observing, paused={"observer": "by you"})))
        await until(pilot, lambda: "paused by you" in words(app))
        await pilot.press("P")
        await until(pilot, lambda: ("pause", ("observer", "consolidator"), None) in place_of(app).asked)


async def test_what_was_refused_is_said_as_a_warning():
    place = scene("busy")
    place.answer = Answer(False, "Another process drives this session.", "foreign")
    app = workbench(place)
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("P")
        await until(pilot, lambda: "Another process drives this session." in app.toasts.texts)


# Leaving


async def test_leaving_with_workers_running_asks_and_stays_by_default():
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        assert "2 workers are stopped, their chunks are queued again" in words(app).replace(" ┃\n", " ")
        await pilot.press("enter")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert app.is_running and not place_of(app).closed
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.press("y")
        await until(pilot, lambda: place_of(app).closed)


async def test_leaving_a_quiet_place_closes_it_at_once():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("escape", "backspace")
        assert app.is_running and not place_of(app).closed
        await pilot.press("q")
        await until(pilot, lambda: place_of(app).closed)
