import os
import socket
import stat
from pathlib import Path

import pytest

from silcrow.files import UnsafePath, make_private_folder, read_bytes, resolve_plain_file

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only a superuser can make files of other users")
STRANGER = 12_345


def test_a_plain_file_is_itself(tmp_path: Path):
    (tmp_path / "MEMORY.md").touch()
    assert resolve_plain_file(tmp_path / "MEMORY.md") == tmp_path / "MEMORY.md"


def test_a_file_that_does_not_exist_is_itself_even_in_folders_that_do_not_exist(tmp_path: Path):
    assert resolve_plain_file(tmp_path / "a" / "b.md") == tmp_path / "a" / "b.md"


@pytest.mark.parametrize("target", ["../dotfiles/real.md", "{tmp}/dotfiles/real.md"])
def test_a_link_leads_to_its_file(tmp_path: Path, target: str):
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "dotfiles" / "real.md").write_text("x")
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "MEMORY.md").symlink_to(target.format(tmp=tmp_path))
    assert resolve_plain_file(tmp_path / "memories" / "MEMORY.md") == tmp_path / "dotfiles" / "real.md"


def test_a_link_to_a_link_leads_to_the_last_file(tmp_path: Path):
    (tmp_path / "real.md").touch()
    (tmp_path / "middle").symlink_to("real.md")
    (tmp_path / "first").symlink_to("middle")
    assert resolve_plain_file(tmp_path / "first") == tmp_path / "real.md"


def test_a_missing_file_in_a_linked_folder_belongs_into_the_real_folder(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "linked").symlink_to("real")
    assert resolve_plain_file(tmp_path / "linked" / "new.md") == tmp_path / "real" / "new.md"


def test_a_dangling_link_is_refused(tmp_path: Path):
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(UnsafePath, match="dangling link"):
        resolve_plain_file(tmp_path / "link")


def test_a_file_below_a_dangling_folder_link_is_refused(tmp_path: Path):
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(UnsafePath, match="dangling link"):
        resolve_plain_file(tmp_path / "link" / "MEMORY.md")


def test_a_loop_of_links_is_refused(tmp_path: Path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(UnsafePath, match="loop"):
        resolve_plain_file(tmp_path / "a")


def test_a_folder_is_refused(tmp_path: Path):
    with pytest.raises(UnsafePath, match="a folder"):
        resolve_plain_file(tmp_path)


def test_a_device_is_refused_also_behind_a_link(tmp_path: Path):
    (tmp_path / "link").symlink_to("/dev/null")
    with pytest.raises(UnsafePath, match="a device"):
        resolve_plain_file(tmp_path / "link")


def test_a_path_below_a_file_is_refused(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(UnsafePath, match="no folder"):
        resolve_plain_file(tmp_path / "file" / "MEMORY.md")


@as_root
def test_a_link_that_somebody_else_made_is_refused(tmp_path: Path):
    (tmp_path / "mine").touch()
    (tmp_path / "link").symlink_to("mine")
    os.chown(tmp_path / "link", STRANGER, STRANGER, follow_symlinks=False)
    with pytest.raises(UnsafePath, match="another user"):
        resolve_plain_file(tmp_path / "link")


def test_a_file_of_somebody_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "theirs").touch()
    monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
    with pytest.raises(UnsafePath, match="another user"):
        resolve_plain_file(tmp_path / "theirs")


def test_reading_gives_the_bytes_through_a_link(tmp_path: Path):
    (tmp_path / "real").write_bytes(b"a\r\n\x00\xff")
    (tmp_path / "link").symlink_to("real")
    assert read_bytes(tmp_path / "link") == b"a\r\n\x00\xff"


def test_reading_stops_at_the_limit(tmp_path: Path):
    (tmp_path / "long").write_bytes(b"x" * 3_000_000)
    assert len(read_bytes(tmp_path / "long", limit=2_500_000)) == 2_500_000
    assert len(read_bytes(tmp_path / "long")) == 3_000_000


def test_reading_a_pipe_is_refused_and_does_not_wait_for_a_writer(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UnsafePath, match="a pipe"):
        read_bytes(tmp_path / "pipe")


def test_reading_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        with pytest.raises(UnsafePath, match="a socket"):
            read_bytes(tmp_path / "s")


def test_reading_a_missing_file_says_so(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        read_bytes(tmp_path / "none")


def test_every_folder_that_is_made_is_private(tmp_path: Path):
    tmp_path.chmod(0o755)
    make_private_folder(tmp_path / "a" / "b")
    assert [oct(folder.stat().st_mode & 0o777) for folder in (tmp_path / "a", tmp_path / "a" / "b")] == ["0o700"] * 2
    assert oct(tmp_path.stat().st_mode & 0o777) == "0o755"


def test_a_folder_is_usable_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o777)
    try:
        make_private_folder(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "a", tmp_path / "a" / "b")] == [0o700, 0o700]
