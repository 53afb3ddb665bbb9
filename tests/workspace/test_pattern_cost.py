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
        "(aa?)*b",
        "(a+){12}",
    ],
)
def test_a_repeat_without_end_around_a_repeat_is_refused(pattern: str):
    assert may_explode(re.compile(pattern))
    refused = regular(pattern)
    assert isinstance(refused, BadQuery) and refused.code == "bad_pattern"


@pytest.mark.parametrize(
    "pattern",
    [
        "(a|a)*",
        "(?:a|ab)*c",
        r"(\w|\d)+$",
        r"(\s|.)*x",
        "(?i)(a|A)+",
        "(x(a|a)y)+",
        "(a|)*",
        "(|a)*",
        "(a|(?=a)a)*",
        r"(\x61|a)+",
        "(a{2}|aa)+",
        "((ab){2}|ababc)+",
        "(a{0}b|b)+",
        "([a-m]|[m-z])+",
        "(漢|漢)+",
        "(\U00020000|[\U00020000-\U00020010])+",
        r"(a)(\1|b)*",
        "(?P<n>a)((?P=n)|b)*",
        "(?x)(a | a)*",
        "(a|a){20}",
    ],
)
def test_a_repeat_around_alternatives_that_begin_alike_is_refused(pattern: str):
    assert may_explode(re.compile(pattern))


def test_case_that_does_not_count_makes_alternatives_alike():
    assert may_explode(re.compile("(a|A)*", re.IGNORECASE)) and not may_explode(re.compile("(a|A)*"))


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
        "(foo|bar|baz)+",
        r'"(?:[^"\\]|\\.)*"',
        "(a|a)",
        "(a|ab){3}",
        "([a-m]|[n-z])+",
        "(漢|字)+",
        "(a{3}|aab)+",
        r"(\bif|\bof)*",
        "(?:https?|ftp)://",
    ],
)
def test_other_patterns_are_searched_with(pattern: str):
    assert not may_explode(re.compile(pattern))


@pytest.mark.filterwarnings("ignore::FutureWarning")
@given(st.text(alphabet=r"ab()[]{}*+?|\,19:^", max_size=30))
def test_any_text_is_judged(pattern: str):
    try:
        compiled = re.compile(pattern)
    except re.error:
        return
    assert may_explode(compiled) in (True, False)


@given(st.lists(st.sampled_from(["a", "b", "(ab)", "[ab]", r"\w", "a+", "b*", "(a|b)+", "a{2,3}"]), max_size=5))
def test_what_is_not_refused_ends_soon(parts: list[str]):
    pattern = "".join(parts) + "z"
    assert not may_explode(re.compile(pattern))
    assert re.search(pattern, "ab" * 12) is None


PARTS = st.sampled_from(["a", "b", "ab", "ba", "[ab]", ".", "a{2}", "(?:a|b)", "(?:ab|b)", "b?", ""])


@given(st.lists(st.lists(PARTS, max_size=3).map("".join), min_size=2, max_size=4), st.sampled_from(["*", "+", "{,20}"]))
def test_alternatives_that_are_not_refused_end_soon(branches: list[str], repeat: str):
    pattern = f"(?:{'|'.join(branches)}){repeat}z"
    if not may_explode(re.compile(pattern)):
        # Twice as many characters take about twice as long; a pattern that explodes would never come back from these.
        assert re.match(pattern, "ab" * 2_000) is None
        assert re.match(pattern, "a" * 2_000 + "b" * 2_000) is None
