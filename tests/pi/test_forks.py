"""Forks and clones that real pi makes start from their parent's memory."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from silcrow.sessions import SessionFile
from tests.pi.chat_server import Say
from tests.pi.conftest import file_topics
from tests.pi.running import needs_pi, remote_pi, run_pi, sessions_of, silcrow

pytestmark = needs_pi


def child_of(agent_dir: Path, project: Path, parent: SessionFile) -> SessionFile:
    (child,) = [each for each in sessions_of(agent_dir, project) if each.session_id != parent.session_id]
    assert child.header is not None and child.header.parent_session == str(parent.path)
    return child


def status(agent_dir: Path, project: Path, session: SessionFile) -> Mapping[str, Any]:
    return silcrow(agent_dir, project, "om", "status", "--session", session.session_id)


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_clone_shows_what_its_parent_shows(agent_dir: Path, project: Path, observed: SessionFile) -> None:
    file_topics(agent_dir, project)
    with remote_pi(agent_dir, project, [Say("And on.")], "--session", str(observed.path)) as pi:
        pi.ask("clone")
        pi.prompt("Go on.")
    child = child_of(agent_dir, project, observed)
    memory, bytes_of_child = project / ".memory" / observed.session_id, child.path.read_bytes()
    parents = files_of(memory)
    took = silcrow(agent_dir, project, "sessions", "seed", "--session", child.session_id)
    assert took["seeded"]["parentId"] == observed.session_id
    before, after = status(agent_dir, project, observed), status(agent_dir, project, child)
    assert after["enabled"] and after["observations"] == before["observations"]
    assert after["topics"] == before["topics"]
    assert after["coverage"]["settledTo"] == before["coverage"]["settledTo"]
    assert files_of(memory) == parents
    assert child.path.read_bytes() == bytes_of_child


def test_a_fork_from_the_middle_holds_what_was_observed_before_it(
    agent_dir: Path, project: Path, observed: SessionFile
) -> None:
    with remote_pi(agent_dir, project, [Say(f"Another way. {'Step by step. ' * 200}")]) as pi:
        pi.ask("switch_session", sessionPath=str(observed.path))
        asked = [each for each in observed.source_path() if each.kind == "user"]
        pi.ask("fork", entryId=asked[3].id)
        pi.prompt("Always name module sluice after what it holds.")
    child = child_of(agent_dir, project, observed)
    # The first run in the fork takes over what its parent had noted, and goes on from there.
    after = silcrow(agent_dir, project, "om", "observe", "--wait", "--session", child.session_id)
    (memory,) = [folder for folder in (project / ".memory").iterdir() if folder.name == child.session_id]
    lines = [json.loads(line) for line in (memory / "ledger.jsonl").read_text().splitlines()]
    assert sum(line["customType"] == "om.seeded" for line in lines) == 1
    noted = json.dumps(lines)
    assert "gauge0" in noted and "sluice" in noted
    assert "gauge3" not in json.dumps([line for line in lines if line["customType"] == "om.observations.recorded"])
    assert {chunk["outcome"] for chunk in after["coverage"]["chunks"]} <= {"recorded", "empty"}
    started = list((memory / ".runs").glob("obs-*.run.json"))
    assert len(started) < len(after["coverage"]["chunks"])


def test_a_fork_of_all_branches_into_another_folder_finds_the_memory_it_came_from(
    agent_dir: Path, project: Path, observed: SessionFile
) -> None:
    elsewhere = project.parent / "elsewhere"
    elsewhere.mkdir()
    run_pi(agent_dir, elsewhere, [Say("Here too.")], "--fork", str(observed.path), "And here?")
    (child,) = sessions_of(agent_dir, elsewhere)
    took = silcrow(agent_dir, elsewhere, "om", "on", "--from", "start")
    assert took["seeded"]["parentId"] == observed.session_id
    assert took["seeded"]["observations"] == status(agent_dir, project, observed)["observations"]["active"]
    assert (elsewhere / ".memory" / child.session_id / "ledger.jsonl").exists()
