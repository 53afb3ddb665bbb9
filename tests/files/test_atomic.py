import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from silcrow.files import UnsafePath, is_temp_name, stage_write, sweep_temp_files, write_atomic
from tests.waiting import wait_until

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only a superuser can give files to any group")

ONE_WRITE = """
import sys
from pathlib import Path
from silcrow.files import write_atomic

write_atomic(Path(sys.argv[1]), b"0\\n" * 20_000)
"""
ENDLESS_WRITER = """
import sys
from pathlib import Path
from silcrow.files import write_atomic

path = Path(sys.argv[1])
print("ready", flush=True)
number = 0
while True:
    number += 1
    write_atomic(path, b"%d\\n" % number * 20_000, durable=False)
"""


def mode_of(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def temp_files(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if is_temp_name(each.name)]


def dead_pid() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_a_new_file_is_private_in_private_folders(tmp_path: Path):
    write_atomic(tmp_path / "a" / "MEMORY.md", b"hello")
    assert (tmp_path / "a" / "MEMORY.md").read_bytes() == b"hello"
    assert mode_of(tmp_path / "a" / "MEMORY.md") == "0o600"
    assert mode_of(tmp_path / "a") == "0o700"


@pytest.mark.parametrize("mode", [0o660, 0o644, 0o400])
def test_an_existing_file_keeps_its_mode_over_many_writes(tmp_path: Path, mode: int):
    path = tmp_path / "MEMORY.md"
    path.write_text("old")
    path.chmod(mode)
    for number in range(3):
        write_atomic(path, b"%d" % number)
    assert mode_of(path) == oct(mode)
    assert path.read_bytes() == b"2"


@as_root
def test_an_existing_file_keeps_its_owner_and_group(tmp_path: Path):
    path = tmp_path / "MEMORY.md"
    path.write_text("old")
    os.chown(path, 12_345, 54_321)
    write_atomic(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12_345, 54_321)


@as_root
def test_a_new_file_takes_the_group_of_a_setgid_folder(tmp_path: Path):
    folder = tmp_path / "team"
    folder.mkdir()
    os.chown(folder, -1, 54_321)
    folder.chmod(0o2770)
    write_atomic(folder / "MEMORY.md", b"x")
    assert (folder / "MEMORY.md").stat().st_gid == 54_321
    assert mode_of(folder / "MEMORY.md") == "0o600"


def test_a_group_that_cannot_be_kept_does_not_stop_the_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "MEMORY.md"
    path.write_text("old")
    if os.geteuid() == 0:
        os.chown(path, -1, 54_321)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchown", refuse)
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("relative", [True, False])
def test_a_link_stays_and_its_target_is_replaced_in_its_own_folder(tmp_path: Path, relative: bool):
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "memories").mkdir()
    real, link = tmp_path / "dotfiles" / "real.md", tmp_path / "memories" / "MEMORY.md"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to("../dotfiles/real.md" if relative else real)
    with stage_write(link, b"new") as staged:
        assert len(temp_files(tmp_path / "dotfiles")) == 1
        assert temp_files(tmp_path / "memories") == []
        staged.commit()
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert mode_of(real) == "0o640"


def test_an_unsafe_target_is_refused_and_nothing_is_left(tmp_path: Path):
    (tmp_path / "MEMORY.md").symlink_to("nowhere")
    with pytest.raises(UnsafePath):
        write_atomic(tmp_path / "MEMORY.md", b"x")
    assert [each.name for each in tmp_path.iterdir()] == ["MEMORY.md"]


def test_staging_alone_changes_nothing_and_discards_itself(tmp_path: Path):
    path = tmp_path / "MEMORY.md"
    path.write_text("old")
    with stage_write(path, b"new") as staged:
        assert staged.target == path
        assert path.read_text() == "old"
    assert path.read_text() == "old"
    assert temp_files(tmp_path) == []


def test_a_reader_that_has_the_file_open_keeps_the_old_content(tmp_path: Path):
    path = tmp_path / "MEMORY.md"
    path.write_text("old")
    with path.open() as reader:
        write_atomic(path, b"new")
        assert reader.read() == "old"


def test_a_failing_write_leaves_the_old_file_and_no_temp_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "MEMORY.md"
    path.write_text("old")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            write_atomic(path, b"new")
    assert path.read_text() == "old"
    assert temp_files(tmp_path) == []


def test_temp_files_of_dead_processes_are_swept_and_all_others_stay(tmp_path: Path):
    dead = f".silcrow-{dead_pid()}-0123abcd.tmp"
    others = [
        f".silcrow-{os.getpid()}-0123abcd.tmp",
        f".silcrow-{os.getppid()}-0123abcd.tmp",
        ".silcrow-1-tmp",
        "silcrow-99999999-0123abcd.tmp",
        ".silcrow-x-0123abcd.tmp",
        ".silcrow",
        "MEMORY.md",
    ]
    for name in (dead, *others):
        (tmp_path / name).touch()
    assert sweep_temp_files(tmp_path) == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(others)


def test_a_missing_folder_has_nothing_to_sweep(tmp_path: Path):
    assert sweep_temp_files(tmp_path / "none") == 0


def test_threads_do_not_sweep_each_others_temp_files(tmp_path: Path):
    failures: list[OSError] = []

    def write(number: int) -> None:
        try:
            for _ in range(50):
                write_atomic(tmp_path / f"{number}.md", b"x", durable=False)
        except OSError as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_writer_killed_at_any_moment_leaves_an_old_or_a_new_file_and_the_next_program_cleans_up(tmp_path: Path):
    path = tmp_path / "MEMORY.md"
    write_atomic(path, b"0\n" * 20_000)
    left_behind = 0
    for round_number in range(12):
        writer = subprocess.Popen([sys.executable, "-c", ENDLESS_WRITER, path], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        if round_number % 2:
            wait_until(lambda: len(temp_files(tmp_path)) > 0)
        else:
            before = path.stat().st_ino
            wait_until(lambda before=before: path.stat().st_ino != before)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        lines = path.read_bytes().split()
        assert len(lines) == 20_000
        assert len(set(lines)) == 1
        left_behind += len(temp_files(tmp_path))
        subprocess.run([sys.executable, "-c", ONE_WRITE, path], check=True)
        assert temp_files(tmp_path) == []
    assert left_behind > 0, "no kill hit a write, so the test shows nothing"


def test_what_can_not_be_swept_does_not_stop_a_write(tmp_path: Path):
    (tmp_path / f".silcrow-{dead_pid()}-0123abcd.tmp").mkdir()
    write_atomic(tmp_path / "MEMORY.md", b"new")
    assert (tmp_path / "MEMORY.md").read_bytes() == b"new"
    assert len(temp_files(tmp_path)) == 1
