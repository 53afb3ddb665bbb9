"""Consoles, pipes and hostile content: what leaves the process, byte for byte."""

import json
import os
import pty
import subprocess
import unicodedata
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND, SECONDS, Desk

MIXED = "Reacts with 🎉\n§\nLease: see § 4\n§\nفارسی می‌نویسد"
HOSTILE = (
    "red \x1b[31m, title \x1b]0;x\x07, clipboard \x1b]52;c;aGk=\x07, c1 \x9b31m \x85, bell \x07, back \x08\x7f, "
    "bidi \u202eevil\u2066, tag \U000e0041, zero\u200bwidth, return \rover, lone §"
)
BIDI = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
CONSOLES = [
    {"PYTHONIOENCODING": "cp1252"},
    {"PYTHONIOENCODING": "cp437"},
    {"LC_ALL": "C", "LANG": ""},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LANG": ""},
    {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"},
]


def raw_controls(text: str) -> set[str]:
    """Characters that a terminal would act on."""
    return {c for c in text if c != "\n" and (unicodedata.category(c) in ("Cc", "Cs", "Co") or c in BIDI)}


@pytest.mark.parametrize("environ", CONSOLES, ids=lambda environ: "-".join(environ.values()))
def test_a_console_that_is_no_utf_8_shows_everything_somehow(desk: Desk, environ):
    desk.memory_file.write_text(MIXED, encoding="utf-8")
    listed = desk.process("memory", "list", environ=environ)
    assert (listed.code, listed.err) == (0, "")
    assert listed.out.count("\n") == 5
    document = desk.process("memory", "list", "--json", environ=environ)
    assert document.raw.decode("utf-8" if "PYTHONUTF8" not in environ else "ascii")
    assert json.loads(document.raw)["files"][0]["entries"] == MIXED.split("\n§\n")


def test_a_console_without_the_signs_gets_words_and_stand_ins(desk: Desk):
    out = desk.process("status", environ={"PYTHONIOENCODING": "ascii"}).out
    assert "\\u" not in out and "?" not in out
    assert desk.process("memory", "show", "--target", "user", environ={"PYTHONIOENCODING": "ascii"}).out == (
        "0% - 0/1,375 chars\n"
    )


@pytest.mark.parametrize(
    "arguments", [("memory", "list"), ("memory", "show", "--target", "memory"), ("status",), ("drift", "list")]
)
@pytest.mark.parametrize("json_flag", [(), ("--json",)], ids=["text", "json"])
def test_hostile_content_never_leaves_the_process_raw(desk: Desk, arguments, json_flag):
    desk.memory_file.write_text(HOSTILE, encoding="utf-8", newline="")
    answer = desk(*arguments, *json_flag)
    assert raw_controls(answer.out) == set()
    assert raw_controls(answer.err) == set()


def test_hostile_content_in_a_refusal_is_made_safe_too(desk: Desk):
    desk.memory_file.write_text(HOSTILE, encoding="utf-8", newline="")
    for flag in ((), ("--json",)):
        answer = desk("memory", "remove", "--target", "memory", *flag, "--", "no \x1b]52;c;aGk=\x07 such\u202e")
        assert answer.code == 3
        assert raw_controls(answer.out + answer.err) == set()


def test_hostile_arguments_are_made_safe_in_usage_errors(desk: Desk):
    for arguments in (["\x1b[31m"], ["--\x1b]0;x\x07"], ["om", "status", "--session", "\x9b\u202e"]):
        answer = desk(*arguments)
        assert answer.code == 2
        assert raw_controls(answer.out + answer.err) == set()


def test_the_same_hostile_entry_comes_back_whole_through_json(desk: Desk):
    text = HOSTILE.replace("\r", "")
    desk.memory_file.write_text(text, encoding="utf-8", newline="")
    assert desk("memory", "show", "--target", "memory", "--json").document["entries"] == [text]


def test_a_name_of_a_session_is_content_too(desk: Desk):
    desk.session(2).append("session_info", name="evil \x1b]52;c;aGk=\x07 \u202ename")
    for arguments in (("status",), ("sessions", "list"), ("om", "status"), ("sessions", "show", "019f")):
        for flag in ((), ("--json",)):
            answer = desk(*arguments, *flag)
            assert answer.code == 0
            assert raw_controls(answer.out + answer.err) == set()


def test_a_reader_that_goes_away_ends_it_quietly(desk: Desk):
    desk.memory_file.write_text("\n§\n".join(f"entry {number} {'x' * 40}" for number in range(5_000)))
    desk.settings({"pi-memory": {"memoryCharLimit": 1_000_000}})
    running = desk.start("memory", "list", "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.read(10)
    running.stdout.close()
    _, err = running.communicate(timeout=SECONDS)
    assert (running.returncode, err) == (0, b"")


@pytest.mark.parametrize("arguments", ["status", "memory list", "--help", "status --check", "memory --help"])
def test_a_reader_that_was_never_there_ends_it_quietly(desk: Desk, arguments):
    end, start = os.pipe()
    os.close(end)
    try:
        ended = desk.start(*arguments.split(), stdout=start, stderr=subprocess.PIPE)
    finally:
        os.close(start)
    _, err = ended.communicate(timeout=SECONDS)
    assert (ended.returncode, err) == (0, b"")


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&-"])
def test_closed_streams_are_no_error(desk: Desk, closed):
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", *COMMAND, "status"]
    ended = subprocess.run(
        command, cwd=desk.project, env=desk.environ, timeout=SECONDS, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_an_output_on_a_full_disk_ends_with_6(desk: Desk):
    with Path("/dev/full").open("wb") as full:
        ended = desk.start("status", stdout=full, stderr=subprocess.PIPE)
        _, err = ended.communicate(timeout=SECONDS)
    assert ended.returncode == 6
    assert err == b"silcrow: No space left on device\n"


def in_a_terminal(desk: Desk, *arguments: str, **environ: str) -> str:
    """What the program writes to a terminal."""
    outside, inside = pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=desk.project,
        env={**desk.environ, "TERM": "xterm-256color", **environ},
        stdin=inside,
        stdout=inside,
        stderr=inside,
    )
    os.close(inside)
    chunks: list[bytes] = []
    while True:
        try:
            chunk = os.read(outside, 65_536)
        except OSError:
            break
        if not chunk:
            break
        chunks.append(chunk)
    os.close(outside)
    running.wait(timeout=SECONDS)
    return b"".join(chunks).decode()


def test_colour_is_for_terminals(desk: Desk):
    assert "\x1b[32m" in in_a_terminal(desk, "status")
    assert "\x1b" not in desk.process("status").out


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_it_is_not_wanted(desk: Desk, environ):
    assert "\x1b" not in in_a_terminal(desk, "status", **environ)


def test_hostile_content_in_a_terminal_leaves_only_our_own_colour(desk: Desk):
    desk.memory_file.write_text(HOSTILE, encoding="utf-8", newline="")
    shown = in_a_terminal(desk, "memory", "list", NO_COLOR="1")
    assert raw_controls(shown.replace("\r\n", "\n")) == set()
