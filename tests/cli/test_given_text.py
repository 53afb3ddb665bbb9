"""Text that comes as an argument or from standard input."""

import io
import sys

import pytest

from silcrow_tui.cli import memory
from tests.cli.conftest import Desk


def add(desk: Desk, *arguments: str, stdin: bytes = b""):
    return desk("memory", "add", "--target", "memory", *arguments, stdin=stdin)


@pytest.mark.parametrize("text", ["-v means verbose", "--json is a flag", "--", "say \"hi\" and 'bye'", "a\nb\nc"])
def test_text_behind_two_dashes_is_taken_as_it_is(desk: Desk, text):
    answer = add(desk, "--", text)
    assert answer.code == 0
    assert desk.memory_file.read_text() == text
    assert not answer.out.startswith("{")


def test_a_dash_without_them_is_wrong_usage(desk: Desk):
    answer = add(desk, "-v means verbose")
    assert answer.code == 2
    assert answer.err.startswith("silcrow: No such option")
    assert not desk.memory_file.exists()


@pytest.mark.parametrize(
    ("given", "saved"),
    [
        (b"one\ntwo\nthree", "one\ntwo\nthree"),
        (b"one\n", "one"),
        (b"one\r\n", "one"),
        (b"one\r\ntwo\r\n", "one\ntwo"),
        ("پارسی 🎉 § 4".encode(), "پارسی 🎉 § 4"),
    ],
)
def test_standard_input_is_read_without_its_final_newline(desk: Desk, given, saved):
    assert add(desk, stdin=given).code == 0
    assert desk.memory_file.read_text() == saved


def test_only_one_final_newline_is_dropped(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x\n\n")))
    assert memory.given(None) == "x\n"


@pytest.mark.parametrize(("given", "code"), [(b"a\n\xc2\xa7\nb", "delimiter"), (b"", "empty"), (b"\n", "empty")])
def test_a_delimiter_line_and_empty_input_are_refused(desk: Desk, given, code):
    answer = add(desk, "--json", stdin=given)
    assert answer.code == 3
    assert answer.document["code"] == code


def test_invalid_utf_8_on_standard_input_is_refused_with_its_place(desk: Desk):
    answer = add(desk, stdin=b"caf\xe9 au lait")
    assert answer.code == 2
    assert "0xe9 at offset 3" in answer.err
    assert not desk.memory_file.exists()


def test_invalid_utf_8_in_an_argument_is_refused_too(desk: Desk):
    answer = desk.process("memory", "add", "--target", "memory", "--", b"caf\xe9".decode("utf-8", "surrogateescape"))
    assert answer.code == 2
    assert "0xe9 at offset 3" in answer.err
    assert not desk.memory_file.exists()
