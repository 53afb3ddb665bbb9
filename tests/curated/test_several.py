"""Batches, imports, moves, merges and tidying: each is all of it or nothing."""

import os
from pathlib import Path

import pytest

from silcrow.curated import Failure, MemoryStore, Result, Success
from silcrow.curated import file_write as file_write_module
from silcrow.curated import transaction as transaction_module
from silcrow.curated.rows import rows_from_lines
from silcrow.curated.store_file import read_store_file
from tests.curated.answers import backups_in, refused, succeeded


def first(answer: tuple[Success, ...] | Failure) -> Result:
    return answer if isinstance(answer, Failure) else answer[0]


def test_each_row_sees_what_the_ones_before_it_left(store: MemoryStore) -> None:
    store.add("memory", "one")
    answer = succeeded(
        store.batch(
            "memory",
            [
                {"op": "add", "content": "two"},
                {"op": "replace", "oldText": "two", "content": "three"},
                {"op": "remove", "oldText": "one"},
                {"op": "add", "content": "three"},
            ],
        )
    )
    assert answer.entries == ("three",)
    assert answer.message == "1 added, 1 changed, 1 removed, 1 already so."
    assert len(store.history()) == 2


def test_the_limit_is_judged_on_the_final_state(folder: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=50)
    store.add("memory", "x" * 45)
    rows = [{"op": "add", "content": "y" * 40}, {"op": "remove", "oldText": "x"}]
    assert succeeded(store.batch("memory", rows)).entries == ("y" * 40,)
    failure = refused(store.batch("memory", [{"op": "add", "content": "z" * 10}]), "over_limit")
    assert failure.details["missing"] == 3


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"op": "add", "content": " "}, "empty"),
        ({"op": "add", "content": "a\n§\nb"}, "delimiter"),
        ({"op": "remove", "oldText": "zebra"}, "no_match"),
        ({"op": "remove", "oldText": "o"}, "ambiguous"),
        ({"op": "remove", "oldText": ""}, "empty"),
        ({"op": "replace", "oldText": "one", "content": ""}, "empty"),
        ({"op": "drop", "oldText": "one"}, "invalid"),
        ({"op": "add", "content": 7}, "invalid"),
        ({"op": "add", "content": "x", "target": "user"}, "invalid"),
    ],
)
def test_one_bad_row_stops_all_and_is_named(store: MemoryStore, memory: Path, row: dict[str, object], code) -> None:
    store.add("memory", "one")
    store.add("memory", "two o'clock")
    before = memory.read_bytes()
    failure = refused(store.batch("memory", [{"op": "add", "content": "fine"}, row]), code)
    assert failure.details["row"] == 2
    assert "Row 2" in failure.error and "Nothing was changed" in failure.error
    assert memory.read_bytes() == before


