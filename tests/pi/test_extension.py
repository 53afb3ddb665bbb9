"""Real pi with the extension: the block, the tools, the clocks, compaction, branches, forks."""

import itertools
import json
from pathlib import Path
from typing import Any

from tests.pi.chat_server import Call, Say
from tests.pi.conftest import PADDING
from tests.pi.extended import (
    GO,
    block_of,
    branch,
    observed,
    put_into_pi,
    records,
    servers_of,
    talk,
    told_within,
    tools_of,
    write_memory,
)
from tests.pi.running import needs_pi, only_session, remote_pi, run_pi, sessions_of, silcrow, silcrow_says, texts_of
from tests.waiting import wait_until

pytestmark = needs_pi
KIEL = "The home port is Kiel."
FOUR = ["memory_add", "memory_replace", "memory_remove", "memory_read"]


def test_what_a_model_adds_is_on_disk_at_once_and_in_the_prompt_of_the_next_session(
    agent_dir: Path, project: Path
) -> None:
    memory = put_into_pi(agent_dir, project, "Depths are in fathoms.")
    add = Call("memory_add", {"target": "memory", "content": KIEL})
    first, second = run_pi(agent_dir, project, [add, Say("Noted.")], "Where do we live?")
    assert "Depths are in fathoms." in block_of(first)
    assert [tool for tool in tools_of(first) if tool.startswith("memory_")] == FOUR
    assert memory.read_text() == f"Depths are in fathoms.\n§\n{KIEL}"
    assert any(role == "tool" and "Added as entry 2" in text for role, text in texts_of(second))
    assert KIEL not in block_of(second)
    (resumed,) = run_pi(agent_dir, project, [Say("Still here.")], "--continue", "And now?")
    assert block_of(resumed) == block_of(second) == block_of(first)
    (fresh,) = run_pi(agent_dir, project, [Say("Hello.")], "Who is there?")
    assert KIEL in block_of(fresh)


def test_a_refused_call_reaches_the_model_as_an_error(agent_dir: Path, project: Path) -> None:
    memory = put_into_pi(agent_dir, project, KIEL)
    refused = Call("memory_remove", {"target": "memory", "oldText": "no such entry"})
    _, second = run_pi(agent_dir, project, [refused, Say("Sorry.")], "Forget it.")
    (result,) = [entry["message"] for entry in branch(only_session(agent_dir, project)) if is_result(entry)]
    assert result["isError"] is True
    assert any(role == "tool" and "no such entry" in text for role, text in texts_of(second))
    assert memory.read_text() == KIEL


def is_result(entry: dict[str, Any]) -> bool:
    return entry["type"] == "message" and entry["message"]["role"] == "toolResult"


def test_parts_that_are_switched_off_stay_out_of_pi(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, KIEL)
    silcrow(agent_dir, project, "off", "prompt-block", "tools")
    (request,) = run_pi(agent_dir, project, [Say("Hello.")], "Hello")
    assert block_of(request) == ""
    assert not any(tool.startswith("memory_") for tool in tools_of(request))


def test_a_session_is_observed_and_compacted_and_its_status_agrees_everywhere(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, "Depths are in fathoms.")
    requests: list[dict[str, Any]] = []
    script = [Say(f"Done: module gauge{number} is noted now. {PADDING}") for number in range(8)]
    with remote_pi(agent_dir, project, script, requests=requests) as pi:
        assert "on" in pi.say("/om on")
        talk(pi, 0, 1, 2)
        session = observed(agent_dir, project, 2)
        assert records(session, "om.enabled")[0]["data"]["enabled"] is True
        before = silcrow(agent_dir, project, "om", "status")
        said = pi.say("/om:status")
        assert f"pool      {before['pool']['tokens']:,} of" in said
        assert pi.say("/om status") == said
        assert without_state(silcrow_says(agent_dir, project, "om", "status")) == without_state(said)
        write_memory(agent_dir, "Depths are in metres.")
        pi.ask("compact")
        talk(pi, 3)
    last, earlier = requests[-1], requests[-2]
    assert "Depths are in fathoms." in block_of(earlier)
    assert "Depths are in metres." in block_of(last)
    (summary,) = [text for role, text in texts_of(last) if role == "user" and "<summary>" in text]
    assert "## Observations" in summary and "gauge0" in summary
    session = only_session(agent_dir, project)
    (compaction,) = [entry for entry in branch(session) if entry["type"] == "compaction"]
    assert compaction["fromHook"] is True
    assert compaction["summary"] in json.loads(summary)[0]["text"]


def without_state(status: str) -> list[str]:
    """A status but for who drives, which is another one to each."""
    return [line for line in status.splitlines() if line and not line.startswith("state")]


def test_pi_compacts_by_itself_when_memory_says_that_it_is_due(agent_dir: Path, project: Path) -> None:
    # The model says that each context has 140 tokens.
    eager = {"chunkTokens": 100, "tailTokens": 100, "compactAtContextTokens": 130}
    settings = {"compaction": {"keepRecentTokens": 100}, "observational-memory": eager}
    put_into_pi(agent_dir, project, KIEL, settings=settings)
    script = [Say(f"Done: module gauge{number} is noted now. {PADDING}") for number in range(8)]
    with remote_pi(agent_dir, project, script) as pi:
        pi.say("/om on")
        talk(pi, 0)
        observed(agent_dir, project, 1)
        numbers = itertools.count(1)

        def compacted() -> bool:
            return any(entry["type"] == "compaction" for entry in branch(only_session(agent_dir, project)))

        # An answer that comes late is not asked for again before the next turn.
        wait_until(lambda: talk(pi, next(numbers)) or told_within(pi, 5.0, compacted))


