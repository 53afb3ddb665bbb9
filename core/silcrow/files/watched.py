"""What a change feed looks at, and how it tells that something changed."""

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from silcrow.files.temp_files import is_temp_name

Names = Callable[[str], bool]


class Watched(Struct, frozen=True):
    """One thing to look at; it need not exist yet."""

    path: Path
    """Absolute."""
    kind: Literal["file", "folder", "tree"] = "file"
    """A file; the files directly in a folder; all files below a folder."""
    names: Names | None = None
    """Which file names count, for a folder or tree; None is all but the litter of editors, locks and writes."""

    def wants(self, name: str) -> bool:
        return not is_litter(name) and (self.names is None or self.names(name))


class Change(Struct, frozen=True):
    """Files that appeared, changed or vanished, and watched folders that came, went or were replaced."""

    paths: frozenset[Path]
    seen_by: Literal["event", "check"] = "check"
    """Whether the system told us, or our own look once a second found it."""


class Signature(Struct, frozen=True):
    """What tells one state of a file or folder from the next."""

    device: int
    inode: int
    size: int = 0
    modified: int = 0
    changed: int = 0


Snapshot = Mapping[Path, Signature]

_LITTER = re.compile(
    r"""
    .*~ | .*\.tmp | .*\.lock | .*\.sw[a-z] | 4913 | \#.*\# | \.\#.*
    | \.goutputstream-.* | \.filelock-.* | \.DS_Store | __pycache__ | .*\.pyc
    """,
    re.VERBOSE | re.DOTALL,
)


def is_litter(name: str) -> bool:
    """Short-lived helper files of editors, locks and atomic writes, ours among them."""
    return is_temp_name(name) or _LITTER.fullmatch(name) is not None


def snapshot(watched: tuple[Watched, ...]) -> dict[Path, Signature]:
    """The signatures of all that exists. Dangling links and loops count as what they are, without an error."""
    found: dict[Path, Signature] = {}
    for each in watched:
        if (own := sign(each.path)) is None:
            continue
        found[each.path] = own
        if each.kind == "folder":
            found.update(_signed_children(each, each.path, below=False))
        elif each.kind == "tree":
            found.update(_signed_children(each, each.path, below=True))
    return found


def sign(path: Path) -> Signature | None:
    """The signature of what a path leads to, or of the link itself if it leads nowhere; None if there is nothing.

    Of a folder only its identity counts: its times move with every helper file in it.
    """
    try:
        found = path.stat()
    except OSError:
        try:
            found = path.lstat()
        except OSError:
            return None
    return _signature(found)


def differences(before: Snapshot, after: Snapshot) -> frozenset[Path]:
    """Paths that are in one snapshot only or have another signature."""
    changed = {path for path, signature in after.items() if before.get(path) != signature}
    return frozenset(changed.union(path for path in before if path not in after))


def missing_folders(watched: tuple[Watched, ...]) -> frozenset[Path]:
    """Watched folders and trees that do not exist now."""
    return frozenset(each.path for each in watched if each.kind != "file" and not each.path.is_dir())


def _signature(found: os.stat_result) -> Signature:
    if stat.S_ISDIR(found.st_mode):
        return Signature(found.st_dev, found.st_ino)
    return Signature(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _signed_children(watched: Watched, folder: Path, *, below: bool) -> Iterator[tuple[Path, Signature]]:
    try:
        with os.scandir(folder) as entries:
            children = list(entries)
    except OSError:
        return
    for child in children:
        path = Path(child.path)
        if child.is_dir(follow_symlinks=False):
            if below and not is_litter(child.name):
                yield from _signed_children(watched, path, below=True)
        elif watched.wants(child.name) and (signature := sign(path)) is not None:
            yield path, signature
