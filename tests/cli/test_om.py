"""``silcrow om``: one session's memory, with real workers."""

import json
import os
import re

import pytest

from silcrow.files import HeldLock
from tests.cli.conftest import SMALL, Desk

KEYS = re.compile(r"\b[a-zA-Z] (?:starts here|turns it on|lists others|resumes)")


@pytest.fixture
def observed(desk: Desk):
    """A session of a few chunks, observed from its start."""
    desk.session(12)
    assert desk("om", "on", "--from", "start").code == 0
    assert desk("om", "observe", "--wait").code == 0
    return desk


def test_status_has_the_fixed_names(observed: Desk):
    document = observed("om", "status", "--json").document
    assert set(document) >= {
        "enabled", "driver", "passive", "workers", "observations", "pool", "observer", "coverage", "consolidator",
        "compaction", "topics", "journeyTokens", "cost", "lastError", "timeline",
    }  # fmt: skip
    assert set(document["workers"]) >= {"running", "max", "queued"}
    assert set(document["observations"]) >= {"active", "dropped", "total"}
    assert set(document["pool"]) >= {"tokens", "target", "trigger"}
    assert set(document["observer"]) >= {"tokensToNext", "chunkTokens"}
    assert set(document["coverage"]) >= {"chunks", "settledTo"}
    assert set(document["coverage"]["chunks"][0]) >= {"fromId", "toId", "outcome", "attempt"}
    assert set(document["consolidator"]) >= {"state", "reason"}
    assert set(document["compaction"]) >= {"contextTokens", "projectedTokens", "trigger", "due", "reason"}
    assert set(document["cost"]) >= {"totalUsd", "ownUsd", "inheritedUsd", "runs", "unpriced", "byRole", "byDay"}


def test_observe_settles_all_text_at_no_cost(observed: Desk):
    document = observed("om", "status", "--json").document
    assert {chunk["outcome"] for chunk in document["coverage"]["chunks"]} <= {"recorded", "empty"}
    assert document["observations"]["total"] >= 12
    assert document["cost"] == document["cost"] | {"totalUsd": 0.0, "unpriced": 0}
    assert document["driver"]["state"] == "nobody"


def test_runs_name_real_processes_with_start_and_end(observed: Desk):
    document = observed("om", "runs", "--json").document
    names = {
        "runId", "role", "state", "model", "pid", "startedAt", "finishedAt", "chunk", "turns", "usage", "costUsd",
        "error", "summary",
    }  # fmt: skip
    assert len(document["runs"]) >= 3
    for run in document["runs"]:
        assert set(run) >= names
        assert run["pid"] > 0 and run["startedAt"] < run["finishedAt"]
    assert len(observed("om", "runs").out.splitlines()) == len(document["runs"])


def test_observing_again_says_that_there_is_nothing_to_do(observed: Desk):
    answer = observed("om", "observe", "--wait")
    assert answer.code == 0
    assert answer.out.startswith("Nothing to observe")


def test_consolidate_files_what_is_above_the_target(observed: Desk):
    before = observed("om", "status", "--json").document
    answer = observed("om", "consolidate", "--wait", "--json")
    assert answer.code == 0
    after = answer.document
    assert after["observations"]["dropped"] > 0
    assert after["observations"]["total"] == before["observations"]["total"]
    assert after["topics"] >= 1
    assert after["pool"]["tokens"] < before["pool"]["tokens"]


def test_consolidating_a_small_pool_says_why_nothing_is_filed(observed: Desk):
    while (held := observed("om", "status", "--json").document)["pool"]["tokens"] > held["pool"]["target"]:
        assert observed("om", "consolidate", "--wait").code == 0
    answer = observed("om", "consolidate", "--wait")
    assert answer.code == 0
    assert answer.out.startswith("Nothing to file")


def test_a_long_session_without_from_is_wrong_usage_with_the_numbers(desk: Desk):
    desk.session(12)
    answer = desk("om", "on")
    assert answer.code == 2
    assert re.search(r"holds [\d,]{3,} tokens so far: \d+ chunks for builtin/extractive, at no cost", answer.err)
    assert "--from start" in answer.err and "--from now" in answer.err
    assert not (desk.project / ".memory").exists()


def test_with_a_price_the_numbers_come_with_about_what_it_costs(desk: Desk):
    desk.session(12)
    chosen = {"provider": "corp", "id": "big"}
    paid = {"models": {"observer": chosen}, "prices": {"corp/big": {"input": 3, "output": 15}}}
    desk.settings({"observational-memory": {**SMALL["observational-memory"], **paid}})
    answer = desk("om", "on")
    assert re.search(r"chunks for corp/big, for about \$0\.\d{3}; the cap of \$5\.000 for the session", answer.err)


def test_a_short_session_needs_no_from(desk: Desk):
    desk.session(1)
    assert desk("om", "on").code == 0
    assert desk("om", "status", "--json").document["enabled"] is True


