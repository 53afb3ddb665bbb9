"""A host that speaks the protocol with a real server process."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from silcrow.sessions import SessionWriter

_PATIENCE = 30.0
Json = dict[str, Any]


class RpcClient:
    """Starts a server. Entries are appended to ``writer`` as they come, unless a test puts something in its place."""

    def __init__(self, folder: Path, writer: SessionWriter | None = None) -> None:
        self.append: Callable[[str, Mapping[str, Any]], object] = writer.custom if writer else lambda *_: None
        self.entries: list[Json] = []
        self.notifications: list[Json] = []
        self.answered: list[Any] = []
        self._answers: dict[Any, Json] = {}
        self._next = 0
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        environ = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "silcrow_tui", "rpc"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ,
        )
        self.stderr = b""
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> "RpcClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def send_raw(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def send(self, method: str, params: Any = None) -> int:
        """Send a request without waiting; its id."""
        self._next += 1
        message = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": params or {}}
        self.send_raw(json.dumps(message).encode() + b"\n")
        return self._next

    def notify(self, method: str, params: Any = None) -> None:
        self.send_raw(json.dumps({"jsonrpc": "2.0", "method": method, "params": params or {}}).encode() + b"\n")

    def answer(self, call_id: Any) -> Json:
        """The whole answer to a request; takes what comes before it as well."""
        while call_id not in self._answers:
            self.take()
        return self._answers.pop(call_id)

    def call(self, method: str, params: Any = None) -> Json:
        """The result of a request; an error fails the test."""
        answer = self.answer(self.send(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def until(self, condition: Callable[[], Any]) -> Any:
        """Take messages until the condition holds."""
        while not (value := condition()):
            self.take()
        return value

    def take(self) -> None:
        """One message of the server; fails when none comes."""
        try:
            message = json.loads(self._lines.get(timeout=_PATIENCE))
        except queue.Empty:
            raise AssertionError(f"the server says nothing; it logged {self.stderr.decode()}") from None
        if "method" in message:
            self.notifications.append(message)
            self._append(message["params"].get("entries", ()) if message["method"] == "entries/append" else ())
        else:
            self.answered.append(message.get("id"))
            self._answers[message.get("id")] = message
            self._append(message.get("result", {}).get("entries", ()))

    def close_input(self) -> int:
        """End of input, as when the host ends; the exit code of the server, and all that it still said is taken."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(timeout=_PATIENCE)
        self._threads[0].join(_PATIENCE)
        while not self._lines.empty():
            self.take()
        return code

    def _append(self, entries: list[Json]) -> None:
        for entry in entries:
            self.entries.append(entry)
            self.append(entry["customType"], entry["data"])

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.stderr += line
