"""Which files pi loads as extensions, by its own rules.

Of a folder of extensions each ``.ts`` and ``.js`` file counts, and each folder with a ``package.json`` that names
extensions or with an ``index.ts`` or ``index.js``; a folder that is one extension itself has no others in it. Patterns
among the extensions of the settings switch files off and on: ``!glob``, then ``+path``, then ``-path``.
"""

import fnmatch
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from silcrow.files import UnsafePath, read_bytes

_LARGEST_MANIFEST = 1 << 20
_ENDINGS = (".ts", ".js")


def files_in(folder: Path) -> tuple[Path, ...]:
    """The extensions of a folder of extensions, sorted."""
    own = entries_of(folder)
    if own:
        return own
    found: list[Path] = []
    for each in _listed(folder):
        if each.name.startswith(".") or each.name == "node_modules":
            continue
        if each.is_file() and each.suffix in _ENDINGS:
            found.append(each)
        elif each.is_dir():
            found += entries_of(each)
    return tuple(found)


def entries_of(folder: Path) -> tuple[Path, ...]:
    """The files of a folder that is one extension; empty for any other folder."""
    pi = manifest(folder).get("pi")
    named = cast("dict[str, Any]", pi).get("extensions") if isinstance(pi, dict) else None
    if isinstance(named, list):
        paths = [folder / name for name in cast("list[Any]", named) if isinstance(name, str)]
        there = tuple(Path(os.path.normpath(path)) for path in paths if path.exists())
        if there:
            return there
    return next(((path,) for path in (folder / "index.ts", folder / "index.js") if path.exists()), ())


def manifest(folder: Path) -> dict[str, Any]:
    """The ``package.json`` of a folder; empty where there is none that can be read."""
    try:
        value = json.loads(read_bytes(folder / "package.json", limit=_LARGEST_MANIFEST))
    except (OSError, UnsafePath, ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def is_switched_on(file: Path, patterns: Sequence[str], base: Path) -> bool:
    """Whether patterns of the settings in ``base`` leave the file on."""
    names = (relative_name(file, base), file.as_posix())
    on = True
    if any(fnmatch.fnmatch(name, _bare(each)) for each in patterns if each[:1] == "!" for name in (*names, file.name)):
        on = False
    if any(_bare(each) in names for each in patterns if each[:1] == "+"):
        on = True
    if any(_bare(each) in names for each in patterns if each[:1] == "-"):
        on = False
    return on


def relative_name(file: Path, base: Path) -> str:
    """The file as patterns of the settings in ``base`` name it."""
    return file.relative_to(base).as_posix() if file.is_relative_to(base) else file.as_posix()


def is_pattern(entry: str) -> bool:
    return entry[:1] in ("!", "+", "-") or "*" in entry or "?" in entry


def _bare(pattern: str) -> str:
    return pattern[1:].removeprefix("./")


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []
