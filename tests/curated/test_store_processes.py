"""Several processes and threads on one store, and processes that are killed in the middle."""

import json
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from tests.curated.answers import backups_in, refused, succeeded

ROOT = Path(__file__).parents[2]


def start(task: str, folder: Path, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.curated.writer_process", task, str(folder), *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate(timeout=100)
    assert (process.returncode, errors) == (0, ""), errors
    return out


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_eight_processes_add_fifty_entries_each_and_none_is_lost(folder: Path, memory: Path) -> None:
    writers = [start("add", folder, f"writer {name}", 50) for name in "abcdefgh"]
    answers = [json.loads(line) for writer in writers for line in finish(writer).splitlines()]
    assert [answer["error"] for answer in answers] == [None] * 400
    entries = memory.read_text().split("\n§\n")
    assert sorted(entries) == sorted(answer["text"] for answer in answers)
    # Each writer saw its own place in one common order.
    assert sorted(answer["seen"] for answer in answers) == list(range(1, 401))
    assert all(entries[answer["seen"] - 1] == answer["text"] for answer in answers)
    changes = MemoryStore(folder).history("memory")
    assert {change.actor for change in changes} == {"user"}
    assert [change.new for change in reversed(changes)] == [(entry,) for entry in entries]
    assert backups_in(folder) == []
    assert not list(folder.glob(".silcrow-*"))


def test_removes_among_adds_stay_removed(folder: Path) -> None:
    for writer in [start("add-and-remove", folder, f"writer {name}", 25) for name in "abcd"]:
        finish(writer)
    entries = succeeded(MemoryStore(folder, memory_char_limit=1_000_000).read("memory")).entries
    assert sorted(entries) == sorted(f"writer {name} says {number}" for name in "abcd" for number in range(0, 25, 2))


def test_threads_of_one_store_wait_for_each_other(folder: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=100_000, lock_timeout=60)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: store.add("memory", f"note {number} of many"), range(80)))
    assert all(answer.success for answer in answers)
    assert len(succeeded(store.read("memory")).entries) == 80


def test_a_writer_killed_in_the_middle_leaves_the_old_or_the_new_file(folder: Path, memory: Path) -> None:
    memory.write_text("version 0 start end")
    chance = random.Random(20)
    for _ in range(12):
        writer = start("rewrite", folder)
        assert writer.stdout is not None
        acknowledged = int(writer.stdout.readline())
        # Somewhere within the following writes; where exactly is what the test leaves to chance.
        threading.Event().wait(chance.uniform(0, 0.02))
        writer.kill()
        rest, _ = writer.communicate()
        acknowledged = max([acknowledged, *(int(line) for line in rest.splitlines() if line.isdigit())])
        text = memory.read_text()
        assert text.startswith("version ") and text.endswith(" end")
        assert int(text.split()[1]) >= acknowledged
    answer = succeeded(MemoryStore(folder, memory_char_limit=1_000_000).replace("memory", "version ", "version 0 end"))
    assert answer.entries == ("version 0 end",)
    assert not list(folder.rglob(".silcrow-*.tmp"))
    assert backups_in(folder) == []


def test_a_killed_holder_of_the_lock_blocks_nobody(folder: Path) -> None:
    holder = start("hold", folder)
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "holding\n"
        refused(MemoryStore(folder, lock_timeout=0.1).add("memory", "x"), "busy")
    finally:
        end(holder)
    succeeded(MemoryStore(folder, lock_timeout=5).add("memory", "x"))


def test_a_wait_for_another_process_ends_with_the_write(folder: Path) -> None:
    holder = start("hold", folder)
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "holding\n"
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(MemoryStore(folder, lock_timeout=60).add, "memory", "x")
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.2)
            finish(holder)
            succeeded(waiting.result(timeout=60))
    finally:
        end(holder)


def test_busy_names_the_process_that_holds_on(folder: Path, memory: Path) -> None:
    holder = start("hold", folder)
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "holding\n"
        failure = refused(MemoryStore(folder, lock_timeout=0.3).add("memory", "x"), "busy")
        assert str(holder.pid) in failure.error and "holding on" in failure.error
        assert not memory.exists()
        assert backups_in(folder) == []
    finally:
        end(holder)
