"""A process that is killed at any moment of any write path leaves the old state or the new one, and loses nothing.

``SILCROW_KILLS=100 pytest tests/faults/test_kills.py`` kills a hundred processes for each path instead of a few.
"""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.all_paths import ALL_PATHS
from tests.faults.write_path import WritePath

KILLS = int(os.environ.get("SILCROW_KILLS", "5"))
SEED = int(os.environ.get("SILCROW_SEED", "7"))


class Forker:
    """The other side of `tests.faults.forker`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.forker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._line() == "ready"

    def act(self, path: WritePath, folder: Path, *, dies_after: float | None = None) -> tuple[int, float]:
        """Exit code of one act, negative where it was killed so many seconds after it began, and how long it took."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{ALL_PATHS.index(path)}\t{folder}\n")
        self._process.stdin.flush()
        pid, begun = int(self._line()), time.monotonic()
        killer = None if dies_after is None else threading.Timer(dies_after, _kill, [pid])
        if killer is not None:
            killer.start()
        code = int(self._line())
        if killer is not None:
            killer.cancel()
            killer.join()
        return code, time.monotonic() - begun

    def close(self) -> None:
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def forker() -> Iterator[Forker]:
    forker = Forker()
    yield forker
    forker.close()


@pytest.mark.timeout(120 + 2 * KILLS)
@pytest.mark.parametrize("path", ALL_PATHS, ids=lambda path: path.name)
def test_a_killed_process_leaves_the_old_state_or_the_new_one(path: WritePath, forker: Forker, tmp_path: Path) -> None:
    chance = random.Random(f"{SEED} {path.name}")
    base = tmp_path / "base"
    base.mkdir()
    path.prepare(base)
    whole = tmp_path / "whole"
    shutil.copytree(base, whole)
    code, seconds = forker.act(path, whole)
    assert code == 0
    before, after = path.state(base), path.state(whole)
    for number in range(KILLS):
        work = tmp_path / str(number)
        shutil.copytree(base, work)
        code, _ = forker.act(path, work, dies_after=seconds * chance.random())
        now = path.state(work)
        assert now == after or code != 0, "acknowledged, and not done"
        assert now in (before, after) or not path.whole, "neither the old nor the new state"
        assert path.nothing_lost(base, work), "something is lost"
        if now != after:
            path.act(work)
            assert path.state(work) == after, "the next try ends elsewhere"
            assert path.nothing_lost(base, work), "something is lost at the next try"
        shutil.rmtree(work)
