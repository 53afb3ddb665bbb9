"""Changes of a settings file that belongs to the user."""

from collections.abc import Hashable
from pathlib import Path
from typing import Final

from silcrow.settings.edit import set_setting
from tests.faults.write_path import WritePath

_BEFORE: Final = (
    b'{\n  // what the team agreed on\n  "observational-memory": {"chunkTokens": 4000},\n  "other": [1, 2]\n}\n'
)


def _make(folder: Path) -> None:
    (folder / "settings.json").write_bytes(_BEFORE)


def _set(folder: Path) -> str | None:
    try:
        problem = set_setting(folder / "settings.json", "observational-memory.chunkTokens", 5_000)
    except OSError as error:
        return str(error)
    return problem.message if problem else None


def _state(folder: Path) -> Hashable:
    return (folder / "settings.json").read_bytes()


SETTINGS: Final = (WritePath("change a setting", _make, _set, _state),)
