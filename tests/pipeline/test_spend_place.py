"""Where what workers spent is written down."""

import os
from pathlib import Path

import pytest
from platformdirs import user_state_path

from silcrow.pipeline.spend_place import spend_path


def test_it_is_where_this_system_keeps_the_state_of_a_user(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert spend_path(os.environ) == user_state_path("silcrow", appauthor=False) / "spend.jsonl"


def test_a_state_folder_that_was_set_counts_when_it_is_absolute(tmp_path: Path):
    assert spend_path({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "silcrow" / "spend.jsonl"
    assert spend_path({"XDG_STATE_HOME": "state"}) == spend_path({})
