"""What a window keeps for the next one."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from silcrow_tui.preferences.window_state import WindowState, read_window, window_path, write_window
from tests.scenes import scene
from tests.scenes.memory import PROJECT, SESSION_PATH
from tests.tui.driver import MEDIUM, NARROW, at_the_workbench

KEPT = WindowState("nord", 4, "half", {"entries": "length"}, {"/work": "/sessions/s.jsonl"}, "/memories")


def test_what_is_written_is_read_again_and_private(tmp_path: Path):
    path = tmp_path / "silcrow" / "window.json"
    write_window(path, KEPT)
    assert read_window(path) == KEPT
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b'{"pane": true, "size": 3, "orders": [1]}'])
def test_a_file_that_makes_no_sense_is_as_good_as_none(tmp_path: Path, content: bytes):
    path = tmp_path / "window.json"
    path.write_bytes(content)
    assert read_window(path) == WindowState()


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=4))
def test_no_value_of_a_key_breaks_the_start(value: object):
    import json
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "window.json"
        path.write_text(json.dumps(dict.fromkeys(("theme", "pane", "size", "orders", "sessions", "memory_dir"), value)))
        assert read_window(path).size in ("normal", "half", "full")


def test_a_folder_that_can_not_be_written_costs_nothing(tmp_path: Path):
    (tmp_path / "file").write_text("")
    write_window(tmp_path / "file" / "window.json", KEPT)
    write_window(tmp_path, KEPT)


def test_only_the_newest_sessions_are_kept(tmp_path: Path):
    path = tmp_path / "window.json"
    write_window(path, replace(KEPT, sessions={f"/p{n}": "/s" for n in range(500)}))
    assert "/p499" in read_window(path).sessions
    assert len(read_window(path).sessions) == 200


def test_the_state_folder_of_the_environment_counts(tmp_path: Path):
    assert window_path({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "silcrow" / "window.json"


async def test_theme_pane_size_order_and_session_of_a_window_come_back_in_the_next():
    left: list[WindowState] = []
    async with at_the_workbench("calm", MEDIUM, keep=left.append) as user:
        await user.presses("1", "s", "4", "+")
        await user.presses(":")
        await user.types("next theme")
        await user.sees("Next theme")
        await user.presses("enter")
        await user.is_hinted("Theme textual-light")
        await user.presses("ctrl+q")
        await user.finds(lambda: left, "what the window left")
    (kept,) = left
    assert (kept.theme, kept.pane, kept.size) == ("textual-light", 4, "half")
    assert kept.sessions == {str(PROJECT): str(SESSION_PATH)}
    async with at_the_workbench("calm", MEDIUM, window=kept) as user:
        await user.finds(lambda: user.app.main.pane.NAME == "workers", "the pane")
        assert user.app.theme == "textual-light"
        assert user.app.main.pane_size == "half"
        assert user.app.main.pane_named("entries").order == kept.orders["entries"] != "file order"


async def test_a_kept_theme_or_order_that_is_no_more_is_left_alone():
    window = WindowState(theme="gone", orders={"entries": "by mood"})
    async with at_the_workbench(scene("calm"), NARROW, window=window) as user:
        assert user.app.theme == "textual-dark"
        assert user.app.main.pane_named("entries").order == "file order"
