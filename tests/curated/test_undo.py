"""Taking changes back, and bringing back what a change took away."""

import json
from pathlib import Path

import pytest

from silcrow.curated import Change, MemoryStore
from silcrow.curated.changes import Intent
from silcrow.curated.changing import change_one
from silcrow.curated.operations import add_entry
from tests.curated.answers import refused, succeeded


def newest(store: MemoryStore) -> Change:
    return store.history(limit=1)[0]


@pytest.mark.parametrize(
    "before",
    [
        b"",
        b"one\n\xc2\xa7\ntwo",
        b"\xef\xbb\xbfone\r\n\xc2\xa7\r\n\r\ntwo\r\n",
        b"one\n\n\xc2\xa7 \n\none\n\xc2\xa7\ntwo\n\n",
    ],
)
def test_undo_puts_the_very_bytes_back(store: MemoryStore, memory: Path, before: bytes) -> None:
    memory.write_bytes(before)
    succeeded(store.add("memory", "three"))
    answer = succeeded(store.undo())
    assert memory.read_bytes() == before
    assert answer.message == "Undone: added “three”."


def test_undo_of_each_operation_restores_the_file(store: MemoryStore, memory: Path, user: Path) -> None:
    memory.write_text("one \n§\ntwo\n§\nthree\n")
    user.write_text("fact\n")
    before = memory.read_bytes(), user.read_bytes()
    for change in (
        lambda: store.replace("memory", "one", "uno"),
        lambda: store.remove("memory", "two"),
        lambda: store.merge("memory", ["one", "three"], "one and three"),
        lambda: store.move("memory", "two"),
        lambda: store.tidy("memory"),
        lambda: store.batch("memory", [{"op": "remove", "oldText": "one"}, {"op": "add", "content": "four"}]),
        lambda: store.rewrite(
            "memory", ["x"], expected_sha256=store.state().memory.sha256, operation="recover", actor="recovery"
        ),
    ):
        succeeded(change())
        assert memory.read_bytes() != before[0]
        succeeded(store.undo())
        assert (memory.read_bytes(), user.read_bytes()) == before


def test_an_import_into_both_files_is_one_undo(store: MemoryStore, memory: Path, user: Path) -> None:
    store.add("memory", "one")
    answer = store.import_rows(
        [{"target": "memory", "content": "two"}, {"target": "user", "content": "fact"}], actor="user"
    )
    assert isinstance(answer, tuple)
    assert (memory.read_text(), user.read_text()) == ("one\n§\ntwo", "fact")
    succeeded(store.undo())
    assert (memory.read_text(), user.read_text()) == ("one", "")
    succeeded(store.redo())
    assert (memory.read_text(), user.read_text()) == ("one\n§\ntwo", "fact")


def test_undo_walks_back_and_redo_forward_until_something_new_happens(store: MemoryStore, memory: Path) -> None:
    for text in ("one", "two", "three"):
        store.add("memory", text)
    seen = [memory.read_text()]
    for step in (store.undo, store.undo, store.redo, store.undo, store.redo, store.redo):
        succeeded(step())
        seen.append(memory.read_text().replace("\n§\n", " "))
    assert seen[1:] == ["one two", "one", "one two", "one", "one two", "one two three"]
    refused(store.redo(), "no_match")
    store.undo()
    store.add("memory", "four")
    refused(store.redo(), "no_match")
    assert memory.read_text() == "one\n§\ntwo\n§\nfour"


def test_undo_without_a_name_leaves_the_changes_of_others_alone(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "mine")
    store.add("memory", "of a tool", actor="tool")
    with memory.open("a") as file:
        file.write("\n§\nfrom outside")
    assert [change.id for change in store.note_external()] == [newest(store).id]
    answer = succeeded(store.undo())
    assert answer.entries == ("of a tool", "from outside")
    refused(store.undo(), "no_match")


def test_a_change_of_another_is_undone_by_the_beginning_of_its_id(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "mine")
    store.replace("memory", "mine", "rewritten", actor="tool")
    succeeded(store.undo(newest(store).id[:6]))
    assert memory.read_text() == "mine"


