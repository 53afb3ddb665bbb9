from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.curated.entry_format import joined_length
from silcrow.dreaming.sorting import Rules, Sorted, sort_steps, sort_together
from silcrow.dreaming.steps import Step
from tests.dreaming.conftest import texts

TEN = tuple(f"Fact number {number} of this project." for number in range(10))
RULES = Rules(limit=2_200, share=0.3)


def never(_: Step) -> bool:
    return False


def sort(steps: Sequence[Step], entries: Sequence[str] = TEN, rules: Rules = RULES) -> Sorted:
    return sort_steps("memory", entries, steps, rules, edited=never)


def gone(text: str) -> Step:
    return Step("remove", "memory", text)


def new(text: str) -> Step:
    return Step("add", "memory", None, text)


def better(old: str, text: str) -> Step:
    return Step("replace", "memory", old, text)


def test_what_is_free_is_done_in_place():
    found = sort([better(TEN[0], TEN[0].replace("0", "zero")), gone(TEN[1]), new("A new fact.")])
    assert len(found.taken) == 3
    assert found.outcome.entries == ("Fact number zero of this project.", *TEN[2:], "A new fact.")
    assert found.outcome.renamed == {TEN[0]: "Fact number zero of this project."}


def test_an_entry_that_somebody_changed_or_took_away_is_left_to_them():
    found = sort([gone("Not there any more."), better("Neither is this.", "New.")])
    assert [each.code for each in found.refused] == ["stale", "stale"]
    assert found.outcome.entries == TEN


def test_what_somebody_else_added_meanwhile_is_told_as_unchanged():
    assert texts(sort([new(TEN[3])]).unchanged) == [TEN[3]]


@pytest.mark.parametrize(
    "steps",
    [
        [gone(text) for text in TEN],
        [gone(text) for text in TEN[:8]],
        [better(TEN[0], "All of it."), *(gone(text) for text in TEN[1:])],
        [better(text, f"{number}!") for number, text in enumerate(TEN[:4])],
    ],
    ids=["all", "8 of 10", "all by one line", "four rewritten"],
)
def test_taking_away_more_than_the_share_waits_for_a_person(steps: list[Step]):
    found = sort([*steps, new("A new fact.")])
    assert {reason for _, reason in found.held} == {"share"}
    assert len(found.held) == len(steps)
    assert found.outcome.entries == (*TEN, "A new fact.")


def test_up_to_the_share_is_done():
    assert len(sort([gone(text) for text in TEN[:3]]).taken) == 3
    assert not sort([gone(TEN[0])], rules=Rules(2_200, 0.0)).taken


def test_a_file_is_never_emptied_unseen():
    found = sort([gone(TEN[0])], entries=TEN[:1], rules=Rules(2_200, 1.0))
    assert found.held == ((gone(TEN[0]), "share"),)


def test_pinned_and_edited_entries_wait_for_a_person():
    found = sort([gone(TEN[0])], rules=Rules(2_200, 0.3, pinned=frozenset(TEN[:1])))
    assert found.held == ((gone(TEN[0]), "pinned"),)
    found = sort_steps("memory", TEN, [gone(TEN[0])], RULES, edited=lambda step: step.old == TEN[0])
    assert found.held == ((gone(TEN[0]), "edited"),)


def test_in_review_everything_waits_and_what_is_outdated_is_still_refused():
    found = sort([new("A new fact."), gone(TEN[0]), gone("Not there.")], rules=Rules(2_200, 0.3, review=True))
    assert [reason for _, reason in found.held] == ["asked", "asked"]
    assert [each.code for each in found.refused] == ["stale"]
    assert found.outcome.entries == TEN


def test_what_makes_room_counts_for_what_needs_it():
    limit = joined_length(TEN)
    longer = "Fact number 10 of this project. "[:30]
    assert sort([new(longer)], rules=Rules(limit, 0.3)).refused[0].code == "over_limit"
    assert len(sort([gone(TEN[0]), new(longer)], rules=Rules(limit, 0.3)).taken) == 2


def test_of_what_does_not_fit_only_the_last_is_refused():
    limit = joined_length((*TEN, "First new."))
    found = sort([new("First new."), new("Second new.")], rules=Rules(limit, 0.3))
    assert (texts(found.taken), texts(found.refused)) == (["First new."], ["Second new."])


_FACTS = st.sampled_from([f"Fact {letter * 4} holds here." for letter in "abcdefgh"])
_STEPS = st.lists(
    st.one_of(st.builds(gone, _FACTS), st.builds(new, _FACTS), st.builds(better, _FACTS, _FACTS)),
    max_size=8,
    unique_by=lambda step: step.old or step.new,
)


@given(
    base=st.lists(_FACTS, unique=True, max_size=6),
    live=st.lists(_FACTS, unique=True, max_size=8),
    steps=_STEPS,
    share=st.sampled_from([0.0, 0.3, 1.0]),
    limit=st.integers(0, 200),
)
def test_what_a_person_wrote_meanwhile_is_never_lost(
    base: list[str], live: list[str], steps: list[Step], share: float, limit: int
):
    # Steps of a dream only ever name texts that it read.
    steps = [step for step in steps if step.old is None or step.old in base]
    found = sort(steps, live, Rules(limit, share))
    theirs = [text for text in live if text not in base]
    assert set(theirs) <= set(found.outcome.entries)
    touched = {step.old for step in found.taken}
    assert set(live) - touched <= set(found.outcome.entries)
    assert joined_length(found.outcome.entries) <= max(limit, joined_length(live))
    kinds = (found.taken, [step for step, _ in found.held], [each.step for each in found.refused], found.unchanged)
    assert sum(len(kind) for kind in kinds) == len(steps)


def test_an_entry_stays_that_was_to_go_on_in_a_text_that_is_not_written():
    merged = f"{TEN[0]} Fact number 1 too, since May."
    steps = [better(TEN[0], merged), gone(TEN[1])]
    edited = [text for text in TEN if text != TEN[0]]

    def sort_all(lost: Sequence[str]) -> list[Sorted]:
        return [sort_steps("memory", edited, steps, RULES, edited=never, not_written=lost)]

    (found,) = sort_together(sort_all, ())
    assert texts(found.refused) == [merged]
    assert found.held == ((gone(TEN[1]), "merged"),)
    assert found.outcome.entries == tuple(edited)
    assert len(sort(steps).taken) == 2
