"""Pictures of the walkthrough, of its questions, and of history."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.screen import Screen

from silcrow_tui.screens.history import HistoryScreen
from silcrow_tui.screens.recovery.screen import RecoveryScreen
from tests.scenes import ScenePlace, hostile, scene
from tests.scenes.recovering import live_plan, plan_for
from tests.tui.test_screen_snapshots import WINDOWS, shows, times_are_utc

__all__ = ["times_are_utc"]
Compare = Callable[..., bool]
pytestmark = pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow:DeprecationWarning")

DECIDED = ("2", "asterisk", "a", *"gjjjjj", "d", "d")
"""All parts decided: what can be kept is, the blocked one and the code are discarded."""


def recovery(place: ScenePlace) -> Screen[Any]:
    return RecoveryScreen(place, live_plan(place.state.memory.user))


STEPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "happened": ("Nothing expires", ()),
    "parts": ("fetches a script", ("2", "asterisk", "a", *"gjjjjj")),
    "parts-findings": ("persistence", ("2", *"jjjjj", "right_square_bracket")),
    "parts-marked": ("3 marked", ("2", "space", "space", "space")),
    "merge-preview": ("m would begin with", ("2", "j", "j", "j", "right_square_bracket", "right_square_bracket")),
    "result": ("proof   ✓ all", (*DECIDED, "3")),
    "lines": ("− discarded", (*DECIDED, "3", "right_square_bracket")),
    "discarded": ("part 8 · heading", (*DECIDED, "3", "right_square_bracket", "right_square_bracket")),
    "apply": ("enter applies", (*DECIDED, "4")),
    "done": ("Done at", (*DECIDED, "4", "enter")),
    "pick": ("into which entry", ("2", "j", "j", "j", "m")),
    "explain": ("reviewed: keep this exact text", ("2", *"jjjjj", "i")),
}


@WINDOWS
@pytest.mark.parametrize("name", STEPS)
def test_step(snap_compare: Compare, name: str, size: tuple[int, int], theme: str):
    words, keys = STEPS[name]
    assert snap_compare(**shows(recovery, words, *keys, place=scene("legacy"), theme=theme), terminal_size=size)


@WINDOWS
def test_history(snap_compare: Compare, size: tuple[int, int], theme: str):
    shown = shows(HistoryScreen, "Tests: run pytest.", "j", "j", place=scene("calm"), theme=theme)
    assert snap_compare(**shown, terminal_size=size)


@pytest.mark.parametrize("keys", [("1",), ("2", "full_stop"), ("2", "asterisk", "d", "3")])
def test_steps_of_hostile_content(snap_compare: Compare, keys: tuple[str, ...]):
    place = hostile()

    def make(place: ScenePlace) -> Screen[Any]:
        path = place.state.memory.backups[0].path
        return RecoveryScreen(place, plan_for(place.state.memory.user, path, place.backup_text))

    assert snap_compare(**shows(make, "Recover", *keys, place=place, theme="textual-dark"), terminal_size=(80, 24))
