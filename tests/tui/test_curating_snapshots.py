"""Pictures of what curates the memory: the entries and their detail, what waits, and the dialogs on the way."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from silcrow_tui.exporting import Export
from silcrow_tui.screens.agent import AgentScreen
from silcrow_tui.screens.export import ExportDialog
from silcrow_tui.screens.make_room import MakeRoom
from silcrow_tui.screens.waiting import WaitingScreen
from tests.scenes import ScenePlace, hostile, scene
from tests.tui.bench import workbench
from tests.tui.stage import until, words_of
from tests.tui.test_screen_snapshots import WINDOWS, Compare, Make, shows, times_are_utc

__all__ = ["times_are_utc"]
pytestmark = pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow:DeprecationWarning")
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
THEMES = pytest.mark.parametrize("theme", ["textual-dark", "textual-light", "ansi-dark"])


def room(place: ScenePlace) -> MakeRoom:
    return MakeRoom(place, "memory", "x" * 300, ())


def export(_place: ScenePlace) -> ExportDialog:
    shown = Export("Entries", ({"text": "one"}, {"text": "two"}))
    return ExportDialog(shown, "/home/user/silcrow-entries.md", lambda _path: "its folder is not there")


SCREENS: dict[str, tuple[Make, str, tuple[str, ...]]] = {
    "waiting-held": (WaitingScreen, "2 marked", ("j", "j", "j", "j", "space", "space", "k", "k")),
    "waiting-stale": (WaitingScreen, "stale: the entry", ("j", "j", "j", "j", "j")),
    "agent-live": (AgentScreen, "MEMORY (your personal notes)", ()),
    "agent-difference": (AgentScreen, "The api runs on port 8081.", ("c",)),
    "make-room": (room, "fits, ", ("j", "space", "space", "space")),
    "export": (export, "its folder is not there", ("enter",)),
}


@SIZES
@THEMES
@pytest.mark.parametrize("name", SCREENS)
def test_screen(snap_compare: Compare, name: str, size: tuple[int, int], theme: str):
    make, words, keys = SCREENS[name]
    assert snap_compare(**shows(make, words, *keys, place=scene("tended"), theme=theme), terminal_size=size)


MAIN: dict[str, tuple[str, tuple[str, ...]]] = {
    "marked": ("2 marked, ", ("j", "space", "space", "k")),
    "findings": ("persistence", (*("j",) * 5, "0", "right_square_bracket")),
    "origin": ("The agent sees this since", ("0", "right_square_bracket", "right_square_bracket")),
    "history": ("H lists all changes", ("j", "j", "0", "left_square_bracket")),
}


@SIZES
@THEMES
@pytest.mark.parametrize("name", MAIN)
def test_entries(snap_compare: Compare, name: str, size: tuple[int, int], theme: str):
    words, keys = MAIN[name]
    app = workbench("tended", theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.screen.focused is not None, "the main screen")
        for key in keys:
            await pilot.press(key)
            if key == "0":
                await until(pilot, lambda: app.main.pane.NAME == "detail" and app.main.pane.lit, "the detail")
        await until(pilot, lambda: words in words_of(app.screen), words)

    assert snap_compare(app, run_before=before, terminal_size=size)


@pytest.mark.parametrize("name", ["waiting-held", "agent-live"])
def test_screen_of_hostile_content(snap_compare: Compare, name: str):
    make: Callable[[ScenePlace], Screen[Any]] = SCREENS[name][0]
    assert snap_compare(**shows(make, "@click=app", place=hostile(), theme="textual-dark"), terminal_size=(80, 24))


DIALOGS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "merge": ("tended", "clean", ("j", "space", "space", "m")),
    "why-blocked": ("tended", "The agent does not see it", (*("j",) * 5, "i")),
    "why-plain": ("tended", "The agent sees this since", ("i",)),
    "hostile-merge": ("hostile", "clean", ("space", "space", "m")),
    "hostile-why": ("hostile", "The agent does not see it", ("i",)),
}


@WINDOWS
@pytest.mark.parametrize("name", DIALOGS)
def test_dialog_of_an_entry(
    snap_compare: Compare,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    size: tuple[int, int],
    theme: str,
):
    monkeypatch.setattr("silcrow_tui.screens.editor.default_drafts_folder", lambda: tmp_path)
    place, words, keys = DIALOGS[name]
    app = workbench(place, theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: app.main.pane.rows.has_focus and "›" in words_of(app.screen), "the list")
        index = app.main.pane.rows.index
        for key in keys:
            before_key = (index.cursor, len(index.marks))
            await pilot.press(key)
            if key in ("j", "space"):
                await until(pilot, lambda was=before_key: (index.cursor, len(index.marks)) != was, f"{key} taken")
        await until(pilot, lambda: words in words_of(app.screen), words)

    assert snap_compare(app, run_before=before, terminal_size=size)
