"""The program as people and scripts run it: as a process, or called here where the process is not the point."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from silcrow_tui.cli import program
from tests.conversation import Conversation, fill

COMMAND = [sys.executable, "-P", "-m", "silcrow_tui"]
SECONDS = 60
SMALL = {
    "observational-memory": {
        "chunkTokens": 500,
        "poolTargetTokens": 60,
        "consolidateAtPoolTokens": 200,
        "observerConcurrency": 2,
    }
}


class Answer(Struct, frozen=True):
    """How a run of the program ended, and what it printed."""

    code: int
    out: str
    err: str
    raw: bytes = b""

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)


class Desk:
    """A home of its own: agent's folder, memory folder, project, and the program at hand."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home = folder / "home"
        self.agent_dir = folder / "agent"
        self.memories = self.agent_dir / "memories"
        self.project = folder / "project"
        for each in (self.home, self.memories, self.project):
            each.mkdir(parents=True)
        self._monkeypatch = monkeypatch
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "PI_CODING_AGENT_DIR": str(self.agent_dir),
        }

    def __call__(self, *arguments: str, stdin: bytes = b"", **environ: str) -> Answer:
        """Call the program in this process."""
        with self._monkeypatch.context() as here, contextlib.ExitStack() as streams:
            for name in list(os.environ):
                here.delenv(name)
            for name, value in {**self.environ, **environ}.items():
                here.setenv(name, value)
            here.chdir(self.project)
            out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
            here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            streams.enter_context(contextlib.redirect_stdout(out))
            streams.enter_context(contextlib.redirect_stderr(err))
            code = program.run(list(arguments))
            raw = out.buffer.getvalue()
            return Answer(code, raw.decode(), err.buffer.getvalue().decode(), raw)

    def process(
        self, *arguments: str, stdin: bytes = b"", cwd: Path | None = None, environ: Mapping[str, str] | None = None
    ) -> Answer:
        """Run the program in a process of its own."""
        ended = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            cwd=cwd or self.project,
            env={**self.environ, **(environ or {})},
            timeout=SECONDS,
            check=False,
        )
        return Answer(ended.returncode, ended.stdout.decode("utf-8", "replace"), ended.stderr.decode(), ended.stdout)

    def start(self, *arguments: str, **more: Any) -> "subprocess.Popen[bytes]":
        """Start the program and go on."""
        return subprocess.Popen([*COMMAND, *arguments], cwd=self.project, env=self.environ, **more)

    @property
    def memory_file(self) -> Path:
        return self.memories / "MEMORY.md"

    @property
    def user_file(self) -> Path:
        return self.memories / "USER.md"

    def settings(self, values: Mapping[str, Any]) -> None:
        (self.agent_dir / "settings.json").write_text(json.dumps(values, indent=2))

    def session(
        self, turns: int = 12, *, number: int = 1, name: str = "session", cwd: Path | None = None
    ) -> Conversation:
        """A session of this project, with small thresholds in the settings."""
        self.settings(SMALL)
        path = self.agent_dir / "sessions" / "project" / f"{name}.jsonl"
        session_id = f"019f0000-aaaa-7000-8000-{number:012d}"
        conversation = Conversation(path, cwd or self.project, session_id)
        fill(conversation, turns)
        return conversation


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(tmp_path, monkeypatch)
