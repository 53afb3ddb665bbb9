import os
import signal
import subprocess
import sys

import pytest
from msgspec.structs import replace

from silcrow.processes import identity_of, own_identity
from silcrow.workers import Run, RunFolder, settle_orphans
from tests.waiting import wait_until
from tests.workers.conftest import CHUNK, is_running

GONE = (999_999_999, 1.0)


@pytest.fixture
def orphan(runs: RunFolder) -> Run:
    """A run on record as running, whose owner and process are gone."""
    run = Run(
        run_id=runs.new_run_id("observer", 100.0),
        role="observer",
        state="running",
        model="builtin/extractive",
        session_id="s1",
        pid=GONE[0],
        process_started=GONE[1],
        started_at=100.0,
        chunk=CHUNK,
        owner_pid=GONE[0],
        owner_started=GONE[1],
    )
    runs.update(run)
    return run


@pytest.fixture
def sleeper():
    """A process that leads its own group."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    yield process
    process.kill()
    process.wait()


def test_a_run_whose_process_is_gone_was_killed(runs, orphan):
    [outcome] = settle_orphans(runs, 200.0)
    assert outcome.run.state == "failed" and outcome.result is None
    assert outcome.run.error and (outcome.run.error.kind, outcome.run.error.words) == (
        "killed",
        "killed: its process is gone",
    )
    assert outcome.run.finished_at == 200.0
    assert runs.read(orphan.run_id) == outcome.run
    assert settle_orphans(runs, 300.0) == ()


def test_a_complete_result_is_handed_back(runs, orphan):
    result = {"runId": orphan.run_id, "complete": True, "observations": []}
    runs.write(runs.paths(orphan.run_id).result, result)
    [outcome] = settle_orphans(runs, 200.0)
    assert outcome.result == result and outcome.run.state == "empty"


def test_an_incomplete_result_is_not(runs, orphan):
    runs.paths(orphan.run_id).result.write_text('{"runId": "' + orphan.run_id)
    [outcome] = settle_orphans(runs, 200.0)
    assert outcome.result is None and outcome.run.state == "failed"


def test_spend_that_was_flushed_is_a_lower_bound(runs, orphan):
    runs.update(replace(orphan, model="acme/large", cost_usd=None))
    runs.write(runs.paths(orphan.run_id).cost, {"runId": orphan.run_id, "costUsd": 0.2, "source": "table"})
    [outcome] = settle_orphans(runs, 200.0)
    assert (outcome.run.cost_usd, outcome.run.partial) == (0.2, True)


def test_a_process_that_has_outlived_its_owner_is_ended(runs, orphan, sleeper):
    identity = identity_of(sleeper.pid)
    assert identity
    runs.update(replace(orphan, pid=identity.pid, process_started=identity.started))
    os.kill(sleeper.pid, signal.SIGSTOP)
    [outcome] = settle_orphans(runs, 200.0)
    wait_until(lambda: not is_running(sleeper.pid))
    assert outcome.run.error and outcome.run.error.words == "killed: its owner had ended without it"


def test_a_stranger_with_the_number_of_the_process_is_left_alone(runs, orphan, sleeper):
    identity = identity_of(sleeper.pid)
    assert identity
    runs.update(replace(orphan, pid=identity.pid, process_started=identity.started - 60))
    [outcome] = settle_orphans(runs, 200.0)
    assert outcome.run.state == "failed"
    assert is_running(sleeper.pid)


def test_a_run_of_a_living_owner_is_its_own_business(runs, orphan, sleeper):
    owner = identity_of(sleeper.pid)
    assert owner is not None
    runs.update(replace(orphan, owner_pid=owner.pid, owner_started=owner.started))
    assert settle_orphans(runs, 200.0) == ()
    assert [run.state for run in runs.runs()] == ["running"]


def test_a_run_that_this_process_gave_up_is_settled(runs, orphan):
    owner = own_identity()
    runs.update(replace(orphan, owner_pid=owner.pid, owner_started=owner.started))
    assert len(settle_orphans(runs, 200.0)) == 1


def test_an_owner_whose_number_belongs_to_somebody_else_now_is_gone(runs, orphan, sleeper):
    owner = identity_of(sleeper.pid)
    assert owner is not None
    runs.update(replace(orphan, owner_pid=owner.pid, owner_started=owner.started - 60))
    assert len(settle_orphans(runs, 200.0)) == 1


def test_a_run_that_never_got_a_process_is_settled_too(runs, orphan):
    runs.update(replace(orphan, pid=None, process_started=None))
    [outcome] = settle_orphans(runs, 200.0)
    assert outcome.run.state == "failed"
