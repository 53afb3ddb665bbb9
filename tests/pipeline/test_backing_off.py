"""What the clocks do when runs fail in ways that another try as it was would not mend."""

import json
import sys
import time
from pathlib import Path

from msgspec.structs import replace

from silcrow.pipeline import gate
from silcrow.settings import WorkerModel
from tests.conversation import fill
from tests.pipeline.conftest import Bench

REFUSING = [sys.executable, str(Path(__file__).with_name("refusing_worker.py"))]
FAILS = [sys.executable, "-c", "import sys; print('no luck', file=sys.stderr); sys.exit(3)"]


def takes(bench: Bench, entries: int, characters: int = 1_000_000) -> None:
    model = WorkerModel("stub", f"{entries}x{characters}")
    limits = replace(bench.settings.limits, allow_unpriced=True, runs_per_hour=None)
    bench.settings = replace(bench.settings, observer_model=model, limits=limits, observer_concurrency=1)


async def test_a_chunk_that_is_too_long_for_the_model_is_halved_until_it_fits(bench: Bench) -> None:
    fill(bench.conversation, 16)
    bench.settings = replace(bench.settings, chunk_tokens=100_000)
    takes(bench, entries=5)
    bench.turn_on()
    driver = bench.driver(command=REFUSING)
    driver.take_over()
    await driver.finish_observing()
    view = bench.memory().view()
    assert len(view.settled) == len(view.source) == 32
    assert {chunk.outcome for chunk in view.chunks} == {"empty"}
    refused = [run for run in bench.memory().runs.runs() if run.error]
    assert {run.error.kind for run in refused if run.error} == {"context_too_long"}
    assert all(run.attempt == 1 for run in bench.memory().runs.runs())


async def test_a_single_entry_that_is_too_long_is_shown_shorter(bench: Bench) -> None:
    bench.conversation.say("user", "many words " * 3_000)
    takes(bench, entries=1, characters=6_000)
    bench.turn_on()
    driver = bench.driver(command=REFUSING)
    driver.take_over()
    await driver.finish_observing()
    assert len(bench.memory().view().settled) == 1
    assert len([run for run in bench.memory().runs.runs() if run.error]) == 2


async def test_an_entry_that_no_excerpt_makes_short_enough_is_parked(bench: Bench) -> None:
    bench.conversation.say("user", "many words " * 3_000)
    takes(bench, entries=0)
    bench.turn_on()
    driver = bench.driver(command=REFUSING)
    driver.take_over()
    await driver.finish_observing()
    assert len(bench.memory().runs.runs()) == 4
    assert {chunk.outcome for chunk in bench.memory().view().chunks} == {"failed", "parked"}


async def test_many_failures_in_a_row_pause_the_clock_until_a_person_resumes(bench: Bench) -> None:
    fill(bench.conversation, 60)
    bench.turn_on()
    driver = bench.driver(command=FAILS)
    driver.take_over()
    for _ in range(40):
        if not await driver.turn():
            break
        await driver.settle()
    runs = len(bench.memory().runs.runs())
    assert runs < 20
    assert bench.memory().view().paused["observer"].startswith("after 10 failures (exit)")
    await driver.close()
    gate.pause(bench.memory(), ["observer"], None, now=time.time())
    working = bench.driver()
    working.take_over()
    assert await working.turn() > 0


async def test_an_observer_sees_what_came_before_its_chunk_and_may_not_note_it(bench: Bench) -> None:
    fill(bench.conversation, 12)
    bench.settings = replace(bench.settings, chunk_overlap_tokens=200)
    bench.turn_on()
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    memory = bench.memory()
    position = {entry.id: index for index, entry in enumerate(memory.view().source)}
    overlaps = 0
    for run in memory.runs.runs():
        if run.chunk is None or run.role != "observer":
            continue
        order = json.loads(memory.runs.paths(run.run_id).order.read_text())
        shown = [position[entry["id"]] for entry in order["payload"]["context"]]
        first = position[run.chunk.from_id]
        assert shown == list(range(first - len(shown), first))
        assert sum(memory.view().source[index].tokens for index in shown) <= 200
        prompt = memory.runs.paths(run.run_id).prompt.read_text()
        assert ("for context only" in prompt) == bool(shown)
        overlaps += bool(shown)
    assert overlaps > 0
    for record in memory.ledger.session_fold().recorded:
        assert record.chunk is not None
        inside = range(position[record.chunk.from_id], position[record.chunk.to_id] + 1)
        assert all(position[source] in inside for each in record.observations for source in each.sources)
