"""Backups go on request only: what stands in the files, or what a person names."""

from pathlib import Path

from silcrow.curated import MemoryStore
from silcrow.curated.recovery import clean_backups
from silcrow.files import hold_lock
from tests.curated.answers import backups_in, refused


def backup(memory: Path, seconds: int, text: str) -> Path:
    path = memory.with_name(f"{memory.name}.bak.{seconds}")
    path.write_text(text)
    return path


def test_backups_that_are_wholly_in_the_files_go_and_others_stay(store: MemoryStore, memory: Path) -> None:
    memory.write_text("One.\n§\nTwo.")
    spare, needed = backup(memory, 1, "Two."), backup(memory, 2, "Three.")
    cleaned = clean_backups(store)
    assert [each.path for each in cleaned.deleted] == [spare]
    assert [(each.backup.path, each.why) for each in cleaned.spared] == [(needed, "1 line is nowhere else")]
    assert backups_in(memory.parent) == [needed]


def test_a_dry_run_deletes_nothing(store: MemoryStore, memory: Path) -> None:
    memory.write_text("One.")
    spare = backup(memory, 1, "One.")
    assert [each.path for each in clean_backups(store, dry_run=True).deleted] == [spare]
    assert spare.exists()


def test_a_settled_backup_goes_like_any_other(store: MemoryStore, memory: Path) -> None:
    memory.write_text("One.")
    resolved = memory.parent / ".silcrow" / "resolved"
    resolved.mkdir(parents=True)
    settled = resolved / "MEMORY.md.bak.1"
    settled.write_text("One.")
    assert [each.path for each in clean_backups(store).deleted] == [settled]
    assert not settled.exists()


def test_the_copy_of_present_damage_is_never_deleted(store: MemoryStore, memory: Path, user: Path) -> None:
    damage = "# A\n- one\n# B\n- two"
    memory.write_text(damage)
    user.write_text("# A\n§\n- one\n§\n# B\n§\n- two")
    refused(store.add("memory", "New."), "drift")
    (copy,) = backups_in(memory.parent)
    for chosen, force in ((None, False), ([copy], False), ([copy], True)):
        cleaned = clean_backups(store, chosen, force=force)
        assert cleaned.deleted == ()
        assert [each.why for each in cleaned.spared] == ["it is the copy of what is damaged now"]
    assert copy.exists()


def test_only_named_backups_are_touched_and_force_takes_those_with_lines_of_their_own(
    store: MemoryStore, memory: Path
) -> None:
    memory.write_text("One.")
    spare, needed = backup(memory, 1, "One."), backup(memory, 2, "Three.")
    assert clean_backups(store, [needed]).deleted == ()
    assert [each.path for each in clean_backups(store, [needed], force=True).deleted] == [needed]
    assert backups_in(memory.parent) == [spare]


def test_a_file_that_is_being_changed_keeps_its_backups(folder: Path, memory: Path) -> None:
    memory.write_text("One.")
    spare = backup(memory, 1, "One.")
    store = MemoryStore(folder, lock_timeout=0.05)
    with hold_lock(folder / ".silcrow" / "MEMORY.md.lock"):
        cleaned = clean_backups(store)
    assert (cleaned.deleted, [each.why for each in cleaned.spared]) == ((), ["the file is being changed"])
    assert spare.exists()


def test_a_folder_that_is_not_there_has_nothing_to_clean(tmp_path: Path) -> None:
    cleaned = clean_backups(MemoryStore(tmp_path / "none"))
    assert (cleaned.deleted, cleaned.spared) == ((), ())
    assert not (tmp_path / "none").exists()
