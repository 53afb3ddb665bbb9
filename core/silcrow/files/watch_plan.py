"""Where to listen so that nothing watched goes unheard, and what an event there is about."""

import os
from pathlib import Path

from msgspec import Struct

from silcrow.files.watched import Signature, Watched, is_litter, sign


class WatchPlan(Struct, frozen=True):
    """Folders to listen in. Two plans differ when a folder was made, removed or replaced since."""

    flat: tuple[tuple[str, Signature], ...]
    """Real paths of folders whose direct children matter, with the folder's identity."""
    deep: tuple[tuple[str, Signature], ...]
    """Real paths of folders that are listened to with all below them."""

    def names(self, path: str) -> bool:
        """Whether the path is one of the places itself."""
        return any(path == place for place, _ in (*self.flat, *self.deep))


def plan_watches(watched: tuple[Watched, ...]) -> WatchPlan:
    """Listen in folders, never on files: a rename over a watched file ends its watch without a word.

    For what does not exist yet it is the nearest folder above that does; for a link also the folder of its target.
    """
    flat: dict[str, Signature] = {}
    deep: dict[str, Signature] = {}
    for each in watched:
        if each.kind == "tree" and each.path.is_dir():
            _listen(deep, each.path)
        elif each.kind == "folder" and each.path.is_dir():
            _listen(flat, each.path)
        else:
            _listen(flat, nearest_folder(each.path.parent))
            if each.path.is_symlink():
                _listen(flat, nearest_folder(Path(os.path.realpath(each.path)).parent))
    return WatchPlan(tuple(sorted(flat.items(), key=_path_of)), tuple(sorted(deep.items(), key=_path_of)))


def nearest_folder(path: Path) -> Path:
    """The path itself if it is a folder, else the first one above it."""
    return next((place for place in (path, *path.parents) if place.is_dir()), Path(path.anchor))


class Heard(Struct, frozen=True):
    """What a batch of events may be about."""

    files: frozenset[Path] = frozenset()
    """Watched files, by the path under which they are watched, that are to be looked at."""
    folders: bool = False
    """A folder came or went: everything is to be looked at."""
    places: frozenset[Path] = frozenset()
    """Watched folders and trees that came or went, maybe both since the last look, which then shows no difference."""


def interpret(paths: set[str], watched: tuple[Watched, ...]) -> Heard:
    """Sort the paths of events into watched files and the rest. Paths of events are real paths."""
    files: set[Path] = set()
    folders = False
    places: set[Path] = set()
    real_paths = [(each, os.path.realpath(each.path)) for each in watched]
    for text in paths:
        path = Path(text)
        for each, real in real_paths:
            # A folder on the way to what is watched, or the folder itself.
            if real == text or real.startswith(text + os.sep):
                folders = folders or each.kind != "file" or real != text
                if each.kind != "file":
                    places.add(each.path)
            if each.kind == "file":
                if real == text or _is_entry(each.path, path):
                    files.add(each.path)
            elif (part := _part_below(text, real)) is not None:
                inner = Path(part).parts
                if each.kind == "folder" and len(inner) > 1:
                    continue
                if any(map(is_litter, inner)):
                    continue
                if each.wants(path.name):
                    files.add(each.path / part)
                # A folder in the tree was made, with files before anyone listened there, or is gone with its files.
                folders = folders or (each.kind == "tree" and not path.is_file())
    return Heard(frozenset(files), folders, frozenset(places))


def _listen(places: dict[str, Signature], folder: Path) -> None:
    real = Path(os.path.realpath(folder))
    if (signature := sign(real)) is not None:
        places[str(real)] = signature


def _path_of(place: tuple[str, Signature]) -> str:
    return place[0]


def _is_entry(named: Path, heard: Path) -> bool:
    """Whether the event is about the name itself, of a file that may be a link to elsewhere."""
    return named.name == heard.name and os.path.realpath(named.parent) == str(heard.parent)


def _part_below(text: str, root: str) -> str | None:
    return text[len(root) + 1 :] if text.startswith(root + os.sep) else None
