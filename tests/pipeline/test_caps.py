"""Caps on money and runs, with a worker that costs: they hold the clock, say so, and let go by themselves."""

import os
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from silcrow.pipeline import Driver, Pace
from silcrow.pipeline.spend import SpendLog
from silcrow.settings import Limits, WorkerModel
from silcrow.workers import Run
from tests.conversation import fill
from tests.pipeline.conftest import Bench

COSTLY = [sys.executable, str(Path(__file__).with_name("costly_worker.py"))]
NO_LIMITS = Limits(run_usd=None, session_usd=None, day_usd=None, runs_per_hour=None)


@pytest.fixture
def paid(bench: Bench, tmp_path: Path) -> "Paid":
    return Paid(bench, tmp_path / "state")


class Paid:
    """A session of many chunks whose observers cost money."""

    def __init__(self, bench: Bench, state: Path) -> None:
        self.bench = bench
        self.state = state
        self.shift = 0.0
        fill(bench.conversation, 60)
        bench.turn_on()

    def settings(self, limits: Limits, price: str = "0.3") -> None:
        self.bench.settings = replace(
            self.bench.settings,
            observer_model=WorkerModel("stub", price),
            consolidate_at_pool_tokens=1_000_000,
            observer_concurrency=1,
            limits=limits,
        )

    async def drive(self) -> None:
        """Let the clock start whatever it will."""
        driver = Driver(
            self.bench.memory(),
            lambda: self.bench.settings,
            environ={**os.environ, "XDG_STATE_HOME": str(self.state)},
            purpose="test",
            pace=Pace((0.0, 0.0, 0.0)),
            clock=lambda: time.time() + self.shift,
            command=COSTLY,
        )
        driver.take_over()
        for _ in range(12):
            if not await driver.turn():
                break
            await driver.settle()
        await driver.close()

    @property
    def runs(self) -> int:
        return len(self.bench.memory().runs.runs())

    @property
    def paused(self) -> str | None:
        return self.bench.memory().view().paused.get("observer")

    @property
    def spend(self) -> SpendLog:
        return SpendLog(self.state / "silcrow" / "spend.jsonl")


async def test_the_session_cap_holds_the_clock_and_raising_it_lets_go(paid: Paid) -> None:
    paid.settings(replace(NO_LIMITS, session_usd=1.0))
    await paid.drive()
    assert (paid.runs, paid.paused) == (4, "session cap reached, nothing starts")
    assert not {chunk.outcome for chunk in paid.bench.memory().view().chunks} - {"recorded"}
    await paid.drive()
    assert paid.runs == 4
    paid.settings(replace(NO_LIMITS, session_usd=1.4))
    await paid.drive()
    assert paid.runs == 5
    assert paid.bench.memory().view().cost.total_usd == pytest.approx(1.5)


async def test_a_cap_holds_what_a_person_asks_for_too(paid: Paid) -> None:
    paid.settings(replace(NO_LIMITS, session_usd=0.0))
    driver = Driver(
        paid.bench.memory(), lambda: paid.bench.settings, environ=os.environ, purpose="test", command=COSTLY
    )
    driver.take_over()
    await driver.finish_observing()
    await driver.close()
    assert (paid.runs, paid.paused) == (0, "session cap reached, nothing starts")


async def test_the_day_cap_counts_other_sessions_and_is_over_the_next_day(paid: Paid) -> None:
    paid.spend.note(_run("obs-20261130201607-1-1", 4.9), time.time())
    paid.settings(replace(NO_LIMITS, day_usd=5.0))
    await paid.drive()
    assert (paid.runs, paid.paused) == (1, "day cap reached, nothing starts")
    paid.shift = 86_400.0
    paid.settings(replace(NO_LIMITS, day_usd=0.5))
    await paid.drive()
    assert paid.runs == 3


async def test_runs_of_the_last_hour_are_counted(paid: Paid) -> None:
    paid.settings(replace(NO_LIMITS, runs_per_hour=2))
    await paid.drive()
    assert (paid.runs, paid.paused) == (2, "hourly cap reached, nothing starts")
    paid.shift = 3_700.0
    await paid.drive()
    assert paid.runs == 4


async def test_the_built_in_worker_is_never_held(bench: Bench) -> None:
    fill(bench.conversation, 12)
    bench.turn_on()
    bench.settings = replace(bench.settings, limits=Limits(session_usd=0.0, day_usd=0.0, runs_per_hour=0))
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    assert len(bench.memory().view().settled) == 24
    assert not bench.memory().view().paused


async def test_an_unpriced_model_is_held_under_a_cap_in_money_unless_allowed(paid: Paid) -> None:
    paid.settings(replace(NO_LIMITS, session_usd=1.0), price="unpriced")
    await paid.drive()
    assert (paid.runs, paid.paused) == (1, "price of stub/unpriced unknown, nothing starts")
    assert paid.bench.memory().view().cost.unpriced == 1
    paid.settings(replace(NO_LIMITS, session_usd=1.0, allow_unpriced=True), price="unpriced")
    await paid.drive()
    assert paid.runs > 4
    assert paid.paused is None


async def test_a_pause_by_a_person_stays_whatever_the_caps_say(paid: Paid) -> None:
    from silcrow.pipeline import gate

    gate.pause(paid.bench.memory(), ["observer"], "by you", now=time.time())
    for cap in (0.0, None):
        paid.settings(replace(NO_LIMITS, session_usd=cap))
        await paid.drive()
        assert (paid.runs, paid.paused) == (0, "by you")


async def test_each_run_is_in_the_spend_file_once_with_its_greatest_figure(paid: Paid) -> None:
    paid.settings(replace(NO_LIMITS, session_usd=0.5))
    await paid.drive()
    assert paid.spend.spent_on_day_of(time.time()) == pytest.approx(0.6)
    await paid.drive()
    assert len(paid.spend.path.read_bytes().splitlines()) == 2


def test_what_a_run_spends_after_midnight_counts_for_the_new_day(tmp_path: Path) -> None:
    noon = time.mktime((2026, 11, 30, 12, 0, 0, 0, 0, -1))
    log = SpendLog(tmp_path / "spend.jsonl")
    log.note(_run("obs-20261130235900-1-1", 1.0), noon)
    log.note(_run("obs-20261130235900-1-1", 1.5), noon + 86_400)
    log.note(_run("obs-20261130235900-1-1", 1.2), noon + 86_400)
    again = SpendLog(log.path)
    assert [again.spent_on_day_of(noon + days * 86_400) for days in (0, 1, 2)] == [1.0, 0.5, 0.0]


def test_lines_that_are_no_spend_are_passed_over(tmp_path: Path) -> None:
    log = SpendLog(tmp_path / "spend.jsonl")
    log.note(_run("obs-20261130235900-1-1", 1.0), time.time())
    with log.path.open("ab") as file:
        file.write(b'[]\nnot json\n{"runId": 3, "costUsd": 9, "at": 1}\n{"runId": "x", "costUsd": true, "at": 1e99}\n')
    log.note(_run("obs-20261130235900-1-2", 0.0), time.time())
    assert SpendLog(log.path).spent_on_day_of(time.time()) == 1.0
    assert len(log.path.read_bytes().splitlines()) == 5


def _run(run_id: str, usd: float) -> Run:
    return Run(run_id, "observer", "done", "stub/x", "session", None, None, 0.0, cost_usd=usd)
