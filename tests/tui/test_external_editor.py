import sys
from pathlib import Path

import pytest

from silcrow_tui.screens.external_editor import editor_command
from tests.tui.terminal import plain_environ, run_in_terminal


@pytest.mark.parametrize(
    ("environ", "command"),
    [
        ({"EDITOR": "vim"}, ("vim",)),
        ({"EDITOR": "code --wait"}, ("code", "--wait")),
        ({"EDITOR": "'/opt/my editor/bin' -n"}, ("/opt/my editor/bin", "-n")),
        ({"VISUAL": "helix", "EDITOR": "vim"}, ("helix",)),
        ({"VISUAL": " ", "EDITOR": "vim"}, ("vim",)),
        ({"EDITOR": "unclosed 'quote"}, ("unclosed 'quote",)),
        ({"EDITOR": ""}, None),
        ({}, None),
    ],
)
def test_the_editor_is_the_one_that_the_user_named(environ: dict[str, str], command: tuple[str, ...] | None):
    assert editor_command(environ) == command


def test_the_terminal_belongs_to_the_editor_alone_and_comes_back_afterwards(tmp_path: Path):
    ended = run_in_terminal([sys.executable, "-m", "tests.tui.outside_edit", str(tmp_path)], plain_environ(tmp_path))
    output = ended.output
    assert ended.code == 0, output[-2_000:].decode("utf-8", "replace")
    opens, closes = output.index(b"EDITOR-OPENS"), output.index(b"EDITOR-CLOSES")
    left = output.rindex(b"\x1b[?1049l", 0, opens)
    assert b"\x1b[?1049h" not in output[left:opens]
    assert output[opens:closes].strip() == b"EDITOR-OPENS"
    assert output.index(b"\x1b[?1049h", closes) < output.rindex(b"written outside")
