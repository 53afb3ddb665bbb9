import os
import threading
import time
from pathlib import Path

import pytest

from silcrow.files.folder_lock import FolderLockBusy, hold_folder_lock


def test_the_lock_is_a_folder_beside_the_file_while_it_is_held(tmp_path: Path):
    path = tmp_path / "settings.json"
    with hold_folder_lock(path):
        assert (tmp_path / "settings.json.lock").is_dir()
    assert not (tmp_path / "settings.json.lock").exists()


def test_a_corpse_of_ours_is_in_nobodys_way_for_more_than_two_seconds(tmp_path: Path):
    path = tmp_path / "settings.json"
    with hold_folder_lock(path, stale=10):
        age = time.time() - (tmp_path / "settings.json.lock").stat().st_mtime
        assert 7.5 < age < 10


def test_one_that_died_before_it_set_the_time_back_is_in_the_way_for_two_seconds(tmp_path: Path):
    path = tmp_path / "settings.json"
    (tmp_path / "settings.json.lock").mkdir(0o1700)
    with pytest.raises(FolderLockBusy), hold_folder_lock(path, timeout=0):
        pass
    past = time.time() - 2.1
    os.utime(tmp_path / "settings.json.lock", (past, past))
    with hold_folder_lock(path, timeout=0):
        pass


def test_one_of_ours_that_lives_is_not_robbed(tmp_path: Path):
    path = tmp_path / "settings.json"
    with hold_folder_lock(path), pytest.raises(FolderLockBusy), hold_folder_lock(path, timeout=0.1):
        pass


def test_a_live_holder_is_not_robbed(tmp_path: Path):
    path = tmp_path / "settings.json"
    (tmp_path / "settings.json.lock").mkdir()
    with pytest.raises(FolderLockBusy), hold_folder_lock(path, timeout=0.05):
        pass
    assert (tmp_path / "settings.json.lock").is_dir()


def test_a_stale_lock_is_taken_over(tmp_path: Path):
    (tmp_path / "settings.json.lock").mkdir()
    past = time.time() - 11
    os.utime(tmp_path / "settings.json.lock", (past, past))
    with hold_folder_lock(tmp_path / "settings.json", timeout=0):
        pass


def test_the_lock_of_somebody_who_took_over_is_left_to_them(tmp_path: Path):
    lock = tmp_path / "settings.json.lock"
    with hold_folder_lock(tmp_path / "settings.json"):
        lock.rename(tmp_path / "ours")
        lock.mkdir()
    assert lock.is_dir()


def test_threads_exclude_each_other(tmp_path: Path):
    inside: list[int] = []
    overlaps: list[int] = []

    def enter(number: int) -> None:
        for _ in range(10):
            with hold_folder_lock(tmp_path / "settings.json", timeout=30):
                overlaps.extend(inside)
                inside.append(number)
                inside.remove(number)

    threads = [threading.Thread(target=enter, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert overlaps == []
