import asyncio
import json
import os
import signal
import stat
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from silcrow.settings.types import WorkerModel
from silcrow.workers import RunFolder, Supervisor
from tests.waiting import until
from tests.workers.conftest import CHUNK, STUB, fact, is_running


async def finish(supervisor, order):
    return await (await supervisor.start(order)).finished()


async def test_a_result_of_this_run_is_success(supervisor, stub_order):
    outcome = await finish(supervisor, stub_order("five"))
    assert (outcome.run.state, outcome.run.summary, outcome.run.error) == ("done", "5 found", None)
    assert outcome.result and len(outcome.result["observations"]) == 5


async def test_nothing_worth_noting_is_success(supervisor, stub_order):
    outcome = await finish(supervisor, stub_order("nothing noted"))
    assert (outcome.run.state, outcome.run.summary) == ("empty", "nothing noted")
    assert outcome.result == {"runId": outcome.run.run_id, "complete": True, "observations": []}


@pytest.mark.parametrize(
    ("do", "kind", "words"),
    [
        ("no result", "no_result", "no result: it ended without a result file"),
        ("empty file", "no_result", "no result: the result file is empty"),
        ("of another run", "no_result", "no result: the result file is not of this run"),
        ("gave up half-way", "no_result", "no result: it ended before its result was complete"),
        ("exit 3", "exit", "exit 3: the shelf collapsed"),
        ("a list", "invalid_result", "invalid result: not a JSON object; the raw output is kept"),
        ("wrong keys", "invalid_result", "invalid result: observations is not a list; the raw output is kept"),
        ("reports error", "rate_limit", "rate limit: slow down, please"),
    ],
)
async def test_each_failure_keeps_its_kind_and_words(supervisor, stub_order, do, kind, words):
    outcome = await finish(supervisor, stub_order(do))
    assert outcome.run.state == "failed" and outcome.result is None
    assert outcome.run.error and (outcome.run.error.kind, outcome.run.error.words) == (kind, words)


@pytest.mark.parametrize("do", ["fenced", "fenced in prose", "extra keys"])
async def test_a_result_is_taken_where_it_is_plain_what_is_meant(supervisor, stub_order, do):
    outcome = await finish(supervisor, stub_order(do))
    assert (outcome.run.state, outcome.run.summary) == ("done", "2 found")


@pytest.mark.parametrize("do", ["text", "half-written", "fenced twice", "a bare list", "too large"])
async def test_a_result_that_is_no_json_is_invalid_and_stays_where_it_is(supervisor, stub_order, runs, do):
    outcome = await finish(supervisor, stub_order(do))
    assert outcome.run.error and outcome.run.error.kind == "invalid_result"
    assert runs.paths(outcome.run.run_id).result.read_text()


async def test_a_result_left_by_an_earlier_run_does_not_count(supervisor, stub_order, runs):
    run_id = runs.new_run_id("observer", 0.0)
    runs.write(runs.paths(run_id).result, {"runId": run_id, "complete": True, "observations": []})
    outcome = await finish(supervisor, stub_order("no result", run_id=run_id))
    assert outcome.run.error and outcome.run.error.kind == "no_result"


async def test_a_result_does_not_excuse_a_failed_exit(supervisor, stub_order):
    outcome = await finish(supervisor, stub_order("exit 1 with result"))
    assert outcome.run.error and outcome.run.error.kind == "exit"


async def test_a_program_that_is_not_there_is_a_failed_run(runs, stub_order):
    outcome = await finish(Supervisor(runs, environ={}, command=["/nowhere/at-all"]), stub_order("five"))
    assert outcome.run.state == "failed" and outcome.run.error and outcome.run.error.kind == "spawn"
    assert outcome.run.error.words.startswith("could not start: /nowhere/at-all")
    assert runs.read(outcome.run.run_id) == outcome.run


async def test_a_kill_from_outside_shows_as_killed(supervisor, stub_order, runs, facts):
    running = await supervisor.start(stub_order("sleep"))
    pid = await until(lambda: fact(facts, "ready"))
    assert running.run.pid == pid
    os.kill(pid, signal.SIGKILL)
    outcome = await asyncio.wait_for(running.finished(), 10)
    assert outcome.run.error and outcome.run.error.words == "killed by signal 9"
    assert outcome.run.error.kind == "killed"
    assert runs.read(running.run.run_id) == outcome.run


async def test_the_deadline_ends_a_worker_that_ignores_the_stop_signal_and_its_grandchild(
    supervisor, stub_order, facts, monkeypatch
):
    monkeypatch.setattr("silcrow.workers.supervisor.STOP_GRACE", 0.2)
    running = await supervisor.start(stub_order("ignore SIGTERM with grandchild", run_seconds=2))
    await until(lambda: fact(facts, "ready"))
    outcome = await running.finished()
    assert outcome.run.error and outcome.run.error.kind == "timeout"
    assert outcome.run.error.words == "timed out after 2 s"
    assert not is_running(fact(facts, "ready")) and not is_running(fact(facts, "grandchild"))