def test_each_branch_has_its_pool_and_its_block_and_a_fork_starts_from_its_parent(
    agent_dir: Path, project: Path, tmp_path: Path
) -> None:
    put_into_pi(agent_dir, project, "Depths are in fathoms.")
    (tmp_path / "go.ts").write_text(GO)
    requests: list[dict[str, Any]] = []
    script = [Say(f"Done: module gauge{number} is noted now. {PADDING}") for number in range(9)]
    with remote_pi(agent_dir, project, script, "-e", str(tmp_path / "go.ts"), requests=requests) as pi:
        pi.say("/om on")
        talk(pi, 0, 1, 2)
        session = observed(agent_dir, project, 2)
        whole = silcrow(agent_dir, project, "om", "status")["pool"]["tokens"]
        first_reply = next(each["id"] for each in branch(session) if says(each, "assistant"))
        write_memory(agent_dir, "Depths are in metres.")
        pi.ask("prompt", message=f"/go {first_reply}")
        there = pi.say("/om:status")
        assert f"{whole:,} of" not in there
        talk(pi, 3)
        assert block_of(requests[-1]) == block_of(requests[0])
        session = only_session(agent_dir, project)
        last = [each["id"] for each in branch(session) if says(each, "user")][-1]
        pi.ask("fork", entryId=last)
        talk(pi, 4)
        assert "Depths are in metres." in block_of(requests[-1])
        parent, child = sessions_of(agent_dir, project)
        assert child.header.parent_session == str(parent.path)
        status = silcrow(agent_dir, project, "om", "status", "--session", child.header.id)
        assert status["observations"]["active"] > 0


def says(entry: dict[str, Any], role: str) -> bool:
    return entry["type"] == "message" and entry["message"]["role"] == role


def test_people_look_after_memory_by_commands(agent_dir: Path, project: Path) -> None:
    memory = put_into_pi(agent_dir, project, KIEL)
    (agent_dir / "prompts").mkdir()
    (agent_dir / "prompts" / "om.md").write_text("A template of the same name is no other extension.")
    requests: list[dict[str, Any]] = []
    with remote_pi(agent_dir, project, [], requests=requests) as pi:
        commands = {each["name"] for each in pi.ask("get_commands")["commands"]}
        assert {"memory", "om", "om:status", "om:compact", "om:consolidate"} <= commands
        assert "1 entry" in pi.say("/memory")
        assert KIEL in pi.say("/memory read")
        pi.prompt("Hello")
        pi.say("/memory add user She sails a ketch.")
        assert (memory.parent / "USER.md").read_text() == "She sails a ketch."
        pi.say("/memory replace memory Kiel -> The home port is Flensburg.")
        assert memory.read_text() == "The home port is Flensburg."
        pi.prompt("Hello again")
        pi.say("/memory reload")
        pi.prompt("And now?")
        assert "has no 'dance'" in pi.say("/memory dance")
        shown = [each.get("statusText") or "" for each in pi.told if each["method"] == "setStatus"]
    assert any(line.startswith("§ memory") for line in shown)
    assert block_of(requests[1]) == block_of(requests[0])
    assert "Flensburg" in block_of(requests[2]) and "ketch" in block_of(requests[2])


def test_what_a_session_shows_is_safe_for_a_terminal(agent_dir: Path, project: Path) -> None:
    put_into_pi(agent_dir, project, "Red \x1b[31malert\x07 and \u202eback")
    with remote_pi(agent_dir, project, []) as pi:
        shown = pi.say("/memory read")
    assert "alert" in shown
    assert not set(shown) & set("\x1b\x07\u202e")


def test_one_process_serves_all_sessions_of_a_pi_and_ends_with_it(
    agent_dir: Path, project: Path, tmp_path: Path
) -> None:
    put_into_pi(agent_dir, project, KIEL)
    (tmp_path / "go.ts").write_text(GO)
    requests: list[dict[str, Any]] = []
    with remote_pi(agent_dir, project, [], "-e", str(tmp_path / "go.ts"), requests=requests) as pi:
        pi.prompt("Hello")
        assert pi.notices == []
        (server,) = servers_of(pi)
        write_memory(agent_dir, "Another port.")
        pi.say("/again")
        pi.prompt("Hello again")
        pi.ask("new_session")
        pi.prompt("Hello")
        assert pi.notices == []
        assert servers_of(pi) == [server]
    assert KIEL in block_of(requests[0])
    assert block_of(requests[1]) == block_of(requests[0])
    assert [tool for tool in tools_of(requests[1]) if tool.startswith("memory_")] == FOUR
    assert "Another port." in block_of(requests[2])
    wait_until(lambda: not Path(f"/proc/{server}").exists())
    assert json.loads((agent_dir / "settings.json").read_text())["compaction"] == {"keepRecentTokens": 200}
