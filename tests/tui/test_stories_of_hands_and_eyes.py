"""Other hands and other eyes: a mouse alone, no colour, and files that change under what one is doing."""

import re
from pathlib import Path

import pytest

from silcrow_tui.openings import OPENINGS
from silcrow_tui.preferences.choices import Preferences
from silcrow_tui.signs import ASCII
from tests.scenes import scene
from tests.tui.driver import MEDIUM, NARROW, WIDE, User, at_the_workbench
from tests.tui.store_place import StorePlace

UV, CHECK, CLOCK = "Uses uv, never pip.", "Runs `make check` before saying done.", "Tests get a fixed clock."


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    place = StorePlace(tmp_path)
    for text in (UV, CHECK, CLOCK):
        place.store.add("memory", text, actor="tool")
    place.look()
    return place


def others_write(place: StorePlace, *entries: str) -> None:
    """Another program puts these in the place of all that was there."""
    (place.store.dir / "MEMORY.md").write_text("\n§\n".join(entries))
    place.look()


# The mouse


async def test_an_entry_is_marked_removed_and_brought_back_by_mouse_alone(place: StorePlace):
    async with at_the_workbench(place, WIDE) as user:
        await user.clicks("Runs `make check`")
        await user.clicks("space mark")
        await user.sees("1 marked")
        await user.clicks("d remove")
        await user.sees("Remove 1 entry from MEMORY?")
        await user.clicks("Remove  y")
        await user.is_told("z undoes")
        await user.finds(lambda: place.text() == f"{UV}\n§\n{CLOCK}", "the entry gone")
        await user.clicks("z undo")
        await user.finds(lambda: place.text() == f"{UV}\n§\n{CHECK}\n§\n{CLOCK}", "the entry back")


async def test_every_pane_and_every_tab_of_the_detail_is_reached_by_mouse():
    async with at_the_workbench("busy") as user:
        for tab, name in (("2 Drift", "drift"), ("3 Pool", "pool"), ("4 Workers", "workers"), ("5 Cost", "cost")):
            await user.clicks(tab)
            await user.finds(lambda name=name: name == user.app.main.pane.NAME, f"the pane {name}")
        await user.clicks("1 Entries")
        for tab in ("Findings", "Origin", "History", "0 Text"):
            await user.clicks(tab)
            await user.sees(f"▐{tab}▌")


async def test_screens_and_menus_open_and_close_by_mouse():
    async with at_the_workbench("busy", WIDE) as user:
        await user.clicks("[w]")
        await user.is_at("WaitingScreen")
        await user.clicks("esc back")
        await user.is_at("MainScreen")
        await user.clicks("x run now")
        await user.sees("Run now", "compaction preview")


@pytest.mark.parametrize("name", sorted(set(OPENINGS) - {"palette", "first_run"}))
async def test_every_screen_is_left_by_mouse_in_a_small_window(name: str):
    async with at_the_workbench("busy", NARROW) as user:
        user.app.open_screen(name)
        if name == "find":
            # It opens with its field, which has the footer to itself.
            await user.clicks("esc leave")
        await user.clicks("esc back")
        await user.is_at("MainScreen")


async def test_tabs_in_the_frames_of_panes_turn_by_mouse():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.clicks("Day  All")
        await user.sees("Session  Day ▐All▌")
        await user.clicks("Session  Day")
        await user.sees("▐Session▌ Day")
        await user.clicks("Origin")
        await user.sees("▐Origin▌")
        await user.clicks("Text")
        await user.sees("▐Text▌ Findings")
        assert user.app.main.pane.NAME in ("entries", "detail")


@pytest.mark.parametrize(
    ("name", "tab"), [("agent", "Frozen"), ("log", "Clocks"), ("topics", "Journey"), ("topics", "Index")]
)
async def test_tabs_of_screens_turn_by_mouse(name: str, tab: str):
    async with at_the_workbench("busy", NARROW) as user:
        user.app.open_screen(name)
        await user.clicks(tab)
        await user.sees(f"▐{tab}▌")


async def test_what_was_said_about_a_key_is_over_with_the_next_click():
    async with at_the_workbench("readonly") as user:
        await user.presses("a")
        await user.is_hinted("Read only")
        await user.clicks("2 Drift")
        await user.finds(lambda: user.app.hint_words == "", "no hint any more")


# Eyes


def chroma(user: User) -> set[str]:
    """Every colour on the screen that is not a grey."""
    used: set[str] = set()
    for strip in user.app.screen._compositor.render_strips():
        for segment in strip:
            for colour in (segment.style and segment.style.color, segment.style and segment.style.bgcolor):
                if colour is not None and colour.triplet is not None and len(set(colour.triplet)) > 1:
                    used.add(colour.name)
    return used


