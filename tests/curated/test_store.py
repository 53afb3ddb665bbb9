from pathlib import Path

import pytest

from silcrow.curated import Failure, MemoryStore, Success
from tests.curated.answers import backups_in, refused, succeeded


def test_an_added_entry_is_on_disk_and_in_the_answer(store: MemoryStore, memory: Path) -> None:
    answer = succeeded(store.add("memory", "  Uses uv, never pip \r\n"))
    assert memory.read_bytes() == b"Uses uv, never pip"
    assert answer.to_dict() == {
        "success": True,
        "target": "memory",
        "entries": ["Uses uv, never pip"],
        "usage": "0% — 18/2,200 chars",
        "entryCount": 1,
        "message": "Added as entry 1.",
    }


def test_the_two_targets_are_two_files(store: MemoryStore, memory: Path, user: Path) -> None:
    store.add("memory", "a note")
    store.add("user", "a fact")
    assert (memory.read_text(), user.read_text()) == ("a note", "a fact")


def test_a_first_write_makes_a_private_folder_and_file(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "memories"
    succeeded(MemoryStore(folder).add("memory", "x"))
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "MEMORY.md").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("target", ["", "USER", "profile", "memory ", None])
def test_an_unknown_target_is_refused_with_the_two_names(store: MemoryStore, folder: Path, target: str) -> None:
    for answer in (
        store.add(target, "x"),
        store.replace(target, "x", "y"),
        store.remove(target, "x"),
        store.read(target),
    ):
        failure = refused(answer, "unknown_target")
        assert '"memory"' in failure.error and '"user"' in failure.error
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("text", ["", "   \n\t", "\u200b\u200d"])
def test_empty_texts_are_refused_on_every_path(store: MemoryStore, memory: Path, text: str) -> None:
    store.add("memory", "X")
    for answer in (
        store.add("memory", text),
        store.replace("memory", "X", text),
        store.replace("memory", text, "Y"),
        store.remove("memory", text),
    ):
        refused(answer, "empty")
    assert memory.read_bytes() == b"X"


@pytest.mark.parametrize("text", ["Checklist:\n§\nmigrate first", "Checklist:\r\n§\r\nmigrate first"])
def test_a_delimiter_in_content_is_refused_by_add_and_replace(store: MemoryStore, memory: Path, text: str) -> None:
    store.add("memory", "X")
    refused(store.add("memory", text), "delimiter")
    refused(store.replace("memory", "X", text), "delimiter")
    assert memory.read_bytes() == b"X"


def test_signs_in_sentences_stay_whole_through_every_operation(store: MemoryStore) -> None:
    lease, law = "Lease: see § 4 and §5(2) BGB", "Two lines\n§ 12 applies"
    store.add("memory", lease)
    assert succeeded(store.add("memory", law)).entries == (lease, law)
    assert succeeded(store.replace("memory", "§ 12", law + " always")).entries == (lease, law + " always")
    assert succeeded(store.remove("memory", "§5(2)")).entries == (law + " always",)


def test_an_exact_duplicate_changes_nothing_and_says_so(store: MemoryStore, memory: Path) -> None:
    memory.write_text("Uses uv\r\n§\r\nother\n", newline="")
    before = memory.read_bytes()
    answer = succeeded(store.add("memory", "Uses uv"))
    assert "Already there" in (answer.message or "")
    assert memory.read_bytes() == before


def test_a_close_text_is_saved_with_a_hint(store: MemoryStore) -> None:
    store.add("memory", "Prefers Python 3.12")
    answer = succeeded(store.add("memory", "prefers python 3.12!"))
    assert answer.similar == ("Prefers Python 3.12",)
    assert len(answer.entries) == 2


def test_one_other_word_is_no_similar_entry(store: MemoryStore) -> None:
    store.add("memory", "Server A runs nginx")
    assert succeeded(store.add("memory", "Server B runs nginx")).similar == ()


def test_replace_puts_the_new_text_for_the_whole_entry_and_returns_the_old(store: MemoryStore) -> None:
    old = "Deploy: blue/green. DB: Postgres 16. Editor: helix"
    store.add("memory", "first")
    store.add("memory", old)
    store.add("memory", "last")
    answer = succeeded(store.replace("memory", "DB: Postgres 16", "DB: Postgres 17"))
    assert answer.entries == ("first", "DB: Postgres 17", "last")
    assert answer.replaced == old


def test_a_whole_entry_wins_over_a_part_of_another(store: MemoryStore) -> None:
    store.add("memory", "test")
    store.add("memory", "echo tests pass on CI")
    assert succeeded(store.replace("memory", "test", "check")).entries == ("check", "echo tests pass on CI")
    assert succeeded(store.remove("memory", "check")).entries == ("echo tests pass on CI",)


