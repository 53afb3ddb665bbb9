"""Pi with the extension in it, as one command put it there."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from silcrow.sessions import SessionFile
from tests.pi.conftest import PADDING
from tests.pi.running import RemotePi, only_session, silcrow
from tests.waiting import wait_until

RULE = "═" * 46
SMALL = {
    # pi compacts nothing that is shorter than what it wants to keep.
    "compaction": {"keepRecentTokens": 200},
    "observational-memory": {"chunkTokens": 300, "tailTokens": 300, "poolTargetTokens": 5_000},
}
GO = """
export default function (pi) {
  const handler = async (id, ctx) => void (await ctx.navigateTree(id.trim(), { summarize: false }));
  pi.registerCommand("go", { description: "Go to an entry", handler });
  pi.registerCommand("again", { description: "Load all extensions again", handler: (_, ctx) => ctx.reload() });
}
"""
"""An extension that lets a test walk in the tree of a session, and do what /reload does."""


def put_into_pi(agent_dir: Path, project: Path, *memory: str, settings: Mapping[str, Any] = SMALL) -> Path:
    """Install the extension, and give the agent some entries; the file that holds them."""
    (agent_dir / "settings.json").write_text(json.dumps(settings))
    assert silcrow(agent_dir, project, "pi", "install")["success"]
    return write_memory(agent_dir, *memory)


def write_memory(agent_dir: Path, *entries: str) -> Path:
    path = agent_dir / "memories" / "MEMORY.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n§\n".join(entries))
    return path


def prompt_of(request: Mapping[str, Any]) -> str:
    """The system prompt of a request."""
    first = request["messages"][0]
    assert first["role"] in ("system", "developer")
    content = first["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def block_of(request: Mapping[str, Any]) -> str:
    """The memory block at the end of the system prompt; empty for none."""
    _, rule, block = prompt_of(request).partition(f"\n\n{RULE}\n")
    return rule.lstrip("\n") + block


def tools_of(request: Mapping[str, Any]) -> list[str]:
    return [tool["function"]["name"] for tool in request.get("tools", [])]


def talk(pi: RemotePi, *numbers: int) -> None:
    for number in numbers:
        pi.prompt(f"Always name module gauge{number} after what it holds. {PADDING}")


def observed(agent_dir: Path, project: Path, count: int) -> SessionFile:
    """The only session, as soon as pi has written so many records of observations into it."""

    def written() -> SessionFile | None:
        session = only_session(agent_dir, project)
        return session if len(records(session, "om.observations.recorded")) >= count else None

    found = wait_until(written)
    assert found is not None
    return found


def records(session: SessionFile, custom_type: str) -> list[dict[str, Any]]:
    """Entries of that type on the branch that pi goes on from."""
    return [entry for entry in branch(session) if entry.get("customType") == custom_type]


def branch(session: SessionFile) -> list[dict[str, Any]]:
    """The entries from the root to the leaf."""
    return [session.entry(each) for each in session.branch_ids(session.leaf_id)]


def servers_of(pi: RemotePi) -> list[int]:
    """The processes that pi started and that serve it memory."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    return [int(row[0]) for row in rows if row[1] == str(pi.pid) and row[2].endswith("silcrow_tui rpc")]


def told_in_time(pi: RemotePi, condition: Callable[[], object]) -> None:
    """Let pi tell what it has to tell until the condition holds."""

    def asked() -> object:
        pi.ask("get_state")
        return condition()

    wait_until(asked)


def told_within(pi: RemotePi, seconds: float, condition: Callable[[], bool]) -> bool:
    """The same for so long; whether it came to hold."""
    end = time.monotonic() + seconds
    while not (held := condition()) and time.monotonic() < end:
        pi.ask("get_state")
        time.sleep(0.02)
    return held


def write_program(path: Path, *lines: str) -> Path:
    """A program in the place of silcrow."""
    path.write_text("\n".join(("#!/bin/sh", *lines, "")))
    path.chmod(0o755)
    return path


def start_instead(agent_dir: Path, program: Path) -> None:
    """Let the extension start another program."""
    path = agent_dir / "extensions" / "silcrow.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps({**record, "command": [os.fspath(program)]}))
