"""``silcrow completion``: a shell that sourced it completes commands and values."""

import shutil
import subprocess
import sys

import pytest

from tests.cli.conftest import Desk

ASK = "COMP_WORDS=({words}); COMP_CWORD={at}; _silcrow_completion silcrow; printf '%s\\n' \"${{COMPREPLY[@]}}\""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_it_is_printed_for_each_shell(desk: Desk, shell: str):
    answer = desk("completion", shell)
    assert answer.code == 0
    assert "_silcrow_completion" in answer.out and f"_SILCROW_COMPLETE={shell}_complete" in answer.out


def test_without_a_name_it_is_that_of_the_users_shell(desk: Desk):
    assert desk("completion", SHELL="/usr/bin/fish").out == desk("completion", "fish").out


@pytest.mark.parametrize("shell", ["", "/bin/tcsh"])
def test_a_shell_that_is_not_known_is_asked_for(desk: Desk, shell: str):
    answer = desk("completion", SHELL=shell)
    assert answer.code == 2 and "bash, zsh, fish" in answer.err


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "at", "offered"),
    [("silcrow sea", 1, ["search"]), ("silcrow om accept", 2, ["accept-gap"]), ("silcrow off to", 2, ["tools"])],
)
def test_bash_completes_with_what_is_printed(desk: Desk, words: str, at: int, offered: list[str]):
    # A shell calls the program by its name; here it is this Python's.
    program = f"bash_complete {sys.executable} -m silcrow_tui"
    source = desk("completion", "bash").out.replace("bash_complete $1", program)
    asked = subprocess.run(
        ["bash", "-c", source + ASK.format(words=words, at=at)],
        capture_output=True,
        text=True,
        env=desk.environ,
        cwd=desk.project,
        timeout=60,
        check=True,
    )
    assert asked.stdout.split() == offered
