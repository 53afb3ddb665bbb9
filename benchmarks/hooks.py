"""How long a host waits for memory: each moment of the host protocol, over a real server process.

    python benchmarks/hooks.py

Talks through a session with observing on, writes each turn as a host does, and prints the median, the worst of twenty
and the worst round trip of each moment, and what the start of the server costs. Fails when a median of a moment that
comes with every turn is 20 ms or more.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from silcrow.curated import MemoryStore
from silcrow.sessions import SessionWriter

TURNS = 150
LIMIT_SECONDS = 0.020
COMMAND = [sys.executable, "-P", "-m", "silcrow_tui", "rpc"]
SAID = "The function reads one block after the other and keeps what it has not used yet. " * 12
EACH_TURN = ("agent/before_start", "agent/turn_end", "agent/settled", "tools/call")


class Server:
    """A server process, and how long each of its answers took."""

    def __init__(self, process: "subprocess.Popen[bytes]", session: SessionWriter) -> None:
        self._process = process
        self._session = session
        self._id = 0
        self.seconds: dict[str, list[float]] = {}

    def ask(self, method: str, params: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._id += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params}).encode() + b"\n"
        began = time.perf_counter()
        self._process.stdin.write(line)
        self._process.stdin.flush()
        while True:
            raw = self._process.stdout.readline()
            ended = time.perf_counter()
            message = json.loads(raw)
            result = message.get("result") or message.get("params", {})
            for entry in result.get("entries", ()):
                self._session.custom(entry["customType"], entry["data"])
            if message.get("id") == self._id:
                self.seconds.setdefault(method, []).append(ended - began)
                return message["result"]


@contextmanager
def server(folder: Path) -> Iterator[tuple[Server, SessionWriter]]:
    """A server with an open session whose memory is on."""
    project, agent = folder / "project", folder / "agent"
    project.mkdir()
    MemoryStore(agent / "memories").add("memory", "Uses uv, never pip.")
    session = SessionWriter.create(agent / "sessions", "bench-1", project)
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environ |= {"XDG_STATE_HOME": str(folder / "state")}
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as process:
        asked = Server(process, session)
        asked.ask("initialize", {"protocolVersion": 1, "cwd": str(project), "agentDir": str(agent)})
        asked.ask("session/start", {"reason": "new", "sessionId": "bench-1", "sessionFile": str(session.path)})
        asked.ask("command/run", {"name": "om", "arguments": "on"})
        yield asked, session
        asked.ask("session/shutdown", {})
        assert process.stdin is not None
        process.stdin.close()


def talk(asked: Server, session: SessionWriter) -> None:
    for number in range(TURNS):
        asked.ask("agent/before_start", {"leafId": session.leaf_id})
        session.say("user", f"Always name module m{number} after what it holds.")
        session.say("assistant", SAID)
        asked.ask("agent/turn_end", {"leafId": session.leaf_id})
        asked.ask("tools/call", {"name": "memory_read", "arguments": {"target": "memory"}})
        if asked.ask("agent/settled", {"leafId": session.leaf_id})["compact"]:
            made = asked.ask("compact/before", {"leafId": session.leaf_id})["compaction"]
            if made is not None:
                session.compaction(made["summary"], made["firstKeptEntryId"], tokens_before=made["tokensBefore"])
                asked.ask("session/compacted", {})


def main() -> int:
    with TemporaryDirectory() as folder, server(Path(folder)) as (asked, session):
        talk(asked, session)
    slow = [method for method in EACH_TURN if statistics.median(asked.seconds[method]) >= LIMIT_SECONDS]
    print(f"{'':<22}{'calls':>6}{'median':>11}{'1 in 20':>11}{'worst':>11}")
    for method, seconds in asked.seconds.items():
        ordered = sorted(seconds)
        late = ordered[min(len(ordered) - 1, len(ordered) * 19 // 20)]
        figures = (statistics.median(ordered), late, ordered[-1])
        print(f"{method:<22}{len(ordered):>6}" + "".join(f"{value * 1_000:>8.1f} ms" for value in figures))
    if slow:
        print(f"too slow: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
