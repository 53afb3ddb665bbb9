import os
from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from silcrow.curated import inspection as inspection_module
from tests.curated.answers import refused


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.lstat().st_ino, path.lstat().st_mtime_ns) for path in folder.rglob("*")}


def age(folder: Path) -> None:
    """Set all times back, as if the last change were long ago."""
    for path in [*folder.rglob("*"), folder]:
        os.utime(path, (1_600_000_000, 1_600_000_000))


def test_a_missing_folder_is_two_empty_stores(tmp_path: Path) -> None:
    state = MemoryStore(tmp_path / "none").state()
    assert state.exists is False
    assert (state.memory.exists, state.memory.entries, state.memory.unreadable) == (False, (), None)
    assert not (tmp_path / "none").exists()


def test_entries_carry_numbers_and_what_they_resemble(store: MemoryStore, memory: Path) -> None:
    memory.write_text("Uses uv\n§\nother\n§\nuses UV!\n§\n???\n§\n!!!")
    entries = store.state().memory.entries
    assert [(entry.number, entry.similar_to) for entry in entries] == [
        (1, None),
        (2, None),
        (3, 1),
        (4, None),
        (5, None),
    ]
    assert store.state().file("memory").usage.used == len(memory.read_text())


def test_looking_never_writes(store: MemoryStore, folder: Path, memory: Path, user: Path) -> None:
    memory.write_text("one\n**§**\ntwo")
    user.write_bytes(b"caf\xe9")
    before = snapshot(folder)
    state = store.state()
    assert state.memory.drift is not None and state.memory.drift.check == "delimiter"
    assert state.user.unreadable is not None
    assert snapshot(folder) == before


def test_an_unreadable_file_has_no_count_of_entries_but_a_reason(store: MemoryStore, memory: Path) -> None:
    memory.mkdir()
    state = store.state().memory
    assert (state.exists, state.entries, state.sha256) == (True, (), None)
    assert state.unreadable == "it is a folder, not a plain file"


def test_harmless_oddities_are_notes(folder: Path, memory: Path) -> None:
    memory.write_bytes("\ufeff😀😀\r\n§\r\n😀😀\r§\r\r§\nb".encode())
    (folder / ".MEMORY.md.swp").touch()
    (folder / "MEMORY.md~").touch()
    assert MemoryStore(folder, memory_char_limit=7).state().memory.notes == (
        "byte-order mark",
        "CRLF and CR line ends",
        "1 duplicate entry folded",
        "1 blank entry dropped",
        "over the limit for programs that count UTF-16 units: 8/7",
        "open in an editor (.MEMORY.md.swp)",
    )


def test_a_lock_of_emacs_which_is_a_dangling_link_is_noticed(store: MemoryStore, folder: Path, memory: Path) -> None:
    memory.touch()
    (folder / ".#MEMORY.md").symlink_to("someone@host.1234:1")
    assert store.state().memory.notes == ("open in an editor (.#MEMORY.md)",)


def test_a_link_shows_where_it_leads(store: MemoryStore, memory: Path, tmp_path: Path) -> None:
    real = tmp_path / "notes.md"
    real.write_text("x")
    memory.symlink_to(real)
    state = store.state().memory
    assert state.resolved_path == real
    assert state.notes == (f"link to {real}",)


