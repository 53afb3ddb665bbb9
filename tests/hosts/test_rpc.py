"""The protocol itself: what is refused, what is late, what goes out with what."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from silcrow.hosts import methods
from silcrow.hosts.rpc import RpcServer, Surface
from silcrow.hosts.wire import LARGEST_OUT
from tests.hosts.small_host import write_settings
from tests.waiting import until


class Talk:
    """One server, and what it said."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[dict[str, Any]] = []
        self.server = RpcServer(self.hear, environ={"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state")})
        self._next = 0

    def hear(self, line: bytes) -> None:
        assert b"\n" not in line
        self.said.append(json.loads(line))

    def send(self, method: str, params: Any = None) -> int:
        self._next += 1
        self.server.receive(json.dumps({"id": self._next, "method": method, "params": params}).encode())
        return self._next

    async def ask(self, method: str, params: Any = None) -> dict[str, Any]:
        call_id = self.send(method, params)
        return await until(lambda: next((each for each in self.said if each.get("id") == call_id), None))

    async def hello(self, **more: Any) -> dict[str, Any]:
        place = {"cwd": str(self.folder), "agentDir": str(self.folder / "agent")}
        return await self.ask("initialize", {"protocolVersion": 1, **place, **more})

    async def start(self) -> None:
        await self.hello()
        await self.ask("session/start", {"sessionId": "s-1", "sessionFile": None})


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Talk]:
    talk = Talk(tmp_path)
    yield talk
    await talk.server.close()


async def test_nothing_comes_before_initialize_and_that_comes_once(talk: Talk):
    for method in ("session/start", "status", "tools/call"):
        assert (await talk.ask(method))["error"]["code"] == -32002
    assert "result" in await talk.hello()
    assert (await talk.hello())["error"]["code"] == -32002


async def test_an_unknown_version_is_refused_with_those_that_are_spoken(talk: Talk):
    error = (await talk.hello(protocolVersion=2))["error"]
    assert (error["code"], error["data"]) == (-32001, {"supported": [1]})
    assert "result" in await talk.hello()


async def test_a_moment_without_a_session_is_refused(talk: Talk):
    await talk.hello()
    for method in ("agent/before_start", "agent/turn_end", "agent/settled", "session/tree", "compact/before"):
        assert (await talk.ask(method))["error"]["code"] == -32003


async def test_unknown_methods_tools_commands_and_wrong_parameters_are_told_apart(talk: Talk):
    await talk.start()
    assert (await talk.ask("agent/dream"))["error"]["code"] == -32601
    assert (await talk.ask("tools/call", {"name": "memory_forget"}))["error"]["code"] == -32602
    assert (await talk.ask("command/run", {"name": "rm"}))["error"]["code"] == -32602
    wrong = (await talk.ask("session/start", {"sessionId": 4}))["error"]
    assert (wrong["code"], "sessionId" in wrong["message"]) == (-32602, True)
    assert (await talk.ask("session/start", ["s-1"]))["error"]["code"] == -32602
    assert (await talk.ask("initialize", {"protocolVersion": 1, "cwd": "relative"}))["error"]["code"] == -32002


async def test_a_folder_that_is_not_absolute_is_refused(talk: Talk):
    error = (await talk.hello(cwd="here"))["error"]
    assert (error["code"], "cwd" in error["message"]) == (-32602, True)


async def test_a_session_file_that_is_not_absolute_is_refused(talk: Talk):
    await talk.hello()
    error = (await talk.ask("session/start", {"sessionId": "s-1", "sessionFile": "s-1.jsonl"}))["error"]
    assert (error["code"], "sessionFile" in error["message"]) == (-32602, True)


async def test_arguments_that_are_no_object_are_for_the_tool_to_refuse(talk: Talk):
    await talk.start()
    answer = (await talk.ask("tools/call", {"name": "memory_read", "arguments": ["memory"]}))["result"]
    assert (answer["isError"], answer["structuredContent"]["code"]) == (True, "invalid")


async def test_unknown_fields_are_ignored(talk: Talk):
    await talk.hello(colour="blue", host={"name": "x", "mood": 3})
    assert "result" in await talk.ask("session/start", {"sessionId": "s-1", "weather": "fine"})


async def test_a_refusal_of_a_tool_is_an_answer(talk: Talk):
    await talk.start()
    answer = await talk.ask("tools/call", {"name": "memory_add", "arguments": {"target": "nobody", "content": "x"}})
    assert (answer["result"]["isError"], answer["result"]["structuredContent"]["code"]) == (True, "unknown_target")


async def test_what_is_wrong_in_the_settings_is_told_at_the_start(talk: Talk):
    write_settings(talk.folder / "agent", chunkTokens="many")
    (notice,) = (await talk.hello())["result"]["notices"]
    assert (notice["level"], "chunkTokens" in notice["text"]) == ("warning", True)


