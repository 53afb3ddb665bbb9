"""A place on real files: an agent's home, a memory folder, a project with one session."""

import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from silcrow.pipeline import Pace
from silcrow.workspace import Workspace
from silcrow.workspace.where import Asked, Where, locate
from tests.conversation import Conversation

SETTINGS = """{
  "observational-memory": {
    "chunkTokens": 500, "poolTargetTokens": 60, "consolidateAtPoolTokens": 200, "tailTokens": 100,
    "compactAtContextTokens": 50000, "observerConcurrency": 2
  }
}
"""


@dataclass
class Home:
    """The files that a place is made of."""

    folder: Path
    conversation: Conversation

    @property
    def agent_dir(self) -> Path:
        return self.folder / "agent"

    @property
    def memories(self) -> Path:
        return self.agent_dir / "memories"

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def environ(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "PI_CODING_AGENT_DIR": str(self.agent_dir)}

    def where(self, session: str | None = None) -> Where:
        return locate(Asked(session=session), self.environ, self.project)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    project = tmp_path / "project"
    project.mkdir()
    memories = tmp_path / "agent" / "memories"
    memories.mkdir(parents=True)
    (memories / "MEMORY.md").write_text("Uses uv, never pip\n§\nRuns `make check` first")
    (tmp_path / "agent" / "settings.json").write_text(SETTINGS)
    session = tmp_path / "agent" / "sessions" / "--project--" / "2026-05-04T09-00-00-000Z_s.jsonl"
    return Home(tmp_path, Conversation(session, project))


OpenPlace = Callable[..., Workspace]


@pytest.fixture
async def open_place(home: Home) -> AsyncIterator[OpenPlace]:
    opened: list[Workspace] = []

    async def open_(**options: object) -> Workspace:
        pace = options.pop("pace", Pace(retry_delays=(0.0, 0.0, 0.0)))
        place = Workspace(home.where(), home.environ, pace=pace, **options)  # type: ignore[arg-type]
        opened.append(place)
        return await place.__aenter__()

    yield open_  # type: ignore[misc]
    for place in opened:
        await place.close()
