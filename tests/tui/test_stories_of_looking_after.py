"""What the agent sees, the backups that were kept, and what an entry once was: told as what a person does."""

from pathlib import Path

import pytest

from silcrow.workspace.agents_view import Frozen
from tests.scenes.memory import SESSION_ID
from tests.tui.driver import MEDIUM, at_the_workbench
from tests.tui.store_place import StorePlace

UV, CHECK = "Uses uv, never pip.", "Runs `make check` before saying done."


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    folder = tmp_path / "memories"
    folder.mkdir()
    place = StorePlace(folder)
    for text in (UV, CHECK):
        place.store.add("memory", text, actor="tool")
    place.look()
    return place


def freeze(place: StorePlace) -> None:
    place.frozen = Frozen(SESSION_ID, "e1", "2026-11-16T17:55:10.000Z", place.store.current_block().text)


# What the agent sees


async def test_live_and_frozen_are_compared(place: StorePlace):
    freeze(place)
    place.store.add("memory", "A new fact.")
    place.look()
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("B")
        await user.sees(
            "What the agent sees", "MEMORY (your personal notes)", "since 2026-11-16 17:55", "differs from live"
        )
        await user.presses("c")
        await user.sees("+ A new fact.", "Renews in a new or forked session")
        await user.presses("r")
        await user.is_hinted("Renew now costs one cache miss: type /memory reload in pi.")
        await user.presses("q")
        await user.is_at("MainScreen")


async def test_a_change_from_outside_shows_in_the_live_block_at_once(place: StorePlace):
    freeze(place)
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("B")
        await user.sees("the same as live")
        place.store.add("memory", "A new fact.", actor="tool")
        place.look()
        await user.sees("A new fact.", "differs from live")


async def test_without_a_frozen_block_it_says_so(place: StorePlace):
    async with at_the_workbench(place) as user:
        await user.presses("B")
        await user.sees("none: no host has stored a block in this session")
        await user.presses("c")
        await user.is_hinted("No frozen block to compare with.")
        await user.presses("]")
        await user.sees("the next one sees the memory")


async def test_an_entry_says_whether_the_agent_sees_it(place: StorePlace):
    freeze(place)
    place.store.add("memory", "A new fact.")
    place.look()
    async with at_the_workbench(place) as user:
        await user.presses("i")
        await user.sees("The agent sees this since 2026-11-16 17:55.")
        await user.presses("esc")
        await user.is_at("MainScreen")
        await user.presses("G", "i")
        await user.sees("Not yet: its block is from 2026-11-16 17:55")


# Backups


def backup(place: StorePlace, seconds: int, text: str) -> Path:
    path = place.store.dir / f"MEMORY.md.bak.{seconds}"
    path.write_text(text)
    return path


async def test_backups_that_are_in_the_file_are_deleted_with_a_yes(place: StorePlace):
    spare, other, kept = (backup(place, 1_700_000_000 + n, text) for n, text in enumerate((UV, CHECK, "Only here")))
    place.look()
    async with at_the_workbench(place) as user:
        await user.presses("2", "*", "d")
        await user.sees("Delete 2 backups? All of their text is in the file.")
        await user.presses("enter")
        await user.is_at("MainScreen")
        assert spare.exists()
        await user.presses("d")
        await user.sees("Delete 2 backups?")
        await user.presses("y")
        await user.is_told("Deleted 2 backups")
        assert (spare.exists(), other.exists(), kept.exists()) == (False, False, True)


async def test_a_backup_that_holds_more_is_deleted_by_a_typed_word_alone(place: StorePlace):
    kept = backup(place, 1_700_000_000, "Only here\nand here")
    place.look()
    async with at_the_workbench(place) as user:
        await user.presses("2", "d")
        await user.sees("2 lines are nowhere else. Type delete to delete this backup.")
        await user.types("yes")
        await user.presses("enter")
        assert kept.exists()
        await user.presses("ctrl+u")
        await user.types("delete")
        await user.presses("enter")
        await user.is_told("Deleted 1 backup")
        assert not kept.exists()


async def test_a_drifted_file_is_no_backup_to_delete():
    async with at_the_workbench("busy") as user:
        await user.presses("2", "d")
        await user.is_hinted("d deletes backups; the file itself is repaired with enter.")


# History


async def test_an_old_wording_is_compared_with_what_became_of_it(place: StorePlace):
    place.store.replace("memory", CHECK, "Runs `make check` and reads its output.", actor="tool")
    place.look()
    async with at_the_workbench(place) as user:
        await user.presses("H")
        await user.sees("3 changes")
        await user.presses("c")
        await user.is_at("CompareScreen")
        await user.sees("− Runs `make check` before saying done.", "+ Runs `make check` and reads its output.")
