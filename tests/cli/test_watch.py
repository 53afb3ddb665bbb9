"""``silcrow watch`` as a process: it drives while a session grows, tells what happens, and ends cleanly."""

import asyncio
import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from silcrow.files import HeldLock, lock_holder
from silcrow.pipeline import Driver, SessionMemory
from silcrow.pipeline.handing_over import HandedOver
from silcrow.sessions import SessionFile
from silcrow.settings import ObservationalSettings
from tests.cli.conftest import SECONDS, Desk
from tests.conversation import fill
from tests.waiting import until, wait_until


class Watching:
    """A watching process, and what it has printed so far."""

    def __init__(self, desk: Desk, *arguments: str) -> None:
        self.process = desk.start("watch", *arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.lines: list[str] = []
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as out:
            for line in out:
                self.lines.append(line.decode())

    @property
    def events(self) -> list[Any]:
        return [json.loads(line) for line in tuple(self.lines)]

    def named(self, name: str) -> list[Any]:
        return [event for event in self.events if event["event"] == name]

    def end(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(SECONDS)
        self._reading.join(SECONDS)
        return code


@pytest.fixture
def watching(desk: Desk) -> Iterator[Any]:
    started: list[Watching] = []

    def start(*arguments: str) -> Watching:
        started.append(Watching(desk, *arguments))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.end()


def on(desk: Desk, turns: int):
    conversation = desk.session(turns)
    assert desk("om", "on", "--from", "start").code == 0
    return conversation


def test_what_a_session_gains_is_observed_and_filed_and_its_file_stays_as_it_was(desk: Desk, watching):
    conversation = on(desk, 12)
    watch = watching("--json")
    wait_until(lambda: watch.named("run_ended"))
    fill(conversation, 20, about="the lexer")
    written = conversation.path.read_bytes()
    wait_until(lambda: any(event["run"]["role"] == "consolidator" for event in watch.named("run_ended")))
    wait_until(lambda: _settled_of_the_last(desk))
    assert watch.end() == 0
    assert [event["event"] for event in watch.events[:1]] == ["watching"]
    assert watch.events[-1] == {**watch.events[-1], "event": "stopped", "by": None}
    started, ended = ({event["run"]["runId"] for event in watch.named(name)} for name in ("run_started", "run_ended"))
    assert ended == started
    assert conversation.path.read_bytes() == written
    status = desk("om", "status", "--json").document
    assert status["driver"]["state"] == "nobody"
    assert status["workers"]["running"] == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_it_is_the_visible_holder_and_ends_cleanly_when_asked(desk: Desk, watching, number):
    on(desk, 2)
    watch = watching()
    wait_until(lambda: watch.lines)
    status = desk("om", "status", "--json").document
    assert (status["driver"]["state"], status["driver"]["pid"]) == ("other", watch.process.pid)
    (folder,) = (desk.project / ".memory").iterdir()
    holder = lock_holder(folder / ".lock")
    assert holder is not None
    assert holder.purpose == "silcrow watch"
    assert watch.end(number) == 0
    assert watch.lines[-1].endswith("  stopped\n")
    assert desk("om", "status", "--json").document["driver"]["state"] == "nobody"


def test_a_pause_from_elsewhere_is_told(desk: Desk, watching):
    on(desk, 2)
    watch = watching("--json")
    wait_until(lambda: watch.named("watching"))
    desk("om", "pause", "observer")
    wait_until(lambda: watch.named("paused"))
    assert watch.named("paused")[0]["reason"] == "by you"
    desk("om", "resume")
    wait_until(lambda: watch.named("resumed"))


def test_memory_that_is_off_is_refused_and_nothing_is_made(desk: Desk):
    desk.session(2)
    answer = desk.process("watch", "--json")
    assert (answer.code, answer.document["code"]) == (3, "off")
    assert not (desk.project / ".memory").exists()


def test_a_session_that_is_not_given_up_is_busy(desk: Desk):
    on(desk, 2)
    (folder,) = (desk.project / ".memory").iterdir()
    lock = HeldLock(folder / ".lock", purpose="a test")
    lock.acquire(0)
    try:
        answer = desk.process("watch")
    finally:
        lock.release()
    assert answer.code == 5
    assert f"Process {os.getpid()} (a test) drives this session" in answer.err


async def test_a_workbench_that_drives_gives_the_session_to_it(desk: Desk, watching):
    conversation = on(desk, 12)
    session = SessionFile(conversation.path)
    session.refresh()
    driver = Driver(
        SessionMemory(session, desk.project), ObservationalSettings, environ=os.environ, purpose="workbench"
    )
    assert driver.take_over() is None
    driving = asyncio.create_task(driver.drive())
    try:
        watch = watching("--json")
        with pytest.raises(HandedOver) as handed:
            await asyncio.wait_for(driving, SECONDS)
    finally:
        await driver.close()
    assert (handed.value.to.pid, handed.value.to.purpose) == (watch.process.pid, "silcrow watch")
    await until(lambda: watch.named("watching"))


def _settled_of_the_last(desk: Desk) -> bool:
    document = desk("om", "status", "--json").document
    outcomes = {chunk["outcome"] for chunk in document["coverage"]["chunks"]}
    return outcomes <= {"recorded", "empty", "raw"} and document["workers"]["running"] == 0


def test_what_another_program_changes_in_the_memory_files_is_recorded(desk: Desk, watching):
    on(desk, 2)
    assert desk("memory", "add", "--target", "memory", "--", "Likes tea").code == 0
    watch = watching("--json")
    wait_until(lambda: watch.named("watching"))
    desk.memory_file.write_text("Likes coffee and mornings by the sea")
    wait_until(lambda: "external" in desk("memory", "history").out)
    assert "Likes tea" in desk("memory", "history", "--json").out
