"""A cut never leaves half a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.text import whole_characters

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1f3\U0001f1f4"


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        ("abc", 2, "ab"),
        ("abc", 9, "abc"),
        (f"ab{FAMILY}", 4, "ab"),
        (f"ab{FAMILY}", 7, f"ab{FAMILY}"),
        (f"a{FLAG}{FLAG}", 2, "a"),
        (f"a{FLAG}{FLAG}", 3, f"a{FLAG}"),
        (f"a{FLAG}{FLAG}", 4, f"a{FLAG}"),
        ("ae\u0301", 2, "a"),
        ("a\U0001f44d\U0001f3fd", 2, "a"),
        ("a\u2764\ufe0f", 2, "a"),
        ("", 3, ""),
        ("abc", 0, ""),
    ],
)
def test_a_cut_stands_between_characters(text: str, most: int, kept: str) -> None:
    assert whole_characters(text, most) == kept


@given(st.text(), st.integers(0, 40))
def test_it_is_a_beginning_of_at_most_so_many_code_points(text: str, most: int) -> None:
    kept = whole_characters(text, most)
    assert text.startswith(kept) and len(kept) <= most
    assert most - len(kept) < 33 or len(kept) == len(text)
