"""What history records, and how it stays small."""

import json
import os
from pathlib import Path

import pytest

from silcrow.curated import Change, MemoryStore, Origin
from silcrow.curated import history as history_module
from silcrow.curated import outside as outside_module
from silcrow.curated.changes import change_from, difference
from silcrow.curated.contents import content_hash
from tests.curated.answers import refused, succeeded


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / ".silcrow" / "history.jsonl").read_text().splitlines()]


def test_a_change_is_one_line_with_its_actor_origin_and_hashes(folder: Path, memory: Path) -> None:
    store = MemoryStore(folder, clock=lambda: 1_700_000_000.5)
    store.add("memory", "one")
    answer = succeeded(
        store.replace("memory", "one", "uno", actor="tool", origin=Origin(session_id="s1", entry_id="e7"))
    )
    assert lines(folder)[1] == {
        "id": answer.change,
        "time": 1_700_000_000.5,
        "actor": "tool",
        "origin": {"sessionId": "s1", "entryId": "e7"},
        "operation": "replace",
        "target": "memory",
        "old": ["one"],
        "new": ["uno"],
        "beforeHash": content_hash(b"one"),
        "afterHash": content_hash(b"uno"),
    }
    assert (folder / ".silcrow" / "history" / content_hash(b"one")).read_bytes() == b"one"


def test_the_first_change_of_a_missing_file_has_no_hash_before(store: MemoryStore) -> None:
    store.add("memory", "one")
    assert store.history()[0].before_hash is None


def test_the_files_of_history_are_private(store: MemoryStore, folder: Path) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    side = folder / ".silcrow"
    for path in (side / "history.jsonl", *(side / "history").iterdir()):
        assert path.stat().st_mode & 0o777 == 0o600
    assert (side / "history").stat().st_mode & 0o777 == 0o700


