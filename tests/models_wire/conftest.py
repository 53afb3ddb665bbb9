from collections.abc import Iterator
from pathlib import Path

import pytest

from silcrow.workers import RunFolder
from tests.models_wire.orders import runs_in
from tests.models_wire.server import ModelsServer, models_server


@pytest.fixture(scope="module")
def server() -> Iterator[ModelsServer]:
    with models_server() as server:
        yield server


@pytest.fixture
def runs(tmp_path: Path) -> RunFolder:
    return runs_in(tmp_path)
