"""The one list of commands, and what is made from it."""

import pytest
from textual.binding import Binding

from silcrow_tui.commands import REGISTRY, Command, Context, Registry, hosts_from, shown_key
from tests.tui.bench import workbench

COMMANDS = [(context, command) for context in REGISTRY.contexts for command in context.commands]


@pytest.mark.parametrize(("context", "command"), COMMANDS, ids=[command.id for _context, command in COMMANDS])
def test_every_command_has_words_that_a_person_can_read(context: Context, command: Command[object]):
    assert command.word and command.about
    assert command.about[0].isupper() and not command.about.endswith(".")
    assert len(command.about) <= 76
    assert command.id.split(".")[0]


@pytest.mark.parametrize(("context", "command"), COMMANDS, ids=[command.id for _context, command in COMMANDS])
def test_no_command_hangs_on_keys_that_terminals_do_not_send(context: Context, command: Command[object]):
    swallowed = {"ctrl+a", "ctrl+b", "ctrl+backslash", "ctrl+space", "ctrl+i", "ctrl+m", "ctrl+h", "shift+enter"}
    for key in command.keys:
        assert key not in swallowed
        assert not key.startswith(("alt+", "super+")) and key not in ("f10", "f11", "f12", "ctrl+enter")


def test_a_command_without_a_plain_key_is_in_the_palette():
    for _context, command in COMMANDS:
        assert command.keys or command.in_palette


def test_two_commands_can_not_share_a_key_in_one_context():
    one = Command("x.one", ("a",), "one", "One", lambda _host: None)
    other = Command("x.other", ("a",), "other", "Other", lambda _host: None)
    with pytest.raises(ValueError, match=r"a is both x\.one and x\.other"):
        Registry((Context("x", "X", (one, other)),))


def test_two_commands_can_not_share_an_id():
    one = Command("x.one", ("a",), "one", "One", lambda _host: None)
    with pytest.raises(ValueError, match=r"x\.one"):
        Registry((Context("x", "X", (one,)), Context("y", "Y", (one,))))


def test_bindings_carry_the_id_so_that_a_keymap_can_move_them():
    first = REGISTRY.bindings("entries")[1]
    assert isinstance(first, Binding)
    assert (first.id, first.key, first.action) == ("entries.add", "a", "command('entries.add')")


def test_a_key_is_found_in_the_first_context_that_knows_it():
    meaning = REGISTRY.elsewhere("r", here=["entries", "main"])
    assert meaning is not None and meaning.command.id == "workers.retry"
    assert REGISTRY.elsewhere("K", here=[]) is None


@pytest.mark.parametrize(
    ("key", "shown"),
    [("left_square_bracket", "["), ("shift+down", "shift+↓"), ("G", "G"), ("ctrl+p", "ctrl+p"), ("escape", "esc")],
)
def test_keys_are_shown_as_people_read_them(key: str, shown: str):
    assert shown_key(key) == shown


async def test_keys_reach_the_pane_then_the_screen_then_the_app():
    app = workbench()
    async with app.run_test(size=(120, 36)):
        assert [host.CONTEXT for host in hosts_from(app.focused)] == ["list", "entries", "main", "everywhere"]


async def test_a_keymap_moves_a_command_to_another_key():
    app = workbench()
    async with app.run_test(size=(120, 36)) as pilot:
        app.set_keymap({"go.workers": "W"})
        await pilot.press("W")
        assert app.main.pane.NAME == "workers"


async def test_every_command_of_the_main_screen_says_why_or_acts_without_an_error():
    for scene in ("busy", "first_run", "no_session", "hostile"):
        app = workbench(scene)
        async with app.run_test(size=(120, 36)) as pilot:
            for number in "123450":
                await pilot.press(number)
                for host in hosts_from(app.focused):
                    for command in REGISTRY.context(host.CONTEXT).commands:
                        reason = command.off(host)
                        assert reason is None or (reason.endswith(".") and len(reason) < 120)
