"""What people do to runs, gaps, clocks and the pool of a session from the command line."""

import json
import os
import subprocess
import time

import pytest

from silcrow.files import HeldLock
from silcrow.observational import ChunkRange, drafts
from silcrow.pipeline import SessionMemory
from silcrow.sessions import SessionFile
from tests.cli.conftest import SECONDS, Desk
from tests.waiting import wait_until


@pytest.fixture
def observed(desk: Desk) -> Desk:
    """A session of a few chunks, observed from its start."""
    desk.session(12)
    assert desk("om", "on", "--from", "start").code == 0
    assert desk("om", "observe", "--wait").code == 0
    return desk


@pytest.fixture
def filed(observed: Desk) -> Desk:
    assert observed("om", "consolidate", "--wait").code == 0
    return observed


def memory_of(desk: Desk) -> SessionMemory:
    session = SessionFile(next((desk.agent_dir / "sessions" / "project").glob("*.jsonl")))
    session.refresh()
    memory = SessionMemory(session, desk.project)
    memory.refresh()
    return memory


def parked(desk: Desk, count: int = 1) -> list[ChunkRange]:
    """A session of which some stretches were given up."""
    desk.session(12)
    desk("om", "on", "--from", "start")
    memory = memory_of(desk)
    source = memory.view().source
    gaps = [ChunkRange(source[4 * n].id, source[4 * n + 1].id) for n in range(count)]
    for number, gap in enumerate(gaps):
        for outcome in ("failed", "parked"):
            memory.ledger.append(
                *drafts.chunk_note(gap, outcome, run_id=f"obs-{number}", error=("exit", "exit 3: no luck")),
                now=time.time(),
            )
    return gaps


def outcomes(desk: Desk) -> list[str]:
    return [each["outcome"] for each in desk("om", "status", "--json").document["coverage"]["chunks"]]


def test_revert_puts_files_back_and_says_what_waits_now(filed: Desk):
    before = filed("om", "status", "--json").document
    answer = filed("om", "revert")
    assert answer.code == 0
    first, last = answer.out.splitlines()
    assert first.startswith("Back to before this run: ")
    assert "return to the pool." in first
    assert last.startswith("Consolidating waits until you start it (`silcrow om consolidate`)")
    after = filed("om", "status", "--json").document
    assert after["observations"]["active"] > before["observations"]["active"]
    assert after["topics"] == 0
    assert "reverted" in {run["state"] for run in filed("om", "runs", "--json").document["runs"]}
    again = filed("om", "revert", "--json")
    assert (again.code, again.document["code"]) == (3, "nothing")


def test_revert_names_what_changed_since_and_leaves_it(filed: Desk):
    memory = memory_of(filed)
    topic = next(path for path in memory.folder.glob("*.md") if path.name not in ("INDEX.md", "JOURNEY.md"))
    topic.write_text(topic.read_text() + "\nBy hand.\n")
    run = next(run for run in filed("om", "runs", "--json").document["runs"] if run["role"] == "consolidator")
    document = filed("om", "revert", run["runId"], "--json").document
    assert document["reverted"]["runIds"] == [run["runId"]]
    assert [each["name"] for each in document["reverted"]["left"]] == [topic.name]
    assert "By hand." in topic.read_text()


def test_revert_of_one_topic_puts_back_that_one(filed: Desk):
    topics = [path.name for path in memory_of(filed).folder.glob("*.md") if path.name not in ("INDEX.md", "JOURNEY.md")]
    document = filed("om", "revert", "--topic", topics[0], "--json").document
    assert document["reverted"]["putBack"] == [topics[0]]
    assert (memory_of(filed).folder / "JOURNEY.md").exists()
    assert not (memory_of(filed).folder / topics[0]).exists()
    assert filed("om", "revert", "--topic", topics[0], "--json").document["code"] == "nothing"


def test_revert_of_a_session_that_another_process_drives_is_busy(filed: Desk):
    lock = HeldLock(memory_of(filed).lock_path, purpose="a test")
    lock.acquire(0)
    try:
        answer = filed.process("om", "revert", "--json")
    finally:
        lock.release()
    assert (answer.code, answer.document["code"]) == (5, "busy")
    assert str(os.getpid()) in answer.err


