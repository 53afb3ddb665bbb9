"""A session changes its driver on request: the more urgent one gets it within a moment, and no work is lost."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from silcrow.pipeline import Driver, Pace
from silcrow.pipeline.handing_over import HandedOver, Requests, Standing
from silcrow.processes import own_identity
from tests.conversation import fill
from tests.pipeline.conftest import Bench
from tests.waiting import until


def driver_of(bench: Bench, standing: Standing, *, seconds: float = 0.0) -> Driver:
    driver = Driver(
        bench.memory(),
        lambda: bench.settings,
        environ=os.environ,
        purpose=f"a {standing}",
        standing=standing,
        pace=Pace((0.0, 0.0, 0.0), worker_seconds=seconds),
    )
    bench.drivers.append(driver)
    return driver


async def test_a_workbench_gives_way_to_a_watching_process_and_its_text_is_raw_again(bench: Bench) -> None:
    fill(bench.conversation, 12)
    bench.turn_on()
    workbench = driver_of(bench, "workbench", seconds=30.0)
    workbench.take_over()
    driving = asyncio.create_task(workbench.drive())
    await until(lambda: workbench.in_flight)
    watch = driver_of(bench, "watch")
    asking = asyncio.create_task(watch.ask_to_drive(20.0))
    with pytest.raises(HandedOver, match=r"process \d+ \(a watch\) drives now"):
        await driving
    await workbench.close()
    assert await asking is None
    assert watch.holds
    assert not watch.memory.lock_path.with_name(".lock.wanted").exists()
    assert {run.state for run in bench.memory().runs.runs()} == {"stopped"}
    await watch.finish_observing()
    assert len(bench.memory().view().settled) == 24


@pytest.mark.parametrize(("holds", "asks"), [("watch", "workbench"), ("watch", "watch"), ("host", "watch")])
async def test_nobody_gives_way_to_somebody_who_is_not_more_urgent(
    bench: Bench, holds: Standing, asks: Standing
) -> None:
    bench.turn_on()
    holder = driver_of(bench, holds)
    holder.take_over()
    driving = asyncio.create_task(holder.drive())
    asker = driver_of(bench, asks)
    busy = await asker.ask_to_drive(1.2)
    assert busy is not None
    assert busy.holder is not None
    assert busy.holder.purpose == f"a {holds}"
    assert not driving.done()
    assert not Requests(holder.memory.lock_path).path.exists()
    driving.cancel()
    await asyncio.gather(driving, return_exceptions=True)


@pytest.mark.parametrize(
    "request_text",
    [
        "no json",
        "[]",
        json.dumps({"pid": 2**22 + 1, "started": 1.0, "standing": "host"}),
        json.dumps({"pid": os.getpid(), "started": 1.0, "standing": "host"}),
        json.dumps({"pid": os.getpid(), "started": own_identity().started, "standing": "king"}),
    ],
    ids=["no json", "a list", "no such process", "another process of that number", "no such standing"],
)
def test_a_request_of_nobody_alive_counts_for_nothing(tmp_path: Path, request_text: str) -> None:
    requests = Requests(tmp_path / ".lock")
    requests.path.write_text(request_text)
    assert requests.more_urgent_than("workbench") is None


def test_a_request_of_a_live_process_names_it(tmp_path: Path) -> None:
    requests = Requests(tmp_path / ".lock")
    requests.ask("host", "pi")
    urgent = requests.more_urgent_than("watch")
    assert urgent is not None
    assert (urgent.pid, urgent.purpose) == (os.getpid(), "pi")
    requests.withdraw()
    assert requests.more_urgent_than("workbench") is None


def test_a_request_of_endless_brackets_is_none(tmp_path: Path) -> None:
    requests = Requests(tmp_path / ".lock")
    requests.path.write_bytes(b"[" * 1_000)
    assert requests.more_urgent_than("workbench") is None
