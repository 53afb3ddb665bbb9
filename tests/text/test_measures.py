import pytest

from silcrow.text import estimate_tokens, utf16_length


@pytest.mark.parametrize(
    ("text", "units"), [("", 0), ("abc", 3), ("é漢", 2), ("👩", 2), ("\ud800", 1), ("a👩\u200d💻", 6)]
)
def test_length_is_counted_in_utf16_units(text: str, units: int):
    assert utf16_length(text) == units


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("👩👩", 1), ("👩👩x", 2)])
def test_four_units_make_a_token_and_a_part_counts_whole(text: str, tokens: int):
    assert estimate_tokens(text) == tokens
