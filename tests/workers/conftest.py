"""A run folder, a supervisor whose workers are stubs, and ways to wait for what other processes do."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from silcrow.observational.observation import ChunkRange
from silcrow.settings.types import WorkerModel
from silcrow.workers import RunFolder, Supervisor, WorkOrder

STUB = Path(__file__).with_name("stub_worker.py")
CHUNK = ChunkRange("a1", "a9")


@pytest.fixture
def runs(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path / ".runs")


@pytest.fixture
def facts(tmp_path: Path) -> Path:
    folder = tmp_path / "facts"
    folder.mkdir()
    return folder


@pytest.fixture
def supervisor(runs: RunFolder) -> Supervisor:
    return Supervisor(runs, environ=os.environ, command=[sys.executable, str(STUB)])


@pytest.fixture
def stub_order(facts: Path) -> Callable[..., WorkOrder]:
    def order(do: str, **changes: Any) -> WorkOrder:
        values: dict[str, Any] = {
            "role": "observer",
            "model": WorkerModel(),
            "session_id": "s1",
            "prompt": "the prompt",
            "payload": {"do": do, "facts": str(facts)},
            "chunk": CHUNK,
            "handed": 9,
        }
        return WorkOrder(**{**values, **changes})

    return order


def fact(facts: Path, name: str) -> Any:
    """What a stub told, or None as long as it has not."""
    path = facts / name
    return json.loads(path.read_text()) if path.exists() else None


def is_running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False
