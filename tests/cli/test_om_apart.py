"""Work that goes on in a process of its own, and work that is interrupted."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator

import pytest

from silcrow.processes import ProcessIdentity, identity_of, is_alive
from tests.cli.conftest import SECONDS, SMALL, Desk


def wait_for(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, f"never came true: {what}"
        time.sleep(0.02)


def session_processes(desk: Desk) -> set[int]:
    """Live processes that were started for this desk: its folder is in their command line or environment."""
    import psutil

    mark = str(desk.agent_dir)
    found: set[int] = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.pid == os.getpid() or process.status() == psutil.STATUS_ZOMBIE:
                continue
            if any(mark in part for part in process.cmdline()) or mark in process.environ().values():
                found.add(process.pid)
    return found


@pytest.fixture
def nothing_left(desk: Desk) -> Iterator[None]:
    yield
    wait_for(lambda: not session_processes(desk), "all processes of the test are gone")


def started_on(desk: Desk, *arguments: str) -> ProcessIdentity:
    answer = desk.process("om", *arguments, "--json")
    assert answer.code == 0
    identity = identity_of(answer.document["started"]["pid"])
    assert identity is not None
    return identity


@pytest.mark.usefixtures("nothing_left")
def test_observe_goes_on_by_itself_until_all_is_observed(desk: Desk):
    desk.session(12)
    desk("om", "on", "--from", "start")
    working = started_on(desk, "observe")
    wait_for(lambda: not is_alive(working), "the background process ends")
    document = desk("om", "status", "--json").document
    assert document["coverage"]["chunks"]
    assert {chunk["outcome"] for chunk in document["coverage"]["chunks"]} <= {"recorded", "empty"}


@pytest.mark.usefixtures("nothing_left")
def test_consolidate_goes_on_by_itself_too(desk: Desk):
    desk.session(12)
    desk("om", "on", "--from", "start")
    desk("om", "observe", "--wait")
    working = started_on(desk, "consolidate")
    wait_for(lambda: not is_alive(working), "the background process ends")
    assert desk("om", "status", "--json").document["observations"]["dropped"] > 0


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_an_interrupted_observe_ends_its_workers_and_gives_the_session_up(desk: Desk, number):
    desk.session(400)
    desk("om", "on", "--from", "start")
    running = desk.start("om", "observe", "--wait", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: desk("om", "status", "--json").document["workers"]["running"], "a worker runs")
    running.send_signal(number)
    out, err = running.communicate(timeout=SECONDS)
    assert (running.returncode, out) == (1, b"")
    assert err.decode().strip() == "silcrow: stopped"
    document = desk("om", "status", "--json").document
    assert document["workers"]["running"] == 0
    assert document["driver"]["state"] == "nobody"
    assert not {chunk["outcome"] for chunk in document["coverage"]["chunks"]} & {"failed", "parked", "running"}
    states = {run["state"] for run in desk("om", "runs", "--json").document["runs"]}
    assert states <= {"done", "empty", "stopped"}


@pytest.mark.usefixtures("nothing_left")
def test_work_in_the_background_can_be_ended_and_taken_up_again(desk: Desk):
    desk.session(60)
    desk("om", "on", "--from", "start")
    working = started_on(desk, "observe")
    wait_for(lambda: desk("om", "runs", "--json").document["runs"], "a run is recorded")
    with contextlib.suppress(ProcessLookupError):
        os.kill(working.pid, signal.SIGKILL)
    wait_for(lambda: not is_alive(working), "the driver is gone")
    # A worker that was just being started holds what its driver held until it has become a program of its own.
    wait_for(lambda: desk("om", "status", "--json").document["driver"]["state"] == "nobody", "the session is free")
    answer = desk("om", "observe", "--wait", "--json")
    assert answer.code == 0
    # What was under way when its driver died counts as one failed try, and the next is not due at once.
    outcomes = [chunk["outcome"] for chunk in answer.document["coverage"]["chunks"]]
    assert set(outcomes) <= {"recorded", "empty", "failed"}
    assert outcomes.count("failed") <= SMALL["observational-memory"]["observerConcurrency"] < len(outcomes)
    if "failed" in outcomes:
        assert "the next try is not due yet" in desk("om", "observe", "--wait").out
