"""Switching other extensions off in a text of pi's settings, and on again as they were."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from silcrow.hosts.pi.extension_files import relative_name
from silcrow.hosts.pi.neighbours import Neighbour
from silcrow.hosts.pi.record import SwitchedOff
from silcrow.settings.json_array import (
    element_places,
    with_appended,
    with_element,
    without_element,
    without_member,
)
from silcrow.settings.json_text import JsonText, blank_comments, parse_json_text

_RESOURCES = ("extensions", "skills", "prompts", "themes")
"""What a package may bring; an empty list of each leaves nothing of it."""


def switch_off(text: str, neighbours: Sequence[Neighbour], base: Path) -> tuple[str, tuple[SwitchedOff, ...]]:
    """The text with these switched off, and what was changed, in its order. Raises BadJson.

    A package stays listed with nothing of it chosen, a file gets a ``-path`` pattern: what pi's own switch writes.
    """
    mark, text = _byte_order_mark(text)
    changes: list[SwitchedOff] = []
    for neighbour in neighbours:
        if neighbour.index is not None:
            text, change = _package_off(parse_json_text(text), neighbour.index)
            changes.append(change)
        for pattern in (f"-{relative_name(file, base)}" for file in neighbour.files):
            document = parse_json_text(text)
            # One file can be named and lie in the folder as well.
            if pattern not in document.value.get("extensions", ()):
                made = "extensions" not in document.value
                changes.append(SwitchedOff("extensions", json.dumps(pattern, ensure_ascii=False), made_array=made))
                text = with_appended(document, ("extensions",), pattern)
    return mark + text, tuple(changes)


def put_back(text: str, changes: Sequence[SwitchedOff]) -> str:
    """The text with each change undone that still stands as it was written. Raises BadJson."""
    mark, text = _byte_order_mark(text)
    for change in reversed(changes):
        document = parse_json_text(text)
        keys, wanted = (change.key,), json.loads(change.after)
        elements = document.value.get(change.key)
        if not isinstance(elements, list) or wanted not in elements:
            continue
        # pi writes the whole file anew when it keeps a choice, so values count and not how they are laid out.
        index = max(at for at, element in enumerate(cast("list[Any]", elements)) if element == wanted)
        if change.before is not None:
            text = with_element(document, keys, index, _fitting(change.before, document))
        elif change.made_array and elements == [wanted]:
            text = without_member(document, change.key)
        else:
            text = without_element(document, keys, index)
    return mark + text


def _package_off(document: JsonText, index: int) -> tuple[str, SwitchedOff]:
    place = element_places(document, ("packages",))[index]
    before = document.text[place.start : place.end]
    entry = document.value["packages"][index]
    fields = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {"source": entry}
    after = json.dumps({**fields, **dict.fromkeys(_RESOURCES, ())}, ensure_ascii=False)
    return with_element(document, ("packages",), index, after), SwitchedOff("packages", after, before)


def _fitting(source: str, document: JsonText) -> str:
    """A source for a text; into plain JSON no comment of it comes, since pi ignores a file that has one."""
    if not document.is_strict:
        return source
    try:
        json.loads(source)
    except ValueError:
        return json.dumps(json.loads(blank_comments(source)), ensure_ascii=False)
    return source


def _byte_order_mark(text: str) -> tuple[str, str]:
    return ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