async def test_a_moment_that_takes_too_long_gets_the_safe_answer_and_goes_on(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
):
    await talk.start()
    first = (await talk.ask("agent/before_start"))["result"]
    ready, done = asyncio.Event(), asyncio.Event()

    async def slow(host: Any, given: Any) -> dict[str, Any]:
        await ready.wait()
        done.set()
        return {}

    method = replace(methods.METHODS["agent/before_start"], carry=slow, seconds=0.01)
    monkeypatch.setitem(methods.METHODS, "agent/before_start", method)
    late = (await talk.ask("agent/before_start"))["result"]
    assert late == {"systemPromptAppend": first["systemPromptAppend"], "late": True}
    assert (await talk.ask("agent/settled"))["result"] == {"compact": False}
    ready.set()
    await until(done.is_set)


async def test_a_wait_can_be_cancelled_by_the_id_of_its_request(talk: Talk, monkeypatch: pytest.MonkeyPatch):
    await talk.start()
    skipped = asyncio.Event()

    async def waits(host: Any, given: Any) -> dict[str, Any]:
        await skipped.wait()
        return {"compaction": None, "reason": "skipped"}

    monkeypatch.setattr(talk.server._host, "skip_wait", skipped.set)
    monkeypatch.setitem(methods.METHODS, "compact/before", replace(methods.METHODS["compact/before"], carry=waits))
    call_id = talk.send("compact/before")
    await until(lambda: talk.server._now is not None)
    for wrong in ({"id": call_id + 7}, {}, {"id": None}, None):
        talk.server.receive(json.dumps({"method": "cancel", "params": wrong}).encode())
    assert not skipped.is_set()
    talk.server.receive(json.dumps({"method": "cancel", "params": {"id": call_id}}).encode())
    answer = await until(lambda: next((each for each in talk.said if each.get("id") == call_id), None))
    assert answer["result"]["reason"] == "skipped"


async def test_a_bug_is_an_internal_error_and_the_next_moment_is_worked_on(talk: Talk, monkeypatch: pytest.MonkeyPatch):
    await talk.start()

    async def broken(host: Any, given: Any) -> dict[str, Any]:
        raise ZeroDivisionError

    monkeypatch.setitem(methods.METHODS, "session/tree", replace(methods.METHODS["session/tree"], carry=broken))
    assert (await talk.ask("session/tree"))["error"]["code"] == -32603
    assert "result" in await talk.ask("agent/turn_end")


async def test_a_bug_beside_the_moments_is_an_answer_too(talk: Talk, monkeypatch: pytest.MonkeyPatch):
    await talk.start()
    monkeypatch.setattr(talk.server, "_surface", Surface(documents=lambda _: {"x": 1 // 0}))
    error = (await talk.ask("status"))["error"]
    assert (error["code"], "ZeroDivisionError" in error["message"]) == (-32603, True)
    assert "result" in await talk.ask("agent/settled")


async def test_the_safe_answers_have_the_shape_of_the_real_ones(talk: Talk):
    await talk.start()
    host = talk.server._host
    assert host is not None
    for name, params in (("agent/before_start", {}), ("compact/before", {}), ("command/run", {"name": "om"})):
        real = (await talk.ask(name, params))["result"]
        assert methods.METHODS[name].safe(host).keys() <= real.keys()
    real = (await talk.ask("tools/call", {"name": "memory_read", "arguments": {"target": "user"}}))["result"]
    assert methods.METHODS["tools/call"].safe(host).keys() == real.keys()


async def test_every_method_has_a_deadline_that_the_host_is_told(talk: Talk):
    deadlines = (await talk.hello())["result"]["deadlines"]
    assert deadlines.keys() == {*methods.METHODS, "initialize", "status"}
    assert deadlines["compact/before"] == 35


async def test_many_records_are_spread_over_messages_and_keep_their_order(talk: Talk):
    await talk.start()
    for number in range(40):
        talk.server._append("om.test", {"number": number, "text": "a" * 60_000})
    await until(lambda: sum(len(entries(each)) for each in talk.said) == 40)
    assert [entry["data"]["number"] for each in talk.said for entry in entries(each)] == list(range(40))
    assert all(len(json.dumps(each)) <= LARGEST_OUT for each in talk.said)


async def test_records_of_a_session_that_the_host_has_left_are_not_sent(talk: Talk):
    await talk.start()
    call_id = talk.send("session/start", {"sessionId": "s-2", "sessionFile": None})
    talk.server._append("om.test", {"of": "s-1"})
    await until(lambda: any(each.get("id") == call_id for each in talk.said))
    await talk.ask("agent/settled")
    assert [entry for each in talk.said for entry in entries(each)] == []


async def test_a_record_that_fits_into_no_message_is_refused_to_the_ledger(talk: Talk):
    await talk.start()
    with pytest.raises(OSError, match="larger than a message"):
        talk.server._append("om.test", {"text": "a" * LARGEST_OUT})


async def test_what_commands_say_is_safe_to_show(talk: Talk):
    await talk.start()
    await talk.ask("command/run", {"name": "memory", "arguments": "add memory rings \u0007 and\n\u001b[31m red"})
    answer = (await talk.ask("command/run", {"name": "memory", "arguments": "read"}))["result"]
    assert "\u001b" not in answer["text"]
    assert "\u0007" not in answer["text"]


def entries(message: dict[str, Any]) -> list[dict[str, Any]]:
    if message.get("method") == "entries/append":
        return message["params"]["entries"]
    return message.get("result", {}).get("entries", [])
