"""A window that is ended from outside leaves the terminal as it found it."""

import signal
import sys
from pathlib import Path

import pytest

from tests.tui.terminal import Ended, plain_environ, run_in_terminal

MODES = {"other screen": b"1049", "mouse": b"1000", "bracketed paste": b"2004"}


def ended(tmp_path: Path, number: int) -> Ended:
    memories = tmp_path / "memories"
    memories.mkdir()
    (memories / "MEMORY.md").write_text("Uses uv, never pip.")
    return run_in_terminal(
        [sys.executable, "-m", "silcrow_tui", "--memory-dir", str(memories)],
        plain_environ(tmp_path),
        signal_at=(b"never pip", number),
        seconds=40,
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda number: number.name)
def test_every_mode_that_was_turned_on_is_turned_off_again(tmp_path: Path, number: int):
    end = ended(tmp_path, number)
    assert end.code == 0
    for name, mode in MODES.items():
        on, off = b"\x1b[?%sh" % mode, b"\x1b[?%sl" % mode
        assert on in end.output, f"{name} was never turned on"
        assert end.output.rfind(off) > end.output.rfind(on), f"{name} is left on"
    assert end.output.rfind(b"\x1b[?25h") > end.output.rfind(b"\x1b[?25l")
    assert b"Traceback" not in end.output
