"""Pictures of the main screen on fixed scenes, its clock standing still."""

from collections.abc import Callable
from typing import Any

import pytest

from silcrow_tui.signs import ASCII
from tests.tui.bench import workbench

Compare = Callable[..., bool]

pytestmark = pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow:DeprecationWarning")


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light", "ansi-dark"])
@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
def test_main_screen(snap_compare: Compare, size: tuple[int, int], theme: str):
    keys = ("j", "j") if size[0] < 100 else ("4", "j", "j")
    assert snap_compare(workbench(theme=theme), press=keys, terminal_size=size)


@pytest.mark.parametrize("size", [(80, 23), (200, 50), (100, 24)], ids=["80x23", "200x50", "100x24"])
def test_main_screen_in_other_sizes(snap_compare: Compare, size: tuple[int, int]):
    assert snap_compare(workbench(), press=("3",), terminal_size=size)


@pytest.mark.parametrize(
    "name", ["calm", "off", "empty", "first_run", "no_session", "unreadable", "crowded", "hostile"]
)
def test_situations(snap_compare: Compare, name: str):
    assert snap_compare(workbench(name), terminal_size=(120, 36))


def test_marks_and_filter(snap_compare: Compare):
    assert snap_compare(workbench(), press=("space", "space", "slash", *"just"), terminal_size=(80, 24))


def test_detail_in_full_height(snap_compare: Compare):
    assert snap_compare(workbench(), press=("2", "0", "0"), terminal_size=(80, 24))


def test_ascii_signs(snap_compare: Compare):
    app: Any = workbench(signs=ASCII)
    assert snap_compare(app, press=("4",), terminal_size=(120, 36))


def test_too_small(snap_compare: Compare):
    assert snap_compare(workbench(), terminal_size=(40, 10))
