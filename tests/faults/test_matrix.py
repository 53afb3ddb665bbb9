"""Whatever call of a write path fails, and however: the old state or the new one, words for it, and nothing lost."""

from pathlib import Path

import pytest

from tests.faults.all_paths import ALL_PATHS
from tests.faults.matrix import try_all
from tests.faults.write_path import WritePath


@pytest.mark.parametrize("path", ALL_PATHS, ids=lambda path: path.name)
def test_a_failing_disk_leaves_the_old_state_or_the_new_one_and_loses_nothing(path: WritePath, tmp_path: Path) -> None:
    trials = list(try_all(path, tmp_path))
    assert len(trials) >= 8
    assert not [(trial, each) for trial in trials for each in trial.complaints]


def test_the_page_names_every_write_path() -> None:
    page = Path("docs/reliability.md").read_text()
    assert not [path.name for path in ALL_PATHS if f"| {path.name} |" not in page]
