from pathlib import Path

from silcrow.curated.contents import Contents, content_hash


def test_a_content_is_kept_under_its_hash_and_read_back(tmp_path: Path):
    contents = Contents(tmp_path / "kept")
    name = contents.keep(b"content")
    assert (tmp_path / "kept" / content_hash(b"content")).read_bytes() == b"content"
    assert contents.read(name) == b"content"


def test_a_content_that_somebody_removed_is_kept_again(tmp_path: Path):
    contents = Contents(tmp_path)
    name = contents.keep(b"content")
    (tmp_path / name).unlink()
    assert contents.read(name) is None
    assert contents.keep(b"content") == name
    assert contents.read(name) == b"content"


def test_a_torn_content_is_none_until_it_is_kept_again(tmp_path: Path):
    name = content_hash(b"content")
    (tmp_path / name).write_bytes(b"cont")
    contents = Contents(tmp_path)
    assert contents.read(name) is None
    contents.keep(b"content")
    assert contents.read(name) == b"content"


def test_what_is_no_name_of_a_content_leads_nowhere(tmp_path: Path):
    (tmp_path / "secret").write_bytes(b"secret")
    contents = Contents(tmp_path / "kept")
    assert [contents.read(name) for name in ("../secret", "", "é" * 64, "a" * 63)] == [None] * 4


def test_many_contents_are_all_kept(tmp_path: Path):
    contents = Contents(tmp_path)
    names = [contents.keep(b"%d" % number) for number in range(600)]
    assert [contents.read(name) for name in names] == [b"%d" % number for number in range(600)]
