"""Consolidations that are taken back and observations that are dropped, through a place on real files."""

from pathlib import Path

from silcrow.observational import Observation
from silcrow.observational.archive import read_archive
from silcrow.pipeline.reverting import Reverted
from silcrow.workers import Run
from silcrow.workspace import Workspace
from silcrow.workspace.place import Answer
from tests.conversation import fill
from tests.waiting import until
from tests.workspace.conftest import Home, OpenPlace


async def filed(home: Home, place: Workspace) -> Run:
    """The first consolidation of the session, when nothing runs any more."""
    fill(home.conversation, 12)
    await place.set_enabled(True)
    await place.observe()
    await until(lambda: any(run.role == "consolidator" and run.state == "done" for run in place.state.runs))
    await until(lambda: not any(run.state == "running" for run in place.state.runs))
    return next(run for run in place.state.runs if run.role == "consolidator")


async def test_the_driving_window_takes_a_run_back_and_says_what_came_of_it(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    run = await filed(home, place)
    observing = place.state.observational
    ahead = await place.revert_forecast(run.run_id)
    assert isinstance(ahead, Reverted)
    answer = await place.revert_run(run.run_id)
    files = len(ahead.put_back)
    assert answer.done
    assert answer.words.startswith(f"Back to before this run: {files} of {files} files are put back, ")
    assert f"{ahead.observations} observations return to the pool." in answer.words
    assert "Consolidating waits until you start it (x c)" in answer.words
    await until(lambda: place.state.observational.dropped == 0)
    assert len(place.state.observational.pool) == len(observing.pool) + ahead.observations
    assert place.state.observational.topics == ()
    assert place.state.observational.consolidator.state == "waiting"
    assert next(each for each in place.state.runs if each.run_id == run.run_id).state == "reverted"


async def test_a_file_that_changed_since_is_named_and_stays(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    run = await filed(home, place)
    journey = place.state.observational.folder / "JOURNEY.md"
    journey.write_text("Written by hand.")
    answer = await place.revert_run(run.run_id)
    assert answer.done
    assert "JOURNEY.md changed since: it stays as it is." in answer.words
    assert journey.read_text() == "Written by hand."


async def test_a_run_is_taken_back_while_memory_is_off(home: Home, open_place: OpenPlace) -> None:
    place = await open_place()
    run = await filed(home, place)
    await place.set_enabled(False)
    assert (await place.revert_run(run.run_id)).done
    await until(lambda: place.state.observational.dropped == 0)
    second = await place.revert_run(run.run_id)
    assert (second.done, second.code) == (False, "nothing")


async def test_a_window_that_watches_names_the_driver_and_changes_nothing(home: Home, open_place: OpenPlace) -> None:
    first = await open_place()
    run = await filed(home, first)
    second = await open_place()
    dropped = second.state.observational.dropped
    answer = await second.revert_run(run.run_id)
    assert (answer.done, answer.code) == (False, "busy")
    assert "drives this session" in answer.words
    assert (await second.refresh()).observational.dropped == dropped > 0


async def test_a_dropped_observation_is_in_the_archive_and_comes_back_by_the_id_that_is_named(
    home: Home, open_place: OpenPlace
) -> None:
    place = await open_place()
    await filed(home, place)
    pool = place.state.observational.pool
    answer = await place.drop(pool[-1:])
    assert answer.done
    await until(lambda: pool[-1] not in place.state.observational.pool)
    assert len(place.state.observational.pool) == len(pool) - 1
    last = read_archive(place.state.observational.folder)[-1]
    assert (last.observation, last.how) == (pool[-1], "dropped")
    assert f"`silcrow om revert {last.run_id}` brings it back" in answer.words
    back = await place.revert_run(last.run_id)
    assert back.done
    assert back.words == "1 observation returns to the pool."
    await until(lambda: pool[-1] in place.state.observational.pool)
    assert place.state.observational.consolidator.state != "waiting"


async def test_several_are_dropped_under_one_id_and_what_has_left_the_pool_is_passed_over(
    home: Home, open_place: OpenPlace
) -> None:
    place = await open_place()
    await filed(home, place)
    pool = place.state.observational.pool
    gone = Observation(pool[0].timestamp, "Was never noted.", pool[0].token_count)
    answer = await place.drop([*pool[:2], gone])
    assert answer.words.startswith("Dropped 2; they are in the archive.")
    await until(lambda: place.state.observational.pool == pool[2:])
    assert await place.drop([gone]) == Answer(False, "It is not in the pool any more.", "gone")


async def test_a_read_only_place_takes_nothing_back_and_drops_nothing(home: Home, open_place: OpenPlace) -> None:
    first = await open_place()
    run = await filed(home, first)
    await first.close()
    place = await open_place(readonly=True)
    before = contents(home)
    for answer in (await place.revert_run(run.run_id), await place.drop(place.state.observational.pool)):
        assert (answer.done, answer.code) == (False, "read_only")
    assert contents(home) == before


def contents(home: Home) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in (home.project / ".memory").rglob("*") if path.is_file()}
