"""A plan is changed by decisions, splits and joins; ids of pieces stay."""

import pytest

from silcrow.curated.recovery.decisions import DISCARD, KEEP, captured_in, edited_to, merged_into
from tests.curated.recovery.making import plan_for, texts

LIVE = "Works in UTC+1, usually 09:00-18:30.\n§\nLikes fish."
BACKUP = "Works in UTC+1, mostly 09:00-18:30, lunch at 12.\n§\nDeploys on Tuesdays. Never on Fridays.\n§\nLikes fish."


def test_a_decision_gives_a_new_plan_and_can_be_taken_back() -> None:
    plan = plan_for(BACKUP, LIVE)
    decided = plan.with_decision("2", KEEP)
    assert plan.piece("2").decision is None
    assert decided.piece("2").decision == KEEP
    assert decided.with_decision("2", None) == plan


def test_an_unknown_piece_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(KeyError):
        plan_for(BACKUP, LIVE).with_decision("9", KEEP)


def test_a_split_keeps_the_first_id_and_gives_the_second_part_a_letter() -> None:
    plan = plan_for(BACKUP, LIVE).with_decision("2", DISCARD)
    piece = plan.piece("2")
    split = plan.split("2", piece.start + len("Deploys on Tuesdays. "))
    assert [each.id for each in split.pieces] == ["1", "2", "2b", "3"]
    assert texts(split)[1:3] == ["Deploys on Tuesdays.", "Never on Fridays."]
    assert split.piece("2b").decision == DISCARD
    again = split.split("2b", split.piece("2b").start + len("Never "))
    assert [each.id for each in again.pieces] == ["1", "2", "2b", "2c", "3"]


def test_a_split_that_leaves_nothing_on_a_side_is_a_mistake() -> None:
    plan = plan_for(BACKUP, LIVE)
    for at in (plan.piece("2").start, plan.piece("2").end):
        with pytest.raises(ValueError, match="inside"):
            plan.split("2", at)


def test_a_join_takes_the_next_piece_in_and_drops_the_delimiter() -> None:
    joined = plan_for(BACKUP, LIVE).join("1")
    assert [each.id for each in joined.pieces] == ["1", "3"]
    assert texts(joined)[0] == BACKUP.rpartition("\n§\n")[0].replace("\n§\n", "\n")


def test_the_last_piece_joins_with_nothing() -> None:
    plan = plan_for(BACKUP, LIVE)
    assert not plan.can_join("3")
    with pytest.raises(ValueError, match="nothing"):
        plan.join("3")


def test_pieces_of_different_files_don_t_join() -> None:
    damaged = "Sound.\n§\n" + "x" * 101
    plan = plan_for(damaged, damaged + "\n- new", limit=100)
    assert not plan.can_join(plan.pieces[-2].id)


def test_an_edit_to_the_same_text_keeps_the_piece() -> None:
    plan = plan_for(BACKUP, LIVE)
    assert plan.edit("2", plan.piece("2").text + "\n").piece("2").decision == KEEP
    assert plan.edit("2", "Deploys.").piece("2").decision == edited_to("Deploys.")


def test_a_merge_proposes_the_entry_with_the_piece_below_it() -> None:
    entry = LIVE.split("\n§\n")[0]
    plan = plan_for(BACKUP, LIVE).merge("1", entry)
    assert plan.piece("1").decision == merged_into(entry, f"{entry}\nWorks in UTC+1, mostly 09:00-18:30, lunch at 12.")


def test_pieces_that_merge_into_one_entry_share_its_new_text() -> None:
    entry = "Likes fish."
    plan = plan_for(BACKUP, LIVE).merge("1", entry, "Likes fish. One.").merge("2", entry)
    assert plan.entry_text(entry) == "Likes fish. One.\nDeploys on Tuesdays. Never on Fridays."
    assert plan.piece("1").decision == plan.piece("2").decision


def test_keeping_the_rest_leaves_what_may_not_be_kept_undecided() -> None:
    plan = plan_for("a\0b\n§\nfine\n§\nLikes fish.", LIVE).keep_rest()
    assert [each.id for each in plan.undecided] == ["1"]
    assert plan.piece("2").decision == KEEP
    assert plan.piece("3").decision == captured_in("Likes fish.")
    assert plan.why_not_keep("1") is not None