async def test_a_worker_that_ends_as_asked_at_its_deadline_has_timed_out_and_was_not_stopped(supervisor, stub_order):
    outcome = await finish(supervisor, stub_order("sleep", run_seconds=0.5))
    assert outcome.run.state == "failed"
    assert outcome.run.error and outcome.run.error.words == "timed out after 0.5 s"


@pytest.mark.parametrize(
    ("limits", "kind", "words"),
    [
        ({"run_turns": 24}, "timeout", "turn cap"),
        ({"run_turns": None, "run_usd": 0.5}, "budget", "run cap"),
        ({"run_turns": 100_000, "run_usd": 100_000.0, "run_seconds": 0.5}, "timeout", "timed out"),
    ],
)
async def test_a_worker_that_loops_is_ended_at_the_first_limit_and_what_it_spent_is_kept(
    supervisor, stub_order, facts, monkeypatch, limits, kind, words
):
    monkeypatch.setattr("silcrow.workers.supervisor.STOP_GRACE", 0.1)
    payload = {"do": "loops for ever", "facts": str(facts), "usd": 0.05}
    order = stub_order("loops for ever", payload=payload, model=WorkerModel("stub", "x"), **limits)
    outcome = await finish(supervisor, order)
    assert outcome.run.error and outcome.run.error.kind == kind
    assert outcome.run.error.words.startswith(words)
    assert outcome.run.partial and outcome.run.turns
    assert outcome.run.cost_usd == pytest.approx(outcome.run.turns * 0.05)


async def test_how_long_a_provider_asks_to_wait_is_kept(supervisor, stub_order, runs):
    outcome = await finish(supervisor, stub_order("asks to wait"))
    assert outcome.run.error and outcome.run.error.retry_after == 90
    assert runs.read(outcome.run.run_id) == outcome.run


async def test_a_suspended_worker_is_ended_as_well(supervisor, stub_order, facts):
    running = await supervisor.start(stub_order("sleep"))
    pid = await until(lambda: fact(facts, "ready"))
    os.kill(pid, signal.SIGSTOP)
    outcome = await running.stop(grace=0.1)
    assert outcome.run.state == "stopped" and not is_running(pid)


async def test_no_grandchild_outlives_a_run_that_went_well(supervisor, stub_order, facts):
    outcome = await finish(supervisor, stub_order("finish with grandchild"))
    assert outcome.run.state == "done"
    assert not is_running(fact(facts, "grandchild"))


async def test_stopping_is_not_a_failure(supervisor, stub_order, facts):
    running = await supervisor.start(stub_order("sleep"))
    await until(lambda: fact(facts, "ready"))
    outcome = await supervisor.stop(running.run.run_id)
    assert outcome and (outcome.run.state, outcome.run.error, outcome.result) == ("stopped", None, None)
    assert await supervisor.stop(running.run.run_id) is None


async def test_on_leaving_all_workers_end_though_they_ignore_the_signal(supervisor, stub_order, facts):
    for _ in range(2):
        await supervisor.start(stub_order("ignore SIGTERM with grandchild"))
        pid = await until(lambda: fact(facts, "ready"))
        (facts / "ready").unlink()
    pids = [run.pid for run in supervisor.running]
    assert len(pids) == 2 and pid in pids
    outcomes = await supervisor.stop_all()
    assert [outcome.run.state for outcome in outcomes] == ["stopped", "stopped"]
    assert supervisor.running == () and not any(map(is_running, pids))


async def test_what_a_killed_run_had_spent_is_kept_as_a_lower_bound(supervisor, stub_order):
    outcome = await finish(supervisor, stub_order("killed after cost", model=WorkerModel("acme", "large")))
    run = outcome.run
    assert (run.cost_usd, run.cost_source, run.partial, run.turns, run.usage.input) == (0.07, "table", True, 7, 900)


async def test_a_run_that_never_told_its_spend_is_unpriced_unless_it_is_free(supervisor, stub_order):
    paid = await finish(supervisor, stub_order("five", model=WorkerModel("acme", "large")))
    free = await finish(supervisor, stub_order("five"))
    assert (paid.run.cost_usd, paid.run.cost_source) == (None, "unpriced")
    assert (free.run.cost_usd, free.run.cost_source) == (0.0, "builtin")


async def test_endless_output_blocks_nothing_and_leaves_a_bounded_log(supervisor, stub_order, runs):
    outcome = await finish(supervisor, stub_order("prints much"))
    log = runs.paths(outcome.run.run_id).log.read_bytes()
    assert outcome.run.state == "done"
    assert len(log) < 70_000 and log.endswith(b"the last words\n")


