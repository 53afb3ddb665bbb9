"""Memory being made and taken back, told as what a person does: on a real session with real workers."""

import os
import time
from pathlib import Path
from typing import Any

from silcrow.pipeline import Pace
from silcrow.workspace import Workspace
from tests.conversation import fill
from tests.tui.driver import MEDIUM, at_the_workbench
from tests.workspace.conftest import Home, OpenPlace, home, open_place

__all__ = ["home", "open_place"]
REAL: dict[str, Any] = {"clock": time.time}
"""Real files have real times."""


async def with_topics(home: Home, open_place: OpenPlace) -> Workspace:
    """A session that was observed and filed once, with nothing at work any more."""
    fill(home.conversation, 12)
    place = await open_place()
    await place.set_enabled(True)
    await place.observe()
    return place


def tree(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


async def test_memory_is_turned_on_and_its_runs_come_up_by_themselves(home: Home, open_place: OpenPlace):
    fill(home.conversation, 12)
    place = await open_place(drive=True)
    async with at_the_workbench(place, MEDIUM, **REAL) as user:
        await user.sees("Observing is off for this session")
        await user.presses("o")
        await user.sees("tokens so far", "chunks")
        await user.presses("s")
        await user.sees("✓ done", "cons")
        await user.finds(lambda: place.state.observational.topics, "topics")


async def test_a_worker_is_stopped_and_its_chunk_waits_for_a_word(home: Home, open_place: OpenPlace):
    fill(home.conversation, 6)
    place = await open_place(drive=True, pace=Pace((0.0, 0.0, 0.0), worker_seconds=60.0))
    async with at_the_workbench(place, MEDIUM, **REAL) as user:
        await place.set_enabled(True)
        await user.presses("4")
        await user.sees("● running")
        await user.presses("g")
        (run, *_) = [each for each in place.state.runs if each.state == "running"]
        await user.presses("d")
        await user.sees("« stopped")
        stopped = [each for each in place.state.runs if each.state == "stopped"]
        assert len(stopped) == 1 and stopped[0].pid is not None
        assert not alive(stopped[0].pid)
        assert run.role == stopped[0].role == "observer"


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_consolidation_is_reverted_and_its_observations_are_back(home: Home, open_place: OpenPlace):
    place = await with_topics(home, open_place)
    async with at_the_workbench(place, MEDIUM, **REAL) as user:
        await user.presses("4", "/")
        await user.types("cons")
        await user.presses("enter")
        await user.sees("✓ done")
        await user.finds(lambda: not any(run.state == "running" for run in place.state.runs), "quiet")
        before = len(place.state.observational.pool)
        await user.presses("u")
        await user.sees("Back to before", "observations return to the pool.")
        await user.presses("enter")
        await user.is_at("MainScreen")
        assert place.state.observational.topics
        await user.presses("u")
        await user.sees("Back to before")
        await user.presses("y")
        await user.is_told("Consolidating waits until you start it (x c)")
        await user.sees("« reverted")
        await user.finds(lambda: len(place.state.observational.pool) > before, "the observations back")
        assert place.state.observational.topics == ()


async def test_an_observation_leads_back_to_what_was_said(home: Home, open_place: OpenPlace):
    fill(home.conversation, 2)
    home.conversation.turn("Always name harbours in lower case.", "I will.")
    place = await open_place()
    await place.set_enabled(True)
    await place.observe()
    async with at_the_workbench(place, MEDIUM, **REAL) as user:
        await user.finds(lambda: place.state.observational.pool, "observations")
        await user.presses("F")
        await user.types("harbours in lower")
        await user.sees("in memory, not in its context")
        await user.presses("enter", "G", "i")
        await user.is_at("ObservationScreen")
        await user.sees("rests on", "Always name harbours in lower case.")


async def test_a_window_that_only_reads_leaves_every_byte_as_it_is(home: Home, open_place: OpenPlace):
    fill(home.conversation, 4)
    place = await open_place(readonly=True, drive=True)
    before = tree(home.folder)
    async with at_the_workbench(place, MEDIUM, **REAL) as user:
        await user.sees("READ ONLY")
        for key in "aedtpmz":
            await user.presses(key)
            await user.is_hinted("Read only")
        for key in "oP":
            await user.presses(key)
            await user.finds(lambda: user.app.hint_words, "a reason")
            assert not user.app.screen.is_modal
        await user.presses("H")
        await user.is_at("HistoryScreen")
    assert tree(home.folder) == before


async def test_what_another_program_saves_is_on_the_screen_at_once(home: Home, open_place: OpenPlace):
    place = await open_place()
    async with at_the_workbench(place, MEDIUM, **REAL) as user:
        await user.sees("Uses uv, never pip")
        other = home.memories / "new"
        other.write_text("Uses uv, never pip\n§\nSaved by somebody else")
        other.replace(home.memories / "MEMORY.md")
        await user.sees("Saved by somebody else", "Δ outside")
        await user.no_longer_sees("Runs `make check` first")


async def test_a_folder_that_goes_away_is_said_and_read_again_when_it_is_back(home: Home, open_place: OpenPlace):
    place = await open_place()
    away = home.folder / "elsewhere"
    async with at_the_workbench(place, MEDIUM, **REAL) as user:
        await user.sees("Uses uv, never pip")
        home.memories.rename(away)
        await user.sees("✗ folder missing: read again as soon as it is back")
        away.rename(home.memories)
        await user.sees("Uses uv, never pip", "● live")


async def test_a_first_run_with_nothing_becomes_a_memory_with_one_entry(home: Home, open_place: OpenPlace):
    home.conversation.path.unlink()
    (home.memories / "MEMORY.md").unlink()
    home.memories.rmdir()
    place = await open_place()
    async with at_the_workbench(place, **REAL) as user:
        await user.sees("Nothing here yet, and nothing has been written.", "not there")
        assert not home.memories.exists()
        await user.presses("a")
        await user.is_at("EntryEditor")
        await user.types("Uses uv.")
        await user.sees("fits, ")
        await user.presses("ctrl+s")
        await user.is_told("Added to MEMORY.md")
        await user.is_at("MainScreen")
        await user.sees("Uses uv.")
        assert (home.memories / "MEMORY.md").read_text() == "Uses uv."


async def test_an_editor_that_saves_whenever_it_reads_meets_nobody_who_answers(home: Home, open_place: OpenPlace):
    """The window looks, and writes nothing to what it looks at: two programs never chase each other."""
    place = await open_place(notes=True)
    file = home.memories / "MEMORY.md"
    async with at_the_workbench(place, MEDIUM, **REAL) as user:
        for number in range(4):
            text = f"Uses uv, never pip\n§\nSaved {number} times"
            file.write_text(text)
            saved = file.stat()
            await user.sees(f"Saved {number} times")
            now = file.stat()
            assert (now.st_ino, now.st_mtime_ns, file.read_text()) == (saved.st_ino, saved.st_mtime_ns, text)
