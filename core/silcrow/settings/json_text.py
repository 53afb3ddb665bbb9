"""JSON as people write it, with comments and trailing commas, and the place of every value in it."""

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, cast

from msgspec import Struct

KeyPath = tuple[str, ...]
"""Keys from the outermost object inwards."""


class BadJson(ValueError):  # noqa: N818 - the state of the text
    """The text is no JSON object; ``line`` and ``column`` count from 1."""

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(f"{reason} (line {line}, column {column})")
        self.line = line
        self.column = column


class Place(Struct, frozen=True):
    """Where a value stands, in characters of the text."""

    key_start: int
    start: int
    end: int


class JsonText(Struct, frozen=True):
    """A parsed text together with the text itself."""

    text: str
    """As it is in the file, a byte order mark removed."""
    blanked: str
    """Of the same length: comments and trailing commas are blanks."""
    value: Mapping[str, Any]
    places: Mapping[KeyPath, Place]
    """Of every member of every object; the last one where a key is given twice."""
    repeated: tuple[KeyPath, ...]
    """Keys that are given more than once."""

    @property
    def is_strict(self) -> bool:
        """Whether it is plain JSON that needed no blanking."""
        return self.text == self.blanked

    def line(self, path: KeyPath) -> int | None:
        """The line of a key, from 1."""
        place = self.places.get(path)
        return None if place is None else self.text.count("\n", 0, place.key_start) + 1

    def first_blanked_line(self) -> int | None:
        """The line of the first comment or trailing comma."""
        pairs = zip(self.text, self.blanked, strict=True)
        at = next((at for at, (was, now) in enumerate(pairs) if was != now), None)
        return None if at is None else self.text.count("\n", 0, at) + 1


def parse_json_text(text: str) -> JsonText:
    """Parse an object. Raises BadJson with a true line and column; blank text is an empty object."""
    text = text.removeprefix("\ufeff")
    blanked = blank_comments(text)
    if not blanked.strip():
        return JsonText(text, blanked, MappingProxyType({}), MappingProxyType({}), ())
    try:
        value: Any = json.loads(blanked, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise BadJson(error.msg, error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:
        raise BadJson(str(error) if isinstance(error, ValueError) else "nested too deeply", 1, 1) from None
    if not isinstance(value, dict):
        raise BadJson("the outermost value is no object", 1, 1)
    places: dict[KeyPath, Place] = {}
    repeated: list[KeyPath] = []
    for path, place in _members(blanked, _skip_blank(blanked, 0), ()):
        if path in places:
            repeated.append(path)
            _forget(places, path)
        places[path] = place
    return JsonText(
        text, blanked, cast("dict[str, Any]", value), MappingProxyType(places), tuple(dict.fromkeys(repeated))
    )


def blank_comments(text: str) -> str:
    """``//`` and ``/* */`` comments and trailing commas as blanks, so that every other character keeps its place."""
    parts: list[str] = []
    at = done = 0
    comma = -1
    """Index in ``parts`` of a comma after which only blanks and comments came."""
    while at < len(text):
        character = text[at]
        if character == '"':
            at = _string_end(text, at)
            comma = -1
        elif character == "/" and text[at + 1 : at + 2] in ("/", "*"):
            end = _comment_end(text, at)
            parts += (text[done:at], "".join(c if c in "\r\n" else " " for c in text[at:end]))
            at = done = end
        elif character == ",":
            parts += (text[done:at], ",")
            comma = len(parts) - 1
            at = done = at + 1
        else:
            if character in "}]" and comma >= 0:
                parts[comma] = " "
            if not character.isspace():
                comma = -1
            at += 1
    parts.append(text[done:])
    return "".join(parts)


def _string_end(text: str, at: int) -> int:
    at += 1
    while at < len(text) and text[at] not in '"\n':
        at += 2 if text[at] == "\\" else 1
    return min(at + 1, len(text))


def _comment_end(text: str, at: int) -> int:
    mark = "\n" if text[at + 1] == "/" else "*/"
    end = text.find(mark, at + 2)
    if end < 0:
        return len(text)
    return end if mark == "\n" else end + 2


def _members(text: str, at: int, path: KeyPath) -> Iterator[tuple[KeyPath, Place]]:
    """The members of the object that starts at ``at``, outer ones before inner ones; the text is known to be valid."""
    at = _skip_blank(text, at + 1)
    while text[at] != "}":
        key, key_end = _scalar(text, at)
        start = _skip_blank(text, _skip_blank(text, key_end) + 1)
        end = _value_end(text, start)
        inner = (*path, str(key))
        yield inner, Place(at, start, end)
        if text[start] == "{":
            yield from _members(text, start, inner)
        at = _skip_blank(text, end)
        if text[at] == ",":
            at = _skip_blank(text, at + 1)


def _value_end(text: str, at: int) -> int:
    if text[at] not in "{[":
        return _scalar(text, at)[1]
    depth = 0
    while True:
        character = text[at]
        if character == '"':
            at = _string_end(text, at)
            continue
        depth += (character in "{[") - (character in "}]")
        at += 1
        if depth == 0:
            return at


def _scalar(text: str, at: int) -> tuple[Any, int]:
    return json.JSONDecoder().raw_decode(text, at)


def _skip_blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _forget(places: dict[KeyPath, Place], path: KeyPath) -> None:
    for known in [known for known in places if known[: len(path)] == path]:
        del places[known]


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
