"""Themes, compactness, motion, colour and sizes: what a person may choose, and what a terminal forces."""

import pytest
from textual.filter import Monochrome, NoColor

from silcrow_tui.preferences.choices import Preferences
from tests.scenes import scene
from tests.tui.driver import MEDIUM, NARROW, WIDE, at_the_workbench


async def test_compact_shows_one_pane_at_a_time_however_wide_the_terminal_is():
    async with at_the_workbench("busy", WIDE, preferences=Preferences(compact=True)) as user:
        await user.sees("▐1 Entries")
        assert "┌" not in user.screen
        await user.presses("4")
        await user.sees("▐4 Workers")


async def test_compact_is_switched_from_the_palette():
    async with at_the_workbench("busy", MEDIUM) as user:
        assert "┌" in user.screen
        await user.presses(":")
        await user.types("compact:")
        await user.presses("enter")
        await user.is_hinted("Compact: one pane at a time.")
        assert "┌" not in user.screen


async def test_without_motion_no_cursor_blinks_and_nothing_is_animated():
    async with at_the_workbench("calm", MEDIUM, preferences=Preferences(motion=False)) as user:
        assert user.app.animation_level == "none"
        await user.presses("/")
        await user.finds(lambda: user.app.focused.cursor_blink is False, "a still cursor")


async def test_ascii_symbols_can_be_asked_for():
    async with at_the_workbench("calm", MEDIUM, preferences=Preferences(symbols="ascii"), signs=None) as user:
        await user.sees("S ")
        assert "›" not in user.screen and "┏" not in user.screen


async def test_without_colour_every_state_is_still_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_the_workbench("busy", MEDIUM) as user:
        assert any(isinstance(each, Monochrome | NoColor) for each in user.app._filters)
        await user.sees("1 drift", "1 failed run", "✗ failed", "● running", "near", "! USER.md")
        await user.presses("4")
        await user.sees("┏━ 4 Workers")


async def test_below_sixty_by_fifteen_there_is_one_line_and_nothing_is_lost():
    async with at_the_workbench("calm", NARROW) as user:
        await user.presses("a")
        await user.types("half a tho")
        await user.resizes(20, 5)
        await user.resizes(1, 1)
        await user.resizes(300, 90)
        await user.resizes(80, 24)
        await user.types("ught")
        await user.sees("half a thought", "clean")


@pytest.mark.parametrize("size", [(59, 24), (80, 14), (20, 5), (1, 1)])
async def test_a_tiny_terminal_is_said_to_be_too_small(size: tuple[int, int]):
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.resizes(*size)
        await user.finds(lambda: "too small"[: size[0] - 1] in user.screen or size[0] == 1, "the line")
        await user.resizes(120, 36)
        await user.sees("4 Workers")


async def test_eighty_by_twenty_three_shows_gauges_list_detail_and_footer():
    async with at_the_workbench("busy", (80, 23)) as user:
        await user.sees("MEMORY 92%", "USER   drift", "▐1 Entries", "▐0 Text▌", "? all keys", "waits:")


async def test_what_is_wrong_in_the_preferences_is_told_with_file_and_key():
    from pathlib import Path

    from silcrow_tui.preferences.choices import PreferencesProblem

    wrong = PreferencesProblem(Path("/home/user/.config/silcrow/config.toml"), "theme", "must be one of …")
    async with at_the_workbench(scene("calm"), MEDIUM, preferences=Preferences(problems=(wrong,))) as user:
        await user.is_told("config.toml: theme: must be one of …")
