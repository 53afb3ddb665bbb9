"""The real worker program and a provider: what it is given, where the key is seen, what a kill leaves."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from silcrow.settings.types import ModelPrice, WorkerModel
from silcrow.workers import RunFolder, Supervisor
from tests.models_wire.orders import hand_sum, limits, observer
from tests.models_wire.server import KEY, ModelsServer, models_server

PRICE = ModelPrice(3.0, 15.0, 0.3, 3.75)


@pytest.fixture
def server() -> Iterator[ModelsServer]:
    with models_server() as server:
        yield server


@pytest.fixture
def environ(server: ModelsServer, tmp_path: Path) -> dict[str, str]:
    agent = tmp_path / "agent"
    agent.mkdir()
    loopback = {"baseUrl": server.base_url, "api": "openai-completions", "apiKey": "$LOOPBACK_KEY"}
    models = [{"id": name} for name in ("hang:7", "ok")]
    (agent / "models.json").write_text(json.dumps({"providers": {"loopback": {**loopback, "models": models}}}))
    return {**os.environ, "PI_CODING_AGENT_DIR": str(agent), "LOOPBACK_KEY": KEY, "OTHER_API_KEY": "not for workers"}


async def test_a_worker_killed_after_seven_replies_keeps_what_they_cost_and_noted(server, runs, environ):
    order = observer(runs, WorkerModel("loopback", "hang:7", price=PRICE), limits(run_usd=None))
    running = await Supervisor(runs, environ=environ).start(order)
    assert running.run.pid is not None
    # The eighth request came, so the seventh reply was taken in, and its cost with it.
    assert server.wait_for(8)
    assert_no_key_shown_by(running.run.pid)
    os.kill(running.run.pid, signal.SIGKILL)
    run = (await running.finished()).run
    assert run.error and (run.error.kind, run.turns, run.partial) == ("killed", 7, True)
    assert (run.cost_usd, run.cost_source) == (
        float(hand_sum(7, ("3", "15", "0.3", "3.75"), written=False)),
        "settings",
    )
    left = json.loads(runs.paths(run.run_id).result.read_text())
    assert [note["content"] for note in left["observations"]] == [f"Fact number {n}." for n in range(7)]
    assert_no_key_in(runs)


def assert_no_key_shown_by(pid: int) -> None:
    """Neither the environment nor the arguments; there is a place to see them only on Linux."""
    if sys.platform == "linux":
        for told in ("environ", "cmdline"):
            assert KEY.encode() not in Path(f"/proc/{pid}/{told}").read_bytes()


def assert_no_key_in(runs: RunFolder) -> None:
    for path in runs.folder.rglob("*"):
        assert not path.is_file() or KEY.encode() not in path.read_bytes()
