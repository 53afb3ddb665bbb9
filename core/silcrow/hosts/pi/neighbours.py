"""Other extensions that keep memory in pi, wherever it loads them from."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from msgspec import Struct

from silcrow.hosts.pi.extension_files import entries_of, files_in, is_pattern, is_switched_on, manifest
from silcrow.hosts.pi.scope import Scope, ScopeName

Kind = Literal["curated", "observational"]
_OBSERVATIONAL = re.compile(r"observational[-_]memory", re.IGNORECASE)
_CURATED = re.compile(r"(^|[-_])pi[-_]memory$", re.IGNORECASE)
_LEVELS = 4
"""How far above a file its package may begin."""


class Neighbour(Struct, frozen=True):
    """One of them, as one place names it."""

    name: str
    kind: Kind
    scope: ScopeName
    settings: Path
    """The settings file that switches it."""
    place: str
    """The entry of the settings or the file; as written, so not safe to show."""
    index: int | None = None
    """Of its entry among the packages of the settings; None where it is no package."""
    files: tuple[Path, ...] = ()
    """Its files, where it is no package."""
    on: bool = True


def kind_of(name: str) -> Kind | None:
    """What a package, folder or file of that name keeps; None for one that has nothing to do with memory."""
    if _OBSERVATIONAL.search(name):
        return "observational"
    return "curated" if _CURATED.search(name) else None


def neighbours_in(scope: Scope, settings: Mapping[str, Any]) -> tuple[Neighbour, ...]:
    """Those of one place, in the order of packages, extensions of the settings, files of the folder."""
    packages = [
        found
        for index, entry in enumerate(_list(settings, "packages"))
        if (found := _package(scope, index, entry)) is not None
    ]
    entries = [entry for entry in _list(settings, "extensions") if isinstance(entry, str)]
    patterns = [entry for entry in entries if is_pattern(entry)]
    named = [found for entry in entries if not is_pattern(entry) for found in _named(scope, entry, patterns)]
    in_folder = [
        found for file in files_in(scope.extensions) if (found := _file(scope, file, patterns, str(file))) is not None
    ]
    return (*packages, *named, *in_folder)


def name_of_source(source: str) -> str:
    """The bare name in the source of a package: without its registry, owner, version and ending."""
    last = re.split(r"[/\\]", source.rstrip("/\\"))[-1]
    bare = last.removeprefix("npm:").removeprefix("git:")
    return bare.split("@")[0].split("#")[0].removesuffix(".git")


def _package(scope: Scope, index: int, entry: Any) -> Neighbour | None:
    fields: dict[str, Any] = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {"source": entry}
    source: Any = fields.get("source")
    if not isinstance(source, str):
        return None
    local = resolve(scope.folder, source)
    name = _name_of(local, scope) if local.exists() else name_of_source(source)
    kind = kind_of(name) or kind_of(name_of_source(source))
    if kind is None:
        return None
    on = fields.get("extensions") != []
    return Neighbour(name, kind, scope.name, scope.settings, source, index=index, on=on)


def _named(scope: Scope, entry: str, patterns: Sequence[str]) -> list[Neighbour]:
    path = resolve(scope.folder, entry)
    files = (entries_of(path) or files_in(path)) if path.is_dir() else (path,) if path.is_file() else ()
    return [found for file in files if (found := _file(scope, file, patterns, entry)) is not None]


def _file(scope: Scope, file: Path, patterns: Sequence[str], place: str) -> Neighbour | None:
    name = _name_of(file, scope)
    kind = kind_of(name)
    if kind is None:
        return None
    on = is_switched_on(file, patterns, scope.folder)
    return Neighbour(name, kind, scope.name, scope.settings, place, files=(file,), on=on)


def _name_of(path: Path, scope: Scope) -> str:
    """The name that says what a file or folder is: its own, that of the folder it is the index of, its package's."""
    candidates = [path.stem if path.is_file() else path.name]
    for above, folder in enumerate((path, *path.parents)[:_LEVELS]):
        if folder in (scope.folder, scope.extensions):
            break
        if above == 1 and path.stem == "index":
            candidates.append(folder.name)
        if (folder / "package.json").exists():
            named = manifest(folder).get("name")
            candidates += [folder.name, *([named.rpartition("/")[2]] if isinstance(named, str) else [])]
            break
    return next((name for name in candidates if kind_of(name) is not None), candidates[0])


def resolve(base: Path, entry: str) -> Path:
    """A path of the settings in ``base``, as pi takes it. Not for sources of the net: those lead nowhere."""
    path = Path(entry).expanduser() if entry.startswith("~") else Path(entry)
    return Path(os.path.normpath(base / path))


def _list(settings: Mapping[str, Any], key: str) -> list[Any]:
    value = settings.get(key)
    return cast("list[Any]", value) if isinstance(value, list) else []
