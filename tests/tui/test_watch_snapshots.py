"""Pictures of the screens that look further: find, compaction, settings, log, first run."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from silcrow.workspace.search import search
from silcrow.workspace.search_query import BadQuery, literal
from silcrow_tui.screens.compaction import CompactionScreen
from silcrow_tui.screens.find import FindScreen
from silcrow_tui.screens.first_run import FirstRunScreen
from silcrow_tui.screens.log import LogScreen
from silcrow_tui.screens.passage import PassageScreen
from silcrow_tui.screens.setting_changes import ask_for_cap
from silcrow_tui.screens.settings import SettingsScreen
from tests.scenes import ScenePlace, hostile, scene
from tests.tui.bench import workbench
from tests.tui.stage import until, words_of
from tests.tui.test_screen_snapshots import Compare, Make, shows, times_are_utc

__all__ = ["times_are_utc"]
pytestmark = pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow:DeprecationWarning")
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
THEMES = pytest.mark.parametrize("theme", ["textual-dark", "textual-light", "ansi-dark"])


def passage(place: ScenePlace) -> PassageScreen:
    query = literal("hour")
    assert not isinstance(query, BadQuery)
    hit = next(hit for hit in search(place.passages, query).hits if hit.kind == "topic")
    text = next(each.text for each in place.passages if each.id == hit.id)
    return PassageScreen(place, hit, text, "hour")


SCREENS: dict[str, tuple[Make, str, tuple[str, ...]]] = {
    "find": (lambda place: FindScreen(place, "hour"), "6 hits: 1 entry", ()),
    "passage": (passage, "hits of “hour”", ()),
    "compaction": (CompactionScreen, "66,900 → 24,310 tokens", ()),
    "settings": (SettingsScreen, "to be mended", ("j", "j", "j")),
    "log": (LogScreen, "chunk 9 failed", ("right_square_bracket",)),
    "first-run": (FirstRunScreen, "14 entries", ()),
}


@SIZES
@THEMES
@pytest.mark.parametrize("name", SCREENS)
def test_screen(snap_compare: Compare, name: str, size: tuple[int, int], theme: str):
    make, words, keys = SCREENS[name]
    place = scene("first_run") if name == "first-run" else None
    assert snap_compare(**shows(make, words, *keys, place=place, theme=theme), terminal_size=size)


@pytest.mark.parametrize("name", SCREENS)
def test_screen_of_hostile_content(snap_compare: Compare, name: str):
    make, _words, _keys = SCREENS[name]
    if name == "passage":
        make = _hostile_passage
    elif name == "find":
        make = _hostile_find
    words = {"settings": "Settings", "log": "the first 65,536 of"}.get(name, "[@click=app.quit]")
    keys = ("right_square_bracket",) if name == "log" else ()
    place = hostile()
    if name == "first-run":
        # It closes by itself as soon as there is something.
        nothing = replace(place.state.memory, exists=False)
        place.state = replace(place.state, memory=nothing, session=None, other_sessions=0)
    opened = shows(make, words, *keys, place=place, theme="textual-dark")
    assert snap_compare(**opened, terminal_size=(80, 24))


def _hostile_find(place: ScenePlace) -> FindScreen:
    return FindScreen(place, "leak")


def _hostile_passage(place: ScenePlace) -> PassageScreen:
    query = literal("leak")
    assert not isinstance(query, BadQuery)
    hit = search(place.passages, query).hits[0]
    return PassageScreen(place, hit, place.passages[0].text, "leak")


@SIZES
def test_caps_and_the_value_of_one(snap_compare: Compare, size: tuple[int, int]):
    app = workbench("busy")

    async def opened(pilot: Any) -> None:
        await until(pilot, lambda: app.screen.focused is not None, "the main screen")
        app.start(ask_for_cap(app))
        await until(pilot, lambda: "session cap" in words_of(app.screen) and app.screen.is_modal, "the caps")
        await pilot.press("s")
        await until(pilot, lambda: "this session may spend" in words_of(app.screen), "the value")
        app.screen.focused.cursor_blink = False

    assert snap_compare(app, run_before=opened, terminal_size=size)


@pytest.mark.parametrize("tab", ["day", "all"])
def test_cost_by_day_and_of_all_sessions(snap_compare: Callable[..., bool], tab: str):
    keys = ("5", "right_square_bracket") if tab == "day" else ("5", "right_square_bracket", "right_square_bracket")
    assert snap_compare(workbench("busy"), press=keys, terminal_size=(80, 24))


def test_compact_on_a_wide_screen(snap_compare: Callable[..., bool]):
    from silcrow_tui.preferences.choices import Preferences

    app = workbench("busy", preferences=Preferences(compact=True))
    assert snap_compare(app, press=("4", "j"), terminal_size=(120, 36))
