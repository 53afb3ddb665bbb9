"""Each run that was dealt with stands as a session of its own, and never as one to observe."""

import json
import time

from silcrow.pipeline.holding import hold_session
from silcrow.sessions import SessionFile
from silcrow.sessions.head import read_head
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.where import Asked, locate
from tests.pipeline.conftest import Bench


async def test_every_run_is_recorded_with_what_it_was_given_and_what_it_said(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    memory = bench.memory()
    runs = memory.runs.runs()
    assert {run.role for run in runs} == {"observer", "consolidator"}
    for run in runs:
        session = SessionFile(memory.runs.paths(run.run_id).session)
        session.refresh()
        texts = [json.dumps(session.entry(each.id)["message"], ensure_ascii=False) for each in session.source_path()]
        assert len(texts) == 2
        assert json.dumps(memory.runs.paths(run.run_id).prompt.read_text(), ensure_ascii=False) in texts[0]
        assert run.summary in texts[1]
    noted = next(each for each in memory.session.source_path() if each.kind == "assistant")
    assert any(noted.id in path.read_text() for path in memory.runs.folder.glob("obs-*.session.jsonl"))


async def test_a_run_whose_driver_died_is_recorded_by_the_next_one(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    memory = bench.memory()
    run = memory.runs.runs()[0]
    memory.runs.paths(run.run_id).session.unlink()
    lines = memory.ledger.path.read_text().splitlines(keepends=True)
    memory.ledger.path.write_text("".join(line for line in lines if '"om.cost","data":{"costUsd":0.0' not in line))
    with hold_session(bench.memory(), purpose="test", now=time.time()) as busy:
        assert busy is None
    assert memory.runs.paths(run.run_id).session.exists()


async def test_a_recorded_run_can_be_looked_at_and_gets_no_memory(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    memory = bench.memory()
    path = memory.runs.paths(memory.runs.runs()[0].run_id).session
    home = bench.project.parent
    where = locate(Asked(agent_dir=home / "agent", session=str(path)), {"HOME": str(home)}, bench.project)
    state = PlaceReader(where, {"HOME": str(home)}).read(time.time())
    assert state.session is not None
    assert not state.session.writable
    assert "recorded run of a worker" in (state.session.reason or "")
    assert state.observational is None
    assert not (memory.folder / ".memory").exists()


async def test_a_conversation_that_quotes_a_workers_prompt_is_observed_like_any_other(bench: Bench) -> None:
    bench.turn_on()
    await bench.work()
    memory = bench.memory()
    observer = next(run for run in memory.runs.runs() if run.role == "observer")
    quoted = memory.runs.paths(observer.run_id).prompt.read_text()[:1_500]
    bench.conversation.turn(f"We will write prompts like this one from now on:\n{quoted}", "Noted.")
    head = read_head(bench.conversation.path)
    assert head is not None and not head.worker
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    await driver.close()
    view = bench.memory().view()
    assert view.settled_count == len(view.source)
