"""Changing one element of an array in a settings text, or taking the array away, and nothing else in it."""

import json
import re
from typing import Any

from silcrow.settings.edit import with_value
from silcrow.settings.json_text import JsonText, KeyPath, Place


def element_places(document: JsonText, keys: KeyPath) -> tuple[Place, ...]:
    """Where the elements of an array stand, in characters; empty where there is no array."""
    place = document.places.get(keys)
    text = document.blanked
    if place is None or text[place.start] != "[":
        return ()
    found: list[Place] = []
    decoder = json.JSONDecoder()
    at = _skip_blank(text, place.start + 1)
    while text[at] != "]":
        _, end = decoder.raw_decode(text, at)
        found.append(Place(at, at, end))
        at = _skip_blank(text, end)
        if text[at] == ",":
            at = _skip_blank(text, at + 1)
    return tuple(found)


def with_element(document: JsonText, keys: KeyPath, index: int, source: str) -> str:
    """The text with another source in the place of one element."""
    place = element_places(document, keys)[index]
    return document.text[: place.start] + source + document.text[place.end :]


def with_appended(document: JsonText, keys: KeyPath, value: Any) -> str:
    """The text with one more element at the end of an array, which is made where it is missing."""
    places = element_places(document, keys)
    if not places:
        return with_value(document, keys, [value])
    text, last = document.text, places[-1]
    source = json.dumps(value, ensure_ascii=False)
    before = (
        text[document.places[keys].start + 1 : last.start] if len(places) == 1 else text[places[-2].end : last.start]
    )
    blanks = before[before.rfind("\n") :] if "\n" in before else " "
    blanks = blanks.replace("\n", "\r\n") if "\r\n" in text and "\n" in blanks else blanks
    if blanks.strip():
        # A comment stands in front of the last element: only its line break and indent are wanted.
        blanks = blanks[: len(blanks) - len(blanks.lstrip())] or " "
    return f"{text[: last.end]},{blanks}{source}{text[last.end :]}"


def without_element(document: JsonText, keys: KeyPath, index: int) -> str:
    """The text without one element, and without the comma and the blanks that came with it; comments stay."""
    array = document.places[keys]
    parts = [(place.start, place.end) for place in element_places(document, keys)]
    return _cut(document.text, (array.start, array.end), parts, index)


def without_member(document: JsonText, name: str) -> str:
    """The same for one member of the outermost object."""
    places = {path[0]: (place.key_start, place.end) for path, place in document.places.items() if len(path) == 1}
    outside = document.blanked.index("{"), document.blanked.rindex("}") + 1
    parts = sorted(places.values())
    return _cut(document.text, outside, parts, parts.index(places[name]))


def _cut(text: str, outside: tuple[int, int], parts: list[tuple[int, int]], index: int) -> str:
    """The text without one of the parts between two brackets."""
    start, end = parts[index]
    if index == 0 and len(parts) > 1:
        return text[:start] + _comments(text[end : parts[1][0]]) + text[parts[1][0] :]
    before = outside[0] + 1 if index == 0 else parts[index - 1][1]
    between, behind = _comments(text[before:start]), text[end:]
    if index == 0:
        # Nothing is left to end with a comma.
        behind = _comments(text[end : outside[1] - 1]) + text[outside[1] - 1 :]
    if behind.lstrip(" \t")[:1] in ("\r", "\n"):
        between = between.rstrip()
    return text[:before] + between + behind


def _comments(text: str) -> str:
    """What stands between two parts without its comma; nothing where it is blank."""
    left = re.sub(r"//[^\n]*|/\*.*?\*/|,", lambda match: "" if match[0] == "," else match[0], text, flags=re.DOTALL)
    return left if left.strip() else ""


def _skip_blank(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at
