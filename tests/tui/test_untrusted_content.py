"""Nothing of what memory, session or worker files hold may act on the terminal or on the program."""

import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WALK_SECONDS = 100


@dataclass(frozen=True)
class Walk:
    """What the terminal was sent, and what the walk wrote down."""

    output: bytes
    report: list[str]
    code: int


def run_in_terminal(command: list[str], columns: int, rows: int, environ: dict[str, str]) -> tuple[bytes, int]:
    """Run a program in a pseudo terminal and take everything it writes until it ends."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=environ, start_new_session=True
    )
    os.close(theirs)
    output = bytearray()
    deadline = time.monotonic() + WALK_SECONDS
    try:
        while time.monotonic() < deadline:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    block = os.read(ours, 1 << 16)
                except OSError:
                    break
                if not block:
                    break
                output += block
            elif process.poll() is not None:
                break
        return bytes(output), process.wait(timeout=5)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)


@pytest.fixture(scope="module", params=[(80, 24), (150, 40)], ids=["narrow", "wide"])
def walk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Walk:
    folder = tmp_path_factory.mktemp("walk")
    report = folder / "report"
    command = [sys.executable, "-m", "tests.tui.hostile_walk", str(report), str(folder / "drafts")]
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in (".", "core", "tui")),
        "TEXTUAL_ANIMATIONS": "none",
    }
    output, code = run_in_terminal(command, *request.param, environ)
    return Walk(output, report.read_text().splitlines() if report.exists() else [], code)


def test_the_walk_saw_every_screen_and_came_to_its_end(walk: Walk):
    tail = walk.output[-3_000:].decode("utf-8", "replace")
    assert not [words for words in walk.report if words.startswith("broke")], tail
    assert [words for words in walk.report if words.startswith("through")] == [
        "through walk_main",
        "through walk_dialogs",
        "through walk_screens",
        "through walk_words",
    ], tail
    seen = {words.split()[0] for words in walk.report}
    assert {
        "MainScreen",
        "EntryEditor",
        "Choose",
        "YesNo",
        "RunMenu",
        "TopicsScreen",
        "SessionsScreen",
        "WaitingScreen",
        "HelpScreen",
        "RunScreen",
        "ObservationScreen",
        "CommandPalette",
    } <= seen
    assert walk.code == 0


def test_the_hostile_texts_were_on_the_screen(walk: Walk):
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", walk.output.decode("utf-8", "replace"))
    for visible in (
        "[/red]",
        "[@click=app.quit]x[/]",
        "␛]52;c;",
        "RED-LEAK",
        "C1-LEAK",
        "<U+202E>",
        "<U+E0041>",
        "👩\u200d💻",
    ):
        assert visible in text, visible


def test_no_action_ran(walk: Walk):
    assert not [words for words in walk.report if words.startswith("ran")]


OURS = re.compile(
    rb"\x1b\[[0-9;:?<>=$ ]*[A-Za-z~@`{|}]"  # what moves the cursor, colours, and sets modes
    rb"|\x1b\]22;[a-z-]+\x07"  # the shape of the mouse pointer
)


def without_our_sequences(output: bytes) -> str:
    return OURS.sub(b"", output).decode("utf-8")


def test_only_cursor_colour_and_mode_sequences_are_sent(walk: Walk):
    rest = without_our_sequences(walk.output)
    assert re.findall("[\x00-\x09\x0b\x0c\x0e-\x1f].{0,40}", rest) == []


def test_no_invisible_character_is_sent(walk: Walk):
    rest = without_our_sequences(walk.output)
    bad = re.findall("[\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]", rest)
    assert bad == []


@pytest.mark.parametrize(
    "sequence",
    [
        b"\x1b]52;c;T1ND",
        b"\x1b]0;",
        b"\x1b]2;",
        b"\x1b[31mRED",
        b"\x1b[2J\x1b[10;10H",
        b"\x9b31m",
        b"\xc2\x9b",
        b"\xc2\x9d",
    ],
)
def test_no_hostile_sequence_reaches_the_terminal(walk: Walk, sequence: bytes):
    assert sequence not in walk.output
