"""Several hosts on one memory folder, as processes of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from silcrow.dreaming.dream_lock import DreamLock, neighbours_place, who_holds
from silcrow.processes import identity_of
from tests.dreaming.conftest import Night
from tests.waiting import wait_until


class Host:
    def __init__(self, night: Night, start: Path) -> None:
        arguments = [str(night.memory_dir), str(night.sessions_dir), str(night.folder / "script.json"), str(start)]
        command = [sys.executable, "-m", "tests.dreaming.host", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=night.environ, start_new_session=True
        )

    def ready(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def answer(self) -> dict[str, Any]:
        out, _ = self.process.communicate(timeout=60)
        return json.loads(out)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=60)


def test_of_four_hosts_at_once_one_dreams_and_the_next_takes_over_from_a_dead_one(night: Night):
    night.talk("one").turns(3)
    begun, start = night.folder / "begun", night.folder / "start"
    night.script({"touch": str(begun), "until": str(night.never)})
    hosts = [Host(night, start) for _ in range(4)]
    for host in hosts:
        host.ready()
    start.touch()
    wait_until(begun.exists)
    wait_until(lambda: sum(host.process.poll() is not None for host in hosts) == 3)
    (winner,) = [host for host in hosts if host.process.poll() is None]
    losers = [host.answer() for host in hosts if host is not winner]
    assert {each["code"] for each in losers} == {"busy"}
    assert len(night.prompts()) == 1
    assert night.open().status().state == "running"
    run = night.open().runs.runs()[0]
    assert run.pid is not None
    winner.kill()
    night.script({})
    fifth = Host(night, start)
    fifth.ready()
    assert fifth.answer() == {"code": "dreamt", "outcome": "nothing", "turns": 3}
    assert len(night.prompts()) == 2
    # The worker of the dead one did not look at its pipe; whoever takes over ends it.
    wait_until(lambda: identity_of(run.pid or 0) is None)
    sixth = Host(night, start)
    sixth.ready()
    assert sixth.answer()["code"] == "not_due"
    assert not Path(neighbours_place(night.memory_dir)).exists()


def test_a_host_that_dies_in_every_dream_is_not_tried_at_every_start(night: Night):
    night.talk("one").turns(3)
    start = night.folder / "start"
    start.touch()
    for number in range(2):
        begun = night.folder / f"begun{number}"
        night.script({"touch": str(begun), "until": str(night.never)})
        host = Host(night, start)
        host.ready()
        wait_until(begun.exists)
        host.kill()
    night.now = float(int(time.time()))
    assert night.not_done().code == "not_due"
    status = night.open().status()
    assert (status.state, status.due) == ("failed", False)
    assert "the program that dreamt ended in the middle" in status.words


def test_the_neighbour_keeps_us_out_and_we_keep_it_out(night: Night):
    night.talk("one").turns(3)
    night.memory_dir.mkdir(parents=True)
    place = Path(neighbours_place(night.memory_dir))
    assert place == night.memory_dir.resolve().with_name("memories.lock")
    place.mkdir()
    night.now = time.time()
    assert night.open().status().state == "locked"
    assert night.not_done().code == "busy"
    os.utime(place, (night.now - 60, night.now - 60))
    night.script({})
    assert night.report().outcome == "nothing"
    assert not place.exists()


def test_our_folder_looks_alive_to_the_neighbour_for_as_long_as_we_hold_it(night: Night):
    lock = DreamLock(night.memory_dir, "dreaming")
    assert lock.acquire() is None
    place = Path(neighbours_place(night.memory_dir))
    assert time.time() - place.stat().st_mtime < 2
    os.utime(place, (0, 0))
    lock.refresh()
    assert time.time() - place.stat().st_mtime < 2
    assert who_holds(night.memory_dir, time.time()) == f"process {os.getpid()} (dreaming)"
    assert DreamLock(night.memory_dir, "dreaming").acquire() is not None
    lock.release()
    assert not place.exists()
    assert who_holds(night.memory_dir, time.time()) is None


def test_a_file_in_the_place_of_the_lock_folder_is_told_and_left(night: Night):
    night.memory_dir.mkdir(parents=True)
    place = Path(neighbours_place(night.memory_dir))
    place.write_text("x")
    words = DreamLock(night.memory_dir, "dreaming").acquire()
    assert words is not None
    assert "no folder" in words
    assert place.read_text() == "x"
