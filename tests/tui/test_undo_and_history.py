"""What this window did is taken back with one key; what others did is seen and reverted in History."""

from pathlib import Path

import pytest

from silcrow_tui.app import SilcrowApp
from silcrow_tui.changes import action_words
from silcrow_tui.screens.dialogs import YesNo
from silcrow_tui.screens.entry_area import EntryArea
from silcrow_tui.screens.history import HistoryScreen
from silcrow_tui.screens.history_lines import moment
from tests.scenes import NOW
from tests.scenes.recovering import history
from tests.tui.bench import place_of, words, workbench
from tests.tui.stage import until
from tests.tui.store_place import StorePlace

FIRST, SECOND = "Uses uv, never pip.", "Runs `make check` before saying done."


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    folder = tmp_path / "memories"
    folder.mkdir()
    place = StorePlace(folder)
    place.store.add("memory", FIRST, actor="tool")
    place.store.add("memory", SECOND, actor="tool")
    place.look()
    return place


def said(app: SilcrowApp, words: str) -> bool:
    return any(words in text for text in app.toasts.texts)


async def test_an_added_entry_is_undone_and_done_again(place: StorePlace):
    app = workbench(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen.focused, EntryArea), "the editor")
        app.screen.query_one(EntryArea).entry = "A third one."
        await pilot.press("ctrl+s")
        await until(pilot, lambda: said(app, "Added to MEMORY.md, now 3% — 74/2,200 chars · z undoes"), "added")
        await pilot.press("z")
        await until(pilot, lambda: said(app, "Undone: added “A third one.”"), "undone")
        assert place.text() == f"{FIRST}\n§\n{SECOND}"
        await pilot.press("Z")
        await until(pilot, lambda: said(app, "Done again, MEMORY.md is now"), "done again")
        assert place.text().endswith("A third one.")
        assert not said(app, "changed outside")


async def test_removed_entries_come_back_together(place: StorePlace):
    app = workbench(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("asterisk", "d")
        await until(pilot, lambda: isinstance(app.screen, YesNo), "the question")
        await pilot.press("y")
        await until(pilot, lambda: said(app, "Removed 2 entries · z undoes"), "removed")
        assert place.text() == ""
        await pilot.press("z")
        await until(pilot, lambda: said(app, "Undone: removed 2 entries"), "undone")
        assert place.text() == f"{FIRST}\n§\n{SECOND}"


async def test_an_entry_moved_to_the_other_file_goes_back_with_one_key(place: StorePlace):
    app = workbench(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen.focused, EntryArea), "the editor")
        await pilot.press("ctrl+t", "ctrl+s")
        await until(pilot, lambda: said(app, "Moved to USER · z undoes"), "moved")
        assert (place.text(), place.text("user")) == (SECOND, FIRST)
        await pilot.press("z")
        await until(pilot, lambda: said(app, "Undone: moved “Uses uv, never pip.”"), "undone")
        assert (place.text(), place.text("user")) == (f"{FIRST}\n§\n{SECOND}", "")


async def test_marks_in_both_files_are_removed_as_one_action(place: StorePlace):
    place.store.add("user", "Prefers short answers.", actor="tool")
    place.look()
    app = workbench(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("asterisk", "d")
        await until(pilot, lambda: isinstance(app.screen, YesNo), "the question")
        await pilot.press("y")
        await until(pilot, lambda: said(app, "Removed 3 entries"), "removed")
        await pilot.press("z")
        await until(pilot, lambda: said(app, "Undone: removed 3 entries"), "undone")
        assert (place.text(), place.text("user")) == (f"{FIRST}\n§\n{SECOND}", "Prefers short answers.")


async def test_the_changes_of_others_are_not_undone_by_z(place: StorePlace):
    app = workbench(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("z")
        await until(pilot, lambda: said(app, "Nothing of yours to undo; H lists the changes of others"), "said")
        await pilot.press("Z")
        await until(pilot, lambda: said(app, "Nothing was undone here"), "said")
        assert place.text() == f"{FIRST}\n§\n{SECOND}"


async def test_in_a_read_only_place_z_says_why_not():
    app = workbench("readonly")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("z")
        assert app.hint_words == "Read only: nothing is changed from here."


async def test_history_reverts_the_change_of_an_agent(place: StorePlace):
    app = workbench(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: "2 changes" in words(app), "the list")
        assert "agent    added" in words(app)
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, YesNo), "the question")
        assert "Revert this change of MEMORY.md" in words(app)
        await pilot.press("y")
        await until(pilot, lambda: place.text() == FIRST, "reverted")
        await until(pilot, lambda: "3 changes" in words(app), "the list again")
        await pilot.press("z")
        await until(pilot, lambda: place.text() == f"{FIRST}\n§\n{SECOND}", "taken back with z")


async def test_history_brings_back_entries_that_another_program_took_away(place: StorePlace):
    (place.store.dir / "MEMORY.md").write_text(SECOND)
    place.look()
    app = workbench(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: "outside  outside change" in words(app), "the outside change")
        await pilot.press("a")
        await until(pilot, lambda: said(app, "Restored 1 entry. · z undoes"), "brought back")
        assert set(place.text().split("\n§\n")) == {FIRST, SECOND}
        await until(pilot, lambda: "3 changes" not in words(app), "the list again")
        await pilot.press("j", "a")
        await until(pilot, lambda: "Nothing that it took away is missing now." in app.hint_words, "why not")


async def test_history_is_filtered_and_its_difference_read():
    app = workbench("calm")
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: "7 changes" in words(app), "the list")
        await pilot.press("slash", *"dream", "enter")
        assert "1 of 7 changes" in words(app)
        assert "− Uses uv." in words(app)
        await pilot.press("enter")
        assert not isinstance(app.focused, EntryArea)
        await pilot.press("q", "q", "q")
        await until(pilot, lambda: len(app.screen_stack) == 1, "left")


async def test_without_changes_history_says_so():
    place = place_of(workbench("calm"))
    place.changes = ()
    app = workbench(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("H")
        await until(pilot, lambda: "No changes recorded yet." in words(app), "the empty list")
        await pilot.press("u")
        assert app.hint_words == "No changes recorded yet."
        assert isinstance(app.screen, HistoryScreen)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("c7", "added “Commit messages: imperative, bo…”"),
        ("c6", "outside change “The api runs on port 8081.”"),
        ("c3", "recovered USER.md"),
        ("c1", "imported USER.md"),
    ],
)
def test_an_action_in_words(change: str, expected: str):
    assert action_words([each for each in history() if each.id == change]) == expected


def test_a_moment_is_as_short_as_it_can_be(monkeypatch: pytest.MonkeyPatch):
    assert moment(NOW, NOW).count(":") == 1
    assert len(moment(NOW - 86_400, NOW)) == 11
    assert moment(NOW - 400 * 86_400, NOW).startswith("2025-10-1")
