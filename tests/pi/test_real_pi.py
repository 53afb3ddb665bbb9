"""What real pi writes is what silcrow reads: run pi against a loopback model and look at its session."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from silcrow.sessions import Catalogue, SessionFile, session_document
from tests.pi.chat_server import Call, Reply, Say, chat_server

PI = os.environ.get("SILCROW_TEST_PI") or shutil.which("pi")

pytestmark = [
    pytest.mark.pi,
    pytest.mark.node,
    pytest.mark.skipif(PI is None, reason="real pi is not installed (SILCROW_TEST_PI names its executable)"),
    pytest.mark.timeout(180),
]


@pytest.fixture
def agent_dir(tmp_path: Path) -> Path:
    folder = tmp_path / "agent"
    folder.mkdir()
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    folder.mkdir()
    return folder


def run_pi(agent_dir: Path, project: Path, script: list[Reply], *arguments: str) -> list[dict[str, Any]]:
    """Run pi to its end against a model that answers with the script; what pi sent it, request by request."""
    requests: list[dict[str, Any]] = []
    with chat_server(script, requests) as url:
        model = {"id": "scripted", "cost": {"input": 3, "output": 15, "cacheRead": 0, "cacheWrite": 0}}
        provider = {"baseUrl": url, "api": "openai-completions", "apiKey": "none", "models": [model]}
        (agent_dir / "models.json").write_text(json.dumps({"providers": {"loopback": provider}}))
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(agent_dir.parent),
            "PI_CODING_AGENT_DIR": str(agent_dir),
            "PI_OFFLINE": "1",
            "PI_SKIP_VERSION_CHECK": "1",
            "PI_TELEMETRY": "0",
        }
        assert PI is not None
        done = subprocess.run(
            [PI, "-p", "--provider", "loopback", "--model", "scripted", *arguments],
            cwd=project,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return requests


def only_session(agent_dir: Path, project: Path) -> SessionFile:
    catalogue = Catalogue(agent_dir / "sessions")
    catalogue.refresh()
    found = catalogue.sessions(project)
    assert len(found) == 1
    session = SessionFile(found[0].path)
    session.refresh()
    return session


def test_a_session_of_real_pi_is_found_by_its_folder_and_read_whole(agent_dir: Path, project: Path) -> None:
    (project / "tide.txt").write_text("high water 04:12\n")
    run_pi(
        agent_dir, project, [Call("read", {"path": "tide.txt"}), Say("High water is at 04:12.")], "When is high water?"
    )
    session = only_session(agent_dir, project)
    document = session_document(session)
    last = json.loads(session.path.read_bytes().splitlines()[-1])
    assert document["leafId"] == last["id"]
    assert document["badLines"] == 0 or document["badLines"] == []
    kinds = [entry.kind for entry in session.source_path()]
    assert kinds == ["user", "calls", "result", "assistant"]
    assert document["contextTokens"] == 140
    assert document["model"] == {"provider": "loopback", "modelId": "scripted"}


def test_what_pi_appends_later_is_read_as_growth(agent_dir: Path, project: Path) -> None:
    run_pi(agent_dir, project, [Say("First answer.")], "First question")
    session = only_session(agent_dir, project)
    before = session.entry_count
    run_pi(agent_dir, project, [Say("Second answer.")], "--continue", "Second question")
    change = session.refresh()
    assert not change.replaced
    assert session.entry_count == before + change.grown > before
    texts = [session.entry(entry.id)["message"]["content"] for entry in session.source_path()]
    assert "Second answer." in json.dumps(texts)
