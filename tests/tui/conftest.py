"""What every test of the workbench starts from."""

import pytest


@pytest.fixture(autouse=True)
def state_folder_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drafts, sizes and crash reports of one test are never met by another, nor by whoever runs the tests."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
