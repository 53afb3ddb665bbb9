import asyncio
import json
import os
import subprocess
import sys

import pytest

from silcrow.observational.observation import ChunkRange
from silcrow.settings.types import Limits, WorkerModel
from silcrow.workers import RunFolder, Supervisor
from silcrow.workers.observer import observer_order
from silcrow.workers.supervisor import WORKER_COMMAND
from tests.waiting import until, wait_until
from tests.workers.conftest import is_running

OWNER = """
import asyncio, os, sys
from pathlib import Path
from silcrow.observational.observation import ChunkRange
from silcrow.settings.types import Limits, WorkerModel
from silcrow.workers import RunFolder, Supervisor
from silcrow.workers.observer import observer_order

async def main():
    supervisor = Supervisor(RunFolder(Path(sys.argv[1])), environ=os.environ)
    entries = [{"type": "message", "id": f"e{n}", "timestamp": "2026-11-30T10:00:00Z",
                "message": {"role": "user", "content": "Always use tabs."}} for n in range(6)]
    order = observer_order(entries, ChunkRange("e0", "e5"), session_id="s1", model=WorkerModel(), limits=Limits(),
                           utc_offset=0, pace_seconds=600)
    running = await supervisor.start(order)
    print(running.run.pid, flush=True)
    await running.finished()

asyncio.run(main())
"""


def user(entry_id: str, text: str):
    message = {"role": "user", "content": text}
    return {"type": "message", "id": entry_id, "timestamp": "2026-11-30T10:00:07.250Z", "message": message}


def order_of(*texts: str, **changes):
    entries = [user(f"e{n}", text) for n, text in enumerate(texts)]
    values = {"session_id": "s1", "model": WorkerModel(), "limits": Limits(), "utc_offset": 3600, **changes}
    return observer_order(entries, ChunkRange("e0", f"e{len(texts) - 1}"), **values)


@pytest.fixture
def real(runs: RunFolder) -> Supervisor:
    return Supervisor(runs, environ=os.environ)


async def test_the_built_in_observer_notes_what_the_user_wants(real, runs):
    outcome = await (await real.start(order_of("Hi there!", "Always run the linter before you commit."))).finished()
    assert outcome.result and outcome.result["observations"] == [
        {
            "timestamp": "2026-11-30T11:00:07",
            "content": "User: Always run the linter before you commit.",
            "sources": ["e1"],
        }
    ]
    assert (outcome.run.state, outcome.run.cost_usd, outcome.run.cost_source) == ("done", 0.0, "builtin")
    assert outcome.run.turns == 2 and not outcome.run.partial


async def test_small_talk_is_an_empty_run(real):
    outcome = await (await real.start(order_of("Hello!", "Thanks."))).finished()
    assert outcome.run.state == "empty"


async def test_a_paced_worker_shows_its_progress_before_it_ends(real, runs):
    running = await real.start(order_of("Always use tabs.", "Never push to main.", pace_seconds=600))
    run = await until(lambda: next((run for run in runs.runs() if run.summary == "1 found so far"), None))
    assert run.state == "running" and run.turns == 1
    await running.stop(grace=0.1)


async def test_a_model_that_is_not_here_is_a_clear_failure_and_nothing_takes_its_place(real):
    order = order_of("Always use tabs.", model=WorkerModel("builtin", "oracle"))
    outcome = await (await real.start(order)).finished()
    assert outcome.run.state == "failed" and outcome.result is None
    assert outcome.run.error and outcome.run.error.kind == "spawn"
    assert "oracle" in outcome.run.error.words


async def test_without_the_library_a_provider_is_a_failure_that_names_the_extra(runs, tmp_path):
    hidden = tmp_path / "hidden" / "pydantic_ai"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ModuleNotFoundError(name='pydantic_ai')")
    environ = {**os.environ, "PYTHONPATH": str(hidden.parent), "ANTHROPIC_API_KEY": "none"}
    order = order_of("Always use tabs.", model=WorkerModel("anthropic", "claude"))
    run = (await (await Supervisor(runs, environ=environ).start(order)).finished()).run
    assert run.error and run.error.kind == "spawn"
    assert "provider anthropic needs the extra silcrow[llm], which is not installed here" in run.error.words


async def test_an_order_of_another_run_is_refused(runs, tmp_path):
    path = tmp_path / "obs-20261130100000-1-1.order.json"
    path.write_text(json.dumps({"runId": "obs-20261130100000-1-2"}))
    process = await asyncio.create_subprocess_exec(*WORKER_COMMAND, str(path), stderr=asyncio.subprocess.PIPE)
    _, said = await process.communicate()
    assert process.returncode == 1 and b"holds the order of another run" in said


def test_a_worker_ends_when_its_owner_is_killed(tmp_path):
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(tmp_path / ".runs")], stdout=subprocess.PIPE, text=True)
    assert owner.stdout
    worker = int(owner.stdout.readline())
    assert is_running(worker)
    owner.kill()
    owner.communicate()
    wait_until(lambda: not is_running(worker))


def test_a_module_in_the_folder_of_the_runs_is_not_imported(tmp_path):
    (tmp_path / "json.py").write_text("raise SystemExit('taken over')")
    process = subprocess.run([*WORKER_COMMAND], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert process.returncode == 2 and "taken over" not in process.stderr


def test_the_program_is_light_to_start():
    code = "import sys, silcrow.workers.program; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"asyncio", "psutil", "filelock", "yaml", "textual", "rich"} & set(loaded)
