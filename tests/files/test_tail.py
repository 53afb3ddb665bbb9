import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.files import TailReader, append_line, write_atomic


def raw(reader: TailReader, **how: bool) -> list[bytes]:
    return [line.raw for line in reader.read(**how).lines]


def append(path: Path, content: bytes) -> None:
    with path.open("ab") as file:
        file.write(content)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def test_lines_come_with_their_offsets(path: Path):
    path.write_bytes("é\n\nthree\n".encode())
    lines = TailReader(path).read().lines
    assert [(line.offset, line.raw) for line in lines] == [(0, "é".encode()), (3, b""), (4, b"three")]


def test_only_new_lines_come_again(path: Path):
    reader = TailReader(path)
    path.write_bytes(b"one\n")
    assert raw(reader) == [b"one"]
    assert raw(reader) == []
    append_line(path, b"two")
    again = reader.read()
    assert [(line.offset, line.raw) for line in again.lines] == [(4, b"two")]
    assert not again.replaced


def test_only_line_feeds_end_a_line(path: Path):
    path.write_bytes("a\u2028b\x85c\x0bd\re\r\n".encode())
    assert raw(TailReader(path)) == ["a\u2028b\x85c\x0bd\re\r".encode()]


def test_a_torn_line_waits_for_its_end(path: Path):
    path.write_bytes(b'one\n{"half')
    reader = TailReader(path)
    first = reader.read()
    assert [line.raw for line in first.lines] == [b"one"]
    assert first.torn == 6
    assert reader.position == 4
    append(path, b'":1}')
    assert reader.read().torn == 10
    append(path, b"\nnext\n")
    last = reader.read()
    assert [(line.offset, line.raw) for line in last.lines] == [(4, b'{"half":1}'), (15, b"next")]
    assert last.torn == 0


def test_a_final_read_tells_the_torn_line_and_goes_on_behind_it(path: Path):
    path.write_bytes(b"one\ntwo")
    reader = TailReader(path)
    reader.read()
    assert [(line.offset, line.raw) for line in reader.read(final=True).lines] == [(4, b"two")]
    assert raw(reader, final=True) == []


def test_a_missing_file_is_no_error_and_is_read_when_it_comes(path: Path):
    reader = TailReader(path)
    assert reader.read().missing
    path.write_bytes(b"one\n")
    there = reader.read()
    assert [line.raw for line in there.lines] == [b"one"]
    assert not there.missing
    assert not there.replaced


def test_a_file_that_comes_back_is_told_anew(path: Path):
    path.write_bytes(b"one\n")
    reader = TailReader(path)
    reader.read()
    path.unlink()
    assert reader.read().missing
    path.write_bytes(b"other\n")
    back = reader.read()
    assert back.replaced
    assert [line.raw for line in back.lines] == [b"other"]


def test_a_file_replaced_by_rename_is_told_anew(path: Path):
    path.write_bytes(b"one\n")
    reader = TailReader(path)
    reader.read()
    write_atomic(path, b"one\ntwo\n")
    again = reader.read()
    assert again.replaced
    assert [line.raw for line in again.lines] == [b"one", b"two"]


def test_a_cut_file_is_told_anew(path: Path):
    path.write_bytes(b"one\ntwo\n")
    reader = TailReader(path)
    reader.read()
    os.truncate(path, 4)
    again = reader.read()
    assert again.replaced
    assert [line.raw for line in again.lines] == [b"one"]


def test_an_emptied_file_takes_everything_back_and_its_next_lines_are_plain_news(path: Path):
    path.write_bytes(b"one\n")
    reader = TailReader(path)
    reader.read()
    path.write_bytes(b"")
    emptied = reader.read()
    assert emptied.replaced
    assert emptied.lines == ()
    append(path, b"two\n")
    after = reader.read()
    assert [line.raw for line in after.lines] == [b"two"]
    assert not after.replaced


@pytest.mark.parametrize(
    "rewritten",
    [b"ONE" + b"x" * 200 + b"\nlonger\n", b"one" + b"x" * 190 + b"y" * 10 + b"\nlonger\n"],
    ids=["other start", "other end"],
)
def test_a_file_rewritten_in_place_and_grown_is_told_anew(path: Path, rewritten: bytes):
    path.write_bytes(b"one" + b"x" * 200 + b"\n")
    reader = TailReader(path)
    reader.read()
    inode = path.stat().st_ino
    path.write_bytes(rewritten)
    assert path.stat().st_ino == inode
    again = reader.read()
    assert again.replaced
    assert [line.raw for line in again.lines] == rewritten.split(b"\n")[:-1]


def test_nothing_told_is_nothing_to_take_back(path: Path):
    path.write_bytes(b"half")
    reader = TailReader(path)
    reader.read()
    path.write_bytes(b"x\n")
    assert reader.read().replaced is False


def test_a_large_file_comes_in_pieces_of_bounded_size(path: Path):
    line = b"x" * 99_999
    path.write_bytes((line + b"\n") * 50)
    pieces = list(TailReader(path).blocks())
    assert max(sum(len(each.raw) for each in piece.lines) for piece in pieces) < 1_300_000
    lines = [each for piece in pieces for each in piece.lines]
    assert [each.offset for each in lines] == [100_000 * number for number in range(50)]
    assert {each.raw for each in lines} == {line}


def test_a_line_longer_than_a_piece_comes_whole(path: Path):
    path.write_bytes(b"a\n" + b"x" * 3_000_000 + b"\nb\n")
    assert [len(line) for line in raw(TailReader(path))] == [1, 3_000_000, 1]


def test_old_bytes_are_not_read_again(path: Path, monkeypatch: pytest.MonkeyPatch):
    path.write_bytes(b"x" * 999 + b"\n")
    append(path, (b"y" * 999 + b"\n") * 1_000)
    reader = TailReader(path)
    reader.read()
    append(path, b"new\n")
    read = 0
    pread = os.pread

    def counting(descriptor: int, length: int, offset: int) -> bytes:
        nonlocal read
        block = pread(descriptor, length, offset)
        read += len(block)
        return block

    monkeypatch.setattr(os, "pread", counting)
    assert raw(reader) == [b"new"]
    assert read < 200


@given(
    st.lists(st.one_of(st.binary(max_size=12), st.just(b"\n"), st.just(b"\xe2\x80\xa8\r\n"), st.none()), max_size=25)
)
def test_whatever_way_a_file_grows_its_lines_are_those_of_the_whole_file(tmp_path_factory, pieces: list[bytes | None]):
    path = tmp_path_factory.mktemp("tail") / "f"
    reader = TailReader(path)
    told: list[tuple[int, bytes]] = []
    for piece in pieces:
        if piece is None:
            told += [(line.offset, line.raw) for line in reader.read().lines]
        else:
            append(path, piece)
    told += [(line.offset, line.raw) for line in reader.read(final=True).lines]
    whole = b"".join(piece for piece in pieces if piece is not None)
    lines = whole.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    assert [line for _, line in told] == lines
    assert all(whole[offset : offset + len(line)] == line for offset, line in told)
