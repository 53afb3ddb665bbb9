"""One settings file as a layer: its known keys with their lines, and one message for everything that is wrong."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from msgspec import Struct, field

from silcrow.files import UnsafePath, read_bytes
from silcrow.settings.json_text import BadJson, JsonText, parse_json_text
from silcrow.settings.keys import ALIASES, GROUPS, KEYS, NAMESPACES, nearest_key
from silcrow.settings.types import Origin, SettingsProblem

_LARGEST_FILE = 1 << 20
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class Given(Struct, frozen=True):
    """A value that a layer gives, and where."""

    value: Any
    origin: Origin


class Layer(Struct, frozen=True):
    """What one source says. Only good values are in it."""

    given: Mapping[str, Given] = field(default_factory=dict[str, Given])
    problems: tuple[SettingsProblem, ...] = ()


def read_layer(path: Path, *, project: bool, environ: Mapping[str, str]) -> Layer:
    """Read a settings file. A file that cannot be read or parsed costs one message and gives nothing."""
    try:
        document = read_settings_text(path)
    except SettingsUnreadable as error:
        return Layer(problems=(error.problem,))
    if document is None:
        return Layer()
    given: dict[str, Given] = {}
    problems = list(_notes(path, document))
    for key, keys, value in _leaves(document.value):
        line = document.line(keys)
        if (named := ALIASES.get(key)) is not None:
            problems.append(SettingsProblem(path, key, f"is an old name of {named}; it still counts", line))
            if _is_given(document.value, named):
                continue
            key = named
        message = _fault(key, value)
        if message is None and isinstance(value, str):
            value, message = _interpolate(value, environ, project=project)
        if message is not None:
            problems.append(SettingsProblem(path, key, message, line))
        else:
            given[key] = Given(value, Origin("project" if project else "global", path, line))
    return Layer(MappingProxyType(given), tuple(problems))


class SettingsUnreadable(Exception):  # noqa: N818 - the state of the file
    def __init__(self, problem: SettingsProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def read_settings_text(path: Path) -> JsonText | None:
    """The parsed file, or None if it does not exist. Raises SettingsUnreadable."""
    try:
        content = read_bytes(path, limit=_LARGEST_FILE + 1)
        if len(content) > _LARGEST_FILE:
            raise SettingsUnreadable(SettingsProblem(path, "", "is larger than 1 MiB and was not read"))
        return parse_json_text(content.decode())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except BadJson as error:
        problem = SettingsProblem(path, "", f"is no JSON: {error}; nothing in it applies", error.line)
    except UnicodeDecodeError as error:
        problem = SettingsProblem(path, "", f"is no UTF-8 (byte {error.start}); nothing in it applies")
    except UnsafePath as error:
        problem = SettingsProblem(path, "", error.reason)
    except OSError as error:
        problem = SettingsProblem(path, "", f"cannot be read: {error.strerror}")
    raise SettingsUnreadable(problem)


def _leaves(value: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """The values below our namespaces, objects of known groups opened."""
    open_values: list[tuple[tuple[str, ...], Any]] = [((name,), value[name]) for name in NAMESPACES if name in value]
    while open_values:
        keys, inner = open_values.pop(0)
        full = ".".join(keys)
        if full in GROUPS and isinstance(inner, dict):
            members = cast("dict[str, Any]", inner)
            open_values[:0] = [((*keys, name), member) for name, member in members.items()]
        else:
            yield full, keys, inner


def _is_given(value: Mapping[str, Any], key: str) -> bool:
    inner: Any = value
    for name in key.split("."):
        if not isinstance(inner, dict) or name not in inner:
            return False
        inner = cast("dict[str, Any]", inner)[name]
    return True


def _fault(key: str, value: Any) -> str | None:
    if key in GROUPS:
        return "must be an object"
    check = KEYS.get(key)
    if check is None:
        near = nearest_key(key)
        return f"is unknown and was ignored{f'; did you mean {near}?' if near else ''}"
    wanted = check(value)
    return wanted and f"must be {wanted}"


def _interpolate(text: str, environ: Mapping[str, str], *, project: bool) -> tuple[str, str | None]:
    names = _VARIABLE.findall(text)
    if not names:
        return text, None
    if project:
        return text, "names an environment variable, which is filled in for global settings only"
    unset = [name for name in names if name not in environ]
    if unset:
        return text, f"needs the environment variable {unset[0]}, which is not set"
    return _VARIABLE.sub(lambda match: environ[match[1]], text), None


def _notes(path: Path, document: JsonText) -> Iterator[SettingsProblem]:
    if not document.is_strict:
        yield SettingsProblem(
            path,
            "",
            "has comments or trailing commas: silcrow reads them, but pi ignores such a file as a whole",
            document.first_blanked_line(),
        )
    for keys in document.repeated:
        if keys[0] in NAMESPACES:
            yield SettingsProblem(path, ".".join(keys), "is given twice; the last one counts", document.line(keys))
