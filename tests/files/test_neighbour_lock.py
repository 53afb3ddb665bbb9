import fcntl
import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from silcrow.files import UnsafePath
from silcrow.files.neighbour_lock import NeighbourBusy, NeighbourLock
from tests.waiting import wait_until

KILLED_WHILE_HOLDING = """
import os, signal, sys, time
from pathlib import Path
from silcrow.files.neighbour_lock import NeighbourLock

path = Path(sys.argv[1])
NeighbourLock(path).acquire(path, deadline=time.monotonic())
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    path = tmp_path.resolve() / "MEMORY.md"
    path.write_text("one")
    return path


def lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def taken(named: Path, real: Path | None = None, *, patience: float = 0.0, makes_file: bool = False) -> NeighbourLock:
    lock = NeighbourLock(named, makes_file=makes_file)
    lock.acquire(real or named, deadline=time.monotonic() + patience)
    return lock


def is_free(named: Path) -> bool:
    try:
        taken(named).release()
    except NeighbourBusy:
        return False
    return True


def set_age(path: Path, seconds: float) -> None:
    past = time.time() - seconds
    os.utime(path, (past, past))


@contextmanager
def flocked(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


# Where neither lock stands, and where a folder does


def test_it_is_a_marked_empty_folder_that_is_nearly_stale_and_goes_with_the_hold(memory: Path):
    with taken(memory):
        found = lock_of(memory).lstat()
        assert stat.S_IMODE(found.st_mode) == 0o1700
        assert 27 < time.time() - found.st_mtime < 30
        assert list(lock_of(memory).iterdir()) == []
    assert not lock_of(memory).exists()


def test_a_live_folder_of_another_program_is_respected_and_kept(memory: Path):
    lock_of(memory).mkdir()
    with pytest.raises(NeighbourBusy) as busy:
        taken(memory, patience=0.05)
    assert busy.value.place == str(lock_of(memory))
    assert lock_of(memory).is_dir()


def test_it_is_taken_once_the_other_program_lets_go(memory: Path):
    lock_of(memory).mkdir()
    letting_go = threading.Timer(0.05, lock_of(memory).rmdir)
    letting_go.start()
    with taken(memory, patience=30) as lock:
        assert lock.covers(memory)
    letting_go.join()


def test_our_own_corpse_is_removed_at_once(memory: Path):
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_HOLDING, memory], check=False)
    assert killed.returncode == -9
    assert lock_of(memory).is_dir()
    taken(memory).release()
    assert not lock_of(memory).exists()


def test_a_corpse_from_between_making_the_folder_and_setting_its_time_is_removed_at_once(memory: Path):
    lock_of(memory).mkdir()
    lock_of(memory).chmod(0o1700)
    assert is_free(memory)


def test_behind_a_link_a_marked_folder_may_be_that_of_a_live_writer_with_another_lock(tmp_path: Path, memory: Path):
    link = tmp_path / "elsewhere" / "MEMORY.md"
    link.parent.mkdir()
    link.symlink_to(memory)
    with taken(memory), pytest.raises(NeighbourBusy):
        taken(link, memory)
    lock_of(memory).mkdir()
    lock_of(memory).chmod(0o1700)
    set_age(lock_of(memory), 31)
    taken(link, memory).release()
    assert not lock_of(memory).exists()


def test_a_link_higher_up_leads_to_one_and_the_same_lock(tmp_path: Path, memory: Path):
    (tmp_path / "via").symlink_to(memory.parent)
    lock_of(memory).mkdir()
    lock_of(memory).chmod(0o1700)
    taken(tmp_path / "via" / "MEMORY.md", memory).release()


@pytest.mark.parametrize(("age", "free"), [(29, False), (31, True)])
def test_a_folder_of_another_program_is_stale_after_thirty_seconds(memory: Path, age: float, free: bool):
    lock_of(memory).mkdir()
    set_age(lock_of(memory), age)
    assert is_free(memory) is free


def test_a_holder_that_refreshes_its_old_folder_is_seen_at_the_second_look(
    memory: Path, monkeypatch: pytest.MonkeyPatch
):
    lock_of(memory).mkdir()
    set_age(lock_of(memory), 31)
    monkeypatch.setattr("silcrow.files.folder_lock.time.sleep", lambda _: os.utime(lock_of(memory)))
    with pytest.raises(NeighbourBusy):
        taken(memory)
    assert lock_of(memory).is_dir()


def test_a_folder_with_something_in_it_is_left_alone(memory: Path):
    lock_of(memory).mkdir()
    (lock_of(memory) / "precious").write_text("precious")
    set_age(lock_of(memory), 100)
    with pytest.raises(NeighbourBusy):
        taken(memory, patience=0.02)
    assert (lock_of(memory) / "precious").read_text() == "precious"


def test_a_takeover_is_noticed_and_the_new_lock_left_to_its_owner(memory: Path):
    lock = taken(memory)
    assert lock.covers(memory)
    lock_of(memory).rmdir()
    assert not lock.covers(memory)
    lock_of(memory).mkdir()
    assert not lock.covers(memory)
    lock.release()
    assert lock_of(memory).is_dir()


def test_a_hold_covers_the_file_it_was_taken_for_and_no_other(tmp_path: Path, memory: Path):
    with taken(memory) as lock:
        assert lock.held
        assert not lock.covers(tmp_path / "USER.md")
    assert not lock.held
    assert not lock.covers(memory)


# Where a file stands


def test_a_file_is_locked_in_the_kernel_and_stays(memory: Path):
    lock_of(memory).write_text("")
    inode = lock_of(memory).stat().st_ino
    with taken(memory):
        other = os.open(lock_of(memory), os.O_RDWR)
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(other)
    assert lock_of(memory).stat().st_ino == inode
    with flocked(lock_of(memory)):
        pass


def test_a_file_that_another_program_locked_is_waited_for_in_the_queue(memory: Path):
    gate = threading.Event()

    def hold() -> None:
        with flocked(lock_of(memory)):
            held.set()
            gate.wait(30)

    held = threading.Event()
    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(30)
    threading.Timer(0.05, gate.set).start()
    with taken(memory, patience=30) as lock:
        assert lock.covers(memory)
    holder.join()


@pytest.mark.parametrize("patience", [0.0, 0.05])
def test_a_lock_that_comes_too_late_is_let_go(memory: Path, patience: float):
    with flocked(lock_of(memory)), pytest.raises(NeighbourBusy):
        taken(memory, patience=patience)
    wait_until(lambda: is_free(memory))
    wait_until(lambda: not [each for each in threading.enumerate() if each.name == "silcrow-flock"])


def test_a_lock_file_that_was_replaced_meanwhile_is_locked_anew(memory: Path):
    lock_of(memory).write_text("")
    lock = taken(memory)
    lock_of(memory).unlink()
    lock_of(memory).write_text("")
    assert not lock.covers(memory)
    lock.acquire(memory, deadline=time.monotonic())
    assert lock.covers(memory)
    lock.release()


def test_a_link_to_a_file_in_the_home_of_hermes_uses_the_lock_that_stands_there(tmp_path: Path, memory: Path):
    link = tmp_path / "pi" / "MEMORY.md"
    link.parent.mkdir()
    link.symlink_to(memory)
    with flocked(lock_of(memory)), pytest.raises(NeighbourBusy):
        taken(link, memory)
    taken(link, memory).release()
    assert lock_of(memory).is_file()
    assert not lock_of(link).exists()


def test_for_hermes_alone_the_file_is_made_private_and_left_in_place(memory: Path):
    with taken(memory, makes_file=True):
        assert stat.S_IMODE(lock_of(memory).lstat().st_mode) == 0o600
        with pytest.raises(NeighbourBusy):
            taken(memory)
    assert lock_of(memory).is_file()


def test_a_folder_in_the_home_of_hermes_is_spoken_to_as_a_folder(memory: Path):
    lock_of(memory).mkdir()
    with pytest.raises(NeighbourBusy):
        taken(memory, makes_file=True)
    lock_of(memory).rmdir()
    taken(memory, makes_file=True).release()
    assert lock_of(memory).is_file()


# What is neither


def test_a_link_or_a_pipe_in_its_place_is_refused_and_not_touched(tmp_path: Path, memory: Path):
    lock_of(memory).symlink_to(tmp_path / "nowhere")
    with pytest.raises(UnsafePath):
        taken(memory)
    assert not (tmp_path / "nowhere").exists()
    lock_of(memory).unlink()
    os.mkfifo(lock_of(memory))
    with pytest.raises(UnsafePath):
        taken(memory)


def test_threads_exclude_each_other_on_a_file(memory: Path):
    lock_of(memory).write_text("")
    inside: list[int] = []
    overlaps: list[int] = []

    def enter(number: int) -> None:
        for _ in range(25):
            with taken(memory, patience=60):
                overlaps.extend(inside)
                inside.append(number)
                inside.remove(number)

    threads = [threading.Thread(target=enter, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert overlaps == []
