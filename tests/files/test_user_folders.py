"""Where files of the user are."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import platformdirs
import pytest

from silcrow.files.user_folders import config_folder, state_folder

BOTH = pytest.mark.parametrize(
    ("folder", "variable", "of_system"),
    [
        (state_folder, "XDG_STATE_HOME", platformdirs.user_state_path),
        (config_folder, "XDG_CONFIG_HOME", platformdirs.user_config_path),
    ],
    ids=["state", "config"],
)
Folder = Callable[[Mapping[str, str]], Path]


@BOTH
def test_it_is_where_this_system_keeps_such_files(
    folder: Folder, variable: str, of_system: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv(variable, raising=False)
    assert folder(os.environ) == of_system("silcrow", appauthor=False)


@BOTH
def test_one_that_was_named_counts_when_it_is_absolute(
    folder: Folder, variable: str, of_system: object, tmp_path: Path
):
    assert folder({variable: str(tmp_path)}) == tmp_path / "silcrow"
    assert folder({variable: "here"}) == folder({variable: ""}) == folder({})
