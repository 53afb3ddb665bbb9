"""The help of every command, as an 80-column terminal shows it."""

from collections.abc import Iterator

import click
import pytest

from silcrow_tui.cli.program import silcrow
from tests.cli.conftest import Desk


def commands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            yield from commands(command, (*path, name))


ALL = list(commands(silcrow))


def test_the_commands_are_all_there():
    assert {" ".join(path) for path in ALL} >= {
        "demo", "status", "memory list", "memory show", "memory add", "memory replace", "memory remove", "drift list",
        "sessions list", "sessions show", "om on", "om off", "om status", "om observe", "om consolidate", "om runs",
        "config show", "config check",
    }  # fmt: skip


@pytest.mark.parametrize("path", ALL, ids=lambda path: " ".join(path) or "silcrow")
def test_help_fits_80_columns_and_cuts_no_sentence(desk: Desk, path):
    answer = desk(*path, "--help")
    assert answer.code == 0
    assert max(map(len, answer.out.splitlines())) <= 80
    described = answer.out.split("\n", 1)[1]
    assert "..." not in described


@pytest.mark.parametrize("path", [path for path in ALL if path], ids=" ".join)
def test_every_command_says_where_the_common_options_are(desk: Desk, path):
    assert "silcrow --help" in desk(*path, "-h").out
