"""A person's own keys: taken where they can work, named where they can't."""

from pathlib import Path

import pytest

from silcrow_tui.commands import REGISTRY
from silcrow_tui.preferences.choices import Preferences
from silcrow_tui.preferences.key_overrides import overridden, textual_key
from tests.tui.driver import MEDIUM, at_the_workbench

FILE = Path("/home/user/.config/silcrow/config.toml")


def problems(**keys: str) -> list[str]:
    wanted = {command.replace("__", "."): (key,) for command, key in keys.items()}
    return [str(each) for each in overridden(REGISTRY, wanted, FILE).problems]


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("?", "question_mark"),
        ("[", "left_square_bracket"),
        ("esc", "escape"),
        ("ctrl+/", "ctrl+slash"),
        ("_", "underscore"),
        ("+", "plus"),
        ("F", "F"),
        ("ctrl+p", "ctrl+p"),
        ("shift+↓", "shift+down"),
        (" ", "space"),
    ],
)
def test_keys_are_written_as_the_screen_shows_them(written: str, named: str):
    assert textual_key(written) == named


def test_a_free_key_is_taken_without_a_word():
    made = overridden(REGISTRY, {"go.find": ("ctrl+f",)}, FILE)
    assert made.problems == ()
    assert made.keymap == {"go.find": "ctrl+f"}
    assert made.registry.command("go.find").keys == ("ctrl+f",)
    assert REGISTRY.command("go.find").keys == ("F",)


def test_a_key_of_the_same_place_is_refused_and_the_old_one_stays():
    made = overridden(REGISTRY, {"entries.add": ("e",)}, FILE)
    assert made.registry.command("entries.add").keys == REGISTRY.command("entries.add").keys
    assert [str(each) for each in made.problems] == [
        f"{FILE}: keys.entries.add: e is entries.edit in the same place already; the old key stays"
    ]


def test_two_commands_may_swap_their_keys():
    made = overridden(REGISTRY, {"entries.add": ("e",), "entries.edit": ("a",)}, FILE)
    assert made.problems == ()
    assert made.registry.command("entries.add").keys == ("e",)


def test_a_key_that_hides_another_one_further_out_is_taken_with_a_warning():
    assert f"{FILE}: keys.entries.add: F hides go.find in Entries" in problems(entries__add="F")


def test_a_key_that_an_inner_place_takes_first_is_said():
    assert any("j is taken by list.down before it" in words for words in problems(go__find="j"))


@pytest.mark.parametrize("key", ["alt+a", "ctrl+m", "ctrl+i", "shift+enter"])
def test_keys_that_never_arrive_are_refused(key: str):
    (words,) = problems(go__find=key)
    assert "does not reach us from a terminal" in words


def test_an_unknown_command_names_the_nearest():
    (words,) = problems(go__fnd="F")
    assert "is no command; nearest: go.find" in words


async def test_footer_help_palette_and_the_key_itself_follow_an_override():
    preferences = Preferences(keys={"workers.retry": ("R",), "go.find": ("ctrl+f",), "app.refresh": ("ctrl+r",)})
    async with at_the_workbench("busy", MEDIUM, preferences=preferences) as user:
        await user.presses("4", "j", "j")
        await user.is_offered("R retry now")
        await user.presses("ctrl+f")
        await user.is_at("FindScreen")
        await user.presses("esc", "q", "F")
        await user.is_at("MainScreen")
        await user.presses("?", "/")
        await user.types("Find a text in all")
        await user.presses("enter")
        await user.sees("ctrl+f")


async def test_what_can_not_be_taken_is_told_at_the_start():
    preferences = Preferences(keys={"entries.add": ("e",)})
    async with at_the_workbench("calm", MEDIUM, preferences=preferences) as user:
        await user.is_told("keys.entries.add: e is entries.edit in the same place already")


async def test_no_keys_take_a_command_off_the_keyboard():
    async with at_the_workbench("calm", MEDIUM, preferences=Preferences(keys={"app.suspend": ()})) as user:
        assert user.app.registry.command("app.suspend").keys == ()
        await user.presses("?")
        await user.sees("Keys")