def test_an_outside_change_is_undone_by_its_id(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    memory.write_text("one\n")
    store.note_external()
    succeeded(store.undo(newest(store).id))
    assert memory.read_text() == "one\n§\ntwo"


def test_an_unknown_id_is_refused(store: MemoryStore) -> None:
    store.add("memory", "one")
    refused(store.undo("nonsense"), "no_match")
    refused(store.undo(""), "no_match")
    refused(store.restore("nonsense"), "no_match")


def test_undo_works_on_the_entry_when_the_file_went_on(store: MemoryStore, memory: Path) -> None:
    for text in ("one", "two", "three"):
        store.add("memory", text)
    removed = succeeded(store.remove("memory", "two")).change
    store.add("memory", "four", actor="tool")
    answer = succeeded(store.undo(removed))
    assert answer.entries == ("one", "two", "three", "four")
    assert any("changed since" in note for note in answer.notes)


def test_undo_shows_both_texts_when_the_entry_went_on(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    changed = succeeded(store.replace("memory", "one", "uno")).change
    store.replace("memory", "uno", "eins", actor="tool")
    failure = refused(store.undo(changed), "stale")
    assert (failure.details["old"], failure.details["new"]) == (["one"], ["uno"])
    assert failure.current_entries == ("eins",)
    assert memory.read_text() == "eins"


def test_undo_is_not_stopped_by_the_limit(folder: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=100)
    store.add("memory", "x" * 90)
    gone = succeeded(store.remove("memory", "x")).change
    store.add("memory", "y" * 80)
    assert succeeded(store.undo(gone)).usage.percent > 100


def test_damage_that_comes_back_is_told_and_still_refused(store: MemoryStore, memory: Path) -> None:
    memory.write_text("one\n**§**\ntwo")
    before = memory.read_bytes()
    sha256 = store.state().memory.sha256
    succeeded(store.rewrite("memory", ["one", "two"], expected_sha256=sha256, operation="recover", actor="recovery"))
    assert store.state().memory.drift is None
    answer = succeeded(store.undo())
    assert memory.read_bytes() == before
    assert any("damage included" in note for note in answer.notes)
    assert store.state().memory.drift is not None
    refused(store.add("memory", "x"), "drift")


def test_bytes_that_are_no_text_come_back_as_they_were(store: MemoryStore, memory: Path) -> None:
    memory.write_bytes(b"caf\xe9")
    sha256 = store.state().memory.sha256
    succeeded(store.rewrite("memory", ["café"], expected_sha256=sha256, operation="recover", actor="recovery"))
    succeeded(store.undo())
    assert memory.read_bytes() == b"caf\xe9"
    succeeded(store.redo())
    assert memory.read_text() == "café"


def test_a_backup_that_was_moved_with_a_change_moves_back_with_it(
    store: MemoryStore, folder: Path, memory: Path
) -> None:
    memory.write_text("one\n**§**\ntwo")
    backup = Path(str(refused(store.add("memory", "x"), "drift").drift_backup))
    resolved = folder / ".silcrow" / "resolved" / backup.name

    def settle() -> dict[str, object]:
        resolved.parent.mkdir()
        backup.rename(resolved)
        return {"moved": {"from": str(backup), "to": str(resolved)}}

    sha256 = store.state().memory.sha256
    succeeded(store.rewrite("memory", ["one", "two"], expected_sha256=sha256, operation="recover", after_write=settle))
    assert not backup.exists()
    succeeded(store.undo())
    assert backup.exists() and not resolved.exists()
    succeeded(store.redo())
    assert resolved.exists() and not backup.exists()


def test_a_history_that_somebody_doctored_moves_no_other_file(store: MemoryStore, folder: Path) -> None:
    treasure = folder.parent / "treasure"
    treasure.write_text("x")
    store.add("memory", "one")
    moved = {"from": str(folder / "MEMORY.md.bak.1"), "to": str(treasure)}
    line = newest(store).to_dict() | {"details": {"moved": moved}}
    (folder / ".silcrow" / "history.jsonl").write_text(json.dumps(line) + "\n")
    succeeded(MemoryStore(folder).undo())
    assert treasure.exists()


def test_undo_after_history_lost_its_bytes_works_on_the_entries(store: MemoryStore, folder: Path) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    store.remove("memory", "one")
    for content in (folder / ".silcrow" / "history").iterdir():
        content.write_bytes(b"torn")
    assert succeeded(store.undo()).entries == ("one", "two")


def test_undo_of_removing_an_entry_that_came_back_by_itself_changes_nothing(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    gone = succeeded(store.remove("memory", "one")).change
    store.add("memory", "one")
    assert succeeded(store.undo(gone)).entries == ("two", "one")


def test_restore_brings_back_the_entries_that_vanished_outside(store: MemoryStore, memory: Path) -> None:
    for text in ("one", "two", "three"):
        store.add("memory", text)
    memory.write_text("three\n§\nnew")
    (change,) = store.note_external(writer="pi")
    assert (change.old, change.new, change.details["writer"]) == (("one", "two"), ("new",), "pi")
    answer = succeeded(store.restore(change.id))
    assert answer.entries == ("one", "two", "three", "new")
    assert succeeded(store.restore(change.id)).message == "Nothing to restore: it is all there."


def test_restore_of_a_whole_file_passes_the_limit(folder: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=50)
    store.add("memory", "x" * 30)
    store.replace("memory", "x", "short")
    change = newest(store)
    assert succeeded(store.restore(change.id, whole=True)).entries == ("x" * 30,)
    small = MemoryStore(folder, memory_char_limit=10)
    store.replace("memory", "x", "short")
    refused(small.restore(newest(store).id), "over_limit")


def test_restoring_single_texts_puts_them_beside_their_old_neighbours(store: MemoryStore) -> None:
    for text in ("one", "two", "three"):
        store.add("memory", text)
    store.remove("memory", "two")
    assert succeeded(store.restore_text("memory", ["two"])).entries == ("one", "two", "three")


def test_parts_of_an_action_with_another_change_between_are_undone_by_their_entries(store: MemoryStore) -> None:
    def record(text: str, action: str | None) -> None:
        file = store.folder.files["memory"]
        intent = Intent("add", action=action)
        succeeded(change_one(store.folder, file, lambda entries: add_entry("memory", entries, text, 2_200), intent))

    record("one", "both")
    store.add("memory", "of a tool", actor="tool")
    record("two", "both")
    assert succeeded(store.undo()).entries == ("of a tool",)
    assert succeeded(store.redo()).entries == ("one", "of a tool", "two")


def test_what_was_undone_is_told_with_several_texts(store: MemoryStore) -> None:
    store.batch("memory", [{"op": "add", "content": text} for text in ("one", "two")])
    assert succeeded(store.undo()).message == "Undone: a batch with “one” and 1 more."
