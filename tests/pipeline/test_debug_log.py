"""The log of what the clocks decided: off by default, one line a decision, bounded."""

import time
from pathlib import Path

from msgspec.structs import replace

from silcrow.pipeline import gate
from silcrow.pipeline.debug_log import BYTES_MOST, DebugLog
from tests.conversation import fill
from tests.pipeline.conftest import Bench


async def test_each_decision_of_the_clocks_is_written_down_when_asked_for(bench: Bench) -> None:
    fill(bench.conversation, 6)
    bench.turn_on()
    bench.settings = replace(bench.settings, debug_log=True)
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    gate.pause(driver.memory, ["observer"], "by you", now=time.time())
    for _ in range(3):
        await driver.turn()
        await driver.settle()
    text = (driver.memory.runs.folder / "debug.log").read_text()
    for run in driver.memory.runs.runs():
        assert f"started {run.run_id}" in text
        assert f"ended {run.run_id}: {run.state}" in text
    assert text.count("paused: by you") == 1


async def test_without_the_setting_there_is_no_log(bench: Bench) -> None:
    fill(bench.conversation, 6)
    bench.turn_on()
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    assert driver.memory.runs.runs()
    assert not (driver.memory.runs.folder / "debug.log").exists()


def test_the_log_keeps_its_newer_half_when_it_grows_too_large(tmp_path: Path) -> None:
    log = DebugLog(tmp_path, lambda: True, time.time)
    for number in range(1_200):
        log.note("observer", f"{number} " + "x" * 1_000)
    assert log.path.stat().st_size <= BYTES_MOST
    lines = log.path.read_text().splitlines()
    numbers = [int(line.split()[2]) for line in lines]
    assert numbers == list(range(numbers[0], 1_200))
    assert numbers[0] > 0


def test_what_a_worker_said_cannot_forge_a_line(tmp_path: Path) -> None:
    log = DebugLog(tmp_path, lambda: True, time.time)
    log.note("observer", "exit: one\ntwo\x1b[2J")
    (line,) = log.path.read_bytes().splitlines()
    assert b"\x1b" not in line
