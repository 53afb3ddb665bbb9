from msgspec.structs import replace

from silcrow_tui.commands import REGISTRY
from silcrow_tui.screens.matters import matters
from silcrow_tui.screens.recovery.screen import RecoveryScreen
from silcrow_tui.screens.run_detail import RunScreen
from silcrow_tui.screens.waiting import WaitingScreen
from tests.scenes import scene
from tests.tui.stage import Stage, until, words_of


def test_matters_come_by_urgency():
    assert [matter.kind for matter in matters(scene("busy").state, REGISTRY.key)] == [
        "drift",
        "gap",
        "failed",
        "settings",
    ]


def test_an_unreadable_file_waits():
    (matter,) = matters(scene("unreadable").state, REGISTRY.key)
    assert (matter.kind, matter.about) == ("unreadable", "MEMORY.md")


def test_a_failed_run_whose_chunk_was_settled_later_waits_no_more():
    state = scene("busy").state
    assert state.observational is not None
    chunks = tuple(
        replace(chunk, outcome="recorded") if chunk.outcome == "failed" else chunk
        for chunk in state.observational.chunks
    )
    settled = replace(state, observational=replace(state.observational, chunks=chunks))
    assert "failed" not in [matter.kind for matter in matters(settled, REGISTRY.key)]


async def test_each_row_says_what_is_wrong_and_the_way_out():
    screen = WaitingScreen(scene("busy"))
    async with Stage(screen).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "enter walks through the repair" in words_of(screen))
        await pilot.press("G")
        await until(pilot, lambda: "mend /home/user/.pi/agent/settings.json, line 7" in words_of(screen))


async def test_enter_on_a_drift_opens_the_walkthrough():
    screen = WaitingScreen(scene("busy"))
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "drift" in words_of(screen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, RecoveryScreen))


async def test_enter_on_a_gap_opens_its_last_run_and_comes_back_to_the_list():
    screen = WaitingScreen(scene("busy"))
    app = Stage(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "gap" in words_of(screen))
        await pilot.press("j", "enter")
        await until(pilot, lambda: isinstance(app.screen, RunScreen))
        await until(pilot, lambda: "a accept gap" in words_of(app.screen))
        await pilot.press("q")
        await until(pilot, lambda: app.screen is screen)


async def test_what_is_answered_elsewhere_leaves_the_list():
    place = scene("busy")
    screen = WaitingScreen(place)
    async with Stage(screen, place).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(screen.rows.index) == 4)
        place.set_state(replace(scene("calm").state, taken_at=place.state.taken_at + 1))
        await until(pilot, lambda: "Nothing waits for you." in words_of(screen))
