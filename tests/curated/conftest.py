"""A store in a temporary folder, and a file beside it that tests write as other programs would."""

from pathlib import Path

import pytest

from silcrow.curated import MemoryStore


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "memories"
    place.mkdir(mode=0o700)
    return place


@pytest.fixture
def store(folder: Path) -> MemoryStore:
    return MemoryStore(folder)


@pytest.fixture
def memory(folder: Path) -> Path:
    return folder / "MEMORY.md"


@pytest.fixture
def user(folder: Path) -> Path:
    return folder / "USER.md"
