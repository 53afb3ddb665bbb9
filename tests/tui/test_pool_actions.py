"""What is done with observations: dropped to the archive, or saved as an entry."""

import pytest
from msgspec.structs import replace

from silcrow.workspace.place import Answer
from silcrow_tui.screens.editor import EntryEditor
from silcrow_tui.screens.topics import TopicsScreen
from tests.scenes import scene
from tests.tui.bench import footer, hint, pane, place_of, rows, words, workbench
from tests.tui.stage import until

MEDIUM = (120, 36)
DROPPED = "Dropped; it is in the archive. `silcrow om revert drop-1` brings it back."


@pytest.fixture(autouse=True)
def drafts_of_our_own(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("silcrow_tui.screens.editor.default_drafts_folder", lambda: tmp_path)


async def test_the_observation_under_the_cursor_is_dropped_and_the_way_back_is_named():
    app = workbench()
    place_of(app).answer = Answer(True, DROPPED)
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("3", "j")
        assert "d drop" in footer(app)
        under = pane(app, "pool").current
        await pilot.press("d")
        await until(pilot, lambda: place_of(app).asked == [("drop", (under,))])
        await until(pilot, lambda: DROPPED in app.toasts.texts)


async def test_marked_observations_are_dropped_together_and_marks_go_only_when_it_was_done():
    app = workbench()
    place_of(app).answer = Answer(False, "It is not in the pool any more.", "gone")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("3", "space", "space", "d")
        await until(pilot, lambda: "It is not in the pool any more." in app.toasts.texts)
        assert len(rows(app, "pool").index.marks) == 2
        place_of(app).answer = Answer(True, "Dropped 2.")
        await pilot.press("d")
        await until(pilot, lambda: "Dropped 2." in app.toasts.texts)
        newest = app.state.observational.pool[::-1]
        assert place_of(app).asked[-1] == ("drop", tuple(newest[:2]))
        assert not rows(app, "pool").index.marks


async def test_an_observation_is_saved_as_an_entry_after_a_look_at_its_text():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("3", "j")
        content = pane(app, "pool").current.content
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, EntryEditor))
        assert content[:40] in words(app)
        app.simulate_key("ctrl+s")
        await until(pilot, lambda: ("add", "memory", content) in place_of(app).asked)
        await until(pilot, lambda: any(text.startswith("Added to MEMORY.md, now") for text in app.toasts.texts))
        assert app.main.pane.NAME == "pool"


async def test_leaving_the_editor_as_it_came_saves_nothing_and_asks_nothing():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("3", "a")
        await until(pilot, lambda: isinstance(app.screen, EntryEditor))
        await pilot.press("escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert place_of(app).asked == []


async def test_a_draft_of_an_observation_is_its_own_and_no_other_new_entry_gets_it():
    app = workbench("calm")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("3", "a")
        await until(pilot, lambda: isinstance(app.screen, EntryEditor))
        await pilot.press(*" kept", "escape")
        await until(pilot, lambda: "draft" in words(app) and not isinstance(app.screen, EntryEditor))
        await pilot.press("d")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await pilot.press("1", "a")
        await until(pilot, lambda: "Add to MEMORY" in words(app))
        assert " kept" not in words(app)
        await pilot.press("escape", "3", "a")
        await until(pilot, lambda: "your draft is back" in words(app))
        assert "kept" in words(app)


async def test_an_observation_goes_to_the_file_that_can_be_written():
    app = workbench()
    memory = app.state.memory
    place_of(app).state = replace(
        app.state, memory=replace(memory, memory=replace(memory.memory, drift=memory.user.drift), user=memory.memory)
    )
    app = workbench(place_of(app))
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("3", "a")
        await until(pilot, lambda: "Add to USER" in words(app))


async def test_the_topic_of_an_observation_is_one_key_away():
    place = scene("busy")
    newest = place.state.observational.pool[-1]
    topic = place.state.observational.topics[2]
    place.topics_of = {newest.timestamp: topic.path}
    app = workbench(place)
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("3", "g", "T")
        await until(pilot, lambda: isinstance(app.screen, TopicsScreen) and app.screen.file_name == topic.path)
        await pilot.press("q", "q")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        await pilot.press("enter", "T")
        await until(pilot, lambda: isinstance(app.screen, TopicsScreen) and app.screen.file_name == topic.path)


async def test_an_observation_without_a_topic_leads_to_all_of_them_and_that_is_said():
    app = workbench("busy")
    async with app.run_test(size=MEDIUM) as pilot:
        await pilot.press("3", "T")
        await until(pilot, lambda: isinstance(app.screen, TopicsScreen))
        assert app.hint_words == "It is in no topic yet: a consolidation files it."


async def test_nothing_is_dropped_or_saved_from_a_read_only_window():
    app = workbench(scene("readonly"))
    async with app.run_test(size=MEDIUM) as pilot:
        for key in "da":
            await pilot.press("3", key)
            assert hint(app) == "Read only: nothing is changed from here."
        assert place_of(app).asked == []
