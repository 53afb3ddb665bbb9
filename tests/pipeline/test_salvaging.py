"""What an observer noted before it failed is not lost when its stretch is given up."""

import json
import sys
import time
from pathlib import Path

import pytest

from silcrow.observational import ChunkRange
from silcrow.pipeline import gate
from silcrow.pipeline.dropping import drop
from tests.conversation import fill
from tests.pipeline.conftest import Bench

NOTES_AND_FAILS = """\
import json, sys
from pathlib import Path
order_path = Path(sys.argv[-1])
order = json.loads(order_path.read_text())
found = [
    {"timestamp": "", "content": "The build is green on Fridays.", "sources": [order["payload"]["entries"][0]["id"]]},
    {"timestamp": "", "content": f"Noted in try {order['runId']}."},
    "no observation",
]
result = {"runId": order["runId"], "complete": False, "observations": found}
result["error"] = {"kind": "exit", "words": "the provider hung up"}
order_path.with_name(f"{order['runId']}.result.json").write_text(json.dumps(result))
sys.exit(1)
"""


async def parked_chunk(bench: Bench, folder: Path) -> ChunkRange:
    """What is open now, given up after three tries that each noted something before they failed."""
    program = folder / "notes_and_fails.py"
    program.write_text(NOTES_AND_FAILS)
    driver = bench.driver(command=[sys.executable, str(program)])
    driver.take_over()
    await driver.finish_observing()
    await driver.close()
    return next(chunk.range for chunk in bench.memory().view().chunks if chunk.outcome == "parked")


@pytest.fixture
async def given_up(bench: Bench, tmp_path: Path) -> tuple[Bench, ChunkRange]:
    """One chunk, parked after three tries that each noted something before they failed."""
    fill(bench.conversation, 2)
    bench.turn_on()
    chunk = await parked_chunk(bench, tmp_path)
    assert not bench.memory().view().total
    return bench, chunk


async def test_a_gap_that_is_accepted_keeps_what_its_observers_had_noted(given_up: tuple[Bench, ChunkRange]) -> None:
    bench, chunk = given_up
    gate.accept_gap(bench.memory(), chunk, now=time.time())
    view = bench.memory().view()
    assert len(view.settled) == len(view.source) == 4
    contents = [each.content for each in view.pool]
    assert contents.count("The build is green on Fridays.") == 1
    assert len([each for each in contents if each.startswith("Noted in try")]) == 3
    assert {"The build is green on Fridays."} == {each.content for each in view.pool if each.sources}
    gate.accept_gap(bench.memory(), chunk, now=time.time())
    assert [each.content for each in bench.memory().view().pool] == contents


async def test_what_left_the_pool_since_is_not_noted_again(bench: Bench, tmp_path: Path) -> None:
    """An observer may say again what it was told of earlier text; by now that can have been filed or dropped."""
    fill(bench.conversation, 2)
    bench.turn_on()
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    await driver.close()
    known = bench.memory().view().pool[0]
    fill(bench.conversation, 2)
    chunk = await parked_chunk(bench, tmp_path)
    memory = bench.memory()
    for run in memory.runs.runs():
        if run.chunk == chunk:
            path = memory.runs.paths(run.run_id).result
            said = [{"timestamp": "", "content": known.content}, {"timestamp": "", "content": "This is new."}]
            path.write_text(json.dumps({**json.loads(path.read_text()), "observations": said}))
    drop(memory, known.timestamp, now=time.time())
    gate.accept_gap(bench.memory(), chunk, now=time.time())
    contents = [each.content for each in bench.memory().view().pool]
    assert (contents.count(known.content), contents.count("This is new.")) == (0, 1)


async def test_a_retry_that_succeeds_is_the_whole_account(given_up: tuple[Bench, ChunkRange]) -> None:
    bench, chunk = given_up
    gate.retry_gap(bench.memory(), chunk, now=time.time())
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    view = bench.memory().view()
    assert len(view.settled) == 4
    assert view.pool
    assert not [each for each in view.pool if "Friday" in each.content]


async def test_a_result_that_names_another_run_is_not_kept(given_up: tuple[Bench, ChunkRange]) -> None:
    bench, chunk = given_up
    memory = bench.memory()
    for run in memory.runs.runs():
        path = memory.runs.paths(run.run_id).result
        path.write_text(json.dumps({**json.loads(path.read_text()), "runId": "obs-20200101000000-1-1"}))
    gate.accept_gap(bench.memory(), chunk, now=time.time())
    view = bench.memory().view()
    assert len(view.settled) == 4
    assert not view.total
