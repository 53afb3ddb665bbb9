"""Whatever comes in as content is shown as it is: no markup, no action, no byte to the terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.scenes import scene
from tests.scenes.texts import HOSTILE
from tests.tui.bench import pane, place_of, rows, words, workbench

ROOT = Path(__file__).resolve().parents[2]
CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]")


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_every_pane_shows_hostile_content_without_control_characters(size: tuple[int, int]):
    app = workbench("hostile")
    async with app.run_test(size=size) as pilot:
        for number in "123450":
            await pilot.press(number)
            await pilot.pause()
            assert not CONTROLS.search(words(app))
            for step in range(4):
                await pilot.press("j")
                assert not CONTROLS.search(words(app)), (number, step)
        assert app.is_running


async def test_markup_in_entries_and_details_stands_there_and_can_be_clicked_without_effect():
    app = workbench("hostile")
    async with app.run_test(size=(120, 36)) as pilot:
        assert "[@click=app.quit]x[/]" in words(app)
        for name in ("entries", "drift", "pool", "workers", "detail"):
            region = pane(app, name).region
            for y in range(region.y + 1, region.bottom - 1):
                await pilot.click(offset=(region.x + 20, y))
                while len(app.screen_stack) > 1:
                    app.pop_screen()
        assert app.is_running and not place_of(app).closed


async def test_hostile_words_in_notices_hints_and_filters_are_literal():
    app = workbench("hostile")
    async with app.run_test(size=(80, 24)) as pilot:
        for text in HOSTILE:
            app.toast(text)
            app.hint(text)
            await pilot.pause()
            assert not CONTROLS.search(words(app))
        await pilot.press("slash", *"[/b]", "enter")
        assert rows(app, "entries").index.filter.typed == "[/b]"


_PROGRAM = """
import sys
from tests.scenes import NOW, scene
from silcrow_tui.app import SilcrowApp
SilcrowApp(scene("hostile"), clock=lambda: NOW, environ={"HOME": "/home/user"}).run()
"""


def test_no_byte_of_hostile_content_reaches_a_real_terminal(tmp_path: Path):
    place = scene("hostile")
    assert place.state.memory.memory.entries
    output = _in_a_terminal(
        [sys.executable, "-c", _PROGRAM], keys=[b"j", b"j", b"2", b"3", b"0", b"0", b"4", b"j", b"5"]
    )
    assert not [found for found in re.findall(rb"\x1b\][^\x07\x1b]*", output) if b"LEAK" in found or b"52;" in found]
    assert b"\x1b[31mRED-LEAK" not in output
    assert "␛]52;".encode() in output
    for code in ("\x9b", "\x9d", "\u202e", "\u2066"):
        assert code.encode() not in output, repr(code)
    # Textual itself sets the shape of the pointer with one.
    assert b"\x07" not in output.replace(b"\x1b]22;default\x07", b"")


def _in_a_terminal(command: list[str], keys: list[bytes]) -> bytes:
    """Everything a program writes to a terminal of 120×36 while keys are pressed; it is ended with ctrl+q and y."""
    child, terminal = pty.openpty()
    subprocess.run(["stty", "-F", os.ttyname(terminal), "rows", "36", "cols", "120"], check=True)
    environ = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environ, cwd=ROOT, start_new_session=True
    )
    os.close(terminal)
    output = b""
    try:
        output += _read_until_quiet(child, b"Entries")
        for key in keys:
            os.write(child, key)
            output += _read_until_quiet(child)
        os.write(child, b"\x11")
        output += _read_until_quiet(child)
        os.write(child, b"y")
        deadline = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < deadline:
            output += _read_until_quiet(child)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(child)
    assert process.returncode == 0
    return output


def _read_until_quiet(terminal: int, wanted: bytes = b"", quiet: float = 0.25, seconds: float = 20) -> bytes:
    output = b""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], quiet)
        if not ready:
            if wanted in output:
                return output
            continue
        try:
            output += os.read(terminal, 65_536)
        except OSError:
            return output
    return output
