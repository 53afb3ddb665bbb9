"""A clock that jumps, back or ahead, loses nothing and holds nothing up for longer than what it jumped over."""

import itertools
import os
from pathlib import Path

from silcrow.curated import Failure, MemoryStore
from silcrow.files import hold_lock
from silcrow.files.folder_lock import hold_folder_lock

_DAY = 86_400.0


def test_changes_keep_their_order_and_are_taken_back_in_it(tmp_path: Path) -> None:
    times = itertools.cycle((1_790_000_000.0, 1_790_000_000.0 - 400 * _DAY, 0.0, 4_000_000_000.0))
    store = MemoryStore(tmp_path, clock=lambda: next(times))
    texts = [f"Fact {number}." for number in range(9)]
    for text in texts:
        assert not isinstance(store.add("memory", text), Failure)
    assert [change.new[0] for change in store.history() if change.operation == "add"][::-1] in (texts, texts[::-1])
    for left in range(len(texts) - 1, -1, -1):
        result = store.undo()
        assert not isinstance(result, Failure)
        assert result.entries == tuple(texts[:left])
    for kept in range(1, len(texts) + 1):
        result = store.redo()
        assert not isinstance(result, Failure)
        assert result.entries == tuple(texts[:kept])


def test_backups_of_one_second_and_of_any_other_keep_every_content(tmp_path: Path) -> None:
    times = itertools.cycle((1_790_000_000.0, 1_700_000_000.0))
    memory = tmp_path / "MEMORY.md"
    for number in range(4):
        memory.write_text(f"§Broken {number}\n§\nanother§\n")
        store = MemoryStore(tmp_path, clock=lambda: next(times))
        assert isinstance(store.add("memory", "New."), Failure)
    held = {path.read_text() for path in tmp_path.glob("MEMORY.md.bak.*")}
    assert held == {f"§Broken {number}\n§\nanother§\n" for number in range(4)}


def test_locks_are_taken_while_their_files_are_of_another_day(tmp_path: Path) -> None:
    lock, settings = tmp_path / "MEMORY.md.lock", tmp_path / "settings.json"
    lock.touch()
    os.utime(lock, (4_000_000_000.0, 4_000_000_000.0))
    with hold_lock(lock, timeout=0.1), hold_folder_lock(settings, timeout=0.1):
        pass
