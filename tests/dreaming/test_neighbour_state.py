import json
from pathlib import Path

import pytest

from silcrow.dreaming.neighbour_state import SharedState, read_shared_state, write_shared_state

NOW = 1_800_000_000.0


def test_a_missing_file_is_no_dream_yet(tmp_path: Path):
    assert read_shared_state(tmp_path, NOW) == SharedState()
    assert read_shared_state(tmp_path / "nowhere", NOW) == SharedState()


def test_what_is_written_is_just_the_two_keys_and_reads_back(tmp_path: Path):
    write_shared_state(tmp_path, NOW - 60, 12)
    document = json.loads((tmp_path / "dreaming-state.json").read_text())
    assert set(document) == {"lastConsolidatedAt", "lastSessionCount"}
    assert read_shared_state(tmp_path, NOW) == SharedState(NOW - 60, 12)


def test_the_neighbours_own_file_is_understood(tmp_path: Path):
    text = '{"lastConsolidatedAt": "2027-01-15T07:00:00.000Z", "lastSessionCount": 7}'
    (tmp_path / "dreaming-state.json").write_text(text)
    state = read_shared_state(tmp_path, NOW)
    assert (state.last_at, state.turns, state.note) == (NOW - 3_600, 7, None)
    (tmp_path / "dreaming-state.json").write_text('{"lastConsolidatedAt": null, "lastSessionCount": 0}')
    assert read_shared_state(tmp_path, NOW) == SharedState()


@pytest.mark.parametrize(
    "content",
    [
        "{not json",
        "[]",
        '{"lastConsolidatedAt": "yesterday"}',
        '{"lastConsolidatedAt": 12}',
        '{"lastConsolidatedAt": "2099-01-01T00:00:00Z"}',
        "[" * 5_000,
    ],
)
def test_a_bad_or_future_time_is_no_dream_yet_and_is_told(tmp_path: Path, content: str):
    (tmp_path / "dreaming-state.json").write_text(content)
    state = read_shared_state(tmp_path, NOW)
    assert state.last_at is None
    assert state.note is not None
    assert "no dream yet" in state.note


def test_a_link_is_not_followed(tmp_path: Path):
    (tmp_path / "dreaming-state.json").symlink_to(tmp_path / "other")
    assert read_shared_state(tmp_path, NOW).last_at is None
