from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.dreaming.steps import Wanted, wanted_of
from silcrow.workers.dream import HandedTurn
from tests.dreaming.conftest import add, change, remove, texts

ONE = HandedTurn("s1", "a2", ("u1", "a1", "a2"), 10.0, "/shop", "Use uv.", "Yes.")
TWO = HandedTurn("s2", "a2", ("u1", "a2"), 20.0, "/blog", "Use uv here too.", "Yes.")
FIRST, SECOND = {"session": "s1", "entry": "a2"}, {"session": "s2", "entry": "a2"}
CAT, DOG = "The cat sleeps inside.", "The dog sleeps outside."


def wanted(*proposals: Any, memory: Sequence[str] = (CAT, DOG)) -> Wanted:
    return wanted_of(proposals, {"memory": memory, "user": ()}, (ONE, TWO))


def told(found: Wanted) -> list[tuple[str, str | None, str | None]]:
    return [(step.op, step.old, step.new) for step in found.steps]


def test_each_step_names_the_turn_it_rests_on():
    (step,) = wanted(add("Uses uv, never pip.", FIRST)).steps
    (evidence,) = step.evidence
    assert (evidence.session, evidence.entry, evidence.time, evidence.quote) == ("s1", "a2", 10.0, "Use uv.")


def test_any_entry_of_a_turn_names_it():
    (step,) = wanted(add("Uses uv, never pip.", {"session": "s1", "entry": "u1"})).steps
    assert step.evidence[0].entry == "a2"


@pytest.mark.parametrize(
    "evidence",
    [{"session": "s1", "entry": "zz"}, {"session": "s3", "entry": "a2"}, {"session": "s2", "entry": "a1"}, {}],
)
def test_what_names_no_turn_that_was_handed_over_is_refused(evidence: dict[str, str]):
    found = wanted(add("Uses uv, never pip.", evidence))
    assert not found.steps
    assert found.refused[0].code == "no_evidence"


@pytest.mark.parametrize(
    "proposal",
    [
        None,
        "text",
        {},
        {"op": "drop", "target": "memory", "evidence": FIRST},
        {"op": "add", "target": "notes", "content": "Uses uv.", "evidence": FIRST},
        {"op": "add", "target": "memory", "content": "  ", "evidence": FIRST},
        {"op": "replace", "target": "memory", "content": "Uses uv.", "evidence": FIRST},
        {"op": "remove", "target": "memory", "oldText": 3, "evidence": FIRST},
    ],
)
def test_what_has_no_meaning_is_refused_and_counted(proposal: Any):
    found = wanted(proposal)
    assert (len(found.steps), [each.code for each in found.refused]) == (0, ["invalid"])


def test_changed_twice_is_one_change_with_both_turns():
    found = wanted(
        change("The cat", "The cat sleeps outside.", FIRST), change("cat", "The cat sleeps on the roof.", SECOND)
    )
    assert told(found) == [("replace", CAT, "The cat sleeps on the roof.")]
    assert [each.session for each in found.steps[0].evidence] == ["s1", "s2"]


def test_added_and_changed_is_one_addition_and_added_and_removed_is_nothing():
    found = wanted(add("A bird sings.", FIRST), change("A bird", "A bird sings at dawn.", FIRST))
    assert told(found) == [("add", None, "A bird sings at dawn.")]
    assert told(wanted(add("A bird sings.", FIRST), remove("A bird", FIRST))) == []


def test_changed_and_removed_is_a_removal_and_removed_and_added_again_is_nothing():
    assert told(wanted(change(CAT, "The cat is gone.", FIRST), remove("The cat is gone.", FIRST))) == [
        ("remove", CAT, None)
    ]
    assert told(wanted(remove(CAT, FIRST), add(CAT, FIRST))) == []


def test_two_entries_merged_into_one_are_a_change_and_a_removal():
    both = "The cat sleeps inside, the dog outside."
    assert told(wanted(change(CAT, both, FIRST), remove(DOG, FIRST))) == [("replace", CAT, both), ("remove", DOG, None)]


def test_what_is_there_already_is_told_as_unchanged():
    found = wanted(add(CAT, FIRST))
    assert (found.steps, texts(found.unchanged)) == ((), [CAT])


def test_a_text_that_fits_no_entry_or_several_is_refused():
    assert wanted(remove("The bird", FIRST)).refused[0].code == "no_match"
    assert wanted(remove("sleeps", FIRST)).refused[0].code == "ambiguous"


def test_what_is_plainly_no_fact_is_refused():
    assert wanted(add("User: ok thanks", FIRST)).refused[0].code == "implausible"


def test_more_calls_than_any_dream_needs_are_not_followed():
    found = wanted(*(add(f"Fact number {number} of many.", FIRST) for number in range(250)))
    assert (len(found.steps), len(found.refused)) == (200, 50)


_WORDS = st.sampled_from([f"Fact {letter * 3} holds." for letter in "abcdef"])
_CALLS = st.lists(
    st.one_of(
        st.builds(lambda new: add(new, FIRST), _WORDS),
        st.builds(lambda old, new: change(old, new, FIRST), _WORDS, _WORDS),
        st.builds(lambda old: remove(old, FIRST), _WORDS),
    ),
    max_size=12,
)


@given(start=st.lists(_WORDS, unique=True, max_size=5), calls=_CALLS)
def test_the_steps_make_of_the_entries_just_what_the_calls_made(start: list[str], calls: list[dict[str, Any]]):
    expected = list(start)
    for call in calls:
        old, new = call.get("oldText"), call.get("content")
        if old is None and new not in expected:
            expected.append(new)
        elif old in expected:
            place = expected.index(old)
            if new is None or (new in expected and new != old):
                del expected[place]
            else:
                expected[place] = new
    found = wanted(*calls, memory=start)
    after = set(start)
    for step in found.steps:
        assert step.old is None or step.old in start
        after.discard(step.old or "")
    after |= {step.new for step in found.steps if step.new is not None}
    assert after == set(expected)
