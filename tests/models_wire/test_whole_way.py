"""From an open session to topics, with a provider's model for both roles, and the cost on every surface."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from silcrow.pipeline import Driver, Pace, SessionMemory, gate
from silcrow.sessions import SessionFile
from silcrow.settings import load_settings
from tests.conversation import Conversation, fill
from tests.models_wire.orders import hand_sum
from tests.models_wire.server import ModelsServer


@pytest.fixture
def environ(server: ModelsServer, tmp_path: Path) -> dict[str, str]:
    agent = tmp_path / "agent"
    agent.mkdir()
    model = {"id": "ok", "cost": {"input": 3, "output": 15.1, "cacheRead": 0.3, "cacheWrite": 3.75}}
    provider = {"baseUrl": server.base_url, "api": "openai-completions", "apiKey": "k-123456", "models": [model]}
    (agent / "models.json").write_text(json.dumps({"providers": {"loopback": provider}}))
    chosen = {"provider": "loopback", "id": "ok"}
    memory = {
        "chunkTokens": 50_000,
        "poolTargetTokens": 1,
        "consolidateAtPoolTokens": 20,
        "models": {"observer": chosen, "consolidator": chosen},
    }
    (agent / "settings.json").write_text(json.dumps({"observational-memory": memory}))
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "PI_CODING_AGENT_DIR": str(agent),
    }


async def test_a_session_is_observed_and_filed_and_its_cost_is_the_sum_of_the_replies(tmp_path, environ):
    project = tmp_path / "project"
    project.mkdir()
    conversation = Conversation(tmp_path / "agent" / "sessions" / "project" / "s.jsonl", project)
    fill(conversation, 4)
    session = SessionFile(conversation.path)
    session.refresh()
    memory = SessionMemory(session, project)
    memory.refresh()
    gate.set_enabled(memory, True, now=time.time())
    settings = load_settings(tmp_path / "agent", project, environ).observational
    driver = Driver(memory, lambda: settings, environ=environ, purpose="test", pace=Pace((0.0, 0.0, 0.0)))
    assert driver.take_over() is None
    await driver.finish_observing()
    assert [each.content for each in memory.view().pool] == [
        "The user wants tabs, not spaces.",
        "The linter takes 4 s.",
    ]
    await driver.consolidate()
    await driver.settle()
    await driver.close()
    assert "Tabs, not spaces." in (memory.folder / "habits.md").read_text()
    assert "The habits were written down." in (memory.folder / "JOURNEY.md").read_text()
    assert len(memory.view().pool) == 1
    runs = memory.runs.runs()
    assert [(run.role, run.state, run.turns) for run in runs] == [("consolidator", "done", 1), ("observer", "done", 1)]
    # Each role needed one reply, the first of its conversation.
    one = hand_sum(1, ("3", "15.1", "0.3", "3.75"), written=False)
    status = om_status(project, environ)
    assert status["cost"]["totalUsd"] == float(2 * one)


def om_status(project: Path, environ: dict[str, str]) -> dict:
    command = [sys.executable, "-P", "-m", "silcrow_tui", "om", "status", "--json"]
    done = subprocess.run(command, cwd=project, env=environ, capture_output=True, timeout=60, check=True)
    return json.loads(done.stdout)
