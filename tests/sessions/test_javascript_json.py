import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.sessions.javascript_json import number_text, printed, printed_units, stringify


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (0.1, "0.1"),
        (1e-05, "0.00001"),
        (1e-06, "0.000001"),
        (1e-07, "1e-7"),
        (1.5e-07, "1.5e-7"),
        (123456.789, "123456.789"),
        (1e16, "10000000000000000"),
        (123e18, "123000000000000000000"),
        (1e21, "1e+21"),
        (1.25e21, "1.25e+21"),
        (5e-324, "5e-324"),
        (2**53, "9007199254740992"),
        (2**53 + 1, "9007199254740992"),
        (12345678901234567890, "12345678901234567000"),
        (10**400, "null"),
        (float("inf"), "null"),
    ],
)
def test_a_number_is_printed_as_javascript_prints_it(number: float, text: str):
    assert number_text(number) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_printed_number_reads_back_as_itself(number: float):
    assert float(number_text(number)) == number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"path": "a.txt", "limit": 3}, '{"path":"a.txt","limit":3}'),
        ([1.0, True, False, None, "x"], '[1,true,false,null,"x"]'),
        ({}, "{}"),
        ([], "[]"),
        ('a"b\\c\n\t\b\f\r\x01/', '"a\\"b\\\\c\\n\\t\\b\\f\\r\\u0001/"'),
        ("é漢😀\x7f\u2028", '"é漢😀\x7f\u2028"'),
        ("\ud83d", '"\\ud83d"'),
    ],
)
def test_a_value_is_printed_as_javascript_prints_it(value: object, text: str):
    assert stringify(value) == text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside, max_size=4),
    max_leaves=15,
)


@given(json_values)
def test_without_fractions_both_ways_of_measuring_agree_with_compact_json(value: object):
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    units = len(compact.encode("utf-16-le", "surrogatepass")) // 2
    assert stringify(value) == compact
    assert printed_units(printed(value)) == units
    if _encodable(compact):
        assert printed_units(value) == units


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
