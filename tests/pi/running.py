"""Running real pi against a loopback model, and silcrow beside it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from silcrow.sessions import Catalogue, SessionFile
from tests.pi.chat_server import Reply, chat_server

PI = os.environ.get("SILCROW_TEST_PI") or shutil.which("pi")

needs_pi = [
    pytest.mark.pi,
    pytest.mark.node,
    pytest.mark.skipif(PI is None, reason="real pi is not installed (SILCROW_TEST_PI names its executable)"),
    pytest.mark.timeout(240),
]
"""The marks of a module of tests against real pi."""
_MODEL = ("--provider", "loopback", "--model", "scripted")


def run_pi(agent_dir: Path, project: Path, script: Sequence[Reply], *arguments: str) -> list[dict[str, Any]]:
    """Run pi to its end against a model that answers with the script; what pi sent it, request by request."""
    requests: list[dict[str, Any]] = []
    with chat_server(script, requests) as url:
        assert PI is not None
        done = subprocess.run(
            [PI, "-p", *_MODEL, *arguments],
            cwd=project,
            env=_environ(agent_dir, url),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        print(done.stdout, done.stderr)
        assert done.returncode == 0
    return requests


class RemotePi:
    """A pi that takes its commands as lines of JSON."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.told: list[dict[str, Any]] = []
        """What extensions wanted to show, in its order."""

    @property
    def notices(self) -> list[str]:
        return [each["message"] for each in self.told if each["method"] == "notify"]

    @property
    def pid(self) -> int:
        return self._process.pid

    def say(self, command: str) -> str:
        """Type a command of an extension; what it told until it was done."""
        before = len(self.notices)
        self.ask("prompt", message=command)
        return "\n".join(self.notices[before:])

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Give one command and wait for its answer; what pi tells meanwhile is passed over."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"id": kind, "type": kind, **fields}) + "\n")
        self._process.stdin.flush()
        answer = next(each for each in self._lines() if each.get("type") == "response" and each.get("id") == kind)
        assert answer["success"], answer
        return answer.get("data") or {}

    def prompt(self, text: str) -> None:
        """Say something, and wait until the agent is done."""
        self.ask("prompt", message=text)
        next(each for each in self._lines() if each.get("type") == "agent_end")

    def _lines(self) -> Iterator[dict[str, Any]]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                message = json.loads(line)
                if message.get("type") == "extension_ui_request":
                    self.told.append(message)
                yield message


@contextmanager
def remote_pi(
    agent_dir: Path,
    project: Path,
    script: Sequence[Reply],
    *arguments: str,
    requests: list[dict[str, Any]] | None = None,
) -> Iterator[RemotePi]:
    """A pi that stays, with a model that answers with the script; what pi sends it is added to ``requests``."""
    with chat_server(script, requests) as url:
        assert PI is not None
        process = subprocess.Popen(
            [PI, "--mode", "rpc", *_MODEL, *arguments],
            cwd=project,
            env=_environ(agent_dir, url),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with process:
            try:
                yield RemotePi(process)
            finally:
                process.terminate()


def sessions_of(agent_dir: Path, project: Path) -> list[SessionFile]:
    """The conversations of a project, oldest first."""
    catalogue = Catalogue(agent_dir / "sessions")
    catalogue.refresh()
    found = sorted(catalogue.sessions(project), key=lambda each: each.started)
    sessions = [SessionFile(each.path) for each in found]
    for session in sessions:
        session.refresh()
    return sessions


def only_session(agent_dir: Path, project: Path) -> SessionFile:
    (session,) = sessions_of(agent_dir, project)
    return session


def silcrow_environ(agent_dir: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(agent_dir.parent), "PI_CODING_AGENT_DIR": str(agent_dir)}


def silcrow(agent_dir: Path, project: Path, *arguments: str) -> Mapping[str, Any]:
    """The JSON answer of a command that is done."""
    return json.loads(silcrow_says(agent_dir, project, *arguments, "--json"))


def silcrow_says(agent_dir: Path, project: Path, *arguments: str) -> str:
    """What a command that is done prints."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "silcrow_tui", *arguments],
        cwd=project,
        env=silcrow_environ(agent_dir),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def texts_of(request: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(role, text) of each message that pi sent."""
    return [(each["role"], json.dumps(each.get("content"), ensure_ascii=False)) for each in request["messages"]]


def models_file(agent_dir: Path, url: str) -> None:
    """Tell pi of the model at that address."""
    model = {"id": "scripted", "cost": {"input": 3, "output": 15, "cacheRead": 0, "cacheWrite": 0}}
    provider = {"baseUrl": url, "api": "openai-completions", "apiKey": "none", "models": [model]}
    (agent_dir / "models.json").write_text(json.dumps({"providers": {"loopback": provider}}))


def _environ(agent_dir: Path, url: str) -> dict[str, str]:
    """Pi's environment, with the model at that address as its only one."""
    models_file(agent_dir, url)
    return {
        **silcrow_environ(agent_dir),
        "PI_OFFLINE": "1",
        "PI_SKIP_VERSION_CHECK": "1",
        "PI_TELEMETRY": "0",
    }
