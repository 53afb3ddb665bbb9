"""Reaching a plain file without being led to something else."""

import errno
import os
import stat
from functools import lru_cache
from pathlib import Path

_ROOT = 0
OPEN_SAFELY = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
"""Flags with which opening follows no link, waits for nobody and takes no terminal over."""
_READ_AT_ONCE = 1 << 16
_MORE_AT_ONCE = 1 << 20
"""Most files are small, and a buffer for a large one costs more than reading them."""


class UnsafePath(OSError):  # noqa: N818 - it names what the path is, as the built-in ones do not
    """The path does not lead to a plain file that may be used; ``reason`` says why in a few words."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(errno.EINVAL, reason, str(path))
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


def resolve_plain_file(path: Path) -> Path:
    """The real path of a plain file that this user may replace, or of one that does not exist yet.

    A link is followed when it and its target have one owner, so that a linked memory file stays linked and a link that
    somebody else planted leads nowhere. Raises UnsafePath for devices, folders, pipes, foreign owners, dangling links
    and loops; other OSErrors (no permission) pass through.
    """
    return find_plain_file(path)[0]


def find_plain_file(path: Path) -> tuple[Path, os.stat_result | None]:
    """As `resolve_plain_file`, with the status of the file; None when it does not exist yet."""
    named = status_of(path)
    if named is not None and not stat.S_ISLNK(named.st_mode):
        refuse_all_but_own(path, named)
        return in_real_folder(path), named
    real = _real_path(path)
    found = status_of(real)
    if found is None:
        return real, None
    refuse_all_but_own(path, found)
    if named is not None and named.st_uid not in (_ROOT, found.st_uid):
        raise UnsafePath(path, "is a link that another user made")
    return real, found


def find_own_file(path: Path) -> tuple[Path, os.stat_result | None]:
    """A file that is ours alone, under its own name, and its status; None for a link, and where nothing is yet.

    Raises UnsafePath for anything that this user may not replace, and OSError.
    """
    found = status_of(path)
    if found is None or stat.S_ISLNK(found.st_mode):
        return path, None
    refuse_all_but_own(path, found)
    return path, found


def in_real_folder(path: Path) -> Path:
    """The path without links on the way to its folder, which exists; the last name is left as it is."""
    folder = folder_of(os.fspath(path))
    if _known_real_folder(folder) == folder:
        return path
    return Path(_real_folder(folder), path.name)


def folder_of(name: str) -> str:
    """The folder that a path names: what `os.path.dirname` says, in fewer steps, and ``.`` where it says nothing."""
    end = name.rfind(os.sep)
    if end > 0:
        return name[:end]
    return os.curdir if end < 0 else os.sep


def refuse_all_but_own(path: Path | str, found: os.stat_result) -> None:
    """Raise UnsafePath unless this is the status of a plain file that this user may replace."""
    if not stat.S_ISREG(found.st_mode):
        raise _no_plain_file(path, found)
    if found.st_uid != (user := os.geteuid()) and user != _ROOT:
        raise UnsafePath(Path(path), "belongs to another user")


def read_bytes(path: Path, *, limit: int | None = None) -> bytes:
    """The content of a plain file, or its first ``limit`` bytes; links are followed, owners do not matter.

    Never blocks on a pipe and never touches a device. Raises FileNotFoundError for a missing file (and for a dangling
    link), UnsafePath for anything that is no plain file.
    """
    descriptor = open_plain(path, os.O_RDONLY)
    try:
        return _read_whole(descriptor) if limit is None else _read_on(descriptor, limit)
    finally:
        os.close(descriptor)


def open_plain(path: Path, flags: int, mode: int = 0o600) -> int:
    """A descriptor of a plain file, following links; the check is repeated on what was really opened."""
    name = os.fspath(path)
    before = _named(name)
    if before is not None and stat.S_ISLNK(before.st_mode):
        name = os.path.realpath(name)
        before = _named(name)
    if before is not None:
        if not stat.S_ISREG(before.st_mode):
            raise _no_plain_file(path, before)
    elif not flags & os.O_CREAT:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    descriptor = os.open(name, flags | OPEN_SAFELY, mode)
    opened = os.fstat(descriptor)
    if not stat.S_ISREG(opened.st_mode):
        os.close(descriptor)
        raise _no_plain_file(path, opened)
    return descriptor


def _named(name: str) -> os.stat_result | None:
    try:
        return os.lstat(name)
    except FileNotFoundError:
        return None


def read_without_links(path: Path | str) -> bytes | None:
    """The content of the plain file of this user that has this very name; None when the name is a link.

    Raises FileNotFoundError, UnsafePath for anything else, and OSError.
    """
    name = os.fspath(path)
    found = os.lstat(name)
    if stat.S_ISLNK(found.st_mode):
        return None
    refuse_all_but_own(path, found)
    descriptor = os.open(name, os.O_RDONLY | OPEN_SAFELY)
    try:
        return _read_whole(descriptor)
    finally:
        os.close(descriptor)


def make_private_folder(folder: Path) -> None:
    """Make the folder and each missing one above it, 0700 whatever the umask; a folder that exists is left as it is."""
    missing: list[Path] = []
    while not os.path.isdir(folder):  # noqa: PTH112 - runs at every write
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        try:
            each.mkdir(mode=0o700)
            each.chmod(0o700)
        except FileExistsError:
            if not each.is_dir():
                raise


def _real_folder(folder: str) -> str:
    real = _known_real_folder(folder)
    if real != folder and not _same(folder, real):
        _known_real_folder.cache_clear()
        real = _known_real_folder(folder)
    return real


@lru_cache(maxsize=64)
def _known_real_folder(folder: str) -> str:
    """Walking up a path costs more than all else about a small file, and its links hardly ever change."""
    return os.path.realpath(folder, strict=True)


def _same(one: str, other: str) -> bool:
    try:
        return os.path.samestat(os.stat(one), os.stat(other))  # noqa: PTH116 - runs at every write
    except OSError:
        return False


def status_of(path: Path | str) -> os.stat_result | None:
    """The status of what has this very name, a link included; None when nothing has."""
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _real_path(path: Path) -> Path:
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        for place in (path, *path.parents):
            if place.is_symlink() and not place.exists():
                raise UnsafePath(path, f"leads through the dangling link {place}") from None
        return Path(os.path.realpath(path.parent)) / path.name
    except NotADirectoryError:
        raise UnsafePath(path, "lies below something that is no folder") from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise UnsafePath(path, "is a loop of links") from None
        raise


def _no_plain_file(path: Path | str, found: os.stat_result) -> UnsafePath:
    if stat.S_ISLNK(found.st_mode):
        return UnsafePath(Path(path), "is a loop of links")
    return UnsafePath(Path(path), f"is {_kind(found.st_mode)}, not a plain file")


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a device"


def _read_whole(descriptor: int) -> bytes:
    start = os.read(descriptor, _READ_AT_ONCE)
    # A plain file gives less than was asked for at its end alone.
    return start if len(start) < _READ_AT_ONCE else start + _read_on(descriptor)


def _read_on(descriptor: int, limit: int | None = None) -> bytes:
    parts: list[bytes] = []
    left = limit
    while left is None or left > 0:
        wanted = _MORE_AT_ONCE if left is None else min(left, _MORE_AT_ONCE)
        part = os.read(descriptor, wanted)
        parts.append(part)
        if len(part) < wanted:
            break
        if left is not None:
            left -= len(part)
    return b"".join(parts)
