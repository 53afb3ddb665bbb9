"""The driver: each stretch of the current path is observed once, filed once, and nothing is lost on the way."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from silcrow.files import LockBusy
from silcrow.observational.archive import read_archive
from silcrow.pipeline import Pace, gate
from silcrow.processes import identity_of
from tests.conversation import fill
from tests.pipeline.conftest import Bench
from tests.waiting import until

FAILS = [sys.executable, "-c", "import sys; print('no luck', file=sys.stderr); sys.exit(3)"]


async def test_all_text_is_observed_and_every_chunk_names_its_process(bench: Bench) -> None:
    fill(bench.conversation, 20)
    bench.turn_on()
    driver = bench.driver()
    assert driver.take_over() is None
    await driver.finish()
    view = bench.memory().view()
    assert len(view.settled) == len(view.source) == 40
    assert {chunk.outcome for chunk in view.chunks} == {"recorded"}
    runs = bench.memory().runs.runs()
    assert all(run.pid and run.process_started and run.finished_at for run in runs)
    assert view.cost.total_usd == 0.0
    assert view.cost.unpriced == 0
    assert view.cost.runs == len(runs)


async def test_a_chunk_is_started_once_however_often_the_clock_is_asked(bench: Bench) -> None:
    fill(bench.conversation, 20)
    bench.turn_on()
    driver = bench.driver(pace=Pace((0.0, 0.0, 0.0), worker_seconds=0.3))
    driver.take_over()
    await asyncio.gather(*(driver.turn() for _ in range(5)))
    assert len(driver.in_flight) == bench.settings.observer_concurrency
    await driver.finish()
    chunks = [run.chunk for run in bench.memory().runs.runs() if run.role == "observer"]
    assert len(chunks) == len(set(chunks))


async def test_only_the_active_path_is_observed_and_going_back_restores_its_view(bench: Bench) -> None:
    trunk = fill(bench.conversation, 8)
    fill(bench.conversation, 8, about="an abandoned idea")
    bench.conversation.go_back(trunk[-1])
    last = fill(bench.conversation, 8, about="the lexer")[-1]
    bench.turn_on()
    driver = bench.driver()
    driver.take_over()
    await driver.finish()
    memory = bench.memory()
    observed = [record.observations for record in memory.ledger.session_fold().recorded]
    assert not any("idea" in each.content for group in observed for each in group)
    assert memory.leaf == last
    assert len(memory.view().settled) == len(memory.view().source) == 32
    on_trunk = memory.ledger.view(trunk[-1])
    assert len(on_trunk.source) == 16


async def test_a_killed_worker_shows_as_killed_and_its_chunk_is_tried_again(bench: Bench) -> None:
    fill(bench.conversation, 6)
    bench.turn_on()
    driver = bench.driver(pace=Pace((0.0, 0.0, 0.0), worker_seconds=0.6))
    driver.take_over()
    await driver.turn()
    first = driver.in_flight[0]
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    await until(lambda: (run := bench.memory().runs.read(first.run_id)) is not None and run.state == "failed")
    killed = bench.memory().runs.read(first.run_id)
    assert killed is not None
    assert killed.error is not None
    assert (killed.error.kind, killed.error.words) == ("killed", "killed by signal 9")
    await driver.finish()
    again = [run for run in bench.memory().runs.runs() if run.chunk == first.chunk and run.run_id != first.run_id]
    assert [(run.attempt, run.state) for run in again] == [(2, "done")]
    assert len(bench.memory().view().settled) == 12


async def test_a_chunk_that_fails_three_times_is_parked_and_a_person_decides(bench: Bench) -> None:
    fill(bench.conversation, 3)
    bench.turn_on()
    failing = bench.driver(command=FAILS)
    failing.take_over()
    await failing.finish()
    view = bench.memory().view()
    outcomes = [chunk.outcome for chunk in view.chunks]
    assert outcomes.count("failed") == 3
    assert outcomes.count("parked") == 1
    assert not view.settled
    errors = [run.error.words for run in bench.memory().runs.runs() if run.error]
    assert errors == ["exit 3: no luck"] * 3
    await failing.close()

    parked = next(chunk for chunk in view.chunks if chunk.outcome == "parked")
    gate.retry_gap(bench.memory(), parked.range, now=time.time())
    working = bench.driver()
    working.take_over()
    await working.finish()
    assert len(bench.memory().view().settled) == 6


async def test_an_accepted_gap_is_settled_without_a_worker(bench: Bench) -> None:
    fill(bench.conversation, 3)
    bench.turn_on()
    source = bench.memory().view().source
    gate.accept_gap(bench.memory(), _whole(source), now=time.time())
    driver = bench.driver()
    driver.take_over()
    await driver.finish()
    assert len(bench.memory().view().settled) == len(source)
    assert bench.memory().runs.runs() == ()


async def test_a_consolidator_that_was_killed_from_outside_is_in_nobodys_way(bench: Bench) -> None:
    fill(bench.conversation, 20)
    bench.turn_on()
    observing = bench.driver()
    observing.take_over()
    await observing.finish_observing()
    await observing.close()
    pool = len(bench.memory().view().pool)
    driver = bench.driver(pace=Pace((0.0, 0.0, 0.0), worker_seconds=30.0))
    driver.take_over()
    assert await driver.consolidate() == 1
    assert await driver.consolidate() == 0
    run = driver.in_flight[0]
    assert run.pid is not None
    os.kill(run.pid, signal.SIGKILL)
    await driver.settle()
    killed = bench.memory().runs.read(run.run_id)
    assert killed is not None
    assert killed.error is not None
    assert killed.error.kind == "killed"
    assert len(bench.memory().view().pool) == pool
    assert await driver.consolidate() == 1


async def test_only_what_a_topic_holds_is_retired(bench: Bench) -> None:
    fill(bench.conversation, 20)
    bench.turn_on()
    driver = bench.driver()
    driver.take_over()
    await driver.finish()
    memory = bench.memory()
    filing = [run for run in memory.runs.runs() if run.role == "consolidator"]
    assert filing
    assert all(run.state == "done" for run in filing)
    archived = read_archive(memory.folder)
    view = memory.view()
    assert view.dropped == len(archived) > 0
    for each in archived:
        assert each.topic is not None
        assert each.observation.content in (memory.folder / each.topic).read_text()
    index = (memory.folder / "INDEX.md").read_text()
    assert all(f"`{each.topic}`" in index for each in archived)
    assert (memory.folder / "JOURNEY.md").is_file()
    assert view.total == view.dropped + len(view.pool)


async def test_off_means_no_process_and_no_file(bench: Bench) -> None:
    fill(bench.conversation, 20)
    driver = bench.driver()
    memory = bench.memory()
    assert not memory.view().enabled
    assert not memory.folder.exists()
    driving = asyncio.create_task(driver.drive())
    for _ in range(20):
        driver.wake()
        await asyncio.sleep(0)
    driving.cancel()
    await asyncio.gather(driving, return_exceptions=True)
    assert not memory.folder.exists()


async def test_a_stopped_run_leaves_its_chunk_raw_and_the_clock_leaves_it_alone(bench: Bench) -> None:
    fill(bench.conversation, 6)
    bench.turn_on()
    driver = bench.driver(pace=Pace((0.0, 0.0, 0.0), worker_seconds=30.0))
    driver.take_over()
    await driver.turn()
    run = driver.in_flight[0]
    assert await driver.stop(run.run_id)
    await driver.settle()
    stopped = bench.memory().runs.read(run.run_id)
    assert stopped is not None
    assert stopped.state == "stopped"
    assert bench.memory().view().chunks == ()
    assert await driver.turn() == 0
    assert await driver.observe(flush=True) > 0
    assert driver.in_flight[0].attempt == 1


async def test_closing_ends_the_workers_and_their_text_is_raw_again(bench: Bench) -> None:
    fill(bench.conversation, 8)
    bench.turn_on()
    driver = bench.driver(pace=Pace((0.0, 0.0, 0.0), worker_seconds=30.0))
    driver.take_over()
    await driver.turn()
    pids = [run.pid for run in driver.in_flight]
    await driver.close()
    assert pids
    assert all(pid is not None and identity_of(pid) is None for pid in pids)
    assert bench.memory().view().chunks == ()
    later = bench.driver()
    later.take_over()
    await later.finish()
    assert len(bench.memory().view().settled) == 16


async def test_a_second_driver_is_told_who_drives_and_changes_nothing(bench: Bench) -> None:
    fill(bench.conversation, 4)
    bench.turn_on()
    first, second = bench.driver(), bench.driver()
    assert first.take_over() is None
    busy = second.take_over()
    assert isinstance(busy, LockBusy)
    assert busy.holder is not None
    assert busy.holder.pid == os.getpid()
    assert not second.holds


@pytest.mark.parametrize("dies", ["before the result is recorded", "before the cost is booked"])
async def test_a_result_that_its_driver_did_not_live_to_record_is_committed_by_the_next(
    bench: Bench, dies: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bench.conversation, 3)
    bench.turn_on()
    target = "silcrow.pipeline.observing." + ("commit" if dies.startswith("before the result") else "book")
    with monkeypatch.context() as patched:
        patched.setattr(target, _die)
        dying = bench.driver()
        dying.take_over()
        with pytest.raises(RuntimeError, match="could not be committed"):
            await dying.finish()
    await dying.close()
    runs_before = len(bench.memory().runs.runs())
    later = bench.driver()
    later.take_over()
    memory = bench.memory()
    assert len(memory.runs.runs()) == runs_before
    assert len(memory.view().settled) == 6
    assert memory.view().cost.runs == runs_before
    contents = [each.content for each in memory.view().pool]
    assert len(contents) == len(set(contents)) > 0


@pytest.mark.parametrize("dies_at", ["apply_plan", "write_index", "finish_plan"])
async def test_a_consolidation_is_finished_from_its_plan_wherever_its_driver_died(
    bench: Bench, dies_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bench.conversation, 12)
    bench.turn_on()
    with monkeypatch.context() as patched:
        patched.setattr(f"silcrow.pipeline.consolidating.{dies_at}", _die)
        dying = bench.driver()
        dying.take_over()
        with pytest.raises(RuntimeError, match="could not be committed"):
            await dying.finish()
    await dying.close()
    before = bench.memory()
    known = {each.key for record in before.ledger.session_fold().recorded for each in record.observations}
    later = bench.driver()
    later.take_over()
    memory = bench.memory()
    archived = read_archive(memory.folder)
    retired = {each.observation.key for each in archived}
    assert retired
    assert retired.isdisjoint(each.key for each in memory.view().pool)
    assert retired | {each.key for each in memory.view().pool} == known
    for each in archived:
        assert each.topic is not None
        body = (memory.folder / each.topic).read_text().split("---")[2]
        assert body.count(each.observation.content) == 1


async def test_a_full_disk_stops_the_clocks_and_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(bench.conversation, 4)
    bench.turn_on()
    driver = bench.driver()
    driver.take_over()
    monkeypatch.setattr("silcrow.pipeline.observing.book", _full)
    with pytest.raises(RuntimeError, match="could not be committed") as caught:
        await driver.finish()
    assert isinstance(caught.value.__cause__, OSError)


async def test_a_session_that_could_not_be_settled_is_free_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.turn_on()
    driver = bench.driver()
    with monkeypatch.context() as patched:
        patched.setattr("silcrow.pipeline.driver.recover", _full)
        with pytest.raises(OSError, match="No space"):
            driver.take_over()
    assert not driver.holds
    assert bench.driver().take_over() is None


async def test_ends_that_a_full_disk_could_not_record_are_settled_by_the_next_driver_of_the_process(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bench.conversation, 8)
    bench.turn_on()
    driver = bench.driver(pace=Pace(worker_seconds=5.0))
    driver.take_over()
    await driver.observe()
    assert driver.in_flight
    with monkeypatch.context() as patched:
        patched.setattr(driver.memory.runs, "update", _full)
        await driver.close()
    assert not driver.holds
    later = bench.driver()
    assert later.take_over() is None
    assert all(run.state != "running" for run in bench.memory().runs.runs())


def _whole(source):
    from silcrow.observational import ChunkRange

    return ChunkRange(source[0].id, source[-1].id)


def _die(*_: object, **__: object) -> None:
    raise RuntimeError("the process died here")


def _full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device", str(Path("ledger.jsonl")))


async def test_text_that_no_observer_may_see_is_settled_without_a_worker(bench: Bench) -> None:
    bench.conversation.append("custom_message", customType="silcrow.note", content="ours", display=True)
    bench.turn_on()
    source = bench.memory().view().source
    assert [entry.observed for entry in source] == [False]
    driver = bench.driver()
    driver.take_over()
    await driver.finish()
    assert bench.memory().view().settled == {0}
    assert bench.memory().runs.runs() == ()


async def test_a_worker_that_another_window_asks_to_end_counts_as_stopped(bench: Bench) -> None:
    fill(bench.conversation, 6)
    bench.turn_on()
    driver = bench.driver(pace=Pace((0.0, 0.0, 0.0), worker_seconds=30.0))
    driver.take_over()
    await driver.turn()
    run = driver.in_flight[0]
    assert run.pid is not None
    os.kill(run.pid, signal.SIGTERM)
    await driver.settle()
    ended = bench.memory().runs.read(run.run_id)
    assert ended is not None
    assert ended.state == "stopped"
    assert not bench.memory().view().chunks
