"""A driver that is killed at any moment loses nothing: the next one finishes what was begun."""

import asyncio
import os
import random
import signal
import sys

from silcrow.observational import content_hash
from silcrow.observational.archive import read_archive
from silcrow.pipeline import SessionMemory
from tests.conversation import fill
from tests.pipeline.conftest import Bench

KILLS = int(os.environ.get("SILCROW_KILLS", "10"))
"""How many drivers die. More of them find rarer moments: `SILCROW_KILLS=200`."""
SEED = int(os.environ.get("SILCROW_SEED", "7"))
DRIVES = """\
import asyncio, dataclasses, os, sys
from pathlib import Path
from silcrow.pipeline import Driver, Pace, SessionMemory
from silcrow.sessions import SessionFile
from silcrow.settings import ObservationalSettings

session = SessionFile(Path(sys.argv[1]))
session.refresh()
memory = SessionMemory(session, Path(sys.argv[2]))
settings = dataclasses.replace(
    ObservationalSettings(), chunk_tokens=500, pool_target_tokens=60, consolidate_at_pool_tokens=200
)
driver = Driver(memory, lambda: settings, environ=os.environ, purpose="test", pace=Pace((0.0,) * 1000))

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


async def test_nothing_is_lost_wherever_drivers_are_killed_and_the_work_is_finished(bench: Bench) -> None:
    chance = random.Random(SEED)
    bench.turn_on()
    killed = 0
    for number in range(KILLS):
        fill(bench.conversation, chance.randint(2, 8), about=f"part {number}")
        task = "revert" if chance.random() < 0.35 else "work"
        killed += not await _drive(bench, task, dies_after=chance.random() * (0.15 if task == "revert" else 1.2))
        _check(bench)
    assert killed > 0
    assert await _drive(bench, "work")
    memory = _check(bench)
    view = memory.view()
    assert len(view.settled) == len(view.source)
    assert not [run for run in memory.runs.runs() if run.state == "running"]


async def _drive(bench: Bench, task: str, *, dies_after: float | None = None) -> bool:
    """Whether the driver came to its end; else it was killed that many seconds after it began."""
    arguments = (str(bench.conversation.path), str(bench.project), task)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", DRIVES, *arguments, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"begun\n"
    try:
        async with asyncio.timeout(60 if dies_after is None else dies_after):
            return await process.stdout.read() == b"done\n"
    except TimeoutError:
        process.send_signal(signal.SIGKILL)
        return False
    finally:
        await process.wait()


def _check(bench: Bench) -> SessionMemory:
    """Settle what was left behind, and look whether all that was ever noted is where it belongs."""
    driver = bench.driver()
    assert driver.take_over() is None
    driver._lock.release()
    memory = bench.memory()
    fold, view = memory.ledger.session_fold(), memory.view()
    noted = {each.key for record in fold.recorded for each in record.observations}
    active = {each.key for each in view.pool}
    archived = {each.observation.key: each for each in read_archive(memory.folder) if each.run_id not in fold.reverted}
    retired = {key for key in noted if content_hash(key[1]) in fold.retired.get(key[0], frozenset())}
    assert noted == active | retired
    assert not active & retired
    assert retired <= archived.keys()
    for key in retired:
        topic = archived[key].topic
        assert topic is not None
        body = (memory.folder / topic).read_text().split("---", 2)[2]
        assert body.count(key[1]) == 1, f"{key} in {topic}"
    assert all(run.state == "reverted" for run in memory.runs.runs() if run.run_id in fold.reverted)
    return memory
