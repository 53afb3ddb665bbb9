import os
from pathlib import Path

import pytest

from silcrow.files import replace_own


def test_a_new_file_is_private_in_private_folders(tmp_path: Path):
    path = tmp_path / "new" / "file"
    replace_own(path, b"content")
    assert path.read_bytes() == b"content"
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_link_goes_and_what_it_leads_to_stays(tmp_path: Path):
    (tmp_path / "elsewhere").write_bytes(b"precious")
    (tmp_path / "file").symlink_to("elsewhere")
    replace_own(tmp_path / "file", b"content")
    assert (tmp_path / "file").read_bytes() == b"content" and not (tmp_path / "file").is_symlink()
    assert (tmp_path / "elsewhere").read_bytes() == b"precious"


def test_a_failing_write_leaves_the_old_file_and_no_temp_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise OSError("no space")

    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(os, "write", fail)
    with pytest.raises(OSError, match="no space"):
        replace_own(tmp_path / "file", b"new")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]
    assert (tmp_path / "file").read_bytes() == b"old"
