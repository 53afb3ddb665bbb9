"""A session with its memory in a temporary project, and drivers for it."""

import os
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from silcrow.pipeline import Driver, Pace, SessionMemory, gate
from silcrow.sessions import SessionFile
from silcrow.settings import ObservationalSettings
from tests.conversation import Conversation, fill

SETTINGS = replace(
    ObservationalSettings(),
    chunk_tokens=500,
    pool_target_tokens=60,
    consolidate_at_pool_tokens=200,
    observer_concurrency=2,
)


class Bench:
    """One project with one session, and whatever drivers a test starts on it."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.project.mkdir()
        self.conversation = Conversation(folder / "sessions" / "session.jsonl", self.project)
        self.drivers: list[Driver] = []
        self.settings = SETTINGS

    def memory(self) -> SessionMemory:
        """A fresh reading, as another process would have it."""
        session = SessionFile(self.conversation.path)
        session.refresh()
        memory = SessionMemory(session, self.project)
        memory.refresh()
        return memory

    def turn_on(self) -> None:
        gate.set_enabled(self.memory(), True, now=time.time())

    def driver(self, *, pace: Pace | None = None, command: list[str] | None = None) -> Driver:
        driver = Driver(
            self.memory(),
            lambda: self.settings,
            environ=os.environ,
            purpose="test",
            pace=pace or Pace(retry_delays=(0.0, 0.0, 0.0)),
            command=command,
        )
        self.drivers.append(driver)
        return driver

    async def work(self, turns: int = 12, about: str = "the parser") -> None:
        """Talk, then observe and consolidate all of it."""
        fill(self.conversation, turns, about=about)
        driver = self.driver()
        assert driver.take_over() is None
        await driver.finish_observing()
        await driver.consolidate()
        await driver.settle()
        await driver.close()


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    for driver in bench.drivers:
        await driver.close()
