"""Settings in force: where a value comes from, and how it is changed."""

import pytest

from silcrow.settings.keys import KEYS
from silcrow.workspace.place import Answer
from silcrow_tui.screens.setting_words import MEANINGS, value_of, value_words, why_not
from tests.scenes import scene
from tests.tui.driver import MEDIUM, NARROW, at_the_workbench

OM = "observational-memory"


def test_every_known_key_has_a_sentence():
    assert set(MEANINGS) == set(KEYS)
    assert all(words.endswith(".") and len(words) < 100 for words in MEANINGS.values())


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        (f"{OM}.chunkTokens", "5,000", 5_000),
        (f"{OM}.limits.sessionUsd", "$2.50", 2.5),
        (f"{OM}.limits.sessionUsd", " none ", None),
        (f"{OM}.passive", "true", True),
        (f"{OM}.models.observer.id", "large-4", "large-4"),
        (f"{OM}.models.observer.id", "4", "4"),
        ("pi-memory.dataDir", "~/notes", "~/notes"),
    ],
)
def test_what_is_typed_becomes_the_value_that_the_key_takes(key: str, typed: str, value: object):
    assert value_of(key, typed) == value
    assert why_not(key, typed) is None


@pytest.mark.parametrize(
    ("key", "typed"),
    [(f"{OM}.chunkTokens", "0"), (f"{OM}.chunkTokens", "many"), (f"{OM}.chunkTokens", ""), (f"{OM}.passive", "2")],
)
def test_what_does_not_fit_is_said_before_it_is_written(key: str, typed: str):
    assert (why_not(key, typed) or "").startswith("must be ")


def test_values_read_as_people_write_them():
    assert [value_words(value) for value in (None, True, 5_000, 5.0, 0.5, "acme")] == [
        "none",
        "true",
        "5,000",
        "5",
        "0.50",
        "acme",
    ]


async def test_a_wrong_key_stands_first_with_file_and_line():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses(",")
        await user.sees("to be mended", "1 problem", "settings.json, line 7", "Nearest key: chunkTokens")
        await user.presses("e")
        await user.is_hinted("There is no setting in this row.")


async def test_a_value_is_changed_where_it_is_decided():
    place = scene("busy")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses(",")
        await user.presses("/")
        await user.types("chunkTokens")
        await user.presses("enter", "j")
        await user.sees("Estimated tokens of text that one observer reads.", "takes a whole number of at least 1")
        await user.presses("e")
        await user.sees("is written to /home/user/.pi/agent/settings.json", "fits")
        await user.presses("ctrl+u")
        await user.types("0")
        await user.sees("must be a whole number of at least 1")
        await user.presses("enter")
        await user.is_at("ValueDialog")
        await user.presses("ctrl+u")
        await user.types("8,000")
        await user.presses("enter")
        await user.is_told("chunkTokens is 8,000 now")
        assert place.asked[-1] == ("set_setting", f"{OM}.chunkTokens", 8_000)


async def test_a_switch_is_turned_with_one_key_and_no_other_value_is():
    place = scene("calm")
    async with at_the_workbench(place, NARROW) as user:
        await user.presses(",")
        await user.sees("observing")
        await user.presses("/")
        await user.types("CharLimit")
        await user.presses("enter", "space")
        await user.is_hinted("This is no switch; e changes it.")
        await user.presses("esc", "/")
        await user.types("debugLog")
        await user.presses("enter", "space")
        await user.is_told("debugLog is true now")
        assert place.asked == [("set_setting", f"{OM}.debugLog", True)]


@pytest.mark.parametrize("key", ["space", "e", "enter"])
async def test_the_parts_that_can_be_switched_stand_first_with_what_they_do(key: str):
    place = scene("calm")
    async with at_the_workbench(place, NARROW) as user:
        await user.presses(",")
        await user.sees("switches", "prompt-block", "The entries stand in the agent's prompt.")
        await user.presses("j", "j")
        await user.sees("observing", f"{OM}.passive = false", "Observers and consolidator start by themselves")
        await user.presses(key)
        await user.is_told("observing is off now")
        assert place.asked == [("set_setting", f"{OM}.passive", True)]


async def test_a_refusal_is_told_in_full():
    place = scene("calm")
    place.answer = Answer(False, "Not changed: /x/settings.json: another program is writing the file; try again.")
    async with at_the_workbench(place, NARROW) as user:
        await user.presses(",")
        await user.presses("/")
        await user.types("passive")
        await user.presses("enter", "space")
        await user.is_told("another program is writing the file")


async def test_readonly_shows_settings_and_changes_none():
    place = scene("readonly")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses(",", "j")
        await user.presses("e")
        await user.is_hinted("Read only")
        await user.presses("q", "5", "e")
        await user.is_hinted("Read only")
        assert place.asked == []


async def test_a_cap_is_set_from_the_cost_pane():
    place = scene("busy")
    async with at_the_workbench(place, MEDIUM) as user:
        await user.presses("5")
        await user.is_offered("e caps")
        await user.presses("e")
        await user.sees("session cap", "$5.00", "day cap", "$10.00", "runs in an hour")
        await user.presses("s")
        await user.sees("US dollars that this session may spend")
        await user.presses("ctrl+u")
        await user.types("2.50")
        await user.presses("enter")
        await user.is_told("limits.sessionUsd is 2.50 now")
        assert place.asked == [("set_setting", f"{OM}.limits.sessionUsd", 2.5)]
