"""``silcrow rpc`` as a host meets it: a process, its pipes, its end."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from silcrow.curated import MemoryStore
from silcrow.files import lock_holder
from silcrow.hosts.wire import LARGEST_IN
from silcrow.pipeline import SessionMemory
from silcrow.sessions import SessionFile, SessionWriter
from tests.hosts.rpc_client import Json, RpcClient
from tests.hosts.small_host import PADDING, write_settings
from tests.waiting import wait_until


class Place:
    """A project, an agent's folder and a session in them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.project, self.agent_dir = folder, folder / "project", folder / "agent"
        self.project.mkdir()
        write_settings(self.agent_dir)
        self.writer = SessionWriter.create(self.agent_dir / "sessions", "s-1", self.project.resolve())

    def open(self, *, writes: bool = True) -> RpcClient:
        client = RpcClient(self.folder, self.writer if writes else None)
        client.call("initialize", self.hello())
        client.call("session/start", self.session())
        return client

    def hello(self, **more: Any) -> Json:
        host = {"name": "test", "version": "1"}
        return {
            "protocolVersion": 1,
            "host": host,
            "cwd": str(self.project),
            "agentDir": str(self.agent_dir),
            **more,
        }

    def session(self, reason: str = "startup") -> Json:
        path = str(self.writer.path)
        return {"reason": reason, "sessionId": "s-1", "sessionFile": path, "leafId": self.writer.leaf_id}

    def turn(self, client: RpcClient, question: str) -> str | None:
        block = client.call("agent/before_start")["systemPromptAppend"]
        self.writer.message({"role": "user", "content": question})
        self.writer.message({"role": "assistant", "content": [{"type": "text", "text": PADDING}], "stopReason": "stop"})
        client.call("agent/turn_end", {"leafId": self.writer.leaf_id})
        return block

    def talk(self, client: RpcClient, turns: int) -> None:
        for number in range(turns):
            self.turn(client, f"Always name module m{number} after what it holds.")

    def read(self) -> SessionMemory:
        session = SessionFile(self.writer.path)
        session.refresh()
        memory = SessionMemory(session, self.project.resolve())
        memory.refresh()
        return memory


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def client(place: Place) -> Iterator[RpcClient]:
    with place.open() as client:
        yield client


def kinds(client: RpcClient) -> list[str]:
    return [entry["customType"] for entry in client.entries]


def all_is_tried(place: Place, client: RpcClient) -> bool:
    """Each chunk is settled, or waits for the second try of an observer that died with the server."""
    client.call("command/run", {"name": "om", "arguments": "observe"})
    status = client.call("status")["om"]
    outcomes = {chunk["outcome"] for chunk in status["coverage"]["chunks"]}
    return status["workers"]["running"] == 0 and outcomes <= {"recorded", "empty", "failed"}


def test_the_handshake_says_what_there_is(place: Place):
    with RpcClient(place.folder) as client:
        answer = client.call("initialize", place.hello())
    assert (answer["protocolVersion"], answer["server"]["name"]) == (1, "silcrow")
    assert {tool["name"] for tool in answer["tools"]} == {
        "memory_add",
        "memory_replace",
        "memory_remove",
        "memory_read",
    }
    assert all(tool["inputSchema"]["type"] == tool["outputSchema"]["type"] == "object" for tool in answer["tools"])
    assert [command["name"] for command in answer["commands"]] == ["memory", "om"]
    assert answer["capabilities"] == {
        "block": True,
        "tools": True,
        "observing": True,
        "compaction": True,
        "dreaming": False,
    }
    assert answer["deadlines"]["agent/before_start"] == 2


def test_a_host_that_takes_part_in_nothing_is_given_nothing(place: Place):
    features = {"tools": False, "block": False, "clocks": False}
    with RpcClient(place.folder) as client:
        answer = client.call("initialize", place.hello(features=features))
    assert (answer["tools"], answer["instructions"]) == ([], "")
    assert not any(answer["capabilities"].values())


def test_a_life_from_the_first_prompt_to_a_compaction(place: Place, client: RpcClient):
    answer = client.call("tools/call", {"name": "memory_add", "arguments": {"target": "memory", "content": "Uses uv"}})
    assert (answer["isError"], answer["structuredContent"]["entryCount"]) == (False, 1)
    assert MemoryStore(place.agent_dir / "memories").read("memory").entries == ("Uses uv",)
    first = place.turn(client, "Hello")
    assert "Uses uv" in (first or "")
    assert kinds(client) == ["memory.snapshot"]

    assert not client.call("command/run", {"name": "om", "arguments": "on"})["isError"]
    place.talk(client, 16)
    client.call("command/run", {"name": "om", "arguments": "observe"})
    client.until(lambda: "om.observations.recorded" in kinds(client))
    wait_until(lambda: client.call("status")["om"]["workers"]["running"] == 0)

    status = client.call("status")
    assert status["om"]["observations"]["active"] > 0
    assert status["line"].startswith("memory 0%")
    assert client.call("agent/settled", {"leafId": place.writer.leaf_id}) == {"compact": True}
    compaction = client.call("compact/before", {"leafId": place.writer.leaf_id})["compaction"]
    place.writer.compaction(
        compaction["summary"],
        compaction["firstKeptEntryId"],
        tokens_before=compaction["tokensBefore"],
        details=compaction["details"],
    )
    MemoryStore(place.agent_dir / "memories").add("memory", "Works at night")
    assert place.turn(client, "Before it is told") == first
    client.call("session/compacted")
    assert "Works at night" in (place.turn(client, "After it was told") or "")

    client.call("session/shutdown")
    assert lock_holder(place.read().lock_path) is None
    memory = place.read()
    assert memory.view().pool
    # Kept beside the session is only what the host was given at the very end, and it counts once.
    inside = {entry["data"]["recordId"] for entry in memory.session.custom_entries(("om.",))}
    beside = memory.ledger.path.read_bytes().splitlines() if memory.ledger.path.exists() else []
    assert {json.loads(line)["id"] for line in beside} <= inside


