"""The compaction preview, and compacting from it."""

from msgspec.structs import replace

from silcrow.workspace.place import Answer
from tests.scenes import ScenePlace, scene
from tests.scenes.finding import NOTHING_TO_CUT
from tests.tui.driver import MEDIUM, NARROW, at_the_workbench


async def test_the_preview_is_one_line_of_the_menu_and_shows_the_block_word_for_word():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("x")
        await user.sees("compaction preview", "66,900 of 100,000 tokens")
        await user.presses("p")
        await user.is_at("CompactionScreen")
        await user.sees("66,900 → 24,310 tokens", "20 observations in the block", "text kept from e0198 on")
        await user.sees("## The journey so far", "[2026-11-16T14:06:00] tidewatch/clock.py added")


async def test_with_nobody_at_work_enter_compacts_at_once():
    place = scene("calm")
    place.answer = Answer(True, "Compacted: 66,900 tokens became 24,310.")
    async with at_the_workbench(place, NARROW) as user:
        await user.presses("x", "p")
        await user.is_offered("enter compact now")
        await user.presses("enter")
        await user.is_told("Compacted: 66,900 tokens became 24,310.")
        await user.is_at("MainScreen")
        assert place.asked == [("compact", False)]


async def test_observers_at_work_are_waited_for_until_they_are_done():
    place = scene("busy")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("x", "p")
        await user.is_offered("enter compact now")
        await user.presses("enter")
        await user.sees("Waiting for 2 observers, 30 s at most · enter goes on without them")
        assert place.asked == []
        place.set_state(_with_nobody_running(place))
        await user.is_told("Done.")
        assert place.asked == [("compact", False)]


async def test_enter_once_more_goes_on_without_them_and_q_leaves_all_as_it_is():
    place = scene("busy")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("x", "p")
        await user.is_offered("enter compact now")
        await user.presses("enter")
        await user.sees("Waiting for 2 observers")
        await user.presses("q")
        await user.no_longer_sees("Waiting for 2 observers")
        await user.is_at("CompactionScreen")
        assert place.asked == []
        await user.presses("enter", "enter")
        await user.is_told("Done.")
        assert place.asked == [("compact", False)]


async def test_where_nothing_can_be_cut_the_key_says_why():
    place = scene("calm")
    place.compaction_ahead = NOTHING_TO_CUT
    async with at_the_workbench(place, NARROW) as user:
        await user.presses("x", "p")
        await user.sees("Nothing would be cut: nothing is observed yet.")
        await user.presses("enter")
        await user.is_hinted("Nothing can be cut: nothing is observed yet.")
        assert place.asked == []


async def test_readonly_previews_and_does_not_compact():
    place = scene("readonly")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.finds(lambda: user.app.open_screen("compaction") or True, "the screen")
        await user.sees("## The journey so far")
        await user.presses("enter")
        await user.is_hinted("Read only")
        assert place.asked == []


def _with_nobody_running(place: ScenePlace):
    runs = tuple(replace(run, state="done") if run.state == "running" else run for run in place.state.runs)
    return replace(place.state, runs=runs)
