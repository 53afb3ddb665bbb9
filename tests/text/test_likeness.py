import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.text import folded, similarity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Uses zoxide.", "uses  zoxide"),
        ("user-name", "User name"),
        ("Don't commit!", "dont commit"),
        ("STRASSE", "straße"),
        ("caf\u00e9", "cafe\u0301"),
    ],
)
def test_case_punctuation_and_spacing_do_not_count(one: str, other: str):
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("C++", "C"), ("use tabs", "use spaces"), ("a b", "ab")])
def test_words_and_signs_count(one: str, other: str):
    assert folded(one) != folded(other)


@given(st.text())
def test_folding_twice_is_folding_once(text: str):
    assert folded(folded(text)) == folded(text)


def test_similarity_goes_from_nothing_to_equal():
    assert similarity("abc", "abc") == 1
    assert similarity("abc", "xyz") == 0
    assert 0.7 < similarity("prefers tabs", "prefers tabs a lot") < 1