def test_what_changes_nothing_is_not_recorded(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    assert succeeded(store.add("memory", "one")).change is None
    succeeded(store.replace("memory", "one", "one"))
    succeeded(store.tidy("memory"))
    store.remove("memory", "missing")
    assert len(store.history()) == 1


def test_history_is_newest_first_and_of_one_file_if_asked(store: MemoryStore) -> None:
    store.add("memory", "one")
    store.add("user", "fact")
    store.add("memory", "two")
    assert [change.new for change in store.history()] == [("two",), ("fact",), ("one",)]
    assert [change.new for change in store.history("memory", limit=1)] == [("two",)]
    assert [change.new for change in store.history("user")] == [("fact",)]


def test_a_change_by_another_program_is_recorded_when_a_change_finds_it(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    memory.write_text("two\n§\nfrom outside")
    store.add("memory", "three")
    ours, outside = store.history(limit=2)
    assert (outside.actor, outside.old, outside.new) == ("external", ("one",), ("from outside",))
    assert outside.after_hash == ours.before_hash
    assert (ours.old, ours.new) == ((), ("three",))


def test_an_outside_change_is_recorded_once_for_each_content(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    for _ in range(3):
        memory.write_text("one, cut\n**§**\nhere")
        refused(store.add("memory", "x"), "drift")
        store.note_external()
    assert [change.actor for change in store.history()] == ["external", "user"]
    memory.write_text("one, cut\n**§**\nhere and here")
    assert len(store.note_external()) == 1
    assert store.note_external() == ()


def test_a_file_that_was_deleted_is_an_outside_change(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    memory.unlink()
    (change,) = store.note_external()
    assert (change.old, change.after_hash) == (("one",), None)
    assert store.note_external() == ()


def test_noting_takes_no_place_where_nothing_is(tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    assert MemoryStore(folder).note_external() == ()
    assert not folder.exists()
    folder.mkdir()
    assert MemoryStore(folder).note_external() == ()
    assert list(folder.iterdir()) == []


def test_what_a_host_finds_at_first_is_what_later_changes_are_told_from(store: MemoryStore, memory: Path) -> None:
    memory.write_text("one\n§\ntwo")
    assert store.note_external() == ()
    memory.write_text("two")
    (change,) = store.note_external()
    assert change.old == ("one",)


def test_a_damaged_file_is_no_such_beginning(store: MemoryStore, memory: Path) -> None:
    memory.write_text("one\n**§**\ntwo")
    store.note_external()
    refused(store.add("memory", "x"), "drift")


def test_a_file_that_is_still_being_written_is_not_noted(
    store: MemoryStore, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    memory.write_text("")
    monkeypatch.setattr(outside_module.time, "sleep", lambda _: memory.write_text("one\n§\ntwo\n§\nthree"))
    assert store.note_external() == ()
    (change,) = store.note_external()
    assert (change.old, change.new) == ((), ("three",))


def test_undo_brings_a_deleted_file_back(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    memory.unlink()
    (change,) = store.note_external()
    succeeded(store.undo(change.id))
    assert memory.read_text() == "one"


def test_an_edited_entry_did_not_vanish_and_a_grown_one_is_marked(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "Uses uv, never pip")
    store.add("memory", "Deploys on Friday")
    store.add("memory", "Lives in Oslo")
    memory.write_text("Uses uv, never pip, and ruff for linting\n§\nLives in Bergen")
    store.note_external()
    state = store.state().memory
    assert [entry.grown_outside for entry in state.entries] == [True, True]
    assert [entry.changed_by for entry in state.entries] == ["external", "external"]
    assert [vanished.text for vanished in state.vanished] == ["Deploys on Friday"]


def test_what_vanished_waits_until_it_is_restored_decided_or_dismissed(store: MemoryStore, memory: Path) -> None:
    for text in ("one", "twelve", "three hundred"):
        store.add("memory", text)
    memory.write_text("one")
    (change,) = store.note_external()

    def waiting() -> list[str]:
        return [vanished.text for vanished in store.state().memory.vanished]

    assert waiting() == ["twelve", "three hundred"]
    succeeded(store.restore_text("memory", ["twelve"]))
    assert waiting() == ["three hundred"]
    succeeded(store.remove("memory", "twelve"))
    assert waiting() == ["three hundred"]
    assert store.dismiss(change.id)
    assert waiting() == []
    assert "dismiss" not in [each.operation for each in store.history()]
    assert not store.dismiss("nonsense")


def test_entries_say_when_and_by_whom_they_were_written_last(folder: Path) -> None:
    now = iter(range(100, 200, 10))
    store = MemoryStore(folder, clock=lambda: float(next(now)))
    store.add("memory", "one")
    store.add("memory", "two", actor="tool")
    store.replace("memory", "one", "uno", actor="recovery")
    entries = store.state().memory.entries
    assert [(entry.text, entry.changed_by) for entry in entries] == [("uno", "recovery"), ("two", "tool")]
    assert entries[0].changed_at is not None and entries[1].changed_at is not None
    assert entries[0].changed_at > entries[1].changed_at


def test_a_history_that_cannot_be_written_costs_no_change_and_is_said(store: MemoryStore, folder: Path) -> None:
    (folder / ".silcrow").mkdir()
    (folder / ".silcrow" / "history.jsonl").mkdir()
    answer = succeeded(store.add("memory", "one"))
    assert answer.change is None
    assert any("can't be undone" in note for note in answer.notes)


def test_a_history_that_cannot_be_read_is_not_an_empty_one(store: MemoryStore, folder: Path) -> None:
    assert store.history_problem() is None
    store.add("memory", "one")
    (folder / ".silcrow" / "history.jsonl").unlink()
    (folder / ".silcrow" / "history.jsonl").mkdir()
    assert "history.jsonl" in str(store.history_problem())
    assert "history.jsonl" in refused(store.undo(), "io").error
    assert "history.jsonl" in refused(store.restore("abc"), "io").error


def test_damaged_bytes_that_cannot_be_kept_are_not_replaced(store: MemoryStore, folder: Path, memory: Path) -> None:
    memory.write_bytes(b"caf\xe9")
    (folder / ".silcrow").mkdir()
    (folder / ".silcrow" / "history").write_text("in the way")
    sha256 = store.state().memory.sha256
    refused(store.rewrite("memory", ["café"], expected_sha256=sha256, operation="recover"), "io")
    assert memory.read_bytes() == b"caf\xe9"


def test_broken_and_foreign_lines_are_passed_over(store: MemoryStore, folder: Path) -> None:
    store.add("memory", "one")
    path = folder / ".silcrow" / "history.jsonl"
    path.write_bytes(
        b'{"id": 1}\nnot json\n[]\n\xff\xff\n{"id":"x","time":1,"actor":"martian"}\n' + path.read_bytes() + b'{"to'
    )
    store.add("memory", "two")
    assert [change.new for change in store.history()] == [("two",), ("one",)]


def test_old_lines_move_on_and_their_contents_go(
    store: MemoryStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_module, "ROTATE_BYTES", 2_000)
    monkeypatch.setattr(history_module, "_SPARED_SECONDS", -1.0)
    for number in range(40):
        store.add("memory", f"entry {number}")
    side = folder / ".silcrow"
    store.add("user", "a fact")
    assert max((side / name).stat().st_size for name in ("history.jsonl", "history.1.jsonl")) < 3_000
    kept = store.history()
    assert 5 < len(kept) < 40
    assert kept[0].new == ("a fact",)
    assert len(list((side / "history").iterdir())) < 40
    for change in kept:
        assert store.folder.history.content(change.before_hash) is not None
    succeeded(store.undo())


def test_lines_that_move_on_while_they_are_read_are_not_missed(
    store: MemoryStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("memory", "one")
    side = folder / ".silcrow"
    read = history_module._read
    moved: list[Path] = []

    def read_and_be_overtaken(path: Path) -> list[Change]:
        found = list(read(path))
        if not moved:
            moved.append((side / "history.jsonl").replace(side / "history.1.jsonl"))
            (side / "history.jsonl").write_bytes(b"")
        return found

    monkeypatch.setattr(history_module, "_read", read_and_be_overtaken)
    assert [change.new for change in MemoryStore(folder).history()] == [("one",)]
    assert moved


def test_contents_are_bounded_in_all(store: MemoryStore, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "ROTATE_BYTES", 5_000)
    monkeypatch.setattr(history_module, "CONTENT_BYTES", 3_000)
    for number in range(80):
        store.replace("memory", "e", f"e {number} " + "x" * 200) if number else store.add("memory", "e")
    contents = folder / ".silcrow" / "history"
    assert sum(path.stat().st_size for path in contents.iterdir()) < 12_000


def test_a_torn_content_is_not_taken_for_the_bytes(store: MemoryStore, folder: Path) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    change = store.history()[0]
    assert store.folder.history.content(change.before_hash) == b"one"
    os.truncate(folder / ".silcrow" / "history" / str(change.before_hash), 1)
    assert store.folder.history.content(change.before_hash) is None
    assert store.folder.history.content("../../MEMORY.md") is None


def test_a_record_reads_back_as_it_was_written() -> None:
    change = Change(
        "a1",
        1.5,
        "dream",
        "remove",
        "user",
        ("old",),
        (),
        "h1",
        None,
        Origin(run_id="r"),
        "b2",
        "c3",
        {"damaged": True},
    )
    assert change_from(json.loads(json.dumps(change.to_dict()))) == change
    assert change.damaged_before


def test_the_difference_of_two_lists_ignores_their_order() -> None:
    assert difference(("a", "b", "c"), ("c", "b", "d")) == (("a",), ("d",))


def test_a_name_that_is_no_text_is_recorded_and_read_back(store: MemoryStore, memory: Path) -> None:
    succeeded(store.add("memory", "one", origin=Origin(run_id="run \udcff")))
    memory.write_bytes(b"two")
    (noted,) = store.note_external(writer="editor \udcff")
    assert store.history()[0] == noted
    assert store.history()[1].origin == Origin(run_id="run \udcff")


def test_the_last_state_is_never_written_through_a_link(store: MemoryStore, folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("precious")
    last = folder / ".silcrow" / "last" / "MEMORY.md"
    last.parent.mkdir(parents=True)
    last.symlink_to(elsewhere)
    succeeded(store.add("memory", "one"))
    assert elsewhere.read_text() == "precious"
    assert last.read_text() == content_hash(b"one") and not last.is_symlink()