def test_the_figures_of_the_host_are_those_of_the_files(place: Place, client: RpcClient):
    client.call("command/run", {"name": "om", "arguments": "on"})
    place.talk(client, 6)
    client.until(lambda: "om.cost" in kinds(client))
    wait_until(lambda: client.call("status")["om"]["workers"]["running"] == 0)
    assert client.call("status")["om"]["observations"]["active"] == len(place.read().view().pool)


def test_moments_are_answered_in_the_order_in_which_they_came(place: Place, client: RpcClient):
    leaf = {"leafId": place.writer.leaf_id}
    methods = ["agent/before_start", "agent/turn_end", "agent/settled", "session/compacted", "agent/before_start"] * 5
    sent = [client.send(method, leaf) for method in methods]
    client.answer(sent[-1])
    assert [each for each in client.answered if each in sent] == sent


def test_a_line_that_is_wrong_is_answered_and_the_next_one_is_worked_on(place: Place, client: RpcClient):
    client.send_raw(b"\xff\xfe not json\n\n")
    assert client.answer(None)["error"]["code"] == -32700
    client.send_raw(b"[1, 2]\n")
    assert client.answer(None)["error"]["code"] == -32600
    client.send_raw(b'{"method": "status", "x": "' + b"a" * LARGEST_IN + b'"}\n')
    assert "longer than" in client.answer(None)["error"]["message"]
    assert client.call("status")["block"] == "empty"


def test_a_notification_counts_and_has_no_answer(place: Place, client: RpcClient):
    client.notify("session/shutdown")
    answer = client.answer(client.send("agent/settled"))
    assert answer["error"]["code"] == -32003
    assert None not in client.answered


def test_the_end_of_input_ends_the_session_and_the_process(place: Place):
    with place.open() as client:
        client.call("command/run", {"name": "om", "arguments": "on"})
        lock = place.read().lock_path
        wait_until(lambda: lock_holder(lock))
        place.talk(client, 8)
        assert client.close_input() == 0
        assert lock_holder(lock) is None
        assert client.stderr == b""
    assert not [run for run in place.read().runs.runs() if run.state == "running"]


def test_moments_that_came_before_the_end_of_input_are_worked_on(place: Place):
    with place.open() as client:
        sent = [client.send("agent/turn_end"), client.send("agent/before_start"), client.send("session/shutdown")]
        assert client.close_input() == 0
        assert [each for each in client.answered if each in sent] == sent


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_as_the_end_of_input_does(place: Place, number: signal.Signals):
    with place.open() as client:
        client.call("command/run", {"name": "om", "arguments": "on"})
        lock = place.read().lock_path
        wait_until(lambda: lock_holder(lock))
        client.process.send_signal(number)
        assert client.wait() == 0
        assert lock_holder(lock) is None
        assert client.stderr == b""


def test_a_host_that_reads_nothing_any_more_ends_it(place: Place):
    hello = json.dumps({"id": 1, "method": "initialize", "params": place.hello()}).encode()
    command = [sys.executable, "-m", "silcrow_tui", "rpc"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(hello + b"\n")
        process.stdin.flush()
        assert b"silcrow" in process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b'{"id": 2, "method": "status"}\n')
        process.stdin.flush()
        assert process.wait(timeout=30) == 0


def test_a_server_that_is_killed_loses_nothing_that_was_observed(place: Place):
    with place.open() as client:
        client.call("command/run", {"name": "om", "arguments": "on"})
        # From here on the host writes nothing: what it is given dies with it.
        client.append = lambda *_: None
        place.talk(client, 10)
        client.until(lambda: "om.observations.recorded" in kinds(client))
        client.process.kill()
        client.process.wait()
        given = [entry["data"] for entry in client.entries if entry["customType"] == "om.observations.recorded"]
    assert place.read().view().pool == ()
    with place.open() as client:
        client.until(lambda: kinds(client).count("om.cost") >= len(given))
        wait_until(lambda: all_is_tried(place, client))
        client.call("session/shutdown")
    memory = place.read()
    pool = {observation.content for observation in memory.view().pool}
    lost = {each["content"] for record in given for each in record["observations"]} - pool
    assert lost == set()
    # Nothing was observed twice: each chunk has one record.
    chunks = [json.dumps(each.chunk.to_id) for each in memory.ledger.session_fold().recorded if each.chunk]
    assert len(chunks) == len(set(chunks))
