"""Changing one value of a settings file and nothing else in it."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from silcrow.files import UnsafePath, make_private_folder, resolve_plain_file, write_atomic
from silcrow.files.folder_lock import FolderLockBusy, hold_folder_lock
from silcrow.settings.json_text import JsonText, KeyPath, parse_json_text
from silcrow.settings.keys import GROUPS, KEYS, nearest_key
from silcrow.settings.layers import SettingsUnreadable, read_settings_text
from silcrow.settings.types import SettingsProblem

_INDENT = "  "


def set_setting(path: Path, key: str, value: Any) -> SettingsProblem | None:
    """Set a known key, by its full name, in a settings file; None when that is done.

    Comments, unknown keys, order and spacing of the rest stay, the file is replaced in one step under the lock that pi
    takes on it, and a missing file is made (0600). A file that cannot be parsed is not touched. A bad value, an unknown
    key, a busy lock or a failing disk come back as the problem.
    """
    if (fault := _fault(key, value)) is not None:
        return SettingsProblem(path, key, fault)
    try:
        real = resolve_plain_file(path)
        make_private_folder(real.parent)
        with hold_folder_lock(real):
            document = read_settings_text(real) or parse_json_text("")
            keys = tuple(key.split("."))
            if (blocking := _no_object(document, keys)) is not None:
                return SettingsProblem(path, blocking, "must be an object", document.line(tuple(blocking.split("."))))
            write_atomic(real, _byte_order_mark(real) + with_value(document, keys, value).encode())
    except SettingsUnreadable as error:
        return error.problem
    except FolderLockBusy:
        return SettingsProblem(path, key, "another program is writing the file; try again")
    except UnsafePath as error:
        return SettingsProblem(path, key, error.reason)
    except OSError as error:
        return SettingsProblem(path, key, f"cannot be written: {error.strerror}")
    return None


def with_value(document: JsonText, keys: KeyPath, value: Any) -> str:
    """The text with one value set; objects on the way are made where they are missing."""
    place = document.places.get(keys)
    if place is not None:
        inner = _json(value, _indent_at(document.text, place.key_start), _line_end(document.text))
        return document.text[: place.start] + inner + document.text[place.end :]
    if not document.blanked.strip():
        return document.text + _json(_nested(keys, value), "", _line_end(document.text)) + "\n"
    depth = next(depth for depth in range(len(keys) - 1, -1, -1) if depth == 0 or keys[:depth] in document.places)
    return _with_member(document, keys[:depth], keys[depth], _nested(keys[depth + 1 :], value))


def _with_member(document: JsonText, parent: KeyPath, name: str, value: Any) -> str:
    """The text with a member added at the end of an object that has none of that name."""
    text, newline = document.text, _line_end(document.text)
    if parent:
        start, end = document.places[parent].start, document.places[parent].end
        outer = _indent_at(text, document.places[parent].key_start)
    else:
        start, end = document.blanked.index("{"), document.blanked.rindex("}") + 1
        outer = _indent_at(text, start)
    brothers = [place for path, place in document.places.items() if path[:-1] == parent]
    closing = end - 1
    if not brothers:
        inside = text[start + 1 : closing].rstrip()
        inner = outer + _INDENT
        member = f"{json.dumps(name)}: {_json(value, inner, newline)}"
        return f"{text[: start + 1]}{inside}{newline}{inner}{member}{newline}{outer}{text[closing:]}"
    last = max(brothers, key=lambda place: place.end)
    behind = text[last.end : closing].rstrip()
    # A comma that stands behind the last member already is a blank in the other text.
    comma = "" if "," in _uncommented(document, last.end, closing) else ","
    if "\n" not in text[start:end]:
        return f"{text[: last.end]}{comma}{behind} {json.dumps(name)}: {_json(value, None, newline)}{text[closing:]}"
    inner = _indent_at(text, last.key_start)
    member = f"{json.dumps(name)}: {_json(value, inner, newline)}"
    return f"{text[: last.end]}{comma}{behind}{newline}{inner}{member}{newline}{outer}{text[closing:]}"


def _uncommented(document: JsonText, start: int, end: int) -> str:
    """A part between the last member and the brace without its comments: blanks, and perhaps a trailing comma."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", document.text[start:end], flags=re.DOTALL)


def _json(value: Any, indent: str | None, newline: str) -> str:
    """The value as JSON; over several lines below ``indent`` when it is an object and an indent is given."""
    if indent is None or not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=_INDENT).split("\n")
    return f"{newline}{indent}".join(lines)


def _nested(keys: KeyPath, value: Any) -> Any:
    return {keys[0]: _nested(keys[1:], value)} if keys else value


def _indent_at(text: str, at: int) -> str:
    """The blanks at the start of the line."""
    start = text.rfind("\n", 0, at) + 1
    blanks = re.match(r"[ \t]*", text[start:at])
    return blanks[0] if blanks else ""


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _no_object(document: JsonText, keys: KeyPath) -> str | None:
    """The first group on the way that holds something else than an object."""
    value: Mapping[str, Any] = document.value
    for depth, key in enumerate(keys[:-1], 1):
        if key not in value:
            return None
        if not isinstance(value[key], dict):
            return ".".join(keys[:depth])
        value = cast("dict[str, Any]", value[key])
    return None


def _fault(key: str, value: Any) -> str | None:
    if key in GROUPS:
        return "is a group of settings, not a setting"
    if (check := KEYS.get(key)) is None:
        near = nearest_key(key)
        return f"is unknown{f'; did you mean {near}?' if near else ''}"
    wanted = check(value)
    return wanted and f"must be {wanted}"


def _byte_order_mark(path: Path) -> bytes:
    mark = b"\xef\xbb\xbf"
    try:
        with path.open("rb") as file:
            return mark if file.read(3) == mark else b""
    except FileNotFoundError:
        return b""
