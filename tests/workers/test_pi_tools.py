"""The extension that gives pi our tools, in Node, with a pi that is no more than what it registers with."""

import json
import selectors
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from silcrow.workers.models.pi_channel import ToolChannel
from silcrow.workers.models.pi_process import EXTENSION
from silcrow.workers.roles import ToolReply
from tests.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")]

HARNESS = """
import extension from {extension};
const tools = new Map(), hooks = new Map();
extension({{
  registerTool: (tool) => tools.set(tool.name, tool),
  on: (name, hook) => hooks.set(name, hook),
  sendUserMessage: (text, options) => told.push([text, options.deliverAs]),
}});
const told = [];
const call = (name, given) => tools.get(name).execute("1", given).catch((error) => `thrown: ${{error.message}}`);
const answer = await (async () => {{ {body} }})();
console.log(JSON.stringify(answer ?? null));
"""
TOOLS = [
    {"name": "note", "description": "Take a note", "inputSchema": {"type": "object", "required": ["text"]}},
    {"name": "fail", "description": "Fail", "inputSchema": {"type": "object"}},
]


class Desk:
    """Answers with what it was asked."""

    def __init__(self) -> None:
        self.last = False
        self.lacking = ""

    def answer(self, tool: str, arguments: object) -> ToolReply:
        return ToolReply(f"{tool} {json.dumps(arguments, ensure_ascii=False)}", is_error=tool == "fail")

    def ends_here(self) -> bool:
        return self.last

    def reminder(self) -> str:
        return self.lacking


class Stage:
    def __init__(self, folder: Path) -> None:
        self.desk = Desk()
        self.socket = folder / "tools.sock"
        self.description = folder / "tools.json"
        self.description.write_text(json.dumps(TOOLS))
        self.channel: ToolChannel | None = None

    def run(self, body: str, **environ: str) -> Any:
        """What the harness comes to, in a process that has to end by itself."""
        usual = {"SILCROW_TOOLS": str(self.description), "SILCROW_TOOLS_SOCKET": str(self.socket)}
        source = HARNESS.format(extension=json.dumps(EXTENSION.as_uri()), body=body)
        node = shutil.which("node")
        assert node is not None
        done = subprocess.run(
            [node, "--input-type=module", "-e", source],
            env=environ or usual,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A channel that is served while the test runs."""
    leaving = threading.Event()
    # The path of a socket must be short, which that of a test is not everywhere.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, selectors.DefaultSelector() as selector:
        stage = Stage(Path(folder))
        stage.channel = ToolChannel(stage.socket, stage.desk, selector)

        def serve() -> None:
            while not leaving.is_set():
                for key, _ in selector.select(0.02):
                    key.data()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield stage
        leaving.set()
        thread.join()
        stage.channel.close()


def test_it_registers_the_tools_that_are_described_and_says_so(stage: Stage):
    described = stage.run("return [...tools.values()].map(({ name, description, parameters }) => [name, description])")
    assert described == [["note", "Take a note"], ["fail", "Fail"]]
    wait_until(lambda: stage.channel and stage.channel.greeted)


def test_a_call_goes_to_the_worker_and_back_whatever_is_in_it(stage: Stage):
    answer = stage.run("return call('note', { text: 'a\\u2028b ü 🚢' })")
    assert answer["content"] == [{"type": "text", "text": 'note {"text": "a\u2028b ü 🚢"}'}]
    assert answer["terminate"] is False


def test_calls_at_the_same_time_get_their_own_answers(stage: Stage):
    answers = stage.run("return Promise.all([1, 2, 3].map((n) => call('note', { n })))")
    assert [answer["content"][0]["text"] for answer in answers] == [f'note {{"n": {n}}}' for n in (1, 2, 3)]


def test_a_tool_that_failed_throws(stage: Stage):
    assert stage.run("return call('fail', {})") == "thrown: fail {}"


def test_the_last_answer_ends_the_talk_also_when_the_tool_failed(stage: Stage):
    stage.desk.last = True
    assert stage.run("return call('note', {})")["terminate"] is True
    assert stage.run("return call('fail', {})")["terminate"] is True


def test_tools_of_others_are_blocked(stage: Stage):
    blocked = stage.run("return ['bash', 'note'].map((toolName) => hooks.get('tool_call')({ toolName }) ?? null)")
    assert blocked == [{"block": True, "reason": "There is no tool bash here."}, None]


def test_the_conversation_is_never_summed_up(stage: Stage):
    assert stage.run("return hooks.get('session_before_compact')()") == {"cancel": True}


STOPPED = (
    "await hooks.get('turn_end')({{ message: {{ stopReason: '{reason}' }} }}, {{ isIdle: () => {idle} }}); return told"
)


def test_a_model_that_stops_is_reminded_of_what_is_lacking(stage: Stage):
    stage.desk.lacking = "Two are left."
    assert stage.run(STOPPED.format(reason="stop", idle="false")) == [["Two are left.", "followUp"]]


@pytest.mark.parametrize(("reason", "idle"), [("toolUse", "false"), ("error", "false"), ("stop", "true")])
def test_nobody_is_reminded_who_goes_on_failed_or_is_gone(stage: Stage, reason: str, idle: str):
    stage.desk.lacking = "Two are left."
    assert stage.run(STOPPED.format(reason=reason, idle=idle)) == []


def test_a_model_that_may_stop_hears_nothing(stage: Stage):
    assert stage.run(STOPPED.format(reason="stop", idle="false")) == []


def test_calls_fail_when_the_worker_is_gone(stage: Stage, tmp_path: Path):
    gone = {"SILCROW_TOOLS": str(stage.description), "SILCROW_TOOLS_SOCKET": str(tmp_path / "x.sock")}
    assert "thrown: connect ENOENT" in stage.run("return call('note', {})", **gone)


def test_without_a_worker_it_does_nothing(stage: Stage):
    assert stage.run("return [tools.size, hooks.size]", PATH="/usr/bin") == [0, 0]