def test_identical_entries_count_as_one_match(store: MemoryStore, memory: Path) -> None:
    memory.write_text("Uses uv\n§\nUses uv\n§\nother")
    assert succeeded(store.remove("memory", "uv")).entries == ("other",)


def test_an_ambiguous_text_is_refused_with_previews(store: MemoryStore, memory: Path) -> None:
    long = "The staging database " + "x" * 100
    store.add("memory", long)
    store.add("memory", "The production database")
    before = memory.read_bytes()
    failure = refused(store.remove("memory", "database"), "ambiguous")
    assert failure.matches == (long[:80] + "...", "The production database")
    assert memory.read_bytes() == before


def test_a_text_that_matches_nothing_gets_the_nearest_entries_in_full(store: MemoryStore) -> None:
    said = "Zoë says “ship it” — always " + "and again " * 20
    store.add("memory", said)
    failure = refused(store.remove("memory", 'Zoë says "ship it"'), "no_match")
    assert failure.current_entries == (said.strip(),)


def test_a_replacement_that_equals_another_entry_makes_them_one(store: MemoryStore, memory: Path) -> None:
    memory.write_text("one\n§\ntwo\n§\nthree")
    answer = succeeded(store.replace("memory", "three", "one"))
    assert answer.entries == ("one", "two")
    assert "one now" in (answer.message or "")
    assert answer.replaced == "three"


def test_replacing_an_entry_by_itself_changes_nothing(store: MemoryStore, memory: Path) -> None:
    memory.write_bytes(b"one\r\n\xc2\xa7\r\ntwo\n")
    before = memory.read_bytes()
    assert "nothing was changed" in (succeeded(store.replace("memory", "two", "two")).message or "")
    assert memory.read_bytes() == before


def test_removing_the_last_entry_leaves_no_bytes(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "only")
    answer = succeeded(store.remove("memory", "only"))
    assert (answer.entries, answer.replaced) == ((), "only")
    assert memory.read_bytes() == b""
    refused(store.remove("memory", "only"), "no_match")
    succeeded(store.add("memory", "again"))


def test_an_exact_fit_is_accepted_and_one_more_is_refused_with_numbers(folder: Path, memory: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=4_000)
    for number in range(2):
        store.add("memory", f"{number}" * 1_990)
    store.add("memory", "n" * 4)
    assert store.state().memory.usage.used == 3_990
    before = memory.read_bytes()
    failure = refused(store.add("memory", "x" * 100), "over_limit")
    assert {key: failure.details[key] for key in ("used", "limit", "needed", "missing")} == {
        "used": 3_990,
        "limit": 4_000,
        "needed": 103,
        "missing": 93,
    }
    assert failure.details["entryLengths"] == [1_990, 1_990, 4]
    assert len(failure.current_entries) == 3
    assert memory.read_bytes() == before
    refused(store.add("memory", "x" * 8), "over_limit")
    assert str(succeeded(store.add("memory", "x" * 7)).usage) == "100% — 4,000/4,000 chars"


def test_a_store_over_its_limit_can_always_shrink(folder: Path, memory: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=4_000)
    texts = [f"{number}" * 1_828 for number in range(3)]
    memory.write_text("\n§\n".join(texts))
    assert store.state().memory.usage.percent == 137
    refused(store.add("memory", "one more"), "over_limit")
    refused(store.replace("memory", texts[0], "9" * 1_829), "over_limit")
    shorter = succeeded(store.replace("memory", texts[0], "9" * 1_827))
    assert shorter.usage.used > 4_000
    assert succeeded(store.replace("memory", "9" * 1_827, "8" * 1_827)).usage == shorter.usage
    assert succeeded(store.remove("memory", texts[1])).usage.percent == 91


def test_each_target_has_its_own_limit(folder: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=10, user_char_limit=5)
    succeeded(store.add("memory", "x" * 10))
    refused(store.add("user", "x" * 6), "over_limit")
    succeeded(store.add("user", "x" * 5))


def test_a_text_that_fits_only_by_code_points_gets_a_note(folder: Path) -> None:
    store = MemoryStore(folder, memory_char_limit=10)
    answer = succeeded(store.add("memory", "😀" * 10))
    assert answer.usage.used == 10
    assert any("UTF-16" in note and "20/10" in note for note in answer.notes)


def test_a_text_made_of_two_entries_is_refused_since_it_would_pass_for_damage(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "Uses uv")
    store.add("memory", "Lives in Oslo")
    before = memory.read_bytes()
    refused(store.add("memory", "Uses uvLives in Oslo"), "invalid")
    assert memory.read_bytes() == before


def test_entries_that_together_pass_for_damage_are_refused_whichever_comes_last(
    store: MemoryStore, memory: Path
) -> None:
    store.add("memory", "Uses uvLives in Oslo")
    store.add("memory", "Uses uv")
    refused(store.add("memory", "Lives in Oslo"), "invalid")
    store.add("memory", "<<<<<<< ours")
    store.add("memory", "=======")
    refused(store.add("memory", ">>>>>>> theirs"), "invalid")
    assert memory.read_text().count("§") == 3


