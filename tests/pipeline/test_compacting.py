"""A compaction of a session that real observers noted."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from msgspec.structs import replace

from silcrow.files import HeldLock
from silcrow.observational import ChunkRange, ObservationalState
from silcrow.observational.compaction import last_compaction
from silcrow.observational.journey import journey_tokens
from silcrow.observational.status import Driver as DriverState
from silcrow.observational.status_of import ContextSize, DurableFiles, observational_state
from silcrow.observational.topics import read_topics
from silcrow.pipeline import SessionMemory
from silcrow.pipeline.compacting import Compacted, NotCompacted, compact, observers_at_work, preview
from silcrow.workers import Run
from tests.conversation import fill
from tests.pipeline.conftest import SETTINGS, Bench

QUIET = 600.0


def status(memory: SessionMemory, *, tail: int = 400) -> ObservationalState:
    memory.refresh()
    context = memory.session.context(memory.leaf)
    size = ContextSize(context.context_tokens, context.projected_tokens, last_compaction(context))
    files = DurableFiles(memory.folder, read_topics(memory.folder), journey_tokens(memory.folder))
    settings = replace(SETTINGS, tail_tokens=tail, compact_at_context_tokens=1_000)
    return observational_state(memory.view(), settings, memory.runs.runs(), files, size, DriverState("nobody"), 0.0)


@pytest.fixture
async def observed(bench: Bench) -> Bench:
    """Twelve turns, all observed, and nobody at work for ten minutes."""
    fill(bench.conversation, 12)
    bench.turn_on()
    driver = bench.driver()
    assert driver.take_over() is None
    await driver.finish_observing()
    await driver.close()
    quieten(bench)
    return bench


def quieten(bench: Bench) -> None:
    long_ago = time.time() - QUIET
    os.utime(bench.conversation.path, (long_ago, long_ago))


def compacted(bench: Bench) -> Compacted:
    memory = bench.memory()
    done = compact(memory, status(memory))
    assert isinstance(done, Compacted), done
    return done


async def test_the_session_file_gets_one_entry_that_the_preview_foretold(observed: Bench):
    before = observed.conversation.path.read_bytes()
    memory = observed.memory()
    state = status(memory)
    ahead = preview(memory, state)
    assert observed.conversation.path.read_bytes() == before
    done = compact(memory, state)
    assert isinstance(done, Compacted)
    assert done.preview == ahead
    (line,) = observed.conversation.path.read_bytes()[len(before) :].splitlines()
    written = json.loads(line)
    assert (written["summary"], written["firstKeptEntryId"]) == (ahead.block, ahead.first_kept)
    assert written["details"]["by"] == "silcrow"
    after = status(observed.memory())
    assert after.projected_tokens == ahead.tokens_after < ahead.tokens_before == state.projected_tokens


async def test_each_text_is_told_by_the_block_or_stands_in_the_tail(observed: Bench):
    done = compacted(observed)
    memory = observed.memory()
    view = memory.view()
    cut = [each.id for each in view.source].index(done.preview.first_kept)
    for number in range(12):
        told = f"module parser{number} holds the parser now." in done.preview.block
        assert told == (2 * number + 1 < cut)
    assert memory.session.context().entries[1].id == done.preview.first_kept


async def test_a_second_compaction_with_nothing_new_changes_nothing(observed: Bench):
    compacted(observed)
    before = observed.conversation.path.read_bytes()
    memory = observed.memory()
    again = compact(memory, status(memory))
    assert again == NotCompacted("nothing_to_cut", "Not compacted: nothing new to cut.")
    assert observed.conversation.path.read_bytes() == before


async def test_a_later_compaction_carries_all_that_the_first_told(observed: Bench):
    first = compacted(observed)
    memory = observed.memory()
    observed.conversation.go_back(memory.session.leaf_id)
    fill(observed.conversation, 12, about="the writer")
    driver = observed.driver()
    assert driver.take_over() is None
    await driver.finish_observing()
    await driver.close()
    quieten(observed)
    second = compacted(observed)
    facts = [line for line in first.preview.block.splitlines() if line.startswith("2026-")]
    assert facts
    assert set(facts) < set(second.preview.block.splitlines())
    assert len(set(second.preview.block.splitlines())) > len(facts) + 12


async def test_journey_and_topics_are_carried_as_they_stand(observed: Bench):
    memory = observed.memory()
    (memory.folder / "JOURNEY.md").write_text("## 2026-05-04\n\nThe parser took shape.\n")
    (memory.folder / "parser.md").write_text("---\nid: parser\ntitle: Parser\nsummary: What it reads\n---\nprose\n")
    block = compacted(observed).preview.block
    assert "## Journey\n\n## 2026-05-04\n\nThe parser took shape.\n\n## Memory map" in block
    assert "- `parser.md` — What it reads" in block
    assert "prose" not in block


async def test_unobserved_text_is_not_cut_and_named(bench: Bench):
    fill(bench.conversation, 12)
    bench.turn_on()
    quieten(bench)
    before = bench.conversation.path.read_bytes()
    memory = bench.memory()
    refused = compact(memory, status(memory))
    assert refused == NotCompacted("nothing_to_cut", "Not compacted: chunk 1 is not observed yet.")
    assert bench.conversation.path.read_bytes() == before


async def test_nothing_is_compacted_while_memory_is_off(bench: Bench):
    fill(bench.conversation, 12)
    memory = bench.memory()
    refused = compact(memory, status(memory))
    assert isinstance(refused, NotCompacted)
    assert refused.code == "off"
    assert not (bench.project / ".memory").exists()


async def test_a_session_that_went_on_since_the_status_is_left_alone(observed: Bench):
    memory = observed.memory()
    state = status(memory)
    observed.conversation.turn("One more?", "One more.")
    before = observed.conversation.path.read_bytes()
    refused = compact(memory, state, force=True)
    assert isinstance(refused, NotCompacted)
    assert refused.code == "changed"
    assert observed.conversation.path.read_bytes() == before


async def test_two_processes_do_not_compact_one_session_at_once(observed: Bench):
    memory = observed.memory()
    lock = HeldLock(memory.folder / ".runs" / "compact.lock", purpose="another one")
    lock.acquire(0.0)
    try:
        refused = compact(memory, status(memory))
    finally:
        lock.release()
    assert isinstance(refused, NotCompacted)
    assert refused.code == "busy"


async def test_observers_count_as_at_work_only_while_somebody_drives(observed: Bench):
    memory = observed.memory()
    view = memory.view()
    chunk = ChunkRange(view.source[0].id, view.source[1].id)
    run_id = memory.runs.new_run_id("observer", time.time())
    run = Run(run_id, "observer", "running", "builtin/extractive", "s", 1, 0.0, time.time(), chunk=chunk)
    memory.runs.update(run)
    assert observers_at_work(memory) == 0
    lock = HeldLock(memory.lock_path, purpose="a test")
    lock.acquire(0.0)
    try:
        assert observers_at_work(memory) == 1
        memory.runs.update(replace(run, state="done", finished_at=time.time()))
        assert observers_at_work(memory) == 0
    finally:
        lock.release()


def exit_code_of(program: str) -> int:
    return subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode


@pytest.mark.parametrize("moment", ["wait", "write", "fsync", "utime"])
async def test_killed_at_any_step_the_file_is_the_old_or_the_new_one_in_full(observed: Bench, moment: str):
    before = observed.conversation.path.read_bytes()
    program = f"""
import os, signal
from pathlib import Path
from silcrow.files import guarded_append
from silcrow.sessions import SessionFile
from silcrow.pipeline import SessionMemory
from silcrow.pipeline.compacting import compact
from tests.pipeline.test_compacting import status

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

session = SessionFile(Path({str(observed.conversation.path)!r}))
session.refresh()
memory = SessionMemory(session, Path({str(observed.project)!r}))
state = status(memory)
die() if {moment!r} == "wait" else setattr(guarded_append.os, {moment!r}, die)
compact(memory, state)
"""
    assert exit_code_of(program) == -signal.SIGKILL
    after = observed.conversation.path.read_bytes()
    assert (after == before) == (moment in ("wait", "write"))
    assert after.startswith(before)
    assert after.endswith(b"\n")
    memory = observed.memory()
    assert not memory.session.bad_lines
    if after != before:
        assert status(memory).compaction is not None
        assert isinstance(compact(memory, status(memory), force=True), NotCompacted)
    else:
        compacted(observed)
