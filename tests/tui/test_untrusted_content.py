"""Nothing of what memory, session or worker files hold may act on the terminal or on the program."""

import re
import sys

import pytest
from msgspec import Struct

from tests.tui.terminal import plain_environ, run_in_terminal

pytestmark = pytest.mark.timeout(300)
"""The walk goes through everything, and shares its machine with other tests."""


class Walk(Struct, frozen=True):
    """What the terminal was sent, and what the walk wrote down."""

    output: bytes
    report: list[str]
    code: int


@pytest.fixture(scope="module", params=[(80, 24), (150, 40)], ids=["narrow", "wide"])
def walk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Walk:
    folder = tmp_path_factory.mktemp("walk")
    report = folder / "report"
    command = [sys.executable, "-m", "tests.tui.hostile_walk", str(report), str(folder / "drafts")]
    columns, rows = request.param
    ended = run_in_terminal(command, plain_environ(folder), columns=columns, rows=rows, seconds=240)
    return Walk(ended.output, report.read_text().splitlines() if report.exists() else [], ended.code)


def test_the_walk_saw_every_screen_and_came_to_its_end(walk: Walk):
    tail = walk.output[-3_000:].decode("utf-8", "replace")
    assert not [words for words in walk.report if words.startswith("broke")], tail
    assert [words for words in walk.report if words.startswith("through")] == [
        "through walk_main",
        "through walk_dialogs",
        "through walk_screens",
        "through walk_recovery",
        "through walk_further",
        "through walk_curating",
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
        "RecoveryScreen",
        "PartEditor",
        "Pick",
        "CompareScreen",
        "HistoryScreen",
        "FindScreen",
        "PassageScreen",
        "CompactionScreen",
        "SettingsScreen",
        "ValueDialog",
        "LogScreen",
        "DreamScreen",
        "FirstRunScreen",
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
