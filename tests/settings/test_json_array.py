"""One element of an array is changed, and nothing else in the text."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.settings.json_array import (
    element_places,
    with_appended,
    with_element,
    without_element,
    without_member,
)
from silcrow.settings.json_text import parse_json_text

LIST = ("packages",)
LAID_OUT = """{
  "packages": [
    "npm:one", // the first
    {
      "source": "npm:two",
    },
    /* the last */ "npm:three",
  ],
  "theme": "dark"
}
"""
ELEMENTS = st.one_of(
    st.text(), st.integers(), st.dictionaries(st.text(max_size=4), st.booleans(), max_size=2), st.lists(st.text())
)


def sources(text: str) -> list[str]:
    return [text[place.start : place.end] for place in element_places(parse_json_text(text), LIST)]


def value(text: str) -> Any:
    return parse_json_text(text).value


def test_elements_are_found_between_comments_and_trailing_commas() -> None:
    assert sources(LAID_OUT)[0] == '"npm:one"'
    assert json.loads(sources(LAID_OUT)[1].replace(",", "")) == {"source": "npm:two"}
    assert sources(LAID_OUT)[2] == '"npm:three"'


@pytest.mark.parametrize("text", ["", "{}", '{"packages": "npm:one"}', '{"packages": []}'])
def test_what_is_no_list_or_holds_nothing_has_no_elements(text: str) -> None:
    assert element_places(parse_json_text(text), LIST) == ()


def test_one_element_is_exchanged_and_the_rest_of_the_text_stays() -> None:
    changed = with_element(parse_json_text(LAID_OUT), LIST, 0, '"npm:other"')
    assert changed == LAID_OUT.replace('"npm:one"', '"npm:other"')


@pytest.mark.parametrize(
    ("text", "became"),
    [
        ('{"packages": ["a"]}', '{"packages": ["a", "b"]}'),
        ('{"packages": []}', '{"packages": ["b"]}'),
        ('{"packages": [\n    "a"\n  ]}', '{"packages": [\n    "a",\n    "b"\n  ]}'),
        ('{"packages": [\r\n\t"x",\r\n\t"a"\r\n]}', '{"packages": [\r\n\t"x",\r\n\t"a",\r\n\t"b"\r\n]}'),
        ("", '{\n  "packages": [\n    "b"\n  ]\n}\n'),
        ('{"theme": "dark"}', '{"theme": "dark", "packages": ["b"]}'),
    ],
)
def test_an_element_is_appended_as_the_others_are_laid_out(text: str, became: str) -> None:
    assert with_appended(parse_json_text(text), LIST, "b") == became


def test_an_element_behind_a_comment_gets_a_line_of_its_own() -> None:
    changed = with_appended(parse_json_text(LAID_OUT), LIST, "npm:four")
    assert '/* the last */ "npm:three",\n    "npm:four",\n  ],' in changed
    assert "// the first" in changed


@given(st.lists(ELEMENTS, max_size=5), ELEMENTS, st.sampled_from([None, 2]))
def test_what_was_appended_is_taken_away_without_a_trace(elements: list[Any], added: Any, indent: int | None) -> None:
    text = json.dumps({"theme": "dark", "packages": elements, "more": [1]}, indent=indent)
    longer = with_appended(parse_json_text(text), LIST, added)
    assert value(longer) == {"theme": "dark", "packages": [*elements, added], "more": [1]}
    assert without_element(parse_json_text(longer), LIST, len(elements)) == text


@given(st.lists(ELEMENTS, min_size=1, max_size=5), st.data())
def test_any_element_can_be_taken_away(elements: list[Any], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(elements) - 1))
    text = json.dumps({"packages": elements}, indent=2)
    rest = [each for at, each in enumerate(elements) if at != index]
    assert value(without_element(parse_json_text(text), LIST, index)) == {"packages": rest}


@given(st.dictionaries(st.text(), ELEMENTS, min_size=1, max_size=4), st.sampled_from([None, 2]), st.data())
def test_any_member_can_be_taken_away(members: dict[str, Any], indent: int | None, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(members)))
    rest = {key: each for key, each in members.items() if key != name}
    left = without_member(parse_json_text(json.dumps(members, indent=indent)), name)
    assert value(left) == rest
    if rest:
        assert left == json.dumps(rest, indent=indent)


def test_a_list_that_was_made_goes_as_it_came() -> None:
    longer = with_appended(parse_json_text('{\n  "theme": "dark" // mine\n}\n'), LIST, "a")
    assert without_member(parse_json_text(longer), "packages") == '{\n  "theme": "dark" // mine\n}\n'


@pytest.mark.parametrize(
    ("text", "index", "became"),
    [
        ('{"packages": [\n  "a", // of a\n  "b" // of b\n]}', 1, '{"packages": [\n  "a" // of a\n   // of b\n]}'),
        ('{"packages": ["a", // of a\n"b"]}', 1, '{"packages": ["a" // of a\n]}'),
        ('{"packages": ["a", /* of b */ "b"]}', 0, '{"packages": [ /* of b */ "b"]}'),
        ('{"packages": [ /* none, yet */ "a", ]}', 0, '{"packages": [ /* none, yet */ ]}'),
        ('{"packages": [\n  "a",\n]}', 0, '{"packages": []}'),
        ('{"packages": ["a", "b", ]}', 1, '{"packages": ["a", ]}'),
    ],
)
def test_comments_stay_where_an_element_goes(text: str, index: int, became: str) -> None:
    left = without_element(parse_json_text(text), LIST, index)
    assert left == became
    assert len(value(left)["packages"]) == len(value(text)["packages"]) - 1