@pytest.mark.parametrize("joint", ["\r\n§\r\n", "\n§\n", "\r§\r", "\n\n§\n\n", " \n§ \n"])
def test_a_change_touches_just_the_named_entry_whatever_the_line_ends(
    store: MemoryStore, memory: Path, joint: str
) -> None:
    memory.write_bytes(joint.join(["one", "two", "three"]).encode())
    assert succeeded(store.read("memory")).entries == ("one", "two", "three")
    assert succeeded(store.replace("memory", "two", "TWO")).entries == ("one", "TWO", "three")
    assert succeeded(store.remove("memory", "three")).entries == ("one", "TWO")
    assert memory.read_bytes() == "one\n§\nTWO".encode()
    assert backups_in(memory.parent) == []


def test_a_byte_order_mark_is_no_part_of_an_entry(store: MemoryStore, memory: Path) -> None:
    memory.write_bytes("\ufeffLikes dark mode\n§\nWorks in Oslo".encode())
    answer = succeeded(store.remove("memory", "Likes dark mode"))
    assert answer.entries == ("Works in Oslo",)
    assert memory.read_bytes() == b"Works in Oslo"


def test_copies_that_differ_in_blanks_are_folded_and_counted(store: MemoryStore, memory: Path) -> None:
    memory.write_text("Uses uv \n§\n\nUses uv\n§\n\tUses uv\n§\n \n§\nUses uv\n§\n\n§\nother")
    answer = succeeded(store.read("memory"))
    assert answer.entries == ("Uses uv", "other")
    assert "3 duplicate entries folded" in answer.notes
    assert "2 blank entries dropped" in answer.notes
    succeeded(store.add("memory", "more"))
    assert memory.read_text() == "Uses uv\n§\nother\n§\nmore"


def test_outside_edits_that_are_well_formed_are_accepted(store: MemoryStore, memory: Path) -> None:
    for text in ("one", "two", "three"):
        store.add("memory", text)
    memory.write_text("one\n§\nthree\n§\nfrom outside\n")
    assert succeeded(store.add("memory", "four")).entries == ("one", "three", "from outside", "four")
    assert backups_in(memory.parent) == []


def test_a_deleted_file_is_an_empty_store_that_an_add_makes_anew(store: MemoryStore, memory: Path) -> None:
    for text in ("one", "two"):
        store.add("memory", text)
    memory.unlink()
    answer = succeeded(store.read("memory"))
    assert (answer.entries, answer.notes) == ((), ("file missing",))
    added = succeeded(store.add("memory", "three"))
    assert added.entries == ("three",)
    assert any("missing" in note for note in added.notes)
    assert memory.read_bytes() == b"three"


@pytest.mark.parametrize("mode", [0o660, 0o644, 0o600])
def test_an_existing_file_keeps_its_mode(store: MemoryStore, memory: Path, mode: int) -> None:
    memory.write_text("one")
    memory.chmod(mode)
    for number in range(3):
        succeeded(store.add("memory", f"more {number}"))
    assert memory.stat().st_mode & 0o777 == mode


def test_links_survive_and_their_target_is_written(store: MemoryStore, memory: Path, tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    real = dotfiles / "notes.md"
    real.write_text("one")
    (dotfiles / "link.md").symlink_to("notes.md")
    memory.symlink_to(Path("..") / "dotfiles" / "link.md")
    assert succeeded(store.add("memory", "two")).entries == ("one", "two")
    assert succeeded(store.replace("memory", "one", "ONE")).entries == ("ONE", "two")
    assert memory.is_symlink() and (dotfiles / "link.md").is_symlink()
    assert real.read_text() == "ONE\n§\ntwo"
    assert sorted(path.name for path in dotfiles.iterdir()) == ["link.md", "notes.md"]


def test_a_drifted_linked_file_is_backed_up_beside_the_link(store: MemoryStore, memory: Path, tmp_path: Path) -> None:
    real = tmp_path / "notes.md"
    real.write_text("one\n**§**\ntwo")
    memory.symlink_to(real)
    failure = refused(store.add("memory", "x"), "drift")
    (backup,) = backups_in(memory.parent)
    assert failure.drift_backup == str(backup)
    assert backup.read_bytes() == real.read_bytes()
    assert memory.is_symlink()


def test_answers_are_plain_json(store: MemoryStore) -> None:
    import json

    for answer in (store.add("memory", "x"), store.remove("memory", "y"), store.add("bad", "z")):
        assert isinstance(answer, Success | Failure)
        assert json.loads(json.dumps(answer.to_dict()))["success"] is answer.success
