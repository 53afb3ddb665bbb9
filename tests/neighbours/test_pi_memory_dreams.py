"""Dreaming beside pi-memory, which holds its lock on the memory folder for as long as it dreams."""

import os
import time
from pathlib import Path

import pytest

from silcrow.dreaming.dream_lock import STALE_SECONDS, DreamLock, who_holds
from tests.neighbours.conftest import Program, finish, kill

pytestmark = pytest.mark.node


def test_while_it_dreams_silcrow_does_not_and_says_who_is_in_the_way(folder: Path, pi_memory: Program) -> None:
    folder.mkdir()
    holder = pi_memory.hold("hold", folder)
    assert "another program" in (who_holds(folder, time.time()) or "")
    assert "held by another program" in (DreamLock(folder, "dreaming").acquire() or "")
    finish(holder)
    lock = DreamLock(folder, "dreaming")
    assert lock.acquire() is None
    lock.release()


def test_while_silcrow_dreams_it_does_not(folder: Path, pi_memory: Program) -> None:
    folder.mkdir()
    lock = DreamLock(folder, "dreaming")
    assert lock.acquire() is None
    assert pi_memory.say("try", folder) == "ELOCKED"
    # Older than it tolerates, and then kept fresh as a dream does.
    past = time.time() - STALE_SECONDS - 5
    os.utime(f"{folder.resolve()}.lock", (past, past))
    lock.refresh()
    assert pi_memory.say("try", folder) == "ELOCKED"
    lock.release()
    assert pi_memory.say("try", folder) == "free"


def test_one_that_died_while_it_dreamt_is_taken_over_once_its_lock_is_old(folder: Path, pi_memory: Program) -> None:
    folder.mkdir()
    kill(pi_memory.hold("hold", folder))
    lock = DreamLock(folder, "dreaming")
    assert lock.acquire() is not None
    past = time.time() - STALE_SECONDS - 5
    os.utime(f"{folder.resolve()}.lock", (past, past))
    assert who_holds(folder, time.time()) is None
    assert lock.acquire() is None
    lock.release()