def test_a_dropped_observation_comes_back_when_its_drop_is_reverted(observed: Desk):
    observation = memory_of(observed).view().pool[0]
    dropped = observed("om", "drop", observation.timestamp, "--json").document
    assert observation.key not in {each.key for each in memory_of(observed).view().pool}
    assert dropped["observations"]["dropped"] == 1
    assert observed("om", "drop", observation.timestamp).code == 3
    assert observed("om", "revert", dropped["runId"]).out == "Back in the pool: 1 observation.\n"
    assert observation.key in {each.key for each in memory_of(observed).view().pool}


def test_pause_and_resume_are_said_once_and_change_nothing_the_second_time(observed: Desk):
    assert observed("om", "pause").out.startswith("Paused: no observer and no consolidator")
    assert set(memory_of(observed).view().paused) == {"observer", "consolidator"}
    assert observed("om", "status").out.count("paused by you; `silcrow om resume` resumes") == 2
    ledger = memory_of(observed).ledger.path.read_bytes()
    assert "already" in observed("om", "pause").out
    assert memory_of(observed).ledger.path.read_bytes() == ledger
    observed("om", "resume", "observer")
    assert set(memory_of(observed).view().paused) == {"consolidator"}
    observed("om", "resume")
    assert "Nothing is paused" in observed("om", "resume").out


def test_a_gap_is_retried_by_the_beginning_of_its_first_entry(desk: Desk):
    (gap,) = parked(desk)
    assert "parked" in outcomes(desk)
    assert desk("om", "retry", gap.from_id[:8]).out.startswith("1 chunk queued again")
    assert "parked" not in outcomes(desk)
    assert desk("om", "observe", "--wait").code == 0
    assert set(outcomes(desk)) <= {"recorded", "empty"}
    assert "Nothing has failed" in desk("om", "retry").out


def test_several_gaps_want_a_name_or_all(desk: Desk):
    gaps = parked(desk, 2)
    answer = desk("om", "retry")
    assert answer.code == 2
    assert all(gap.from_id in answer.err for gap in gaps)
    assert desk("om", "retry", "nowhere").code == 2
    assert desk("om", "retry", "--all").out.startswith("2 chunks queued again")


def test_a_gap_is_accepted_only_with_a_yes(desk: Desk):
    parked(desk)
    assert desk("om", "accept-gap").code == 2
    assert "parked" in outcomes(desk)
    assert desk("om", "accept-gap", "--yes").out == "The gap is accepted: 2 entries never observed.\n"
    assert outcomes(desk)[0] == "accepted"


def test_stop_ends_the_runs_of_another_process_and_they_are_not_started_again(desk: Desk):
    desk.session(400)
    desk("om", "on", "--from", "start")
    working = desk.start("om", "observe", "--wait", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        wait_until(lambda: desk("om", "status", "--json").document["workers"]["running"])
        stopped = desk("om", "stop", "--json").document["stopped"]
        states = {run["runId"]: run for run in desk("om", "runs", "--json").document["runs"]}
        assert stopped
        assert all(states[each]["state"] != "running" for each in stopped)
        ended = [states[each]["chunk"] for each in stopped if states[each]["state"] == "stopped"]
        working.communicate(timeout=SECONDS)
        again = [run["runId"] for run in desk("om", "runs", "--json").document["runs"] if run["chunk"] in ended]
        assert set(again) <= set(stopped)
    finally:
        working.kill()
        working.wait()
    assert desk("om", "stop").out.startswith("No run")
    gone = desk("om", "stop", "obs-20200101000000-1-1", "--json")
    assert (gone.code, gone.document["code"]) == (3, "gone")


def test_nothing_is_made_for_a_session_that_was_never_on(desk: Desk):
    desk.session(2)
    for arguments in (("revert",), ("drop", "2026-11-30T10:00:00"), ("resume",), ("retry",), ("stop",)):
        desk("om", *arguments)
    assert not (desk.project / ".memory").exists()
    assert json.loads(desk("om", "revert", "--json").out)["code"] == "nothing"
