import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.workspace.pattern_cost import may_explode
from silcrow.workspace.search_query import BadQuery, regular


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a*)*b",
        "(?:a+b?)*c",
        "((a+))+",
        r"(\w+\s*)+:",
        "([^x]+)*y",
        "(a{1,9}){2,}",
        "(?P<n>a+)+",
        "((a|b)+)+",
    ],
)
def test_a_repeat_without_end_around_a_repeat_is_refused(pattern: str):
    assert may_explode(pattern)
    refused = regular(pattern)
    assert isinstance(refused, BadQuery) and refused.code == "bad_pattern"


@pytest.mark.parametrize(
    "pattern",
    [
        "a+b*c?",
        r"^Line \w+$",
        "(foo|bar)+",
        "(a+)?",
        "(a+){3}",
        "(ab)*",
        "(ab?)c+",
        r"(\+)+",
        "[(a+)]+",
        r"\(a+\)+",
        "(a++)+",
        "(?i)error",
        r"\d{4}-\d\d",
        "(a{3})+",
        "a{2,}",
        "{+}",
    ],
)
def test_other_patterns_are_searched_with(pattern: str):
    assert not may_explode(pattern)


@given(st.text(alphabet=r"ab()[]{}*+?|\,19:^", max_size=30))
def test_any_text_is_judged(pattern: str):
    assert may_explode(pattern) in (True, False)


@given(st.lists(st.sampled_from(["a", "b", "(ab)", "[ab]", r"\w", "a+", "b*", "(a|b)+", "a{2,3}"]), max_size=5))
def test_what_is_not_refused_ends_soon(parts: list[str]):
    pattern = "".join(parts) + "z"
    assert not may_explode(pattern)
    assert re.search(pattern, "ab" * 12) is None
