"""Beside pi-memory, whose lock is a folder of the real proper-lockfile: both exclude each other, dead or alive."""

import os
import random
import threading
import time
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from tests.curated.answers import backups_in, refused, succeeded
from tests.neighbours.conftest import Program, answers, finish, kill

pytestmark = pytest.mark.node


def test_a_live_holder_makes_silcrow_wait_and_then_answer_busy(folder: Path, memory: Path, pi_memory: Program) -> None:
    memory.write_text("one")
    holder = pi_memory.hold("hold", memory)
    failure = refused(MemoryStore(folder, lock_timeout=0.2).add("memory", "two"), "busy")
    assert "MEMORY.md.lock" in failure.error
    assert memory.read_text() == "one"
    assert backups_in(folder) == []
    letting_go = threading.Timer(0.1, finish, [holder])
    letting_go.start()
    succeeded(MemoryStore(folder, lock_timeout=60).add("memory", "two"))
    letting_go.join()


def test_silcrow_excludes_it_only_until_its_own_write_is_done(
    folder: Path, memory: Path, pi_memory: Program, silcrow: Program
) -> None:
    writer = silcrow.hold("stop", folder)
    # A hold this long is one that others may take over, so the time is set as if it had just begun.
    just_made = time.time()
    os.utime(folder / "MEMORY.md.lock", (just_made, just_made))
    assert pi_memory.say("try", memory) == "ELOCKED"
    finish(writer)
    assert memory.read_text() == "silcrow, slowly"
    assert pi_memory.say("try", memory) == "free"
    assert not (folder / "MEMORY.md.lock").exists()


def test_neither_loses_what_both_write_at_once(
    folder: Path, memory: Path, pi_memory: Program, silcrow: Program
) -> None:
    writers = [silcrow.start("add", folder, f"silcrow {name}", 40) for name in "ab"]
    others = [pi_memory.start("add", memory, f"pi {name}", 20) for name in "ab"]
    said = [answer for process in (*writers, *others) for answer in answers(finish(process))]
    assert len(said) == 120
    done = [answer["text"] for answer in said if answer["error"] is None]
    # proper-lockfile gives up after some tries, so pi-memory may have failed; silcrow may not.
    assert sum(str(text).startswith("silcrow") for text in done) == 80
    assert {answer["error"] for answer in said} <= {None, "ELOCKED"}
    assert sorted(memory.read_text().split("\n§\n")) == sorted(map(str, done))


def test_after_a_killed_silcrow_both_go_on(folder: Path, memory: Path, pi_memory: Program, silcrow: Program) -> None:
    kill(silcrow.hold("stop", folder))
    assert (folder / "MEMORY.md.lock").is_dir()
    (answer,) = answers(finish(pi_memory.start("add", memory, "pi", 1)))
    assert answer["error"] is None
    kill(silcrow.hold("stop", folder))
    succeeded(MemoryStore(folder, lock_timeout=0).add("memory", "two"))
    assert memory.read_text() == "pi says 0\n§\ntwo"
    assert pi_memory.say("try", memory) == "free"
    assert sorted(each.name for each in folder.iterdir()) == [".silcrow", "MEMORY.md"]


def test_kills_at_any_moment_lose_nothing_that_was_acknowledged(
    folder: Path, memory: Path, pi_memory: Program, silcrow: Program
) -> None:
    other = pi_memory.start("add", memory, "pi", 30)
    chance = random.Random(5)
    done: list[str] = []
    for round_number in range(8):
        writer = silcrow.start("for-ever", folder, f"round {round_number}")
        assert writer.stdout is not None
        first = writer.stdout.readline()
        # Somewhere within the following writes; where exactly is what the test leaves to chance.
        threading.Event().wait(chance.uniform(0, 0.02))
        done += [str(answer["text"]) for answer in answers(first + kill(writer))]
    done += [str(answer["text"]) for answer in answers(finish(other)) if answer["error"] is None]
    succeeded(MemoryStore(folder, memory_char_limit=1_000_000).add("memory", "the end"))
    assert set(done) <= set(memory.read_text().split("\n§\n"))
    assert pi_memory.say("try", memory) == "free"


def test_a_killed_pi_memory_is_waited_for_until_its_lock_is_stale(
    folder: Path, memory: Path, pi_memory: Program
) -> None:
    kill(pi_memory.hold("hold", memory))
    refused(MemoryStore(folder, lock_timeout=0.1).add("memory", "two"), "busy")
    past = time.time() - 31
    os.utime(folder / "MEMORY.md.lock", (past, past))
    succeeded(MemoryStore(folder, lock_timeout=5).add("memory", "two"))
    assert pi_memory.say("try", memory) == "free"


def test_a_hold_that_was_too_slow_and_taken_over_is_noticed_and_both_changes_are_kept(
    folder: Path, memory: Path, pi_memory: Program, silcrow: Program
) -> None:
    memory.write_text("one")
    writer = silcrow.hold("pause", folder)
    past = time.time() - 31
    os.utime(folder / "MEMORY.md.lock", (past, past))
    other = pi_memory.hold("hold", memory)
    assert writer.stdin is not None
    writer.stdin.write("go on\n")
    writer.stdin.flush()
    memory.write_text("one\n§\nby the one that took over")
    assert writer.poll() is None
    finish(other)
    finish(writer)
    assert memory.read_text() == "one\n§\nby the one that took over\n§\nsilcrow, slowly"
    assert pi_memory.say("try", memory) == "free"


def test_it_locks_beside_the_real_file_and_so_does_silcrow(tmp_path: Path, folder: Path, pi_memory: Program) -> None:
    real = tmp_path / "notes" / "real.md"
    real.parent.mkdir()
    real.write_text("one")
    folder.mkdir()
    (folder / "MEMORY.md").symlink_to(real)
    holder = pi_memory.hold("hold", folder / "MEMORY.md")
    refused(MemoryStore(folder, lock_timeout=0.1).add("memory", "two"), "busy")
    finish(holder)
    succeeded(MemoryStore(folder).add("memory", "two"))
    assert real.read_text() == "one\n§\ntwo"
    assert pi_memory.say("try", folder / "MEMORY.md") == "free"
