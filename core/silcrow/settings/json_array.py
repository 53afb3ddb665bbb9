"""Changing one element of an array in a settings text and nothing else in it."""

import json
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
    """The text without one element, and without the comma and the blanks that came with it."""
    places = element_places(document, keys)
    text, gone = document.text, places[index]
    if index > 0:
        return text[: places[index - 1].end] + text[gone.end :]
    if len(places) > 1:
        return text[: gone.start] + text[places[1].start :]
    array = document.places[keys]
    return f"{text[: array.start]}[]{text[array.end :]}"


def _skip_blank(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at
