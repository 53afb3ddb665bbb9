"""A memory folder, and the other programs as real processes."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from silcrow.files import hold_lock

HERE = Path(__file__).parent
PROPER_LOCKFILE = "proper-lockfile@4.1.2"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "memories"


@pytest.fixture
def memory(folder: Path) -> Path:
    folder.mkdir()
    path = folder / "MEMORY.md"
    path.write_text("")
    return path


@dataclass
class Program:
    """How to start one of the programs; all that are still running are killed at the end of the test."""

    command: list[str]
    environ: dict[str, str]
    running: list[subprocess.Popen[str]]

    def start(self, task: str, *arguments: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*self.command, task, *map(str, arguments)],
            cwd=HERE.parents[1],
            env=os.environ | self.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.running.append(process)
        return process

    def hold(self, task: str, place: Path) -> subprocess.Popen[str]:
        """Start it and wait until it has its lock."""
        process = self.start(task, place)
        assert process.stdout is not None
        assert process.stdout.readline() == "holding\n", process.communicate()
        return process

    def say(self, task: str, place: Path) -> str:
        return finish(self.start(task, place)).strip()


def finish(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate(timeout=100)
    assert (process.returncode, errors) == (0, ""), errors
    return out


def kill(process: subprocess.Popen[str]) -> str:
    process.kill()
    return process.communicate()[0]


def answers(output: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines() if line.endswith("}")]


@pytest.fixture
def running() -> Iterator[list[subprocess.Popen[str]]]:
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        if process.returncode is None:
            kill(process)


@pytest.fixture
def hermes(running: list[subprocess.Popen[str]]) -> Program:
    return Program([sys.executable, str(HERE / "hermes.py")], {}, running)


@pytest.fixture
def silcrow(running: list[subprocess.Popen[str]]) -> Program:
    return Program([sys.executable, "-m", "tests.neighbours.silcrow_writer"], {}, running)


@pytest.fixture
def pi_memory(running: list[subprocess.Popen[str]], node_modules: Path) -> Program:
    return Program(["node", str(HERE / "pi_memory.cjs")], {"NODE_PATH": str(node_modules)}, running)


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """A ``node_modules`` with proper-lockfile: the one that is named, else one of our own, installed once."""
    named = os.environ.get("SILCROW_TEST_NODE_MODULES")
    if named:
        return Path(named)
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("needs Node.js and npm, or SILCROW_TEST_NODE_MODULES with proper-lockfile in it")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return _installed(caches / "silcrow-tests" / PROPER_LOCKFILE)


def _installed(folder: Path) -> Path:
    # Tests run in several processes, and one of them installs for all.
    with hold_lock(folder / "install.lock", timeout=100):
        if not (folder / "complete").exists():
            install: Callable[..., subprocess.CompletedProcess[str]] = subprocess.run
            try:
                done = install(
                    ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), PROPER_LOCKFILE],
                    capture_output=True,
                    text=True,
                    timeout=90,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                pytest.skip(f"npm did not install {PROPER_LOCKFILE} in time")
            if done.returncode:
                pytest.skip(f"npm could not install {PROPER_LOCKFILE}: {done.stderr.strip()[-200:]}")
            (folder / "complete").touch()
    return folder / "node_modules"