async def test_a_scene_with_colour_has_some():
    async with at_the_workbench("busy") as user:
        assert chroma(user)


async def test_without_colour_a_repair_says_each_state_in_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_the_workbench("legacy") as user:
        assert not chroma(user)
        await user.presses("2")
        await user.is_offered("enter recover")
        await user.presses("enter")
        await user.is_at("RecoveryScreen")
        await user.sees("▐1 What happened▌", "over by")
        await user.presses("enter")
        await user.sees("▐2 Parts▌", "undecided", "only here")
        await user.presses("a", "d")
        await user.sees("keep", "discard", "parts undecided")
        assert not chroma(user)


async def test_without_colour_or_line_drawing_curating_still_says_where_one_is(
    place: StorePlace, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NO_COLOR", "1")
    place.store.add("memory", "y" * 1_800, actor="tool")
    place.look()
    plain = Preferences(symbols="ascii", motion=False)
    async with at_the_workbench(place, preferences=plain, signs=ASCII) as user:
        await user.sees("[1 Entries", "near", "##")
        await user.presses("j", "space")
        await user.sees("1 marked")
        (marked,) = [line for line in user.screen.split("\n") if re.match(r"\s*\*.*make check", line)]
        (here,) = [line for line in user.screen.split("\n") if line.startswith(">")]
        assert CLOCK in here and marked != here
        assert not chroma(user)
        assert not set(user.screen) & set("›█▐▌─┏┃…§")


# Files that change under one's hands


async def change_under_the_edit(place: StorePlace, user: User, theirs: str) -> None:
    await user.presses("j", "e")
    await user.is_at("EntryEditor")
    await user.sees("Edit MEMORY entry 2")
    await user.types("!")
    others_write(place, UV, theirs, CLOCK)
    await user.sees("this entry changed while you edit it")
    await user.presses("ctrl+s")
    await user.is_at("ConflictDialog")
    await user.sees("Yours", f"{CHECK}!", "Now in the file", theirs)


THEIRS = "Runs `make check` before saying that it is done."


@pytest.mark.parametrize(("choice", "entry"), [("m", f"{CHECK}!"), ("t", THEIRS)], ids=["take mine", "take theirs"])
async def test_an_edit_conflict_is_settled_by_choosing_a_version(place: StorePlace, choice: str, entry: str):
    async with at_the_workbench(place) as user:
        await change_under_the_edit(place, user, THEIRS)
        await user.presses(choice)
        await user.is_at("MainScreen")
        await user.finds(lambda: place.text() == f"{UV}\n§\n{entry}\n§\n{CLOCK}", "the chosen text")


async def test_an_edit_conflict_is_settled_by_writing_one_text_from_both(place: StorePlace):
    async with at_the_workbench(place) as user:
        await change_under_the_edit(place, user, THEIRS)
        await user.presses("b")
        await user.is_at("EntryEditor")
        await user.sees(f"{CHECK}!", THEIRS)
        await user.presses("ctrl+s")
        await user.is_at("MainScreen")
        await user.finds(lambda: place.text() == f"{UV}\n§\n{CHECK}!\n{THEIRS}\n§\n{CLOCK}", "both in one entry")


async def test_another_order_of_the_file_is_no_conflict(place: StorePlace):
    async with at_the_workbench(place) as user:
        await user.presses("j", "e")
        await user.sees("Edit MEMORY entry 2")
        await user.types("!")
        others_write(place, CLOCK, UV, "One in between.", CHECK)
        await user.presses("ctrl+s")
        await user.is_at("MainScreen")
        await user.finds(
            lambda: place.text() == f"{CLOCK}\n§\n{UV}\n§\nOne in between.\n§\n{CHECK}!", "the edit in its entry"
        )


async def test_removing_what_another_program_removed_says_so_and_takes_no_neighbour(place: StorePlace):
    async with at_the_workbench(place) as user:
        await user.presses("j", "d")
        await user.sees("Remove 1 entry from MEMORY?")
        (place.store.dir / "MEMORY.md").write_text(f"{UV}\n§\n{CLOCK}")
        await user.presses("y")
        await user.is_told("no longer in the file")
        await user.no_longer_sees(CHECK)
        assert place.text() == f"{UV}\n§\n{CLOCK}"


async def test_a_session_whose_file_vanished_is_said_and_the_list_stays():
    from silcrow.workspace.place import Answer

    place = scene("busy")
    place.answer = Answer(False, "There is no session file any more: it was moved or deleted.", "missing")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("S")
        await user.is_at("SessionsScreen")
        await user.presses("j", "enter")
        await user.is_told("There is no session file any more")
        await user.is_at("SessionsScreen")
