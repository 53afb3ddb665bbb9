"""The language of the stories itself: what it must notice."""

from pathlib import Path

import pytest

from tests.tui import driver, stage
from tests.tui.driver import MEDIUM, at_the_workbench
from tests.tui.store_place import StorePlace


async def test_a_story_of_writing_and_taking_back(tmp_path: Path):
    place = StorePlace(tmp_path)
    async with at_the_workbench(place) as user:
        await user.presses("a")
        await user.is_at("EntryEditor")
        await user.types("Uses uv, never pip.")
        await user.sees("fits, ")
        await user.presses("ctrl+s")
        await user.is_told("Added to MEMORY.md")
        await user.sees("Uses uv, never pip.")
        assert place.text() == "Uses uv, never pip."
        await user.presses("z")
        await user.no_longer_sees("Uses uv, never pip.")


async def test_words_are_clicked_where_they_stand():
    async with at_the_workbench("busy") as user:
        await user.clicks("4 Workers")
        await user.finds(lambda: user.app.main.pane.NAME == "workers", "the pane")
        await user.is_offered("x run now", "? all keys")


async def test_a_text_that_a_dialog_wraps_is_seen_as_one():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("q")
        await user.sees("2 workers are stopped, their chunks are queued again, what they cost stays counted.")


async def test_what_does_not_come_about_fails_the_story(monkeypatch: pytest.MonkeyPatch):
    async def soon(pilot, holds, what="", seconds=0.05):
        await stage.until(pilot, holds, what, 0.05)

    async with at_the_workbench("calm") as user:
        monkeypatch.setattr(driver, "until", soon)
        for wrong in (
            user.sees("nowhere to be seen"),
            user.no_longer_sees("1 Entries"),
            user.is_told("nothing was told"),
            user.is_hinted("nothing was hinted"),
            user.is_at("HistoryScreen"),
            user.is_offered("no such key"),
        ):
            with pytest.raises(AssertionError, match="never came about"):
                await wrong