def test_on_from_now_leaves_out_what_was_said(desk: Desk):
    desk.session(12)
    document = desk("om", "on", "--from", "now", "--json").document
    assert [chunk["outcome"] for chunk in document["coverage"]["chunks"]] == ["accepted"]
    assert desk("om", "observe", "--wait", "--json").document["observations"]["total"] == 0


def test_on_and_off_twice_change_nothing_the_second_time(desk: Desk):
    desk.session(1)
    desk("om", "on")
    (ledger,) = desk.project.glob(".memory/*/ledger.jsonl")
    before = ledger.read_bytes()
    assert "already" in desk("om", "on").out
    assert ledger.read_bytes() == before
    desk("om", "off")
    before = ledger.read_bytes()
    assert "already" in desk("om", "off").out
    assert ledger.read_bytes() == before


@pytest.mark.parametrize("command", ["observe", "consolidate"])
def test_nothing_is_started_while_memory_is_off(desk: Desk, command):
    desk.session(12)
    answer = desk("om", command, "--wait", "--json")
    assert answer.code == 3
    assert answer.document["code"] == "off"
    assert "`silcrow om on`" in answer.err
    assert not (desk.project / ".memory").exists()


@pytest.mark.parametrize("flags", [("--wait",), ()], ids=["wait", "apart"])
def test_a_session_that_another_process_drives_is_busy(desk: Desk, flags):
    desk.session(12)
    desk("om", "on", "--from", "start")
    (folder,) = (desk.project / ".memory").iterdir()
    lock = HeldLock(folder / ".lock", purpose="a test")
    lock.acquire(0)
    try:
        answer = desk.process("om", "observe", "--json", *flags)
    finally:
        lock.release()
    assert answer.code == 5
    assert answer.document["code"] == "busy"
    assert f"Process {os.getpid()} (a test) drives this session" in answer.err
    assert desk("om", "runs", "--json").document == {"runs": []}


def test_a_run_that_failed_is_not_reported_as_done(desk: Desk):
    desk.session(12)
    model = {"observer": {"provider": "nowhere", "id": "none"}}
    desk.settings({"observational-memory": {**SMALL["observational-memory"], "models": model}})
    desk("om", "on", "--from", "start")
    answer = desk("om", "observe", "--wait", "--json")
    assert answer.code == 3
    assert answer.document["success"] is False
    assert answer.document["code"] == "failed"
    assert answer.document["observations"]["total"] == 0
    assert "failed" in answer.err


def test_a_cap_that_is_reached_is_named_and_nothing_starts(desk: Desk):
    desk.session(12)
    paid = {"models": {"observer": {"provider": "nowhere", "id": "none"}}, "limits": {"sessionUsd": 0}}
    desk.settings({"observational-memory": {**SMALL["observational-memory"], **paid}})
    desk("om", "on", "--from", "start")
    answer = desk("om", "observe", "--wait", "--json")
    assert (answer.code, answer.document["code"]) == (3, "budget")
    assert answer.err.startswith("Session cap reached, nothing starts; ")
    assert "session cap reached, nothing starts" in desk("om", "status").out
    assert desk("om", "runs", "--json").document == {"runs": []}


def test_a_session_whose_folder_is_gone_can_only_be_read(desk: Desk, tmp_path):
    conversation = desk.session(3, cwd=tmp_path / "gone")
    shown = desk("om", "status", "--session", str(conversation.path))
    assert "can only be read" in shown.out
    answer = desk("om", "on", "--session", str(conversation.path), "--json")
    assert answer.code == 3
    assert answer.document["code"] == "read_only"
    assert not (tmp_path / "gone").exists()


def test_the_words_speak_of_commands_and_never_of_keys(observed: Desk):
    texts = [observed("om", "status").out, observed("status").out, observed("om", "status", "--json").out]
    observed("om", "off")
    texts += [observed("om", "status").out, observed("om", "observe").err]
    for text in texts:
        assert not KEYS.search(text)
    assert "`silcrow om on` turns it on" in texts[3]


def test_passive_is_said_and_commands_still_work(observed: Desk):
    document = observed("om", "status", "--json", PI_OM_PASSIVE="1").document
    assert document["passive"] is True
    assert observed("om", "observe", "--wait", PI_OM_PASSIVE="1").code == 0


def test_a_failed_worker_waits_in_the_status(desk: Desk):
    desk.session(12)
    model = {"observer": {"provider": "nowhere", "id": "none"}}
    desk.settings({"observational-memory": {**SMALL["observational-memory"], "models": model}})
    desk("om", "on", "--from", "start")
    desk("om", "observe", "--wait")
    answer = desk("status", "--check")
    assert answer.code == 7
    assert "failed run" in answer.out.splitlines()[0]
    assert json.loads(desk("status", "--json").out)["session"]["lastError"]["words"]
