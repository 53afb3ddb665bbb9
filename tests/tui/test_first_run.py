"""A fresh machine: the first screen says what to do, and offers what it finds."""

from pathlib import Path

from silcrow_tui.next_place import OpenFolder, RunDemo
from tests.scenes import scene
from tests.scenes.memory import HOME
from tests.scenes.states import empty_state
from tests.tui.driver import MEDIUM, NARROW, at_the_workbench

HERMES = HOME / ".hermes" / "memories"


async def test_it_says_where_it_looked_and_what_is_there():
    async with at_the_workbench("first_run", NARROW) as user:
        await user.sees(
            "Nothing here yet, and nothing has been written.",
            "/home/user/.pi/agent/memories",
            "not there",
            f"{HERMES}",
            "14 entries",
            "hermes",
        )
        await user.sees("enter use this one · a make a memory folder · x run the demo · q leave")
        await user.is_offered("enter use this one", "a make a folder", "x run the demo", "q leave")


async def test_a_folder_that_is_found_is_opened_with_one_key():
    async with at_the_workbench("first_run", NARROW) as user:
        await user.sees("14 entries")
        await user.presses("enter")
        await user.finds(lambda: user.app.return_value == OpenFolder(HERMES), "the folder")


async def test_a_folder_that_is_not_there_can_not_be_opened():
    async with at_the_workbench("first_run", NARROW) as user:
        await user.sees("14 entries")
        await user.presses("k", "enter")
        await user.is_hinted("There is no folder in this place. a makes one, x runs the demo.")


async def test_the_demo_is_one_key_away():
    async with at_the_workbench("first_run", NARROW) as user:
        await user.is_at("FirstRunScreen")
        await user.presses("x")
        await user.finds(lambda: user.app.return_value == RunDemo(), "the demo")


async def test_a_memory_folder_is_made_with_a_first_entry():
    place = scene("first_run")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.is_at("FirstRunScreen")
        await user.presses("a")
        await user.is_at("EntryEditor")
        await user.types("Uses uv.")
        await user.sees("fits, ")
        await user.presses("ctrl+s")
        await user.is_told("Added to MEMORY.md")
        assert ("add", "memory", "Uses uv.") in place.asked


async def test_it_goes_by_itself_when_something_comes_into_being():
    place = scene("first_run")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.is_at("FirstRunScreen")
        place.set_state(empty_state())
        await user.is_at("MainScreen")


async def test_the_empty_workbench_can_be_looked_at_and_says_what_fills_it():
    async with at_the_workbench("first_run", MEDIUM) as user:
        await user.is_at("FirstRunScreen")
        await user.presses("esc")
        await user.is_at("MainScreen")
        await user.sees("Nothing here yet", "No session for")


async def test_q_leaves_without_having_written_anything():
    place = scene("first_run")
    async with at_the_workbench(place, NARROW) as user:
        await user.is_at("FirstRunScreen")
        await user.presses("q")
        await user.finds(lambda: place.closed, "the end")
        assert place.asked == []


async def test_readonly_makes_no_folder():
    place = scene("first_run")
    place.readonly = True
    async with at_the_workbench(place, NARROW) as user:
        await user.is_at("FirstRunScreen")
        await user.presses("a")
        await user.is_hinted("Read only")


async def test_a_full_screen_below_sixty_by_fifteen_says_too_small_and_comes_back():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses(",")
        await user.sees("Settings in force")
        await user.resizes(50, 10)
        await user.sees("too small: silcrow needs 60×15 cells")
        await user.no_longer_sees("Settings in force")
        await user.resizes(80, 24)
        await user.sees("Settings in force")


def test_usual_places_are_the_agents_and_hermes_each_once(tmp_path: Path):
    from silcrow.workspace.usual_places import usual_places
    from silcrow.workspace.where import Asked, locate

    memories = tmp_path / ".hermes" / "memories"
    memories.mkdir(parents=True)
    (memories / "MEMORY.md").write_text("One\n§\nTwo")
    environ = {"HOME": str(tmp_path), "PI_CODING_AGENT_DIR": str(tmp_path / "agent")}
    before = sorted(tmp_path.rglob("*"))
    places = usual_places(locate(Asked(), environ, tmp_path), environ)
    assert [(place.path, place.entries, place.program) for place in places] == [
        (tmp_path / "agent" / "memories", None, "pi"),
        (memories, 2, "hermes"),
    ]
    assert sorted(tmp_path.rglob("*")) == before
