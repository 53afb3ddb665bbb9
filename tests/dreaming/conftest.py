"""A memory folder with sessions of three projects, and dreams on it with real worker processes."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from silcrow.curated import MemoryStore
from silcrow.dreaming import DreamPlace, Report, SessionSource, dream
from silcrow.pipeline import NotDone
from silcrow.settings import DreamingSettings, MemorySettings, ObservationalSettings, Settings, WorkerModel
from tests.dreaming.talk import DAY, Talk

SCRIPTED = Path(__file__).with_name("scripted_worker.py")
SCRIPTED_MODEL = WorkerModel("scripted", "one")


class Night:
    """One memory folder, its sessions, a clock that can be turned on, and a worker that does what a script says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.memory_dir = folder / "agent" / "memories"
        self.sessions_dir = folder / "agent" / "sessions"
        self.store = MemoryStore(self.memory_dir)
        self.dreaming = DreamingSettings(min_turns_since_last_run=2, model=SCRIPTED_MODEL)
        self.observational = ObservationalSettings()
        self.now = float(int(time.time()))
        self.environ = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
        self.place = self.open()

    def open(self, cwd: Path | None = None) -> DreamPlace:
        """A fresh reading, as another process would have it."""
        return DreamPlace(
            MemoryStore(self.memory_dir, clock=lambda: self.now),
            SessionSource(self.sessions_dir, cwd),
            self.settings,
            environ=self.environ,
            clock=lambda: self.now,
        )

    def settings(self) -> Settings:
        return Settings(MemorySettings(self.memory_dir, dreaming=self.dreaming), self.observational)

    def set(self, **values: Any) -> None:
        self.dreaming = replace(self.dreaming, **values)

    def builtin(self) -> None:
        self.set(model=WorkerModel())

    def talk(
        self, name: str = "one", project: str = "shop", *, days_ago: float = 1.0, parent: Path | None = None
    ) -> Talk:
        """A session of a project that began so long ago."""
        cwd = self.folder / project
        path = self.sessions_dir / f"--{project}--" / f"{name}.jsonl"
        return Talk(path, cwd, f"019f0000-0000-7000-8000-{name:0>12}", self.now - days_ago * DAY, parent)

    def script(self, *replies: Mapping[str, Any]) -> None:
        """What the worker does on its first, second ... prompt; the last one holds for all that follow."""
        (self.folder / "script.json").write_text(json.dumps(list(replies)))

    @property
    def command(self) -> list[str]:
        return [sys.executable, str(SCRIPTED), str(self.folder / "script.json")]

    def dream(self, **options: Any) -> Report | NotDone:
        """One dream on a fresh reading; with the bundled worker where the model is the built-in one."""
        command = None if self.dreaming.model.builtin else self.command
        return asyncio.run(dream(self.open(), command=command, **options))

    def report(self, **options: Any) -> Report:
        report = self.dream(**options)
        assert isinstance(report, Report), report
        return report

    def not_done(self, **options: Any) -> NotDone:
        answer = self.dream(**options)
        assert isinstance(answer, NotDone), answer
        return answer

    @property
    def never(self) -> Path:
        """A file that is not made while a test runs: what a worker waits for that is to be ended."""
        return self.folder / "never"

    def past_the_first(self) -> None:
        """The first dream, which only proposes, is over and found nothing; a day has gone by since."""
        talk = self.talk("first", days_ago=3)
        talk.turns(2)
        self.script({"proposals": []})
        assert self.report(force=True).outcome == "nothing"
        self.now += 2 * DAY

    def entries(self, target: str = "memory") -> tuple[str, ...]:
        result = self.store.read(target)
        assert result.success
        return result.entries

    def prompts(self) -> list[str]:
        """What the workers were given, oldest run first."""
        return [path.read_text() for path in sorted((self.memory_dir / ".silcrow" / "runs").glob("*.prompt.md"))]


def add(content: str, evidence: Mapping[str, str], target: str = "memory") -> dict[str, Any]:
    return {"op": "add", "target": target, "content": content, "evidence": dict(evidence)}


def change(old: str, content: str, evidence: Mapping[str, str], target: str = "memory") -> dict[str, Any]:
    return {"op": "replace", "target": target, "oldText": old, "content": content, "evidence": dict(evidence)}


def remove(old: str, evidence: Mapping[str, str], target: str = "memory") -> dict[str, Any]:
    return {"op": "remove", "target": target, "oldText": old, "evidence": dict(evidence)}


def texts(steps: Sequence[Any]) -> list[str | None]:
    """What additions and changes say, and what removals take away."""
    found = [getattr(each, "step", each) for each in steps]
    return [step.new or step.old for step in found]


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    night = Night(tmp_path)
    yield night
    # A worker whose host was killed waits for this file, with nobody left to end it.
    night.never.touch()
