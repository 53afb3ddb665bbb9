"""Damaged files made whole again at the workbench, told as what a person does: on real memory files."""

from pathlib import Path

import pytest

from tests.tui.driver import MEDIUM, NARROW, User, at_the_workbench
from tests.tui.store_place import StorePlace

UV, CHECK = "Uses uv, never pip.", "Runs `make check` before saying done."
SOUND = f"{UV}\n§\n{CHECK}"
APPENDED = "The api runs on port 8081."
NOTES = ["Deploys on Tuesdays only.", "Ask before touching migrations/."] + [
    f"Station {number:02} reports in centimetres since May, like its neighbours." for number in range(40)
]
LEGACY = f"{SOUND}\n§\n" + "\n".join(NOTES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    memories = tmp_path / "memories"
    memories.mkdir()
    return memories


@pytest.fixture
def legacy(folder: Path) -> StorePlace:
    """A file from before there was a limit: its third entry is a whole page of notes."""
    (folder / "MEMORY.md").write_text(LEGACY)
    return StorePlace(folder)


@pytest.fixture
def broken_append(folder: Path) -> StorePlace:
    """A sound file that a shell command added a line to, without a separator."""
    place = StorePlace(folder)
    for text in (UV, CHECK):
        place.store.add("memory", text, actor="tool")
    with (folder / "MEMORY.md").open("a") as file:
        file.write(f"- {APPENDED}\n")
    place.look()
    return place


async def starts_the_repair(user: User) -> None:
    await user.presses("2")
    await user.is_offered("enter recover")
    await user.presses("enter")
    await user.is_at("RecoveryScreen")
    await user.sees("▐1 What happened▌")


async def keeps_everything(user: User) -> None:
    """All parts kept, up to the last step, which is applied."""
    await user.presses("enter")
    await user.sees("▐2 Parts▌")
    await user.presses("*", "a", "enter")
    await user.sees("▐3 Result▌", "proof   ✓ all")
    await user.presses("enter")
    await user.sees("enter applies · q later")
    await user.presses("enter")
    await user.sees("✓ Done at")


async def test_a_legacy_file_is_recovered_and_each_line_is_in_the_file_or_named_as_discarded(legacy: StorePlace):
    async with at_the_workbench(legacy) as user:
        await user.sees("[2] 1 drift", "drift: writes are refused, nothing is lost")
        await starts_the_repair(user)
        await user.sees("oversize: Entry 3 has", "MEMORY.md was not changed.", "Nothing expires.")
        await user.presses("enter")
        await user.sees("▐2 Parts▌", "Deploys on Tuesdays only.")
        await user.presses("*", "a")
        await user.is_hinted("more would not fit")
        await user.presses("3")
        await user.sees("undecided: n goes to the next")
        await user.presses("*", "d", "enter")
        await user.sees("proof   ✓ all", "discarded by you")
        assert legacy.text() == LEGACY
        await user.presses("enter")
        await user.sees("enter applies · q later")
        await user.presses("enter")
        await user.sees("✓ Done at", "The agent can save again now")
        await user.presses("enter")
        await user.is_at("MainScreen")
        await user.sees("nothing waits")
    entries = legacy.text().split("\n§\n")
    lost = [line for line in NOTES if line not in entries]
    assert entries[:3] == [UV, CHECK, NOTES[0]]
    assert lost and lost == NOTES[-len(lost) :]
    (kept,) = legacy.state.memory.backups
    assert kept.resolved and kept.path.read_text() == LEGACY


async def test_a_broken_append_is_cut_off_and_the_agent_can_write_again(broken_append: StorePlace):
    async with at_the_workbench(broken_append) as user:
        await starts_the_repair(user)
        await keeps_everything(user)
        await user.presses("enter")
        await user.sees("nothing waits")
    assert broken_append.text() == f"{SOUND}\n§\n{APPENDED}"
    assert broken_append.store.add("memory", "A new one.", actor="tool").success


async def test_a_recovery_is_undone_and_done_again_from_the_main_screen(broken_append: StorePlace):
    before = broken_append.text()
    async with at_the_workbench(broken_append) as user:
        await starts_the_repair(user)
        await keeps_everything(user)
        after = broken_append.text()
        await user.presses("enter")
        await user.is_at("MainScreen")
        await user.presses("z")
        await user.is_told("Undone: recovered MEMORY.md · Z does it again")
        await user.sees("[2] 1 drift")
        assert broken_append.text() == before != after
        await user.presses("Z")
        await user.sees("nothing waits")
        assert broken_append.text() == after


async def test_decisions_outlive_the_window_they_were_made_in(legacy: StorePlace, folder: Path):
    async with at_the_workbench(legacy) as user:
        await starts_the_repair(user)
        await user.presses("enter")
        await user.sees("▐2 Parts▌")
        await user.presses("d")
        await user.sees("draft saved")
        await user.presses("q")
        await user.is_at("MainScreen")
    async with at_the_workbench(StorePlace(folder)) as user:
        await user.presses("2")
        await user.is_offered("enter recover")
        await user.presses("enter")
        await user.sees("▐2 Parts▌", "3  discard")
    assert (folder / "MEMORY.md").read_text() == LEGACY


async def test_a_file_that_goes_on_changing_brings_its_new_part_to_the_list(broken_append: StorePlace, folder: Path):
    async with at_the_workbench(broken_append) as user:
        await starts_the_repair(user)
        await user.presses("enter")
        await user.sees("▐2 Parts▌")
        await user.presses("*", "a", "enter", "enter")
        await user.sees("enter applies · q later")
        with (folder / "MEMORY.md").open("a") as file:
            file.write("- Rollbacks need two people.\n")
        await user.presses("enter")
        await user.sees("▐2 Parts▌", "Rollbacks need two people.")
        await user.presses("*", "a", "enter", "enter", "enter")
        await user.sees("✓ Done at")
    assert broken_append.text() == f"{SOUND}\n§\n{APPENDED}\n§\nRollbacks need two people."


@pytest.mark.parametrize("size", [NARROW, MEDIUM], ids=["narrow", "medium"])
async def test_a_repair_needs_no_key_at_all(broken_append: StorePlace, size: tuple[int, int]):
    async with at_the_workbench(broken_append, size) as user:
        await user.clicks("[2] 1 drift")
        await user.clicks("enter recover")
        await user.is_at("RecoveryScreen")
        await user.clicks("2 Parts")
        await user.sees("▐2 Parts▌")
        await user.clicks("a keep")
        await user.sees("1 of 2 parts undecided")
        await user.clicks("3 Result")
        await user.sees("1 part undecided: n goes to the next")
        await user.clicks("a keep")
        await user.no_longer_sees("undecided")
        await user.clicks("3 Result")
        await user.sees("proof   ✓ all")
        await user.clicks("4 Apply")
        await user.sees("enter applies")
        await user.clicks("enter go on")
        await user.sees("✓ Done at")
    assert broken_append.text() == f"{SOUND}\n§\n{APPENDED}"
