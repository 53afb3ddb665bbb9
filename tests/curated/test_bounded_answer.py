import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from silcrow.curated.bounded_answer import LARGEST_ANSWER, MOST_RECORDS, TooLarge, bound_answer, bound_text

texts = st.text(st.characters(codec="utf-8"), max_size=40).flatmap(
    lambda text: st.integers(min_value=1, max_value=400).map(lambda times: text * times)
)
records = texts | st.fixed_dictionaries({"id": st.text(max_size=9), "content": texts, "start": st.integers()})
answers = st.fixed_dictionaries(
    {
        "success": st.booleans(),
        "entries": st.lists(records, max_size=150),
        "matches": st.lists(texts, max_size=5),
        "details": st.fixed_dictionaries({"lengths": st.lists(st.integers(0, 9_999), max_size=300)}),
    }
)


def size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode())


@given(answers)
def test_an_answer_is_bounded_and_its_records_are_whole_or_marked(answer: dict[str, Any]) -> None:
    bounded = bound_answer(answer)
    if isinstance(bounded, TooLarge):
        assert bounded.size > LARGEST_ANSWER - 700
        return
    assert size(bounded) <= LARGEST_ANSWER
    for name in ("entries", "matches"):
        kept, given_ = bounded[name], answer[name]
        assert len(kept) <= MOST_RECORDS
        for record, original in zip(kept, given_, strict=False):
            assert record == original or (record["truncated"] and record["id"] == original["id"])
        if len(kept) < len(given_):
            assert bounded["truncated"]
            assert bounded["totals"][name] == len(given_)
    if bounded != answer:
        assert bounded["truncated"]


@given(answers)
def test_what_fits_is_left_as_it_is(answer: dict[str, Any]) -> None:
    lists = (answer["entries"], answer["matches"], answer["details"]["lengths"])
    if size(answer) <= LARGEST_ANSWER and all(len(each) <= MOST_RECORDS for each in lists):
        assert bound_answer(answer) == answer


def test_a_hundred_records_are_whole_and_the_next_is_counted() -> None:
    hundred = [str(number) for number in range(100)]
    assert bound_answer({"entries": hundred}) == {"entries": hundred}
    bounded = bound_answer({"entries": [*hundred, "one more"]})
    assert bounded == {"entries": hundred, "truncated": True, "total": 101, "totals": {"entries": 101}}


def test_records_are_kept_from_the_front() -> None:
    bounded = bound_answer({"entries": [f"{number:02} " + "x" * 996 for number in range(40)]})
    assert isinstance(bounded, dict)
    assert [entry[:2] for entry in bounded["entries"]] == [f"{number:02}" for number in range(11)]
    assert (bounded["truncated"], bounded["total"]) == (True, 40)


def test_short_lists_stay_whole_beside_a_long_one() -> None:
    bounded = bound_answer({"entries": ["x" * 1_000] * 40, "notes": ["needs repair"]})
    assert isinstance(bounded, dict)
    assert bounded["notes"] == ["needs repair"]


def test_a_record_that_is_too_large_keeps_id_and_small_values() -> None:
    big = {"id": "h-1", "severity": "block", "start": 3, "message": "y" * 20_000}
    bounded = bound_answer({"findings": [big, {"id": "h-2"}]})
    assert bounded == {
        "findings": [{"id": "h-1", "severity": "block", "start": 3, "truncated": True}, {"id": "h-2"}],
        "truncated": True,
    }


def test_a_record_that_is_too_large_and_has_no_id_is_no_answer() -> None:
    assert bound_answer({"entries": ["a", "y" * 13_000]}) == TooLarge("entries", 2, 13_004)


def test_it_is_found_also_behind_what_was_left_out() -> None:
    large = bound_answer({"entries": [*["x" * 1_000] * 40, "y" * 13_000]})
    assert isinstance(large, TooLarge)
    assert large.number == 41


def test_a_single_value_that_is_too_large_is_no_answer() -> None:
    assert bound_answer({"success": True, "replaced": "y" * 13_000}) == TooLarge("replaced", None, 13_002)


@given(st.lists(texts, max_size=150))
def test_a_readable_text_is_cut_between_records_and_says_so(parts: list[str]) -> None:
    text = bound_text(parts)
    assert len(text.encode()) <= LARGEST_ANSWER
    if text != "\n".join(parts):
        kept, _, last = text.rpartition("\n")
        assert f"of {len(parts):,} parts of this text are left out" in last
        assert not kept or "\n".join(parts).startswith(f"{kept}\n")
