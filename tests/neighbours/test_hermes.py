"""Beside hermes, whose lock is the kernel's on a file: both exclude each other, dead or alive."""

import os
import random
import threading
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from tests.curated.answers import backups_in, refused, succeeded
from tests.neighbours.conftest import Program, answers, finish, kill


@pytest.fixture
def lock(memory: Path) -> Path:
    """The lock file that hermes left at its first write."""
    path = memory.with_name("MEMORY.md.lock")
    path.write_text("")
    return path


def test_a_live_holder_makes_silcrow_wait_and_then_answer_busy(
    folder: Path, memory: Path, lock: Path, hermes: Program
) -> None:
    memory.write_text("one")
    holder = hermes.hold("hold", memory)
    failure = refused(MemoryStore(folder, lock_timeout=0.2).add("memory", "two"), "busy")
    assert "MEMORY.md.lock" in failure.error
    assert memory.read_text() == "one"
    assert backups_in(folder) == []
    letting_go = threading.Timer(0.1, finish, [holder])
    letting_go.start()
    succeeded(MemoryStore(folder, lock_timeout=60).add("memory", "two"))
    letting_go.join()


def test_silcrow_excludes_it_only_until_its_own_write_is_done(
    folder: Path, memory: Path, lock: Path, hermes: Program, silcrow: Program
) -> None:
    inode = lock.stat().st_ino
    writer = silcrow.hold("stop", folder)
    assert hermes.say("try", memory) == "held"
    finish(writer)
    assert hermes.say("try", memory) == "free"
    assert lock.stat().st_ino == inode
    assert memory.read_text() == "silcrow, slowly"


def test_it_writes_all_the_time_and_silcrow_still_gets_its_turn(
    folder: Path, memory: Path, lock: Path, hermes: Program
) -> None:
    others = [hermes.start("add", memory, f"hermes {name}", 10_000_000) for name in "ab"]
    for other in others:
        assert other.stdout is not None
        assert other.stdout.readline()
    store = MemoryStore(folder, memory_char_limit=10_000_000, lock_timeout=60)
    for number in range(5):
        succeeded(store.add("memory", f"silcrow says {number}"))
    assert all(other.poll() is None for other in others)


def test_neither_loses_what_both_write_at_once(
    folder: Path, memory: Path, lock: Path, hermes: Program, silcrow: Program
) -> None:
    processes = [silcrow.start("add", folder, f"silcrow {name}", 25) for name in "ab"]
    processes += [hermes.start("add", memory, f"hermes {name}", 50) for name in "ab"]
    said = [answer for process in processes for answer in answers(finish(process))]
    assert {answer["error"] for answer in said} == {None}
    assert sorted(memory.read_text().split("\n§\n")) == sorted(str(answer["text"]) for answer in said)
    assert len(said) == 150


def test_after_a_killed_silcrow_both_go_on(
    folder: Path, memory: Path, lock: Path, hermes: Program, silcrow: Program
) -> None:
    kill(silcrow.hold("stop", folder))
    assert hermes.say("try", memory) == "free"
    succeeded(MemoryStore(folder, lock_timeout=0).add("memory", "two"))
    assert hermes.say("try", memory) == "free"
    assert sorted(each.name for each in folder.iterdir()) == [".silcrow", "MEMORY.md", "MEMORY.md.lock"]


def test_kills_at_any_moment_lose_nothing_that_was_acknowledged(
    folder: Path, memory: Path, lock: Path, hermes: Program, silcrow: Program
) -> None:
    chance = random.Random(6)
    done: list[str] = []
    for round_number in range(6):
        other = hermes.start("add", memory, f"hermes {round_number}", 5)
        writer = silcrow.start("for-ever", folder, f"round {round_number}")
        assert writer.stdout is not None
        first = writer.stdout.readline()
        # Somewhere within the following writes; where exactly is what the test leaves to chance.
        threading.Event().wait(chance.uniform(0, 0.02))
        done += [str(answer["text"]) for answer in answers(f"{first}{kill(writer)}\n{finish(other)}")]
    assert set(done) <= set(memory.read_text().split("\n§\n"))
    assert hermes.say("try", memory) == "free"


def test_a_killed_holder_blocks_nobody(folder: Path, memory: Path, lock: Path, hermes: Program) -> None:
    kill(hermes.hold("hold", memory))
    succeeded(MemoryStore(folder, lock_timeout=0).add("memory", "two"))


def test_a_wait_that_was_given_up_does_not_take_the_lock_later(
    folder: Path, memory: Path, lock: Path, hermes: Program
) -> None:
    holder = hermes.hold("hold", memory)
    refused(MemoryStore(folder, lock_timeout=0.1).add("memory", "two"), "busy")
    finish(holder)
    (answer,) = answers(finish(hermes.start("add", memory, "hermes", 1)))
    assert answer["error"] is None
    assert memory.read_text() == "hermes says 0"


@pytest.mark.parametrize("told_by", ["name", "variable"])
def test_in_its_home_silcrow_makes_the_lock_that_it_will_look_for(
    tmp_path: Path, hermes: Program, silcrow: Program, told_by: str
) -> None:
    home = tmp_path / (".hermes" if told_by == "name" else "h")
    if told_by == "variable":
        silcrow.environ = {"HERMES_HOME": str(home)}
    folder = home / "memories"
    writer = silcrow.hold("stop", folder)
    assert (folder / "MEMORY.md.lock").stat().st_mode & 0o777 == 0o600
    assert hermes.say("try", folder / "MEMORY.md") == "held"
    finish(writer)
    assert (folder / "MEMORY.md.lock").is_file()
    assert hermes.say("try", folder / "MEMORY.md") == "free"


def test_it_locks_beside_the_named_file_and_so_does_silcrow(tmp_path: Path, folder: Path, hermes: Program) -> None:
    real = tmp_path / "notes" / "real.md"
    real.parent.mkdir()
    real.write_text("one")
    folder.mkdir()
    (folder / "MEMORY.md").symlink_to(real)
    holder = hermes.hold("hold", folder / "MEMORY.md")
    refused(MemoryStore(folder, lock_timeout=0.1).add("memory", "two"), "busy")
    finish(holder)
    succeeded(MemoryStore(folder).add("memory", "two"))
    assert not os.path.lexists(tmp_path / "notes" / "real.md.lock")