def test_a_batch_never_empties_a_store_unasked(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    rows = [{"op": "remove", "oldText": "one"}]
    refused(store.batch("memory", rows), "would_empty")
    assert memory.read_text() == "one"
    assert succeeded(store.batch("memory", rows, allow_empty=True)).entries == ()
    assert (
        succeeded(store.batch("memory", [{"op": "add", "content": "x"}, {"op": "remove", "oldText": "x"}])).entries
        == ()
    )


def test_an_unknown_target_and_no_rows_are_refused(store: MemoryStore) -> None:
    refused(store.batch("profile", []), "unknown_target")
    refused(first(store.import_rows([])), "empty")
    refused(first(store.import_rows([{"content": "no target"}])), "unknown_target")
    assert succeeded(store.batch("memory", [])).message == "Nothing to do."


def test_an_import_applies_all_rows_or_none_over_both_files(store: MemoryStore, memory: Path, user: Path) -> None:
    store.add("user", "x" * 1_300)
    rows = [{"target": "memory", "content": "note"}, {"target": "user", "content": "y" * 100}]
    refused(first(store.import_rows(rows)), "over_limit")
    assert not memory.exists()
    rows[1]["content"] = "short"
    answer = store.import_rows(rows)
    assert isinstance(answer, tuple)
    assert [each.target for each in answer] == ["memory", "user"]
    assert memory.read_text() == "note"
    assert [change.actor for change in store.history(limit=2)] == ["import", "import"]


def test_an_import_into_a_damaged_file_leaves_the_other_alone(
    store: MemoryStore, folder: Path, memory: Path, user: Path
) -> None:
    user.write_text("one\n**§**\ntwo")
    rows = [{"target": "memory", "content": "note"}, {"target": "user", "content": "fact"}]
    failure = refused(first(store.import_rows(rows)), "drift")
    assert failure.target == "user"
    assert not memory.exists()
    assert len(backups_in(folder)) == 1


def test_a_second_file_that_cannot_be_written_takes_the_first_back(
    store: MemoryStore, memory: Path, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("one\n")
    real = os.replace
    broken = OSError(5, "Input/output error")

    def fail_for_user(source: str, target: str, **more: object) -> None:
        if str(target).endswith("USER.md"):
            raise broken
        real(source, target, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", fail_for_user)
    rows = [{"target": "memory", "content": "note"}, {"target": "user", "content": "fact"}]
    refused(first(store.import_rows(rows)), "io")
    assert memory.read_text() == "one\n"
    assert not user.exists()
    assert store.history() == ()


def test_what_another_program_wrote_in_between_is_not_taken_back(
    store: MemoryStore, memory: Path, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.write_text("one\n")
    real = os.replace

    def fail_for_user(source: str, target: str, **more: object) -> None:
        if str(target).endswith("USER.md"):
            memory.write_text("one\n§\nnote\n§\nof another program")
            raise OSError(5, "Input/output error")
        real(source, target, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", fail_for_user)
    rows = [{"target": "memory", "content": "note"}, {"target": "user", "content": "fact"}]
    refused(first(store.import_rows(rows)), "io")
    assert memory.read_text() == "one\n§\nnote\n§\nof another program"


def test_a_file_of_entries_is_imported_without_those_that_are_there(store: MemoryStore) -> None:
    store.add("memory", "two")
    other = "\ufeffone\r\n§\r\ntwo\r\n§\r\n\r\n§\r\nthree\r\n".encode()
    answer = succeeded(store.import_file("memory", other))
    assert answer.entries == ("two", "one", "three")
    assert answer.message == "2 added, 1 already so."
    assert refused(store.import_file("memory", b"caf\xe9"), "invalid").details["offset"] == 3
    assert succeeded(store.import_file("memory", b"")).message == "Nothing to do."


def test_json_lines_are_read_with_their_flaws_named() -> None:
    rows = rows_from_lines('\ufeff{"op": "add", "content": "a\\nb"}\r\n\r\n{"content": "c"}\n')
    assert rows == [{"op": "add", "content": "a\nb"}, {"content": "c"}]
    for text, why in (('{"a": 1}\nnonsense', "Row 2 is not valid JSON"), ("[1]", "Row 1 is no JSON object")):
        flaw = rows_from_lines(text)
        assert isinstance(flaw, Failure) and why in flaw.error


def test_a_move_adds_there_and_removes_here(store: MemoryStore, memory: Path, user: Path) -> None:
    store.add("memory", "lives in Oslo")
    store.add("memory", "a note")
    answer = succeeded(store.move("memory", "Oslo"))
    assert (answer.target, answer.entries, answer.replaced) == ("memory", ("a note",), "lives in Oslo")
    assert user.read_text() == "lives in Oslo"
    there, here = reversed(store.history(limit=2))
    assert (there.target, here.target) == ("user", "memory")
    assert there.action == here.action is not None
    succeeded(store.move("user", "Oslo"))
    assert memory.read_text() == "a note\n§\nlives in Oslo"


def test_a_move_that_does_not_fit_moves_nothing(folder: Path, memory: Path, user: Path) -> None:
    store = MemoryStore(folder, user_char_limit=20)
    store.add("memory", "much too long for the other file")
    refused(store.move("memory", "much"), "over_limit")
    assert memory.read_text() and not user.exists()
    refused(store.move("memory", "zebra"), "no_match")
    refused(store.move("memory", " "), "empty")
    refused(store.move("profile", "x"), "unknown_target")


def test_a_moved_entry_is_on_disk_there_before_it_goes_here(
    store: MemoryStore, memory: Path, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("memory", "lives in Oslo")
    real = os.replace
    seen: list[tuple[bool, bool]] = []

    def look(source: str, target: str, **more: object) -> None:
        real(source, target, **more)  # type: ignore[arg-type]
        if str(target).endswith(("MEMORY.md", "USER.md")) and "last" not in str(target):
            seen.append(("Oslo" in memory.read_text(), user.exists()))

    monkeypatch.setattr(os, "replace", look)
    succeeded(store.move("memory", "Oslo"))
    assert seen == [(True, True), (False, True)]


def test_a_file_that_changes_under_a_move_is_read_again(
    store: MemoryStore, memory: Path, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add("memory", "one")
    reads = iter(range(100))

    def interfere(path: Path):
        read = read_store_file(path)
        if next(reads) == 1:
            memory.write_text("one\n§\nby another")
        return read

    for module in (transaction_module, file_write_module):
        monkeypatch.setattr(module, "read_store_file", interfere)
    assert succeeded(store.move("memory", "one")).entries == ("by another",)
    assert user.read_text() == "one"


def test_merged_entries_stand_where_the_first_one_was(store: MemoryStore) -> None:
    for text in ("zero", "Uses uv", "one", "Never pip"):
        store.add("memory", text)
    answer = succeeded(store.merge("memory", ["pip", "uv"], "uv, never pip"))
    assert answer.entries == ("zero", "uv, never pip", "one")
    assert answer.message == "Merged 2 into 1, 6 chars freed."
    refused(store.merge("memory", ["zero"], "x"), "no_match")
    refused(store.merge("memory", ["zero", "zero"], "x"), "no_match")
    refused(store.merge("memory", ["zero", "o"], "x"), "ambiguous")
    refused(store.merge("memory", ["zero", ""], "x"), "empty")
    refused(store.merge("memory", ["zero", "one"], " "), "empty")
    refused(store.merge("profile", ["zero", "one"], "x"), "unknown_target")


def test_a_merge_into_a_text_that_is_there_leaves_one(store: MemoryStore) -> None:
    for text in ("alpha", "beta", "gamma"):
        store.add("memory", text)
    assert succeeded(store.merge("memory", ["alpha", "beta"], "gamma")).entries == ("gamma",)


def test_tidying_keeps_the_entries_and_mends_the_spelling(store: MemoryStore, memory: Path) -> None:
    memory.write_bytes("\ufeffone\r\n\r\n§\r\none\r\n§\r\ntwo\r\n".encode())
    before = memory.read_bytes()
    preview = succeeded(store.tidy("memory", dry_run=True))
    assert memory.read_bytes() == before and store.history() == ()
    answer = succeeded(store.tidy("memory"))
    assert answer.entries == preview.entries == ("one", "two")
    assert answer.notes == preview.notes
    assert memory.read_bytes() == "one\n§\ntwo".encode()
    assert "Already tidy" in str(succeeded(store.tidy("memory")).message)
    assert (store.history()[0].old, store.history()[0].new) == ((), ())


def test_tidying_refuses_damage_and_what_is_no_text(store: MemoryStore, folder: Path, memory: Path) -> None:
    memory.write_text("one\n**§**\ntwo")
    refused(store.tidy("memory", dry_run=True), "drift")
    assert backups_in(folder) == []
    refused(store.tidy("memory"), "drift")
    memory.write_bytes(b"caf\xe9")
    refused(store.tidy("memory", dry_run=True), "unreadable")
    refused(store.tidy("memory"), "unreadable")
    refused(store.tidy("profile"), "unknown_target")


def test_a_rewrite_is_judged_like_any_other_change(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    sha256 = store.state().memory.sha256

    def rewrite(entries: list[str], **more) -> Result:
        return store.rewrite("memory", entries, **{"expected_sha256": sha256, "operation": "x", **more})

    refused(rewrite(["a"], expected_sha256=None), "stale")
    refused(rewrite([]), "would_empty")
    refused(rewrite(["a", "b\n§\nc"]), "delimiter")
    refused(rewrite(["x" * 2_201]), "over_limit")
    assert memory.read_text() == "one"
    assert succeeded(rewrite(["b ", "a", "b"])).entries == ("b", "a")
    missing = store.rewrite("user", ["fact"], expected_sha256=None, operation="x")
    assert succeeded(missing).entries == ("fact",)
