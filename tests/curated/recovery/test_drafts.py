"""A plan can be left and taken up again, also after the file has changed."""

from pathlib import Path

from silcrow.curated import MemoryStore
from silcrow.curated.recovery import (
    DISCARD,
    KEEP,
    RecoveryPlan,
    apply_recovery,
    discard_draft,
    load_draft,
    merged_into,
    plan_recovery,
    save_draft,
)
from tests.curated.answers import backups_in, succeeded

NOW = 1_796_000_000.0
NOTES = "Likes fish.\n§\n# Notes\n\n## Build\n- run make check\n\n## People\n- Ada likes tests\n"


def damaged(store: MemoryStore, memory: Path) -> RecoveryPlan:
    succeeded(store.add("memory", "Likes fish."))
    memory.write_text(NOTES)
    plan = plan_recovery(store, "memory")
    assert isinstance(plan, RecoveryPlan)
    return plan


def test_a_draft_comes_back_as_it_was_left(store: MemoryStore, memory: Path) -> None:
    plan = damaged(store, memory).with_decision("4", DISCARD)
    plan = plan.split("6", plan.piece("6").start + 6)
    path = save_draft(store, plan, now=NOW)
    assert isinstance(path, Path)
    assert path.parent == memory.parent / ".silcrow" / "drafts"
    again = load_draft(store, "memory")
    assert again is not None
    assert again.pieces == plan.pieces


def test_without_a_draft_there_is_none(store: MemoryStore, memory: Path) -> None:
    damaged(store, memory)
    assert load_draft(store, "memory") is None
    assert load_draft(store, "memory", memory.with_name("MEMORY.md.bak.1")) is None


def test_a_draft_on_a_file_that_changed_keeps_decisions_and_shows_what_is_new(store: MemoryStore, memory: Path) -> None:
    plan = damaged(store, memory).with_decision("4", KEEP)
    plan = plan.with_decision("6", merged_into("Likes fish.", "Likes fish.\nAda likes tests"))
    save_draft(store, plan, now=NOW)
    memory.write_text("A first entry.\n§\n" + NOTES + "- a new line\n")
    again = load_draft(store, "memory")
    assert again is not None
    assert again.piece("4").decision == KEEP
    assert again.piece("6").decision == merged_into("Likes fish.", "Likes fish.\nAda likes tests")
    assert [piece.text for piece in again.undecided] == ["a new line"]
    succeeded(apply_recovery(store, again.keep_rest(), now=NOW))
    assert memory.read_text().split("\n§\n") == [
        "A first entry.",
        "Likes fish.\nAda likes tests",
        "run make check",
        "a new line",
    ]


def test_a_draft_of_the_live_file_keeps_a_copy_of_it(store: MemoryStore, memory: Path) -> None:
    save_draft(store, damaged(store, memory), now=NOW)
    assert [backup.read_text() for backup in backups_in(memory.parent)] == [NOTES]


def test_an_apply_ends_the_draft(store: MemoryStore, memory: Path) -> None:
    plan = damaged(store, memory).keep_rest()
    path = save_draft(store, plan, now=NOW)
    succeeded(apply_recovery(store, plan, now=NOW))
    assert isinstance(path, Path)
    assert not path.exists()


def test_a_draft_can_be_thrown_away(store: MemoryStore, memory: Path) -> None:
    plan = damaged(store, memory)
    save_draft(store, plan, now=NOW)
    discard_draft(store, plan)
    discard_draft(store, plan)
    assert load_draft(store, "memory") is None


def test_a_broken_draft_is_none(store: MemoryStore, memory: Path) -> None:
    path = save_draft(store, damaged(store, memory), now=NOW)
    assert isinstance(path, Path)
    for content in (b"", b"{", b"[]", b'{"pieces": 1}', b"[" * 100_000):
        path.write_bytes(content)
        assert load_draft(store, "memory") is None


def test_drafts_of_backups_are_kept_apart(store: MemoryStore, memory: Path) -> None:
    plans: list[RecoveryPlan] = []
    for number, text in enumerate(("One.", "Two.")):
        backup = memory.with_name(f"MEMORY.md.bak.{number}")
        backup.write_text(text)
        plan = plan_recovery(store, "memory", backup)
        assert isinstance(plan, RecoveryPlan)
        plans.append(plan.keep_rest())
        save_draft(store, plans[-1], now=NOW)
    for plan in plans:
        again = load_draft(store, "memory", plan.stand.source)
        assert again is not None
        assert again.pieces == plan.pieces