def test_a_file_that_vanished_is_missing_with_what_was_in_it(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    memory.unlink()
    state = store.state().memory
    assert (state.exists, state.entries) == (False, ())
    assert state.notes == ("file missing; 2 entries were in it",)


def test_backups_are_listed_newest_first_with_what_they_fail(store: MemoryStore, folder: Path) -> None:
    (folder / "MEMORY.md.bak.100").write_text("fine")
    (folder / "MEMORY.md.bak.100-2").write_text("one\n**§**\ntwo")
    (folder / "USER.md.bak.200").write_bytes(b"caf\xe9")
    resolved = folder / ".silcrow" / "resolved"
    resolved.mkdir(parents=True)
    (resolved / "MEMORY.md.bak.50").write_text("done")
    for name in ("MEMORY.md.bak", "MEMORY.md.bak.x", "MEMORY.md.bak.1~", "NOTES.md.bak.1"):
        (folder / name).write_text("no backup of ours")
    (folder / "MEMORY.md.bak.300").mkdir()
    (folder / "MEMORY.md.bak.400").symlink_to("MEMORY.md.bak.100")
    assert [
        (backup.path.name, backup.target, backup.timestamp, backup.check, backup.resolved)
        for backup in store.state().backups
    ] == [
        ("USER.md.bak.200", "user", 200.0, "unreadable", False),
        ("MEMORY.md.bak.100-2", "memory", 100.0, "delimiter", False),
        ("MEMORY.md.bak.100", "memory", 100.0, None, False),
        ("MEMORY.md.bak.50", "memory", 50.0, None, True),
    ]


def test_a_backup_is_contained_when_each_line_is_a_whole_line_of_a_live_entry(
    store: MemoryStore, folder: Path, memory: Path, user: Path
) -> None:
    memory.write_text("one\n  indented line\n§\nthe second entry")
    user.write_text("a fact")
    (folder / "MEMORY.md.bak.1").write_bytes("\ufeffindented line \r\n§\r\n\r\nthe second entry\r\na fact".encode())
    (folder / "MEMORY.md.bak.2").write_text("one\n§\nthe second")
    (folder / "USER.md.bak.3").write_bytes(b"a fact\ncaf\xe9")
    by_name = {backup.path.name: (backup.contained, backup.missing_lines) for backup in store.state().backups}
    assert by_name == {
        "MEMORY.md.bak.1": (True, 0),
        "MEMORY.md.bak.2": (False, 1),
        "USER.md.bak.3": (False, 1),
    }


def test_a_backup_of_damage_that_still_stands_is_not_contained(store: MemoryStore, folder: Path, memory: Path) -> None:
    memory.write_text("one\n**§**\ntwo")
    refused(store.add("memory", "x"), "drift")
    (backup,) = store.state().backups
    assert (backup.contained, backup.missing_lines, backup.check) == (False, 3, "delimiter")


def test_a_backup_of_present_damage_is_not_spare_though_the_other_file_has_its_lines(
    store: MemoryStore, folder: Path, memory: Path, user: Path
) -> None:
    memory.write_text("<<<<<<< a\n=======\n>>>>>>> b")
    user.write_text("```\n<<<<<<< a\n=======\n>>>>>>> b\n```")
    refused(store.add("memory", "x"), "drift")
    assert [backup.contained for backup in store.state().backups] == [False]


def test_an_unchanged_folder_is_not_read_again(
    store: MemoryStore, folder: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("one")
    age(folder)
    # The change time of a file can't be set back, so the clock that asks whether it has settled is moved on.
    monkeypatch.setattr(inspection_module.time, "time_ns", lambda: 2**63)
    state = store.state()
    assert store.state() is state


def test_a_look_right_after_a_change_is_not_kept(
    store: MemoryStore, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("one")
    monkeypatch.setattr(inspection_module.time, "time_ns", lambda: memory.stat().st_mtime_ns + 50_000_000)
    assert store.state() is not store.state()


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "MEMORY.md").write_text("two"),
        lambda folder: (folder / "MEMORY.md").unlink(),
        lambda folder: (folder / "USER.md").write_text("a fact"),
        lambda folder: (folder / "MEMORY.md.bak.1").write_text("two"),
        lambda folder: (folder / ".MEMORY.md.swp").touch(),
    ],
)
def test_every_change_of_the_folder_is_seen(
    store: MemoryStore, folder: Path, memory: Path, monkeypatch: pytest.MonkeyPatch, change
) -> None:
    memory.write_text("one")
    age(folder)
    monkeypatch.setattr(inspection_module.time, "time_ns", lambda: 2**63)
    before = store.state()
    change(folder)
    assert store.state() != before


def test_a_change_of_the_same_size_right_after_a_look_is_seen(store: MemoryStore, memory: Path) -> None:
    for number in range(200):
        memory.write_text(f"{number:04}")
        assert [entry.text for entry in store.state().memory.entries] == [f"{number:04}"]
