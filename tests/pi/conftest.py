"""A home for pi, and a project to work in."""

import json
from pathlib import Path

import pytest

from silcrow.sessions import SessionFile
from tests.pi.chat_server import Call, Reply, Say
from tests.pi.running import only_session, remote_pi, silcrow

SETTINGS = {"observational-memory": {"chunkTokens": 300, "tailTokens": 300, "poolTargetTokens": 5_000}}
PADDING = "The gauge is read each quarter of an hour and what it says is kept as it is. " * 6


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


def file_topics(agent_dir: Path, project: Path) -> None:
    """Let the consolidator file what was observed."""
    small = {**SETTINGS["observational-memory"], "poolTargetTokens": 20}
    (agent_dir / "settings.json").write_text(json.dumps({"observational-memory": small}))
    filed = silcrow(agent_dir, project, "om", "consolidate", "--wait")
    assert filed["topics"] and filed["observations"]["dropped"]


@pytest.fixture
def observed(agent_dir: Path, project: Path) -> SessionFile:
    """Four turns of real pi, observed to the end."""
    (agent_dir / "settings.json").write_text(json.dumps(SETTINGS))
    (project / "tide.txt").write_text("high water 04:12\n")
    script: list[Reply] = [Say(f"Done: module gauge{number} is noted now. {PADDING}") for number in range(4)]
    script.insert(1, Call("read", {"path": "tide.txt"}))
    with remote_pi(agent_dir, project, script) as pi:
        for number in range(4):
            pi.prompt(f"Always name module gauge{number} after what it holds.")
    session = only_session(agent_dir, project)
    silcrow(agent_dir, project, "om", "on", "--from", "start")
    silcrow(agent_dir, project, "om", "observe", "--wait")
    return session
