"""One line behind what was read, unnoticed by whoever owns the file."""

import os
from pathlib import Path

import pytest

from silcrow.files.guarded_append import append_after

LONG_AGO = 1_700_000_000_123_456_789


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"one\ntwo\n")
    os.utime(path, ns=(LONG_AGO, LONG_AGO))
    return path


def test_a_line_is_added_and_the_time_of_the_file_stays(log: Path):
    assert append_after(log, b"three", size=8) == "written"
    assert log.read_bytes() == b"one\ntwo\nthree\n"
    assert log.stat().st_mtime_ns == LONG_AGO


def test_a_missing_line_feed_is_added_first(log: Path):
    log.write_bytes(b"one\ntwo")
    assert append_after(log, b"three", size=7) == "written"
    assert log.read_bytes() == b"one\ntwo\nthree\n"


def test_a_file_that_grew_or_shrank_is_left_alone(log: Path):
    for size in (7, 9):
        assert append_after(log, b"three", size=size) == "moved"
    assert log.read_bytes() == b"one\ntwo\n"


def test_a_line_that_comes_between_look_and_write_is_noticed(log: Path, monkeypatch: pytest.MonkeyPatch):
    write = os.write

    def late(descriptor: int, block: bytes) -> int:
        monkeypatch.setattr(os, "write", write)
        with log.open("ab") as other:
            other.write(b"stranger\n")
        return write(descriptor, block)

    monkeypatch.setattr(os, "write", late)
    assert append_after(log, b"three", size=8) == "overtaken"
    assert log.read_bytes() == b"one\ntwo\nstranger\nthree\n"
    assert log.stat().st_mtime_ns > LONG_AGO


def test_a_line_that_comes_right_behind_keeps_its_own_time(log: Path, monkeypatch: pytest.MonkeyPatch):
    fsync = os.fsync

    def late(descriptor: int) -> None:
        fsync(descriptor)
        with log.open("ab") as other:
            other.write(b"stranger\n")

    monkeypatch.setattr(os, "fsync", late)
    assert append_after(log, b"three", size=8) == "written"
    assert log.read_bytes() == b"one\ntwo\nthree\nstranger\n"
    assert log.stat().st_mtime_ns > LONG_AGO


def test_a_missing_file_is_not_made(tmp_path: Path):
    with pytest.raises(OSError):
        append_after(tmp_path / "none", b"line", size=0)
    assert list(tmp_path.iterdir()) == []


def test_a_line_has_no_line_feed(log: Path):
    with pytest.raises(ValueError, match="line feed"):
        append_after(log, b"a\nb", size=8)
