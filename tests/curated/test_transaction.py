"""Drift, backups and the moment before the rename, through the store."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from silcrow.curated import file_write as file_write_module
from silcrow.curated import transaction as transaction_module
from silcrow.curated.store_file import FileRead, Unreadable, read_store_file
from silcrow.files import LockBusy
from tests.curated.answers import backups_in, refused, succeeded

HEADED = "\n# Deployment\nuse blue/green\n\n## Database\nPostgres\n" + "more text\n" * 600


def read_through(monkeypatch: pytest.MonkeyPatch, reader: Callable[[Path], FileRead]) -> None:
    """Let a reader of the test stand for the disk, at the first look and just before the rename."""
    for module in (transaction_module, file_write_module):
        monkeypatch.setattr(module, "read_store_file", reader)


def test_text_appended_without_a_delimiter_is_refused_not_wiped(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "Uses fish shell")
    with memory.open("a") as file:
        file.write(HEADED)
    before = memory.read_bytes()
    failure = refused(store.replace("memory", "fish", "Uses zsh"), "drift")
    assert memory.read_bytes() == before
    assert failure.drift_backup is not None
    assert Path(failure.drift_backup).read_bytes() == before


def test_text_appended_without_headings_is_not_wiped_either(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "Uses fish shell")
    memory.write_text("Uses fish shell\n" + "lower case notes of somebody else\n" * 200)
    refused(store.remove("memory", "fish"), "drift")
    assert "somebody else" in memory.read_text()


def test_a_refusal_names_check_entry_length_limit_and_place(store: MemoryStore, memory: Path) -> None:
    memory.write_text("short\n§\n" + "y" * 2_201)
    first, second, third = [refused(store.add("memory", "x"), "drift") for _ in range(3)]
    assert {key: first.details[key] for key in ("check", "entry", "length", "limit", "offset", "line")} == {
        "check": "oversize",
        "entry": 2,
        "length": 2_201,
        "limit": 2_200,
        "offset": 8,
        "line": 3,
    }
    assert "oversize" in first.error and "2,201" in first.error and "2,200" in first.error
    assert "unchanged since the last refusal" not in first.error
    for repeated in (second, third):
        assert "unchanged since the last refusal" in repeated.error
        assert repeated.drift_backup == first.drift_backup


def test_each_content_is_backed_up_once(store: MemoryStore, folder: Path, memory: Path) -> None:
    content = b"one\n**\xc2\xa7**\ntwo"
    memory.write_bytes(content)
    answers = [refused(store.add("memory", "x"), "drift") for _ in range(20)]
    assert len({answer.drift_backup for answer in answers}) == 1
    memory.write_bytes(content + b"!")
    later = refused(store.add("memory", "x"), "drift")
    assert "unchanged" not in later.error
    assert [Path(str(answer.drift_backup)).read_bytes() for answer in (answers[0], later)] == [content, content + b"!"]
    assert len(backups_in(folder)) == 2
    memory.write_bytes(content)
    again = refused(store.add("memory", "x"), "drift")
    assert again.drift_backup == answers[0].drift_backup
    assert "unchanged" not in again.error


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfone\r\n**\xc2\xa7**\r\ntwo\r\n",
        b"one\r\n\xc2\xa7\r\nbad \xff\xfe bytes\n\n\n",
        b"one\0\0\0\0",
    ],
)
def test_a_backup_has_the_bytes_from_before_and_is_private(folder: Path, memory: Path, content: bytes) -> None:
    store = MemoryStore(folder, clock=lambda: 1_700_000_000.9)
    memory.write_bytes(content)
    memory.chmod(0o644)
    answer = store.add("memory", "x")
    assert not answer.success
    backup = folder / "MEMORY.md.bak.1700000000"
    assert backup.read_bytes() == content
    assert backup.stat().st_mode & 0o777 == 0o600
    memory.write_bytes(backup.read_bytes())
    assert store.add("memory", "x").to_dict()["driftBackup"] == str(backup)


def test_a_second_content_in_the_same_second_gets_a_number(folder: Path, memory: Path) -> None:
    store = MemoryStore(folder, clock=lambda: 1_700_000_000.0)
    (folder / "MEMORY.md.bak.1700000000").write_text("of another program")
    for number in (2, 3):
        memory.write_text(f"one\n**§**\n{number}")
        failure = refused(store.add("memory", "x"), "drift")
        assert failure.drift_backup == str(folder / f"MEMORY.md.bak.1700000000-{number}")
    assert (folder / "MEMORY.md.bak.1700000000").read_text() == "of another program"


def test_a_backup_that_cannot_be_written_is_said_and_names_no_path(
    store: MemoryStore, folder: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("one\n§\n" + "y" * 3_000)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("silcrow.curated.backups.write_atomic", fail)
    failure = refused(store.add("memory", "x"), "drift")
    assert failure.drift_backup is None
    assert "No backup could be written: No space left on device" in failure.error
    assert ".bak." not in failure.error
    before = memory.read_bytes()
    refused(store.remove("memory", "yyy"), "io")
    assert memory.read_bytes() == before
    assert backups_in(folder) == []


def test_removing_the_oversize_entry_mends_the_file_after_a_backup(
    store: MemoryStore, folder: Path, memory: Path
) -> None:
    memory.write_text("one\n§\n" + "y" * 3_000)
    before = memory.read_bytes()
    answer = succeeded(store.remove("memory", "yyy"))
    assert answer.entries == ("one",)
    (backup,) = backups_in(folder)
    assert backup.read_bytes() == before
    assert any(str(backup) in note for note in answer.notes)
    assert store.state().memory.drift is None


def test_a_shorter_text_for_the_oversize_entry_mends_the_file(store: MemoryStore, folder: Path, memory: Path) -> None:
    memory.write_text("y" * 3_000)
    answer = succeeded(store.replace("memory", "y" * 3_000, "z" * 100))
    assert answer.entries == ("z" * 100,)
    assert len(backups_in(folder)) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda store: store.remove("memory", "one"),
        lambda store: store.replace("memory", "one", "o"),
        lambda store: store.replace("memory", "yyy", "z" * 2_500),
        lambda store: store.replace("memory", "yyy", "z" * 3_500),
        lambda store: store.add("memory", "x"),
    ],
)
def test_a_change_that_leaves_the_damage_is_refused(
    store: MemoryStore, memory: Path, change: Callable[[MemoryStore], object]
) -> None:
    memory.write_text("one\n§\n" + "y" * 3_000)
    before = memory.read_bytes()
    refused(change(store), "drift")  # type: ignore[arg-type]
    assert memory.read_bytes() == before


def test_one_of_two_oversize_entries_is_not_enough(store: MemoryStore, memory: Path) -> None:
    memory.write_text("z" * 3_000 + "\n§\n" + "y" * 3_000)
    refused(store.remove("memory", "yyy"), "drift")


def test_other_damage_is_never_mended_by_a_removal(store: MemoryStore, memory: Path) -> None:
    memory.write_text("one\n§\ntwo\n\\§\nthree")
    refused(store.remove("memory", "two"), "drift")


class Interference:
    """Another program that changes the file each time after the store has read it."""

    def __init__(self, path: Path, contents: list[str]) -> None:
        self._path = path
        self._contents = iter(contents)
        self.reads = 0

    def __call__(self, path: Path) -> FileRead:
        read = read_store_file(path)
        self.reads += 1
        content = next(self._contents, None)
        if content is not None:
            self._path.write_text(content)
        return read


def test_a_change_between_reading_and_renaming_makes_the_operation_run_again(
    store: MemoryStore, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("one")
    interference = Interference(memory, ["one\n§\nby another"])
    read_through(monkeypatch, interference)
    answer = succeeded(store.add("memory", "two"))
    assert answer.entries == ("one", "by another", "two")
    assert memory.read_text() == "one\n§\nby another\n§\ntwo"
    assert not list(memory.parent.glob(".silcrow-*"))


def test_the_operation_is_judged_again_on_what_is_there_now(
    store: MemoryStore, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("one")
    read_through(monkeypatch, Interference(memory, ["two"]))
    refused(store.remove("memory", "one"), "no_match")
    assert memory.read_text() == "two"


def test_a_file_that_becomes_unreadable_before_the_rename_is_left_alone(
    store: MemoryStore, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("one")
    answers = iter([read_store_file(memory)])
    read_through(monkeypatch, lambda path: next(answers, Unreadable("the disk says no")))
    assert "the disk says no" in refused(store.add("memory", "two"), "unreadable").error
    assert memory.read_text() == "one"


def test_a_file_that_never_stands_still_is_busy_and_loses_nothing(
    folder: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("start")
    endless = Interference(memory, [])
    endless._contents = (f"version {number}" for number in itertools.count())
    read_through(monkeypatch, endless)
    refused(MemoryStore(folder, lock_timeout=0.05).add("memory", "x"), "busy")
    assert memory.read_text().startswith("version ")
    assert not list(folder.glob(".silcrow-*"))


def test_a_half_written_file_is_read_again_before_it_is_refused(
    store: MemoryStore, folder: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_bytes(b"one\n\xc2")

    def finish(_: float) -> None:
        memory.write_bytes("one\n§\ntwo".encode())

    monkeypatch.setattr(transaction_module.time, "sleep", finish)
    assert succeeded(store.add("memory", "three")).entries == ("one", "two", "three")
    assert backups_in(folder) == []


def test_a_file_that_an_editor_is_replacing_is_awaited(
    store: MemoryStore, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("memory", "one")
    memory.unlink()
    monkeypatch.setattr(transaction_module.time, "sleep", lambda _: memory.write_text("one, edited"))
    assert succeeded(store.add("memory", "two")).entries == ("one, edited", "two")


def test_what_silcrow_wrote_is_clean_even_under_a_lower_limit(folder: Path) -> None:
    succeeded(MemoryStore(folder, memory_char_limit=100).add("memory", "x" * 90))
    lower = MemoryStore(folder, memory_char_limit=50)
    assert lower.state().memory.drift is None
    refused(lower.add("memory", "more"), "over_limit")
    succeeded(lower.replace("memory", "xxx", "y" * 80))


def test_a_lost_last_state_costs_no_write(store: MemoryStore, folder: Path, memory: Path) -> None:
    (folder / ".silcrow").mkdir()
    (folder / ".silcrow" / "last").write_text("in the way")
    succeeded(store.add("memory", "x"))
    assert memory.read_text() == "x"


def test_a_busy_lock_without_a_known_holder_still_has_words(
    store: MemoryStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(path: Path, **_: object) -> None:
        raise LockBusy(path, None)

    monkeypatch.setattr(transaction_module, "hold_lock", busy)
    assert "another program" in refused(store.add("memory", "x"), "busy").error
