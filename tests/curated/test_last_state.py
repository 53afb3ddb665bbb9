from pathlib import Path

import pytest

from silcrow.curated import MemoryStore
from silcrow.curated.entry_format import NotText, parse_entries, serialise
from silcrow.curated.examination import Clean, Damaged, Verdict, examine
from silcrow.curated.last_state import compare_with_last
from silcrow.curated.seams import glued_before, glued_behind, separates_nothing
from silcrow.curated.store_file import Content
from tests.curated.answers import backups_in, refused, succeeded
from tests.curated.drift_corpus import DAMAGED, HONEST, Case


def judge(case: Case, *, known: bool = True) -> Verdict:
    return examine(Content(Path("MEMORY.md"), case.after), 2_200, serialise(case.before) if known else None)


def words(verdict: Verdict) -> list[str]:
    match verdict:
        case Damaged(drifts=drifts):
            return [drift.check for drift in drifts]
        case NotText():
            return ["unreadable"]
        case _:
            return []


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case.name)
def test_honest_edits_are_accepted(case: Case) -> None:
    assert words(judge(case)) == []


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case.name)
def test_honest_edits_are_accepted_by_their_bytes_alone(case: Case) -> None:
    assert words(judge(case, known=False)) == []


@pytest.mark.parametrize("case", DAMAGED, ids=lambda case: case.name)
def test_damage_is_found_by_its_check(case: Case) -> None:
    assert case.check in words(judge(case))


@pytest.mark.parametrize("case", [*HONEST, *DAMAGED], ids=lambda case: case.name)
def test_bytes_that_silcrow_knows_are_clean(case: Case) -> None:
    verdict = examine(Content(Path("MEMORY.md"), case.after), 2_200, case.after)
    assert isinstance(verdict, Clean | NotText)


def test_the_bytes_alone_find_two_in_five_of_the_damaged_files() -> None:
    assert sum(1 for case in DAMAGED if words(judge(case, known=False))) >= 11


def test_a_finding_points_at_the_seam() -> None:
    case = next(case for case in DAMAGED if case.name == "a shell append of a sentence")
    verdict = judge(case)
    assert isinstance(verdict, Damaged)
    drift = verdict.drifts[0]
    assert verdict.parsed.text[drift.offset :].startswith("Uses zoxide")
    assert drift.entry == 5
    assert drift.line == case.after[: case.after.index(b"Uses zoxide")].count(b"\n") + 1


@pytest.mark.parametrize(
    ("entry", "rest", "glued"),
    [
        ("Uses fish", "Uses zsh", True),
        ("Uses fish", "zsh on the servers", True),
        ("Uses fish", "- zsh", True),
        ("Uses fish", "## Zsh", True),
        ("Uses fish.", "zsh too", True),
        ("Uses fish", "2 shells", True),
        ("Uses fish", "`chsh` sets it", True),
        ("Uses fish (on CI)", "'s prompt", False),
        ("Uses fish", " and zsh on the servers", False),
        ("Uses fish", "\nUses zsh on the servers", False),
        ("Uses fish", ", zsh on the servers", False),
        ("Uses fish", ": zsh on the servers", False),
        ("Runs test", "s on CI each night", False),
        ("Runs test", "ing on CI each night", False),
        ("Uses Python 3.1", "2 and newer ones", False),
        ("Uses fish.", ".. and zsh too", False),
        ("Uses fish", "er", False),
        ("Uses fish", "", False),
    ],
)
def test_a_seam_behind_an_entry_is_told_from_a_continuation(entry: str, rest: str, glued: bool) -> None:
    assert glued_behind(entry, rest) is glued


@pytest.mark.parametrize(
    ("head", "glued"),
    [
        ("Speaks Portuguese", True),
        ("Note of June: ", False),
        ("- ", False),
        ("Says (", False),
        ("Re", False),
        ("", False),
    ],
)
def test_a_seam_before_an_entry_needs_words_that_run_into_it(head: str, glued: bool) -> None:
    assert glued_before(head) is glued


@pytest.mark.parametrize(
    ("between", "nothing"),
    [
        ("", True),
        ("\n", True),
        ("\n?\n", True),
        ("\n---\n", True),
        (" ", False),
        ("; ", False),
        ("\nand\nalso\n", False),
    ],
)
def test_what_may_be_left_of_a_delimiter(between: str, nothing: bool) -> None:
    assert separates_nothing(between) is nothing


def test_a_shell_append_is_refused_with_a_backup_and_a_way_out(store: MemoryStore, folder: Path, memory: Path) -> None:
    store.add("memory", "Uses uv")
    with memory.open("a") as file:
        file.write("Prefers ruff over flake8\n")
    failure = refused(store.add("memory", "x"), "drift")
    assert failure.details["check"] == "glued"
    assert len(backups_in(folder)) == 1
    assert str(folder / ".silcrow" / "last" / "MEMORY.md") in (failure.remediation or "")
    (folder / ".silcrow" / "last" / "MEMORY.md").unlink()
    succeeded(store.add("memory", "x"))


def test_an_emptied_file_is_refused_and_a_removed_last_entry_is_not(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "one")
    store.add("memory", "two")
    memory.write_bytes(b"")
    refused(store.add("memory", "x"), "drift")
    memory.write_bytes("one\n§\ntwo".encode())
    store.remove("memory", "one")
    store.remove("memory", "two")
    succeeded(store.add("memory", "x"))


def test_each_accepted_state_is_the_next_one_to_compare_with(store: MemoryStore, memory: Path) -> None:
    store.add("memory", "Uses uv")
    memory.write_text("Uses uv\n§\nLives in Oslo")
    succeeded(store.add("memory", "Lives in Oslo"))
    memory.write_text("Uses uv\nLives in Oslo")
    refused(store.add("memory", "x"), "drift")


def test_a_large_file_that_was_rewritten_is_not_compared_entry_by_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def count(text: str, entry: str, **_: bool) -> None:
        looks.append(entry)

    monkeypatch.setattr("silcrow.curated.last_state._seam", count)
    last = parse_entries([f"old fact {number:03}" for number in range(300)])
    now = parse_entries([f"new fact {number:03}" for number in range(300)])
    assert compare_with_last(now, last) == ()
    assert len(looks) <= 300
