"""Going back to before a consolidation, from the Workers pane and from the run itself."""

import pytest
from msgspec.structs import replace

from silcrow.workers import Refusal
from silcrow.workspace.place import Answer
from silcrow_tui.screens.dialogs import YesNo
from silcrow_tui.screens.run_detail import RunScreen
from tests.scenes import scene
from tests.scenes.observing import DONE_RUN, FILING_RUN
from tests.scenes.place import REVERT_AHEAD
from tests.tui.bench import footer, hint, pane, place_of, words, workbench
from tests.tui.stage import Stage, until, words_of

MEDIUM = (120, 36)
LEFT = tuple(Refusal(f"topic-{number}.md", "changed since: it stays as it is") for number in range(4))


async def on_the_run(app, pilot, run_id: str) -> None:
    """Put the cursor of the Workers pane on a run."""
    await pilot.press("4", "g")
    for _ in range(len(app.state.runs) + 2):
        if pane(app, "workers").copied() == run_id:
            return
        await pilot.press("j")
    raise AssertionError(f"{run_id} has no row")


async def test_reverting_says_what_is_put_back_and_what_stays_and_keeps_by_default():
    app = workbench()
    place_of(app).answer = Answer(True, "Back to before this run: all of it.")
    async with app.run_test(size=MEDIUM) as pilot:
        await on_the_run(app, pilot, FILING_RUN)
        assert "u revert" in footer(app)
        await pilot.press("u")
        await until(pilot, lambda: f"Back to before {FILING_RUN}?" in words(app))
        await until(pilot, lambda: "Consolidating waits until you start it (x c), so that" in words(app))
        assert "3 of 4 files are put back, 41 observations return to the pool." in words(app)
        assert "rate-limits.md changed since: it stays as it is." in words(app)
        await pilot.press("enter")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        assert place_of(app).asked == []
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, YesNo))
        await pilot.press("y")
        await until(pilot, lambda: place_of(app).asked == [("revert_run", FILING_RUN)])
        await until(pilot, lambda: "Back to before this run: all of it." in app.toasts.texts)


async def test_an_older_run_is_asked_about_with_those_that_came_after_it():
    app = workbench()
    place_of(app).revert_ahead = replace(REVERT_AHEAD, run_ids=("cons-3", "cons-2", FILING_RUN), left=LEFT)
    async with app.run_test(size=MEDIUM) as pilot:
        await on_the_run(app, pilot, FILING_RUN)
        await pilot.press("u")
        await until(pilot, lambda: f"Back to before {FILING_RUN} and the 2 after it?" in words(app))
        await until(pilot, lambda: "2 more stay as they are." in words(app))
        assert "so that this does not happen again at once." not in words(app)
        assert "happen again at once." in words(app)


async def test_what_can_not_be_taken_back_is_said_without_a_question():
    app = workbench()
    place_of(app).revert_ahead = Answer(False, "A consolidation is running; stop it or wait for its end.", "running")
    async with app.run_test(size=MEDIUM) as pilot:
        await on_the_run(app, pilot, FILING_RUN)
        await pilot.press("u")
        await until(pilot, lambda: any("A consolidation is running" in text for text in app.toasts.texts))
        assert len(app.screen_stack) == 1
        assert place_of(app).asked == []


@pytest.mark.parametrize(
    ("run_id", "reason"),
    [
        (DONE_RUN, "Only consolidations are reverted."),
        ("cons-20261116T184011-0b6e", "This run is reverted already."),
    ],
)
async def test_other_runs_say_why_not(run_id: str, reason: str):
    app = workbench()
    async with app.run_test(size=MEDIUM) as pilot:
        await on_the_run(app, pilot, run_id)
        assert "revert" not in footer(app)
        await pilot.press("u")
        assert hint(app) == reason


async def test_a_read_only_window_reverts_nothing():
    app = workbench(scene("readonly"))
    async with app.run_test(size=MEDIUM) as pilot:
        await on_the_run(app, pilot, FILING_RUN)
        await pilot.press("u")
        assert hint(app) == "Read only: nothing is changed from here."


async def test_the_run_screen_reverts_its_run_after_the_same_question():
    place = scene("busy")
    screen = RunScreen(place, FILING_RUN)
    app = Stage(screen, place)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "u revert" in words_of(app.screen).splitlines()[-1])
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, YesNo))
        await pilot.press("y")
        await until(pilot, lambda: place.asked == [("revert_run", FILING_RUN)])
        await until(pilot, lambda: app.answers == [place.answer])
        assert app.screen is screen
