"""Searching passages: literal and by pattern, newest first, bounded."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.workspace.search import Passage, find, findings_document, search
from silcrow.workspace.search_query import BadQuery, Query, literal, regular


def asked(query: Query | BadQuery) -> Query:
    assert isinstance(query, Query)
    return query


def passage(text: str, time: float | None = 1.0, *, name: str = "x") -> Passage:
    return Passage("session", name, "session, user", time, "past", text)


def matched(text: str, query: Query) -> list[str]:
    return [text[start:end] for start, end in query.spans(text)]


def test_a_literal_text_is_found_whatever_its_case():
    assert matched("Uses UV, uv and Uv", asked(literal("uv"))) == ["UV", "uv", "Uv"]


def test_signs_of_a_pattern_mean_themselves_in_a_literal_text():
    assert matched("a.b axb", asked(literal("a.b"))) == ["a.b"]


def test_a_letter_that_folds_to_two_is_marked_as_the_one_it_is():
    assert matched("ﬀ: die Straße ﬀ", asked(literal("STRASSE"))) == ["Straße"]
    assert matched("İstanbul", asked(literal("stanbul"))) == ["stanbul"]


@given(st.text(max_size=30), st.text(min_size=1, max_size=3), st.text(max_size=30))
def test_a_text_is_found_in_whatever_surrounds_it(before: str, wanted: str, after: str):
    found = matched(before + wanted + after, asked(literal(wanted)))
    assert found
    assert all(wanted.casefold() in each.casefold() for each in found)


@given(st.text(alphabet="aAßİﬀ. ", max_size=40), st.sampled_from(["a", "s", "ss", "f", "aa"]))
def test_matches_are_never_empty_and_none_overlaps_another(text: str, wanted: str):
    spans = list(asked(literal(wanted)).spans(text))
    assert all(start < end for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


def test_a_pattern_counts_case_and_knows_lines():
    text = "first line\nLine two"
    assert matched(text, asked(regular(r"^Line \w+$"))) == ["Line two"]
    assert matched(text, asked(regular(r"(?i)line"))) == ["line", "Line"]


def test_a_pattern_that_matches_nothing_at_all_finds_nothing():
    assert find(passage("bbb"), asked(regular("a*"))) is None


@pytest.mark.parametrize("pattern", ["(", "[z-a]", "*a", "(?P<n>a)(?P<n>b)", "a{99999999999999}"])
def test_a_bad_pattern_is_refused_with_its_reason(pattern: str):
    refused = regular(pattern)
    assert isinstance(refused, BadQuery)
    assert refused.code == "bad_pattern"
    assert re.fullmatch(r"This is no regular expression: [^\n]+\.", refused.words)


@pytest.mark.parametrize("make", [literal, regular])
def test_nothing_can_be_searched_for_nothing(make):
    refused = make("")
    assert isinstance(refused, BadQuery)
    assert refused.code == "empty"


def test_the_newest_comes_first_and_the_timeless_last():
    given_order = [passage("a", 2.0, name="two"), passage("a", None, name="never"), passage("a", 3.0, name="three")]
    assert [hit.id for hit in search(given_order, asked(literal("a"))).hits] == ["three", "two", "never"]


def test_of_equal_times_the_order_stays():
    names = [f"n{number}" for number in range(5)]
    found = search([passage("a", 1.0, name=name) for name in names], asked(literal("a")))
    assert [hit.id for hit in found.hits] == names


def test_a_limit_keeps_the_newest_and_counts_all():
    found = search(
        (passage("a", float(number), name=str(number)) for number in range(50)), asked(literal("a")), limit=3
    )
    assert [hit.id for hit in found.hits] == ["49", "48", "47"]
    assert found.total == 50


@given(st.lists(st.one_of(st.none(), st.integers(0, 5)), max_size=20), st.integers(0, 20))
def test_a_limit_cuts_the_whole_list_and_changes_nothing_else(times: list[int | None], limit: int):
    passages = [passage("a", time, name=str(number)) for number, time in enumerate(times)]
    whole = search(passages, asked(literal("a")), limit=None)
    assert search(passages, asked(literal("a")), limit=limit).hits == whole.hits[:limit]


@given(st.text(alphabet="ab\n ", max_size=700), st.text(alphabet="ab", min_size=1, max_size=300))
def test_the_span_marks_the_match_in_the_excerpt(text: str, wanted: str):
    hit = find(passage(text), asked(literal(wanted)))
    if hit is None:
        assert wanted not in text
        return
    start, end = hit.span
    marked = hit.excerpt[start:end]
    assert marked
    assert wanted.startswith(marked)
    assert marked == wanted or hit.excerpt.endswith("…")
    assert len(hit.excerpt) <= 242


def test_a_passage_is_one_hit_with_the_number_of_its_matches():
    hit = find(passage("uv and uv and uv"), asked(literal("uv")))
    assert hit is not None
    assert hit.matches == 3


def test_the_document_has_the_standing_of_each_hit():
    query = asked(literal("a"))
    document = findings_document(search([passage("xa")], query), query)
    assert document["total"] == 1
    assert document["counts"] == {"session": 1}
    (hit,) = document["hits"]
    assert hit["excerpt"][hit["start"] : hit["end"]] == "a"
    assert hit["standing"] == "past"
