"""A driver that is killed at any moment loses nothing: the next one finishes what was begun.

The demo's recording grows between the kills, and the real workers are at work on it.
"""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from silcrow.observational.archive import read_archive
from silcrow.pipeline import Driver, Pace, SessionMemory, gate
from silcrow.processes import ProcessIdentity, is_alive
from silcrow.sessions import SessionFile
from silcrow.settings import ObservationalSettings
from silcrow_tui.demo.stage import Stage, demo_stage
from tests.waiting import until

KILLS = int(os.environ.get("SILCROW_KILLS", "6"))
"""How many drivers die. More of them find rarer moments: ``SILCROW_KILLS=200``."""
SEED = int(os.environ.get("SILCROW_SEED", "7"))
TRIES = 1_000
"""Retries of a chunk: each kill is a failure of what was in work, and none is to be given up here."""
DRIVES = f"""\
import asyncio, os, sys
from pathlib import Path
from msgspec.structs import replace
from silcrow.pipeline import Driver, Pace, SessionMemory
from silcrow.sessions import SessionFile
from silcrow.settings import ObservationalSettings

session = SessionFile(Path(sys.argv[1]))
session.refresh()
memory = SessionMemory(session, Path(sys.argv[2]))
settings = replace(
    ObservationalSettings(), chunk_tokens=800, pool_target_tokens=150, consolidate_at_pool_tokens=500
)
driver = Driver(memory, lambda: settings, environ=os.environ, purpose="test", pace=Pace((0.0,) * {TRIES}))

async def drive():
    print("begun", flush=True)
    assert driver.take_over() is None
    if sys.argv[3] == "revert":
        driver.revert()
    else:
        await driver.finish_observing()
        await driver.consolidate()
        await driver.settle()
    await driver.close()
    print("done", flush=True)

asyncio.run(drive())
"""


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with demo_stage(os.environ, keep=tmp_path / "demo") as stage:
        yield stage


@pytest.mark.timeout(120 + 15 * KILLS)
async def test_nothing_is_lost_wherever_drivers_are_killed_and_the_work_is_finished(stage: Stage) -> None:
    chance = random.Random(SEED)
    gate.set_enabled(_read(stage), True, now=stage.session.stat().st_mtime)
    left = list(stage.recording.lines)
    killed, noted = 0, 0
    for number in range(KILLS):
        _say(stage, left, len(left) // (KILLS - number))
        task = "revert" if chance.random() < 0.3 else "work"
        killed += not await _drive(stage, task, dies_after=chance.random() * (0.15 if task == "revert" else 1.2))
        memory = await _settled(stage)
        assert memory.view().total >= noted
        noted = memory.view().total
    assert killed > 0
    assert not left
    assert await _drive(stage, "work")
    memory = await _settled(stage)
    view = memory.view()
    assert len(view.settled) == len(view.source) > 100
    assert view.total >= 20
    assert stage.session.read_bytes() == b"".join(
        line + b"\n" for line in (stage.recording.header, *stage.recording.lines)
    )


def _read(stage: Stage) -> SessionMemory:
    session = SessionFile(stage.session)
    session.refresh()
    memory = SessionMemory(session, stage.project)
    memory.refresh()
    return memory


def _say(stage: Stage, left: list[bytes], count: int) -> None:
    with stage.session.open("ab") as file:
        file.writelines(line + b"\n" for line in left[:count])
    del left[:count]


async def _drive(stage: Stage, task: str, *, dies_after: float | None = None) -> bool:
    """Whether the driver came to its end; else it was killed that many seconds after it began."""
    arguments = (str(stage.session), str(stage.project), task)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", DRIVES, *arguments, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"begun\n"
    try:
        async with asyncio.timeout(90 if dies_after is None else dies_after):
            return await process.stdout.read() == b"done\n"
    except TimeoutError:
        process.send_signal(signal.SIGKILL)
        return False
    finally:
        await process.wait()


async def _settled(stage: Stage) -> SessionMemory:
    """Settle what was left behind, and look whether all that was ever noted is where it belongs."""
    left_behind = [run for run in _read(stage).runs.runs() if run.state == "running"]
    driver = Driver(_read(stage), ObservationalSettings, environ=os.environ, purpose="test", pace=Pace((0.0,) * TRIES))
    assert driver.take_over() is None
    await driver.close()
    for run in left_behind:
        if run.pid is not None and run.process_started is not None:
            process = ProcessIdentity(run.pid, run.process_started)
            await until(lambda process=process: not is_alive(process))
    memory = _read(stage)
    runs, fold, view = memory.runs.runs(), memory.ledger.session_fold(), memory.view()
    assert not memory.ledger.bad_lines
    assert not memory.runs.notes
    assert not [run for run in runs if run.state == "running"]
    assert {run.run_id for run in runs} <= {note.run_id for note, _ in view.costs}
    assert all(run.state == "reverted" for run in runs if run.run_id in fold.reverted)
    _look_for_all_facts(memory)
    return memory


def _look_for_all_facts(memory: SessionMemory) -> None:
    fold = memory.ledger.session_fold()
    recorded = [each for record in fold.recorded for each in record.observations]
    noted = {each.key for each in recorded}
    entries = [(entry["id"], entry["parentId"]) for entry in memory.session.entries()]
    tips = {entry_id for entry_id, _ in entries} - {parent for _, parent in entries}
    active = {each.key for tip in tips for each in memory.ledger.view(tip).pool}
    archived = {each.observation.key: each for each in read_archive(memory.folder) if each.run_id not in fold.reverted}
    retired = {each.key for each in recorded if fold.is_retired(each)}
    assert noted == active | retired
    assert not active & retired
    assert retired <= archived.keys()
    for key in retired:
        topic = archived[key].topic
        assert topic is not None
        body = (memory.folder / topic).read_text().split("---", 2)[2]
        assert body.count(key[1]) == 1, f"{key} in {topic}"
