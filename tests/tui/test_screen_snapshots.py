"""Pictures of dialogs and full screens on fixed scenes, in the smallest and a usual window, dark and light."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from silcrow_tui.screens.conflict import Conflict, ConflictDialog
from silcrow_tui.screens.dialogs import TypedWord, YesNo
from silcrow_tui.screens.editor import EntryEditor
from silcrow_tui.screens.entry_area import EntryArea
from silcrow_tui.screens.entry_task import adding
from silcrow_tui.screens.help import HelpScreen
from silcrow_tui.screens.observation import ObservationScreen
from silcrow_tui.screens.run_detail import RunScreen
from silcrow_tui.screens.run_menu import RunMenu
from silcrow_tui.screens.sessions import SessionsScreen
from silcrow_tui.screens.topics import TopicsScreen
from silcrow_tui.screens.turn_on import TurnOn
from silcrow_tui.screens.waiting import WaitingScreen
from tests.scenes import ScenePlace, hostile, scene
from tests.scenes.observing import DONE_RUN, FAILED_RUN, FILING_RUN, pool
from tests.scenes.place import AHEAD
from tests.tui.bench import workbench
from tests.tui.stage import until, words_of

Compare = Callable[..., bool]
Make = Callable[[ScenePlace], Screen[Any]]
WINDOWS = pytest.mark.parametrize(
    ("size", "theme"), [((80, 24), "textual-dark"), ((120, 36), "textual-light")], ids=["80x24-dark", "120x36-light"]
)
ENTRY = "Tests: run `just verify`, not pytest directly."
pytestmark = pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow:DeprecationWarning")


@pytest.fixture(autouse=True)
def times_are_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


def shows(make: Make, words: str, *keys: str, place: ScenePlace | None = None, theme: str) -> dict[str, Any]:
    """A workbench that opens the screen over its main one, presses keys and waits for words."""
    place = place or scene("busy")
    app = workbench(place, theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        # It is seen behind a dialog, so it has to stand before one is opened.
        await until(pilot, lambda: app.screen.focused is not None and "? all keys" in words_of(app.screen), "main")
        screen = make(place)
        app.push_screen(screen)
        await until(pilot, lambda: app.screen is screen and screen.focused is not None, "the screen")
        for area in screen.query(EntryArea):
            area.cursor_blink = False
        if keys:
            await pilot.press(*keys)
        await until(pilot, lambda: words in words_of(app.screen), words)
        app.screen.refresh()
        await pilot.pause()

    return {"app": app, "run_before": before}


FULL: dict[str, tuple[Make, str, tuple[str, ...]]] = {
    "run-failed": (lambda place: RunScreen(place, FAILED_RUN), "Nothing is lost", ()),
    "run-observations": (lambda place: RunScreen(place, DONE_RUN), "429 with Retry-After", ("left_square_bracket",)),
    "run-changes": (lambda place: RunScreen(place, FILING_RUN), "metric label", ("left_square_bracket",)),
    "topics": (TopicsScreen, "Two harbours share", ("j", "j")),
    "topics-find": (TopicsScreen, "1 of 2 hits", ("enter", "slash", *"hour", "enter")),
    "journey": (TopicsScreen, "# Journey", ("right_square_bracket",)),
    "observation": (lambda place: ObservationScreen(place, pool()[-1]), "e0042", ()),
    "sessions": (SessionsScreen, "gap filling", ("j",)),
    "waiting": (WaitingScreen, "22 entries", ("j",)),
    "help": (lambda place: HelpScreen(place, ("workers", "list", "main"), {}), "here: Workers", ()),
}


@WINDOWS
@pytest.mark.parametrize("name", FULL)
def test_full_screen(snap_compare: Compare, name: str, size: tuple[int, int], theme: str):
    make, words, keys = FULL[name]
    assert snap_compare(**shows(make, words, *keys, theme=theme), terminal_size=size)


DIALOGS: dict[str, tuple[Make, str, tuple[str, ...]]] = {
    "yes-no": (lambda _place: YesNo("Remove 2 entries from MEMORY?", (ENTRY, ENTRY)), "Yes", ()),
    "typed-word": (
        lambda _place: TypedWord("Delete USER.md.bak.1794858900?", "delete", ("13 parts are nowhere else.",)),
        "Not yet",
        ("d", "e", "l", "enter"),
    ),
    "turn-on": (lambda place: TurnOn(AHEAD, 0.05), "from start", ()),
    "run-menu": (lambda _place: RunMenu(scene("busy").state.observational), "consolidate", ()),  # type: ignore[arg-type]
    "conflict": (lambda _place: ConflictDialog(Conflict(ENTRY + " Two cores.", ENTRY + "!", "19:54")), "take mine", ()),
}


@WINDOWS
@pytest.mark.parametrize("name", DIALOGS)
def test_dialog(snap_compare: Compare, name: str, size: tuple[int, int], theme: str):
    make, words, keys = DIALOGS[name]
    assert snap_compare(**shows(make, words, *keys, theme=theme), terminal_size=size)


@WINDOWS
@pytest.mark.parametrize("typed", ["fits", "over", "delimiter", "hidden"])
def test_editor(snap_compare: Compare, tmp_path: Path, typed: str, size: tuple[int, int], theme: str):
    texts = {"fits": "Uses uv.", "over": "word " * 60, "delimiter": "one\n§\ntwo", "hidden": "clip \x1b]52;c;x\x07 end"}
    words = {"fits": "clean", "over": "clean", "delimiter": "would split", "hidden": "␛ is U+001B"}

    def make(place: ScenePlace) -> EntryEditor:
        return EntryEditor(place, adding("memory"), environ={}, drafts=tmp_path)

    opened = shows(make, "nothing to save yet", theme=theme)
    app, before = opened["app"], opened["run_before"]

    async def filled(pilot: Pilot[Any]) -> None:
        await before(pilot)
        app.screen.query_one(EntryArea).entry = texts[typed]
        await until(pilot, lambda: words[typed] in words_of(app.screen), words[typed])

    assert snap_compare(app, run_before=filled, terminal_size=size)


@pytest.mark.parametrize("name", ["run-failed", "topics", "sessions", "waiting"])
def test_full_screen_of_hostile_content(snap_compare: Compare, name: str):
    make, _words, _keys = FULL[name]
    opened = shows(make, "[@click=app.quit]", place=hostile(), theme="textual-dark")
    assert snap_compare(**opened, terminal_size=(80, 24))
