"""``silcrow om compact``: look ahead and do it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from silcrow.files import HeldLock
from silcrow.observational import ChunkRange
from silcrow.workers import Run, RunFolder
from tests.cli.conftest import SMALL, Desk

TAIL = {"observational-memory": {**SMALL["observational-memory"], "tailTokens": 400, "compactAtContextTokens": 1_000}}
PI = """
import sys, ctypes
ctypes.CDLL(None).prctl(15, b"pi", 0, 0, 0)
print("up", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def observed(desk: Desk) -> Desk:
    """A session of a few chunks, observed from its start, that nobody touched for a while."""
    path = desk.session(12).path
    desk.settings(TAIL)
    assert desk("om", "on", "--from", "start").code == 0
    assert desk("om", "observe", "--wait").code == 0
    quieten(path)
    return desk


def quieten(path: Path) -> None:
    long_ago = time.time() - 600
    os.utime(path, (long_ago, long_ago))


def file_of(desk: Desk) -> Path:
    (path,) = (desk.agent_dir / "sessions").rglob("*.jsonl")
    return path


def test_preview_has_the_fixed_names_and_writes_nothing(observed: Desk):
    before = file_of(observed).read_bytes()
    answer = observed("om", "compact", "--preview", "--json")
    assert answer.code == 0
    document = answer.document
    assert set(document) >= {"due", "reason", "cutEntryId", "block", "tokensBefore", "tokensAfter"}
    assert document["tokensAfter"] < document["tokensBefore"]
    assert "## Observations" in document["block"]
    assert file_of(observed).read_bytes() == before


def test_the_same_ledger_gives_the_same_block_in_every_process(observed: Desk):
    blocks = {
        observed.process("om", "compact", "--preview", "--json", environ=environ).document["block"]
        for environ in ({"TZ": "UTC", "LC_ALL": "C"}, {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"})
    }
    assert len(blocks) == 1


def test_status_and_preview_say_the_same(observed: Desk):
    for _ in range(2):
        ahead = observed("om", "compact", "--preview", "--json").document
        compaction = observed("om", "status", "--json").document["compaction"]
        assert (ahead["due"], ahead["reason"]) == (compaction["due"], compaction["reason"])
        assert ahead["reason"] in observed("om", "status").out
        assert ahead["reason"] in observed("om", "compact", "--preview").out
        observed("om", "compact")


def test_compact_appends_what_the_preview_showed(observed: Desk):
    ahead = observed("om", "compact", "--preview", "--json").document
    answer = observed("om", "compact", "--json")
    assert answer.code == 0
    written = json.loads(file_of(observed).read_bytes().splitlines()[-1])
    assert (written["type"], written["summary"]) == ("compaction", ahead["block"])
    assert written["firstKeptEntryId"] == ahead["cutEntryId"]
    assert written["id"] == answer.document["compacted"]["entryId"]
    assert answer.document["compaction"]["projectedTokens"] == ahead["tokensAfter"]


def test_compact_says_what_became_of_how_much(observed: Desk):
    assert observed("om", "compact").out.startswith("Compacted: 1,490 tokens became ")


def test_compacting_again_is_refused_with_the_reason(observed: Desk):
    observed("om", "compact")
    before = file_of(observed).read_bytes()
    answer = observed("om", "compact", "--json")
    assert (answer.code, answer.document["code"]) == (3, "nothing_to_cut")
    assert "nothing new to cut" in answer.document["error"]
    ahead = observed("om", "compact", "--preview", "--json").document
    assert (ahead["cutEntryId"], ahead["block"]) == (None, None)
    assert file_of(observed).read_bytes() == before


def test_unobserved_text_is_the_reason_in_preview_and_refusal(desk: Desk):
    path = desk.session(12).path
    desk.settings(TAIL)
    desk("om", "on", "--from", "start")
    quieten(path)
    assert "chunk 1 is not observed yet" in desk("om", "compact", "--preview", "--json").document["reason"]
    assert "chunk 1 is not observed yet" in desk("om", "compact").err


def test_nothing_is_compacted_while_memory_is_off(desk: Desk):
    desk.session(12)
    answer = desk("om", "compact", "--json")
    assert (answer.code, answer.document["code"]) == (3, "off")
    assert desk("om", "compact", "--preview", "--json").document["reason"] == "Memory is off for this session."
    assert not (desk.project / ".memory").exists()


def test_a_file_that_changed_just_now_is_busy_unless_forced(observed: Desk):
    os.utime(file_of(observed))
    answer = observed("om", "compact", "--json")
    assert (answer.code, answer.document["code"]) == (5, "busy")
    assert "--force" in answer.err
    os.utime(file_of(observed))
    assert observed("om", "compact", "--force").code == 0


@pytest.fixture
def live_pi(observed: Desk) -> Iterator[int]:
    """A process that looks like pi from outside, in the session's folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", PI], cwd=observed.project, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        assert process.stdout.readline() == b"up\n"
        yield process.pid
    finally:
        process.stdin.close()
        process.wait(10)
        process.stdout.close()


@pytest.mark.skipif(sys.platform != "linux", reason="a process names itself only on Linux")
def test_a_session_whose_folder_a_live_pi_has_is_busy(observed: Desk, live_pi: int):
    answer = observed("om", "compact")
    assert answer.code == 5
    assert str(live_pi) in answer.err
    assert observed("om", "compact", "--force").code == 0


@pytest.fixture
def at_work(observed: Desk) -> Iterator[Desk]:
    """Somebody drives the session and has an observer at work that does not end."""
    (folder,) = (observed.project / ".memory").iterdir()
    lock = HeldLock(folder / ".lock", purpose="a test")
    lock.acquire(0)
    runs = RunFolder(folder / ".runs")
    chunk = ChunkRange("e0000001", "e0000002")
    now = time.time()
    runs.update(
        Run(
            runs.new_run_id("observer", now), "observer", "running", "builtin/extractive", "s", 1, 0.0, now, chunk=chunk
        )
    )
    yield observed
    lock.release()


def test_observers_at_work_are_waited_for_visibly_and_not_for_ever(at_work: Desk):
    at_work.settings({"observational-memory": {**TAIL["observational-memory"], "limits": {"compactWaitSeconds": 0}}})
    answer = at_work("om", "compact")
    assert answer.code == 0
    assert "Observers are at work; waiting for at most 0 seconds" in answer.err
    assert answer.out.startswith("Compacted:")


def test_waiting_can_be_skipped_from_the_start(at_work: Desk):
    answer = at_work("om", "compact", "--no-wait")
    assert (answer.code, answer.err) == (0, "")


def test_ctrl_c_ends_the_waiting_and_not_the_command(at_work: Desk):
    process = at_work.start("om", "compact", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    assert b"waiting for at most 30 seconds" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert out.startswith(b"Compacted:")
