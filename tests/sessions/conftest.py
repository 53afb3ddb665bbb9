from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from silcrow.sessions import SessionFile
from tests.sessions import writing


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., SessionFile]:
    """Writes a session of the given entries and opens it."""

    def write_and_read(entries: Sequence[Any], *, head: dict[str, Any] | None = None) -> SessionFile:
        return writing.opened(writing.write(tmp_path / "session.jsonl", entries, head=head))

    return write_and_read
