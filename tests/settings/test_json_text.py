import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.settings.json_text import BadJson, blank_comments, parse_json_text

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8), st.sampled_from(['"', "//", "/*,}", "\\"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=12,
)
OBJECT = st.dictionaries(st.text(max_size=4), JSON, max_size=4)


@given(OBJECT, st.sampled_from([None, 1, "\t"]))
def test_plain_json_is_read_as_it_is(value: dict[str, object], indent: int | str | None):
    document = parse_json_text(json.dumps(value, indent=indent))
    assert document.value == value
    assert document.is_strict
    for path, place in document.places.items():
        found: object = value
        for key in path:
            assert isinstance(found, dict)
            found = found[key]
        assert json.loads(document.text[place.start : place.end]) == found


@given(OBJECT)
def test_comments_and_trailing_commas_change_no_value(value: dict[str, object]):
    lines = json.dumps(value, indent=1, ensure_ascii=False).split("\n")
    commented = "\n".join(f'{line} // note, }} ] "' for line in lines) + "\n/* end\n*/"
    assert parse_json_text(commented).value == value


@given(st.text(st.sampled_from('{}[]",/*\\ \na1:')))
def test_blanking_keeps_every_place(text: str):
    blanked = blank_comments(text)
    assert len(blanked) == len(text)
    assert all(now in (was, " ") for was, now in zip(text, blanked, strict=True))
    assert blanked.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": "http://x", /* , */ "b": [1, 2, ], }', {"a": "http://x", "b": [1, 2]}),
        ('\ufeff{"a": 1}', {"a": 1}),
        ("", {}),
        ("// nothing yet\n", {}),
        ('{"a\\"//": "\\\\"} // x', {'a"//': "\\"}),
        ('{"a": 1,\r\n}\r\n', {"a": 1}),
        ('{"a": 1} /* never closed', {"a": 1}),
    ],
)
def test_what_people_write_is_read(text: str, value: object):
    assert parse_json_text(text).value == value


def test_lines_are_those_of_the_file():
    document = parse_json_text('{\n  // one\n  "a": {\n    /* two\n    */ "b": 1,\n  },\n}')
    assert document.line(("a",)) == 3
    assert document.line(("a", "b")) == 5
    assert document.line(("c",)) is None
    assert document.first_blanked_line() == 2


def test_the_last_of_two_equal_keys_counts_with_its_place():
    document = parse_json_text('{"a": {"x": 1},\n"a": {"y": 2}}')
    assert document.value == {"a": {"y": 2}}
    assert document.repeated == (("a",),)
    assert document.line(("a",)) == 2
    assert ("a", "x") not in document.places


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', 3, 3),
        ('{ // x\n "a": nope}', 2, 7),
        ("[1]", 1, 1),
        ("{", 1, 2),
        ('{"a": NaN}', 1, 1),
        ("[" * 100_000, 1, None),
    ],
)
def test_bad_text_is_refused_with_its_place(text: str, line: int, column: int | None):
    with pytest.raises(BadJson) as bad:
        parse_json_text(text)
    assert bad.value.line == line
    assert column is None or bad.value.column == column
