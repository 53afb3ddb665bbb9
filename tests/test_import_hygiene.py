"""What is loaded when: hosts embed the core, and quick commands have to be quick."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conversation import Conversation, fill

TOOLKITS = ("textual", "rich", "click", "pydantic", "pydantic_ai", "mcp")
SLOW = ("textual", "rich", "asyncio", "watchfiles", "rapidfuzz", "pydantic", "ssl", "http", "email")

QUICK = [
    "status",
    "status --json",
    "memory list",
    "memory show --target memory",
    "memory snapshot",
    "drift list",
    "sessions list",
    "sessions show 019f",
    "dream status",
    "dream report",
    "om status",
    "om status --json",
    "om runs",
    "search parser",
    "config show",
    "--version",
    "--help",
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    """A project with entries, a session and its memory, so that the commands have something to read."""
    folder = tmp_path_factory.mktemp("place")
    project, agent = folder / "project", folder / "agent"
    project.mkdir()
    (agent / "memories").mkdir(parents=True)
    (agent / "memories" / "MEMORY.md").write_text("one\n§\ntwo")
    fill(Conversation(agent / "sessions" / "project" / "s.jsonl", project), 4)
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PI_CODING_AGENT_DIR": str(agent),
    }
    silcrow(project, environ, "om", "on", "--from", "start")
    silcrow(project, environ, "om", "observe", "--wait")
    yield project, environ


def silcrow(project: Path, environ: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "-P", "-m", "silcrow_tui", *arguments]
    subprocess.run(command, cwd=project, env=environ, check=True, capture_output=True, timeout=60)


def loaded_after(code: str, environ: dict[str, str] | None = None, cwd: Path | None = None) -> set[str]:
    """Top-level names of the modules that are loaded once the code has run, however it ends."""
    tell = 'print("", *{name.partition(".")[0] for name in sys.modules})'
    program = f"import atexit, sys\natexit.register(lambda: {tell})\n{code}"
    command = [sys.executable, "-P", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=environ, cwd=cwd, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def test_the_core_alone_loads_no_toolkit() -> None:
    assert not loaded_after("import silcrow") & set(TOOLKITS)


@pytest.mark.parametrize(
    "package",
    [
        "files",
        "text",
        "processes",
        "settings",
        "threats",
        "curated",
        "sessions",
        "observational",
        "workers",
        "pipeline",
        "dreaming",
    ],
)
def test_no_package_of_the_core_loads_a_toolkit(package: str) -> None:
    code = f"import silcrow.{package} as face\nfor name in face.__all__: getattr(face, name)"
    assert not loaded_after(code) & set(TOOLKITS)


@pytest.mark.parametrize("command", QUICK)
def test_quick_commands_load_nothing_slow(place: tuple[Path, dict[str, str]], command: str) -> None:
    project, environ = place
    loaded = loaded_by(command, environ, project)
    assert "silcrow_tui" in loaded
    slow = set(SLOW) - ({"email"} if command == "--version" else set())
    assert not loaded & slow


def test_recall_loads_nothing_slow(place: tuple[Path, dict[str, str]]) -> None:
    project, environ = place
    (ledger,) = project.glob(".memory/*/ledger.jsonl")
    records = [json.loads(line) for line in ledger.read_text().splitlines()]
    observations = (each for record in records for each in record["data"].get("observations", ()))
    assert not loaded_by(f"recall {next(observations)['timestamp']}", environ, project) & set(SLOW)


def loaded_by(command: str, environ: dict[str, str], project: Path) -> set[str]:
    arguments = ["silcrow", *command.split()]
    code = f"sys.argv = {arguments!r}\nfrom silcrow_tui.cli import main\nmain()"
    return loaded_after(code, environ, project)


def test_without_topics_yaml_is_not_loaded(tmp_path: Path) -> None:
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    code = "sys.argv = ['silcrow', 'status']\nfrom silcrow_tui.cli import main\nmain()"
    assert not loaded_after(code, environ, tmp_path) & {"yaml", "psutil", "filelock"}


def test_the_worker_program_loads_nothing_slow() -> None:
    loaded = loaded_after("import silcrow.workers.program")
    assert "silcrow" in loaded
    assert not loaded & {*TOOLKITS, *SLOW}


MODEL_LIBRARIES = {"pydantic", "pydantic_ai", "genai_prices", "openai", "anthropic", "google"}


def test_the_workbench_loads_no_model_library() -> None:
    loaded = loaded_after("import silcrow_tui.app")
    assert "textual" in loaded
    assert not loaded & MODEL_LIBRARIES


def test_whoever_starts_a_worker_finds_its_key_without_a_model_library() -> None:
    code = (
        "from silcrow.settings import WorkerModel\n"
        "from silcrow.workers.connecting import connect_as_settings_say\n"
        "connect_as_settings_say(WorkerModel('openai', 'gpt'), {'OPENAI_API_KEY': 'k', 'HOME': '/nowhere'})"
    )
    assert not loaded_after(code) & MODEL_LIBRARIES


@pytest.mark.parametrize(("api", "loaded"), [("anthropic-messages", "anthropic"), ("openai-completions", "openai")])
def test_a_worker_loads_the_one_provider_that_it_needs(api: str, loaded: str) -> None:
    code = (
        "from silcrow.workers.models.connection import Connection\n"
        "from silcrow.workers.models.llm import model_of\n"
        f"model_of(Connection('p', 'm', '{api}', 'http://127.0.0.1:9'))"
    )
    assert loaded_after(code) & {"openai", "anthropic"} == {loaded}
