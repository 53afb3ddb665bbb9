import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

from silcrow.processes import ProcessIdentity, identity_of, is_alive, live_pi_in, own_identity
from tests.processes.conftest import Start
from tests.waiting import wait_until

SLEEP = "import time; print('ready', flush=True); time.sleep(60)"


def test_this_process_is_alive_under_its_identity():
    assert own_identity() == identity_of(os.getpid())
    assert is_alive(own_identity())


def test_the_start_is_the_one_that_the_system_tells():
    assert own_identity().started == pytest.approx(psutil.Process().create_time())


@pytest.mark.parametrize("pid", [2**22 + 1, 10**30, -1])
def test_a_number_that_nobody_has_is_nobody(pid: int):
    assert identity_of(pid) is None
    assert not is_alive(ProcessIdentity(pid, 0.0))


def test_a_stranger_with_the_number_is_not_alive_as_the_one_that_was_meant():
    me = own_identity()
    assert not is_alive(ProcessIdentity(me.pid, me.started - 60))


def test_a_start_read_with_another_boot_time_is_the_same_process():
    me = own_identity()
    assert is_alive(ProcessIdentity(me.pid, me.started + 1.0))


def test_a_zombie_is_dead(start: Start):
    started = start(SLEEP)
    os.kill(started.process.pid, signal.SIGKILL)
    wait_until(lambda: not is_alive(started.identity))
    assert identity_of(started.process.pid) is not None


def test_a_stopped_process_is_alive(start: Start):
    started = start(SLEEP)
    os.kill(started.process.pid, signal.SIGSTOP)
    wait_until(lambda: psutil.Process(started.process.pid).status() == psutil.STATUS_STOPPED)
    assert is_alive(started.identity)


@pytest.mark.skipif(sys.platform != "linux", reason="the name of a process is set in Linux's way")
def test_a_pi_is_found_by_its_name_and_folder(start: Start, tmp_path: Path):
    (tmp_path / "project").mkdir()
    (tmp_path / "linked").symlink_to("project")
    named_pi = f"""
import os, time
os.chdir({str(tmp_path / "linked")!r})
open("/proc/self/comm", "w").write("pi")
print("ready", flush=True)
time.sleep(60)
"""
    started = start(named_pi)
    assert live_pi_in(tmp_path / "project") == (started.process.pid,)
    assert live_pi_in(tmp_path / "linked") == (started.process.pid,)
    assert live_pi_in(tmp_path) == ()
