"""Thirty files damaged as it happens: every entry that was known and is still there comes out whole."""

import pytest

from silcrow.curated.entry_format import join
from silcrow.curated.recovery.outcome import result_of
from silcrow.curated.recovery.proof import proof
from tests.curated.drift_corpus import DAMAGED, Case
from tests.curated.recovery.making import plan_for

LOST = {"a zeroed tail": 1, "an unfinished merge": 2, "notes of a time before delimiters": 0}
"""How many known entries of such a file are still whole."""


@pytest.mark.parametrize("case", DAMAGED, ids=lambda case: case.name)
def test_known_entries_come_out_whole_and_nothing_is_nowhere(case: Case) -> None:
    plan = plan_for(case.after, last=join(case.before)).keep_rest()
    whole = {entry.text for entry in plan.base} | {piece.text for piece in plan.pieces}
    if case.name in LOST:
        assert len(whole & set(case.before)) >= LOST[case.name]
    else:
        assert set(case.before) <= whole
        assert set(case.before) <= set(result_of(plan).texts)
    assert not proof(plan).nowhere


def test_a_list_whose_items_became_entries_once_is_cut_at_its_items_again() -> None:
    items = [f"Item {number} of the old notes, with some words of its own." for number in range(60)]
    before = plan_for("Sound.\n§\n" + "\n".join(f"- {item}" for item in items))
    again = plan_for("Sound.\n§\n" + "\n".join(f"- {item}" for item in items), last=join(["Sound.", *items[:30]]))
    assert [piece.text for piece in before.pieces] == ["Sound.", *items]
    assert [piece.text for piece in again.pieces if piece.origin == "source"] == ["Sound.", *items]
