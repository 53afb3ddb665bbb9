"""The screen of the last dream, the line that tells when the next is due, and the menu that starts one."""

import pytest
from msgspec.structs import replace

from silcrow.dreaming import DreamStatus
from silcrow.dreaming.report import Held, Report
from silcrow.dreaming.steps import Evidence, Refused, Step
from silcrow.workspace.place import Answer
from silcrow_tui.panes.cost_lines import dream_line
from silcrow_tui.screens.run_menu import run_choices
from tests.scenes import NOW, ScenePlace, scene
from tests.tui.driver import MEDIUM, at_the_workbench

NOT_DUE = DreamStatus("not_due", "not due: 7 h and 2 turns to go", due=False, last_at=NOW - 60_000, model="a/b")
EVIDENCE = (Evidence("s1", "e1", NOW - 90_000, "Use [red]uv[/red], please."),)
REPORT = Report(
    "dream-20261130100000-1-1",
    NOW - 60_000,
    NOW - 59_000,
    "a/b",
    runs=("dream-20261130100000-1-1",),
    turns=12,
    sessions=3,
    taken=(Step("add", "memory", None, "Uses uv, never pip.", EVIDENCE),),
    held=(Held(Step("remove", "user", "Likes tea.", None, EVIDENCE), "pinned", "abc"),),
    refused=(Refused(Step("add", "memory", None, "ok thanks", EVIDENCE), "implausible", "It says nothing."),),
    changes=("c1",),
    cost_usd=0.02,
)


def dreaming(name: str = "busy", status: DreamStatus = NOT_DUE) -> ScenePlace:
    place = scene(name)
    place.state = replace(place.state, dream=status)
    place.dreamt = REPORT
    return place


async def test_the_report_tells_what_was_made_held_and_refused_and_on_what_it_rests():
    async with at_the_workbench(dreaming(), MEDIUM) as user:
        await user.presses("D")
        await user.is_at("DreamScreen")
        await user.sees("not due: 7 h and 2 turns to go", "Partly failed: 1 made, 1 waits for review, 1 refused")
        await user.sees("add in MEMORY.md: Uses uv, never pip.", "the entry is pinned", "It says nothing.")
        await user.sees("Use [red]uv[/red], please.")


async def test_one_key_takes_the_dream_back_after_a_question():
    place = dreaming()
    place.answer = Answer(True, "Taken back: 1 change of the dream.")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("D")
        await user.is_offered("u take back")
        await user.presses("u")
        await user.sees("Take back 1 change of this dream?")
        await user.presses("y")
        await user.is_told("Taken back: 1 change of the dream.")
        assert place.asked == [("revert_dream",)]


async def test_what_is_taken_back_or_only_proposed_offers_no_way_back():
    place = dreaming()
    place.dreamt = replace(REPORT, reverted_at=NOW)
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("D")
        await user.sees("Taken back ")
        await user.presses("u")
        await user.sees("It is taken back already.")
        assert place.asked == []


async def test_a_dream_is_started_from_the_menu_which_says_how_far_it_is_from_due():
    place = dreaming()
    place.answer = Answer(True, "Dreamt: Nothing to do. 5 turns in 1 session read.")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("x")
        await user.sees("d  dream", "not due: 7 h and 2 turns to go")
        await user.presses("d")
        await user.is_told("Dreamt: Nothing to do. 5 turns in 1 session read.")
        assert place.asked == [("dream",)]


async def test_a_dream_can_be_started_where_no_memory_of_a_session_is_on():
    place = dreaming("off")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("x", "d")
        await user.is_told("Done.")
        assert place.asked == [("dream",)]


@pytest.mark.parametrize(("state", "words"), [("off", "dreaming is off"), ("running", "running for 12 s, 4 turns")])
def test_what_is_off_or_running_can_not_be_started(state: str, words: str):
    choice = run_choices(None, replace(NOT_DUE, state=state, words="running for 12 s, 4 turns"))[-1]
    assert (choice.key, choice.off) == ("d", words)


def test_the_cost_pane_has_a_line_on_dreams():
    text = "".join(piece.text for piece in dream_line(NOT_DUE, 60))
    assert text == " dream             none  not due: 7 h and 2 turns to go"
    text = "".join(piece.text for piece in dream_line(replace(NOT_DUE, last=REPORT), 60))
    assert "$0.020" in text
