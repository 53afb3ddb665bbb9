from pathlib import Path

import pytest

from silcrow.files import keep_new


def test_a_content_is_kept_once_and_in_private(tmp_path: Path):
    path = tmp_path / "kept" / "name"
    keep_new(str(path), b"content")
    first = path.stat()
    keep_new(str(path), b"content")
    assert path.read_bytes() == b"content"
    assert (path.stat().st_ino, first.st_mode & 0o777) == (first.st_ino, 0o600)


@pytest.mark.parametrize("torn", [b"", b"con", b"CONTENT"])
def test_what_a_power_cut_left_under_the_name_is_not_taken_for_the_content(tmp_path: Path, torn: bytes):
    (tmp_path / "name").write_bytes(torn)
    keep_new(str(tmp_path / "name"), b"content")
    assert (tmp_path / "name").read_bytes() == b"content"


def test_a_link_under_the_name_is_replaced_and_what_it_leads_to_stays(tmp_path: Path):
    (tmp_path / "elsewhere").write_bytes(b"precious")
    (tmp_path / "name").symlink_to("elsewhere")
    keep_new(str(tmp_path / "name"), b"content")
    assert (tmp_path / "name").read_bytes() == b"content"
    assert (tmp_path / "elsewhere").read_bytes() == b"precious"


def test_a_folder_under_the_name_is_an_error(tmp_path: Path):
    (tmp_path / "name").mkdir()
    with pytest.raises(OSError):
        keep_new(str(tmp_path / "name"), b"content")
