"""Whatever happens to silcrow, pi goes on and says so once; beside another memory extension ours keeps out."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.pi.chat_server import Say
from tests.pi.conftest import PADDING
from tests.pi.extended import (
    GO,
    SMALL,
    block_of,
    observed,
    put_into_pi,
    records,
    servers_of,
    start_instead,
    talk,
    told_in_time,
    told_within,
    tools_of,
    write_program,
)
from tests.pi.running import needs_pi, only_session, remote_pi, run_pi, silcrow, texts_of

pytestmark = needs_pi
KIEL = "The home port is Kiel."
NEIGHBOUR = """
export default function (pi) {
  const parameters = { type: "object", properties: {} };
  const execute = async () => ({ content: [{ type: "text", text: "" }], details: {} });
  pi.registerTool({ name: "memory_add", label: "Add", description: "Adds", parameters, execute });
  pi.registerCommand("memory", { description: "Memory of another", handler: async () => {} });
}
"""


def test_a_killed_process_loses_nothing_and_pi_answers_on(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, KIEL)
    requests: list[dict[str, Any]] = []
    script = [Say(f"Done: module gauge{number} is noted now. {PADDING}") for number in range(8)]
    with remote_pi(agent_dir, project, script, requests=requests) as pi:
        pi.say("/om on")
        talk(pi, 0, 1, 2)
        session = observed(agent_dir, project, 1)
        noted = observations(agent_dir, project)
        (server,) = servers_of(pi)
        os.kill(server, signal.SIGKILL)
        told_in_time(pi, lambda: any("silcrow ended" in words for words in pi.notices))
        talk(pi, 3)
        assert "not there" in pi.say("/om:status")
        assert sum("silcrow ended" in words for words in pi.notices) == 1
        pi.ask("switch_session", sessionPath=str(session.path))
        assert "observations" not in pi.say("/memory")
        assert "state     on" in pi.say("/om:status")
        talk(pi, 4, 5)

        def all_noted() -> bool:
            texts = observations(agent_dir, project)
            return all(any(f"gauge{number}" in text for text in texts) for number in range(4))

        # What an observer had in work when it died with its owner is tried again half a minute later.
        assert told_within(pi, 90.0, all_noted)
    assert block_of(requests[3]) == block_of(requests[4]) == block_of(requests[0])
    assert KIEL in block_of(requests[0])
    assert any("gauge3" in text for _, text in texts_of(requests[4]))
    later = observations(agent_dir, project)
    assert noted <= later
    assert all(any(f"gauge{number}" in text for text in later) for number in range(4))


def observations(agent_dir: Path, project: Path) -> set[str]:
    """What is noted on the branch that pi goes on from; nothing of it twice."""
    found = records(only_session(agent_dir, project), "om.observations.recorded")
    texts = [each["content"] for record in found for each in record["data"]["observations"]]
    assert len(texts) == len(set(texts))
    return set(texts)


def test_a_process_that_never_answers_is_waited_for_once(agent_dir: Path, project: Path, tmp_path: Path) -> None:
    put_into_pi(agent_dir, project, KIEL)
    start_instead(agent_dir, write_program(tmp_path / "hangs", "cat > /dev/null"))
    requests: list[dict[str, Any]] = []
    with remote_pi(agent_dir, project, [Say("One."), Say("Two.")], requests=requests) as pi:
        pi.prompt("Hello")
        pi.prompt("Hello again")
        complaints = [words for words in pi.notices if "did not answer" in words]
    assert len(requests) == 2
    assert len(complaints) == 1


def test_no_request_of_pi_waits_for_a_worker(
    agent_dir: Path, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    write_program(tmp_path / "bin" / "pi", "exec sleep 60")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    slow = {**SMALL["observational-memory"], "models": {"observer": {"provider": "pi", "id": "default"}}}
    put_into_pi(agent_dir, project, KIEL, settings={"observational-memory": slow})
    script = [Say(f"Done: module gauge{number} is noted now. {PADDING}") for number in range(4)]
    requests: list[dict[str, Any]] = []
    with remote_pi(agent_dir, project, script, requests=requests) as pi:
        pi.say("/om on")
        talk(pi, 0, 1, 2)
        told_in_time(pi, lambda: any("running" in (each.get("statusText") or "") for each in pi.told))
        talk(pi, 3)
        assert len(requests) == 4
        assert "workers   0 of 4" not in pi.say("/om:status")


@pytest.mark.parametrize(
    "lines", [("exit 3",), ("echo 'No module named silcrow' >&2", "exit 1"), ("echo '{'; exit 0",)]
)
def test_a_program_that_does_not_serve_is_told_once(
    agent_dir: Path, project: Path, tmp_path: Path, lines: tuple[str, ...]
) -> None:
    put_into_pi(agent_dir, project, KIEL)
    start_instead(agent_dir, write_program(tmp_path / "broken", *lines))
    with remote_pi(agent_dir, project, [Say("One."), Say("Two.")]) as pi:
        pi.prompt("Hello")
        pi.prompt("Hello again")
        told_in_time(pi, lambda: pi.notices)
        (words,) = pi.notices
    assert words.startswith("silcrow ended")
    assert "No module named silcrow" not in lines[0] or "No module named silcrow" in words


def test_a_silcrow_that_is_gone_is_told_with_what_to_do(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, KIEL)
    path = agent_dir / "extensions" / "silcrow.json"
    path.write_text(json.dumps({"command": ["/gone/python"], "extension": "/gone/silcrow.ts", "mode": "alone"}))
    requests: list[dict[str, Any]] = []
    with remote_pi(agent_dir, project, [Say("One.")], requests=requests) as pi:
        pi.prompt("Hello")
        pi.ask("new_session")
        found = [words for words in pi.notices if "silcrow pi install" in words]
    assert len(requests) == 1
    assert found == [
        "silcrow is not found (it was at /gone/python); pi goes on without its memory. Run: silcrow pi install"
    ]


def test_an_extension_that_moved_with_its_python_is_found_by_asking(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, KIEL)
    path = agent_dir / "extensions" / "silcrow.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "extension": "/gone/silcrow.ts"}))
    (request,) = run_pi(agent_dir, project, [Say("One.")], "Hello")
    assert KIEL in block_of(request)


def test_a_neighbour_that_came_later_keeps_ours_out_with_one_notice(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, KIEL)
    (agent_dir / "extensions" / "notes.ts").write_text(NEIGHBOUR)
    requests: list[dict[str, Any]] = []
    with remote_pi(agent_dir, project, [Say("One.")], requests=requests) as pi:
        pi.prompt("Hello")
        (words,) = pi.notices
    assert words.startswith("notes.ts keeps memory in pi already")
    assert "--replace" in words and "--beside" in words
    assert block_of(requests[0]) == ""
    assert [tool for tool in tools_of(requests[0]) if tool.startswith("memory_")] == ["memory_add"]


def test_beside_a_neighbour_ours_brings_one_command_and_nothing_else(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, KIEL)
    (agent_dir / "extensions" / "pi-memory.ts").write_text(NEIGHBOUR)
    silcrow(agent_dir, project, "pi", "install", "--beside")
    requests: list[dict[str, Any]] = []
    with remote_pi(agent_dir, project, [Say("One.")], requests=requests) as pi:
        commands = {each["name"] for each in pi.ask("get_commands")["commands"]}
        pi.prompt("Hello")
        assert (pi.notices, servers_of(pi)) == ([], [])
        assert KIEL in pi.say("/silcrow-memory read")
    assert "silcrow-memory" in commands and not {"om", "om:status"} & commands
    assert block_of(requests[0]) == ""


def test_installed_twice_it_serves_once(agent_dir: Path, project: Path, tmp_path: Path) -> None:
    put_into_pi(agent_dir, project, KIEL)
    silcrow(agent_dir, project, "pi", "install", "--in-project")
    (agent_dir / "trust.json").write_text(json.dumps({str(project): True}))
    (tmp_path / "go.ts").write_text(GO)
    requests: list[dict[str, Any]] = []
    with remote_pi(
        agent_dir, project, [Say("One."), Say("Two.")], "-e", str(tmp_path / "go.ts"), requests=requests
    ) as pi:
        pi.prompt("Hello")
        pi.say("/again")
        pi.prompt("Hello again")
        assert len(servers_of(pi)) == 1
        assert pi.notices == []
    for request in requests:
        assert block_of(request).count(KIEL) == 1
        assert sorted(set(tools_of(request))) == sorted(tools_of(request))


def test_replacing_a_neighbour_gives_its_place_to_ours(agent_dir: Path, project: Path) -> None:
    (agent_dir / "extensions").mkdir()
    (agent_dir / "extensions" / "pi-memory.ts").write_text(NEIGHBOUR)
    settings = json.dumps({"theme": "dark"})
    (agent_dir / "settings.json").write_text(settings)
    silcrow(agent_dir, project, "pi", "install", "--replace")
    (request,) = run_pi(agent_dir, project, [Say("One.")], "Hello")
    assert [tool for tool in tools_of(request) if tool.startswith("memory_")][1:] == [
        "memory_replace",
        "memory_remove",
        "memory_read",
    ]
    changed = (agent_dir / "settings.json").read_text()
    silcrow(agent_dir, project, "pi", "uninstall")
    assert json.loads((agent_dir / "settings.json").read_text())["theme"] == "dark"
    assert "-extensions/pi-memory.ts" in changed
    assert "-extensions/pi-memory.ts" not in (agent_dir / "settings.json").read_text()
    (request,) = run_pi(agent_dir, project, [Say("One.")], "Hello")
    assert [tool for tool in tools_of(request) if tool.startswith("memory_")] == ["memory_add"]
