"""Reading ``config.toml`` of the user's config folder: each bad key costs one message and one default."""

import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from silcrow.files import read_bytes
from silcrow.files.user_folders import config_folder
from silcrow_tui.preferences.choices import Preferences, PreferencesProblem
from silcrow_tui.theme import OFFERED_THEMES

FILE_NAME = "config.toml"
_LARGEST = 1 << 18

Check = Callable[[Any], str | None]
"""None when a value is good, else what is expected."""


def config_path(environ: Mapping[str, str]) -> Path:
    """Where this user's preferences are."""
    return config_folder(environ) / FILE_NAME


def read_preferences(path: Path) -> Preferences:
    """The preferences, with one problem for everything that could not be taken. A missing file means the defaults."""
    try:
        content = read_bytes(path, limit=_LARGEST + 1)
        if len(content) > _LARGEST:
            return _whole(path, "is larger than 256 KiB and was not read")
        table = tomllib.loads(content.decode())
    except FileNotFoundError:
        return Preferences()
    except tomllib.TOMLDecodeError as wrong:
        return _whole(path, f"is no TOML: {wrong}; nothing in it applies")
    except UnicodeDecodeError as wrong:
        return _whole(path, f"is no UTF-8 (byte {wrong.start}); nothing in it applies")
    except OSError as wrong:
        return _whole(path, f"can't be read: {wrong.strerror or wrong}")
    return _preferences(path, table)


def _whole(path: Path, words: str) -> Preferences:
    return Preferences(problems=(PreferencesProblem(path, "", words),))


def _preferences(path: Path, table: Mapping[str, Any]) -> Preferences:
    problems: list[PreferencesProblem] = []
    good: dict[str, Any] = {}
    for key, value in table.items():
        if key == "keys":
            good["keys"] = _keys(path, value, problems)
        elif (check := _CHECKS.get(key)) is None:
            near = get_close_matches(key, (*_CHECKS, "keys"), n=1, cutoff=0.6)
            problems.append(PreferencesProblem(path, key, f"is unknown{f'; nearest key: {near[0]}' if near else ''}"))
        elif (wanted := check(value)) is not None:
            problems.append(PreferencesProblem(path, key, f"must be {wanted}"))
        else:
            good[key] = value
    return Preferences(**good, problems=tuple(problems))


def _keys(path: Path, value: Any, problems: list[PreferencesProblem]) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        problems.append(PreferencesProblem(path, "keys", "must be a table of command = key"))
        return {}
    taken: dict[str, tuple[str, ...]] = {}
    for command, keys in _flat("", value):
        wanted = [keys] if isinstance(keys, str) else keys
        if isinstance(wanted, list) and all(isinstance(key, str) and key.strip() for key in wanted):
            taken[command] = tuple(key.strip() for key in wanted)
        else:
            problems.append(PreferencesProblem(path, f"keys.{command}", "must be a key, or a list of keys"))
    return taken


def _flat(before: str, table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """``entries.add = "A"`` is a table in a table for TOML, and one id for us."""
    rows: list[tuple[str, Any]] = []
    for name, value in table.items():
        full = f"{before}{name}"
        rows += _flat(f"{full}.", value) if isinstance(value, dict) else [(full, value)]
    return rows


def _one_of(*names: str) -> Check:
    return lambda value: None if value in names else f"one of {', '.join(names)}"


def _switch(value: Any) -> str | None:
    return None if isinstance(value, bool) else "true or false"


_CHECKS: Mapping[str, Check] = {
    "theme": _one_of(*OFFERED_THEMES),
    "compact": _switch,
    "motion": _switch,
    "symbols": _one_of("auto", "unicode", "ascii"),
    "mouse": _switch,
}
