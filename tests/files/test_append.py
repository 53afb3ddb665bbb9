import os
import subprocess
import sys
from pathlib import Path

import pytest

from silcrow.files import UnsafePath, append_line

APPENDER = """
import sys
from pathlib import Path
from silcrow.files import append_line

for number in range(200):
    append_line(Path(sys.argv[1]), sys.argv[2].encode() * 3_000 + b" %d" % number)
"""


def test_a_line_goes_into_a_new_private_file(tmp_path: Path):
    append_line(tmp_path / "new" / "ledger.jsonl", b"{}")
    assert (tmp_path / "new" / "ledger.jsonl").read_bytes() == b"{}\n"
    assert (tmp_path / "new" / "ledger.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_torn_tail_gets_its_line_end_first(tmp_path: Path):
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b'{"a":1}\n{"torn')
    append_line(path, b'{"b":2}', durable=True)
    append_line(path, b'{"c":3}')
    assert path.read_bytes() == b'{"a":1}\n{"torn\n{"b":2}\n{"c":3}\n'


def test_a_durable_line_brings_the_name_of_its_file_to_the_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    synced: list[int] = []

    def note(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)

    path = tmp_path / "archive.jsonl"
    append_line(path, b"first")
    monkeypatch.setattr(os, "fsync", note)
    append_line(path, b"last", durable=True)
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]


def test_the_mode_of_an_existing_file_stays(tmp_path: Path):
    path = tmp_path / "ledger.jsonl"
    path.touch()
    path.chmod(0o640)
    append_line(path, b"x")
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_line_with_a_line_feed_is_a_mistake_of_the_caller(tmp_path: Path):
    with pytest.raises(ValueError, match="line feed"):
        append_line(tmp_path / "f", b"a\nb")
    assert not (tmp_path / "f").exists()


def test_a_pipe_is_refused(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnsafePath):
        append_line(tmp_path / "pipe", b"x")


def test_lines_of_several_processes_never_mix(tmp_path: Path):
    path = tmp_path / "ledger.jsonl"
    writers = [subprocess.Popen([sys.executable, "-c", APPENDER, path, letter]) for letter in "abc"]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    expected = {f"{letter * 3_000} {number}" for letter in "abc" for number in range(200)}
    assert path.read_bytes().endswith(b"\n")
    lines = [line for line in path.read_text().split("\n") if line]
    assert len(lines) == 600
    assert set(lines) == expected


def test_a_link_is_never_followed(tmp_path: Path):
    (tmp_path / "elsewhere").write_bytes(b"precious")
    (tmp_path / "ledger.jsonl").symlink_to("elsewhere")
    with pytest.raises(UnsafePath):
        append_line(tmp_path / "ledger.jsonl", b"{}")
    assert (tmp_path / "elsewhere").read_bytes() == b"precious"
