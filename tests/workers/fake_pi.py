"""A stand-in for pi: prints the events of a script, calls the tools that it was given, and tells what it saw.

It is put on the PATH as ``pi``. The script lies beside it, as lines of JSON: ``["reply", {...}]`` is a message of the
model, ``["call", tool, arguments]`` what it asks of a tool, the others name what pi itself does.
"""

import json
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(sys.argv.pop(1)).parent
FREE = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}


def emit(kind: str, **fields: Any) -> None:
    print(json.dumps({"type": kind, **fields}), flush=True)


def reply(**fields: Any) -> None:
    usd = fields.pop("usd", 0.5)
    usage = fields.pop("usage", {"input": 100, "output": 10, "cacheRead": 0, "cacheWrite": 0})
    message = {
        "role": "assistant",
        "provider": "loopback",
        "model": "scripted",
        "content": [],
        "stopReason": "stop",
        "usage": {**FREE, **usage, "cost": {"total": usd}},
        **fields,
    }
    emit("turn_start")
    emit("message_update", assistantMessageEvent={"type": "text_delta", "delta": "x"})
    emit("message_end", message=message)
    if message["stopReason"] != "toolUse":
        emit("turn_end", message=message, toolResults=[])


def tell(name: str, value: object) -> None:
    temp = HERE / f".{name}"
    temp.write_text(json.dumps(value))
    temp.rename(HERE / name)


class Tools:
    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(os.environ["SILCROW_TOOLS_SOCKET"])
        self._lines = self._socket.makefile("rwb")
        self._answers: list[object] = []

    def send(self, raw: bytes) -> None:
        self._lines.write(raw + b"\n")
        self._lines.flush()

    def ask(self, **message: object) -> None:
        try:
            self.send(json.dumps({"id": len(self._answers) + 1, **message}).encode())
            line = self._lines.readline()
        except OSError:
            # Let go of by the worker.
            line = b""
        self._answers.append(json.loads(line) if line else None)
        tell("answers", self._answers)


def main() -> None:
    given = sys.argv[1:]
    texts = {Path(each.lstrip("@")).name: Path(each.lstrip("@")).read_text() for each in given if each.endswith(".md")}
    folder = Path(os.environ["SILCROW_TOOLS"]).parent
    tell(
        "saw",
        {
            "arguments": given,
            "texts": texts,
            "tools": json.loads(Path(os.environ["SILCROW_TOOLS"]).read_text()),
            "environment": dict(os.environ),
            "folder": str(folder),
            "mode": folder.stat().st_mode & 0o777,
            "stdin": sys.stdin.read(),
            "pid": os.getpid(),
        },
    )
    tools = Tools()
    for step, *rest in map(json.loads, (HERE / "script").read_text().splitlines()):
        if step == "hello":
            tools.send(b'{"hello": 1}')
            emit("agent_start")
        elif step == "reply":
            reply(**rest[0])
        elif step == "call":
            tools.ask(tool=rest[0], arguments=rest[1])
        elif step == "stop":
            tools.ask(ended=True)
        elif step == "send":
            tools.send(rest[0].encode())
        elif step == "end turn":
            emit("turn_end", message={}, toolResults=[])
        elif step == "print":
            print(rest[0], flush=True)
        elif step == "complain":
            print(rest[0], file=sys.stderr, flush=True)
        elif step == "hang":
            tell("hangs", True)
            time.sleep(600)
        elif step == "exit":
            sys.exit(rest[0])


if __name__ == "__main__":
    main()
