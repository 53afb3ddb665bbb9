"""Dreaming from a window: how it stands, a dream by hand, its report, and what closing the window does to one."""

import asyncio
import time

from silcrow.dreaming import Report
from silcrow.dreaming.dream_lock import who_holds
from silcrow.workspace.place import Answer
from tests.dreaming.talk import DAY, Talk
from tests.waiting import until
from tests.workspace.conftest import Home, OpenPlace

WISH = "Always name modules after what they hold."


def talks(home: Home) -> None:
    """Two sessions of yesterday in which the user said the same."""
    for name in ("one", "two"):
        path = home.agent_dir / "sessions" / "--project--" / f"{name}.jsonl"
        talk = Talk(path, home.project, f"019f0000-0000-7000-8000-{name:0>12}", time.time() - DAY)
        talk.turn(WISH)
        talk.turns(3)


async def test_how_dreaming_stands_shows_a_moment_after_the_first_state(home: Home, open_place: OpenPlace) -> None:
    talks(home)
    place = await open_place(notes=True)
    assert place.state.dream is None
    dream = await until(lambda: place.state.dream)
    assert (dream.state, dream.due) == ("never_run", True)
    assert not (home.memories / ".silcrow" / "dream.json").exists()


async def test_a_dream_by_hand_tells_what_came_of_it_and_lets_it_wait_for_review(
    home: Home, open_place: OpenPlace
) -> None:
    talks(home)
    place = await open_place(notes=True)
    answer = await place.dream()
    assert (answer.done, answer.words) == (True, "Dreamt: 1 waits for review. 8 turns in 2 sessions read.")
    await until(lambda: place.state.dream is not None and place.state.dream.state == "not_due")
    assert [each.new for each in place.state.memory.proposals] == [WISH]
    report = await place.dream_report()
    assert isinstance(report, Report)
    assert report.turns == 8
    assert (await place.revert_dream()).code == "nothing"


async def test_a_window_that_only_reads_looks_and_starts_nothing(home: Home, open_place: OpenPlace) -> None:
    talks(home)
    place = await open_place(notes=True, readonly=True)
    assert (await place.dream()).code == "read_only"
    assert (await place.revert_dream()).code == "read_only"
    assert isinstance(await place.dream_report(), Answer)
    await until(lambda: place.state.dream)
    assert not (home.memories / ".silcrow").exists()


async def test_a_window_that_closes_ends_its_dream_and_frees_the_lock(home: Home, open_place: OpenPlace) -> None:
    talks(home)
    place = await open_place(notes=True)
    dreaming = asyncio.create_task(place.dream())
    await until(lambda: who_holds(home.memories, time.time()) or dreaming.done())
    await place.close()
    await asyncio.gather(dreaming, return_exceptions=True)
    assert who_holds(home.memories, time.time()) is None
