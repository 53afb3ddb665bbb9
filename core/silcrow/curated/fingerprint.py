"""File statuses of everything that a memory folder's state is made of: equal ones mean that nothing changed."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from silcrow.curated.store_file import RESOLVED_FOLDER, SIDE_FOLDER, StoreFile

_SETTLED_NS = 100_000_000
"""File times move in ticks of a few milliseconds; some file systems and hosts are coarser."""

_Status = tuple[str, int, int, int, int, int, int]


class Fingerprint(Struct, frozen=True):
    """Names with inode, mode, size and times."""

    statuses: tuple[_Status, ...]

    def settled(self, now_ns: int) -> bool:
        """The latest change lies so far back that another one would show in the times."""
        return all(max(status[4], status[5]) < now_ns - _SETTLED_NS for status in self.statuses)


def take_fingerprint(folder: Path, files: Iterable[StoreFile]) -> Fingerprint:
    """The statuses as they are now."""
    statuses: list[_Status] = []
    for file in files:
        _add(statuses, file.path)
        _add(statuses, file.last_path)
        _add(statuses, file.pins_path)
    # A name that comes or goes changes the folder; a backup never changes in place.
    _add(statuses, folder)
    _add(statuses, folder / RESOLVED_FOLDER)
    for name in ("history.jsonl", "acknowledged.json", "proposals"):
        _add(statuses, folder / SIDE_FOLDER / name)
    return Fingerprint(tuple(statuses))


def _add(statuses: list[_Status], path: Path) -> None:
    for follow in (False, True):
        try:
            found = path.stat(follow_symlinks=follow)
        except OSError:
            continue
        statuses.append(
            (
                str(path),
                found.st_ino,
                found.st_mode,
                found.st_size,
                found.st_mtime_ns,
                found.st_ctime_ns,
                found.st_uid,
            )
        )