async def test_a_worker_gets_a_short_environment_no_input_and_no_private_argument(runs, stub_order, facts):
    environ = {**os.environ, "ANTHROPIC_API_KEY": "sk-secret", "SESSION_TOKEN": "t", "LC_TIME": "C", "TZ": "UTC"}
    supervisor = Supervisor(runs, environ=environ, command=[sys.executable, str(STUB)])
    outcome = await finish(supervisor, stub_order("show environment"))
    told = fact(facts, "environment")
    assert not {"ANTHROPIC_API_KEY", "SESSION_TOKEN"} & told.keys()
    assert told["SILCROW_RUN"] == outcome.run.run_id and told["LC_TIME"] == "C" and told["TZ"] == "UTC"
    assert fact(facts, "stdin") == ""
    assert fact(facts, "arguments") == [str(runs.paths(outcome.run.run_id).order)]


async def test_what_changed_in_the_environment_holds_for_the_next_run_and_a_bare_one_is_enough(
    runs, stub_order, facts, tmp_path
):
    environ = {"PATH": f"{tmp_path}/a folder with blanks:{os.environ['PATH']}", "HTTPS_PROXY": "http://old.example"}
    supervisor = Supervisor(runs, environ=environ, command=[sys.executable, str(STUB)])
    assert (await finish(supervisor, stub_order("show environment"))).run.state == "empty"
    before = fact(facts, "environment")
    environ["HTTPS_PROXY"] = "http://new.example"
    await finish(supervisor, stub_order("show environment"))
    assert before["PATH"] == environ["PATH"] and "HOME" not in before
    seen = (before["HTTPS_PROXY"], fact(facts, "environment")["HTTPS_PROXY"])
    assert seen == ("http://old.example", "http://new.example")


async def test_the_record_names_process_owner_chunk_and_times(runs, stub_order):
    ticks = iter([1000.0, 1002.5])
    supervisor = Supervisor(runs, environ=os.environ, clock=lambda: next(ticks), command=[sys.executable, str(STUB)])
    outcome = await finish(supervisor, stub_order("five", attempt=2))
    run = runs.read(outcome.run.run_id)
    assert run == outcome.run and run is not None
    assert (run.started_at, run.finished_at, run.attempt, run.handed, run.chunk) == (1000.0, 1002.5, 2, 9, CHUNK)
    assert run.pid and run.process_started and run.owner_pid == os.getpid() and run.owner_started


async def test_files_of_a_run_are_private(supervisor, stub_order, runs):
    outcome = await finish(supervisor, stub_order("exit 3"))
    paths = runs.paths(outcome.run.run_id)
    assert stat.S_IMODE(runs.folder.stat().st_mode) == 0o700
    for path in (paths.prompt, paths.order, paths.record, paths.log):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert paths.prompt.read_text() == "the prompt"
    assert json.loads(paths.order.read_text())["payload"]["do"] == "exit 3"


async def test_giving_up_the_wait_leaves_the_run_alone(supervisor, stub_order, facts):
    running = await supervisor.start(stub_order("sleep"))
    pid = await until(lambda: fact(facts, "ready"))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(running.finished(), 0.05)
    assert is_running(pid)
    await running.stop(grace=0)


async def test_running_runs_are_on_record_as_running(supervisor, stub_order, runs: RunFolder, facts):
    running = await supervisor.start(stub_order("sleep"))
    await until(lambda: fact(facts, "ready"))
    assert [run.state for run in runs.runs()] == ["running"]
    assert supervisor.running == (running.run,)
    await running.stop(grace=0)
    assert replace(running.run, finished_at=None).state == "stopped"


async def test_a_run_whose_input_can_not_be_written_leaves_no_record_and_no_open_file(
    supervisor, stub_order, runs, monkeypatch
):
    await finish(supervisor, stub_order("five"))
    known, opened = runs.runs(), open_files()
    monkeypatch.setattr("silcrow.workers.beginning.write_atomic", full_disk)
    with pytest.raises(OSError, match="No space"):
        await supervisor.start(stub_order("five"))
    assert open_files() == opened
    assert runs.runs() == known


async def test_a_log_that_can_not_be_written_changes_nothing_about_the_end(supervisor, stub_order, runs, monkeypatch):
    running = await supervisor.start(stub_order("five"))
    monkeypatch.setattr("silcrow.workers.supervisor.write_atomic", full_disk)
    outcome = await running.finished()
    assert outcome.run.state == "done" and runs.read(outcome.run.run_id) == outcome.run


async def test_an_end_that_can_not_be_recorded_does_not_keep_the_others_running(
    supervisor, stub_order, runs, monkeypatch
):
    for _ in range(2):
        await supervisor.start(stub_order("ignore SIGTERM with grandchild"))
    pids = [run.pid for run in supervisor.running]
    monkeypatch.setattr(runs, "update", full_disk)
    assert await supervisor.stop_all() == ()
    assert supervisor.running == () and not any(map(is_running, pids))


def open_files() -> int:
    return len(tuple(Path("/dev/fd").iterdir()))


def full_disk(*_, **__):
    raise OSError(28, "No space left on device")
