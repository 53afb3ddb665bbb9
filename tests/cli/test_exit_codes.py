"""How the process ends. What is printed as done was done."""

import os

import pytest

from silcrow.files import hold_lock
from tests.cli.conftest import Desk

needs_a_user = pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may write anywhere")


def test_done_ends_with_0(desk: Desk):
    assert desk.process("memory", "add", "--target", "memory", "x").code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("memory", "nonsense"),
        ("memory", "add", "x"),
        ("memory", "replace", "--target", "memory", "x"),
        ("--session", "nowhere", "status"),
        ("om", "status"),
        ("om", "on", "--from", "yesterday"),
        ("sessions", "show", "nowhere"),
        ("demo", "--headless", "--speed", "0"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("flag", [(), ("--json",)], ids=["text", "json"])
def test_wrong_usage_ends_with_2_and_one_line_on_standard_error(desk: Desk, arguments, flag):
    answer = desk(*flag, *arguments)
    assert answer.code == 2
    assert answer.err.startswith("silcrow: ")
    if flag:
        assert (answer.document["success"], answer.document["code"]) == (False, "usage")
    else:
        assert answer.out == ""


def test_wrong_usage_of_the_process_ends_with_2(desk: Desk):
    answer = desk.process("nonsense")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "silcrow: No such command 'nonsense'.\nTry: silcrow --help\n"


def test_refused_drifted_and_unreadable_end_with_3_4_and_6(desk: Desk):
    assert desk.process("memory", "add", "--target", "memory", "").code == 3
    desk.memory_file.write_text("x" * 3_000)
    assert desk.process("memory", "add", "--target", "memory", "y").code == 4
    desk.memory_file.write_bytes(b"\xff")
    assert desk.process("memory", "add", "--target", "memory", "y").code == 6


def test_busy_ends_with_5_after_waiting_for_the_lock(desk: Desk):
    with hold_lock(desk.memories / ".silcrow" / "MEMORY.md.lock", purpose="a test"):
        answer = desk.process("memory", "add", "--target", "memory", "x")
    assert answer.code == 5
    assert answer.out == ""
    assert f"process {os.getpid()} (a test)" in answer.err
    assert not desk.memory_file.exists()


@needs_a_user
def test_a_read_only_folder_ends_with_6_and_says_which(desk: Desk):
    desk.memories.chmod(0o500)
    try:
        answer = desk.process("memory", "add", "--target", "memory", "--json", "x")
    finally:
        desk.memories.chmod(0o700)
    assert answer.code == 6
    assert answer.document["code"] == "io"
    assert str(desk.memories) in answer.err


def test_a_memory_folder_that_is_a_file_ends_with_6_and_says_which(desk: Desk, tmp_path):
    wrong = tmp_path / "file"
    wrong.write_text("")
    answer = desk("memory", "add", "--target", "memory", "--memory-dir", str(wrong / "below"), "x")
    assert answer.code == 6
    assert answer.out == ""
    assert str(wrong) in answer.err


def test_check_ends_with_7_when_something_waits_and_with_0_when_nothing_does(desk: Desk):
    assert desk.process("status", "--check").code == 0
    desk.memory_file.write_text("x" * 3_000)
    assert desk.process("status").code == 0
    answer = desk.process("status", "--check")
    assert answer.code == 7
    assert answer.out.startswith("waits     1 drift  `silcrow drift list`")


def test_a_bug_ends_with_1_and_shows_where(desk: Desk):
    broken = desk.project / "broken"
    broken.mkdir()
    (broken / "sitecustomize.py").write_text(
        "import silcrow_tui.cli.places as p\ndef where(*a, **k): raise RuntimeError('a bug of ours')\np.where = where\n"
    )
    answer = desk.process("memory", "list", environ={"PYTHONPATH": str(broken)})
    assert answer.code == 1
    assert "RuntimeError: a bug of ours" in answer.err
