"""A dream with a provider's model, from the sessions to the review queue, in processes of its own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.dreaming.talk import DAY, Talk
from tests.models_wire.orders import hand_sum
from tests.models_wire.server import ModelsServer


@pytest.fixture
def environ(server: ModelsServer, tmp_path: Path) -> dict[str, str]:
    agent = tmp_path / "agent"
    agent.mkdir()
    models = [
        {"id": name, "cost": {"input": 3, "output": 15.1, "cacheRead": 0.3, "cacheWrite": 3.75}}
        for name in ("tool-loop", "talks", "401")
    ]
    provider = {"baseUrl": server.base_url, "api": "openai-completions", "apiKey": "k-123456", "models": models}
    (agent / "models.json").write_text(json.dumps({"providers": {"loopback": provider}}))
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "PI_CODING_AGENT_DIR": str(agent),
    }


def dream(environ: dict[str, str], model: str) -> dict:
    agent = Path(environ["PI_CODING_AGENT_DIR"])
    chosen = {"model": {"provider": "loopback", "model": model}, "minTurnsSinceLastRun": 1}
    (agent / "settings.json").write_text(json.dumps({"pi-memory": {"dreaming": chosen}}))
    talk = Talk(agent / "sessions" / "shop" / f"{model}.jsonl", agent, f"019f-{model}", time.time() - DAY)
    talk.turn("Use uv, never pip.", "Understood.")
    command = [sys.executable, "-P", "-m", "silcrow_tui", "dream", "run", "--force", "--json"]
    done = subprocess.run(command, env=environ, cwd=agent, capture_output=True, timeout=60, check=False)
    return json.loads(done.stdout)


def test_a_model_reads_proposes_and_is_told_of_wrong_evidence(environ: dict[str, str]):
    report = dream(environ, "tool-loop")
    assert (report["outcome"], report["turns"]) == ("changed", 1)
    (held,) = report["held"]
    assert (held["new"], held["evidence"][0]["session"]) == ("Uses uv, never pip.", "019f-tool-loop")
    assert report["refused"] == []
    # Four calls, one in each reply, and one more reply to end with.
    assert report["costUsd"] == float(hand_sum(5, ("3", "15.1", "0.3", "3.75"), written=False))


def test_a_model_that_only_talks_has_not_dreamt(environ: dict[str, str]):
    report = dream(environ, "talks")
    assert report["outcome"] == "failed"
    assert report["error"]


def test_a_key_that_is_wrong_is_told_in_the_providers_words(environ: dict[str, str]):
    report = dream(environ, "401")
    assert "Incorrect API key" in report["error"]
