"""Byte-exact copies of files that were refused: one for each content, never overwritten, beside the named file."""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from silcrow.files import read_bytes, write_atomic

_SUFFIX = re.compile(r"\.bak\.(?P<seconds>[0-9]{1,15})(?:-(?P<number>[0-9]{1,6}))?")


class BackupFile(Struct, frozen=True):
    """A backup by its name: ``<FILE>.bak.<unix seconds>``, with ``-2``, ``-3`` ... for more in one second."""

    path: Path
    seconds: int
    number: int
    size: int
    """Bytes."""


class Kept(Struct, frozen=True):
    """What became of keeping a copy, in the words and fields of an answer."""

    path: str | None
    """None when nothing could be kept."""
    words: str
    details: dict[str, Any] = field(default_factory=dict[str, Any])


def keep_backup(named: Path, content: bytes, now: float) -> Kept:
    """Keep a copy of a refused content beside the named file, or point to the copy that exists already."""
    kept = list_backups(named.parent, named.name)
    same = find_same(kept, content)
    if same is not None:
        if same == kept[0]:
            words = f"The file is unchanged since the last refusal; its backup is {same.path}."
            return Kept(str(same.path), words, {"unchanged": True})
        return Kept(str(same.path), f"This content was refused before; its backup is {same.path}.")
    try:
        path = _write_new_backup(named, content, int(now))
    except OSError as error:
        why = error.strerror or type(error).__name__
        return Kept(None, f"No backup could be written: {why}.", {"backupError": why})
    return Kept(str(path), f"A byte-exact backup is {path}.")


def list_backups(folder: Path, name: str) -> list[BackupFile]:
    """The backups of a file in a folder, newest first; of links and folders with such names none."""
    try:
        with os.scandir(folder) as found:
            backups = [backup for entry in found if (backup := _backup_of(entry, name)) is not None]
    except OSError:
        return []
    return sorted(backups, key=lambda backup: (backup.seconds, backup.number), reverse=True)


def find_same(backups: Iterable[BackupFile], content: bytes) -> BackupFile | None:
    """The first backup with exactly these bytes."""
    return next((backup for backup in backups if backup.size == len(content) and _holds(backup, content)), None)


def _backup_of(entry: os.DirEntry[str], name: str) -> BackupFile | None:
    if not entry.name.startswith(name):
        return None
    match = _SUFFIX.fullmatch(entry.name, len(name))
    if match is None or not entry.is_file(follow_symlinks=False):
        return None
    try:
        size = entry.stat(follow_symlinks=False).st_size
    except FileNotFoundError:
        return None
    return BackupFile(Path(entry.path), int(match["seconds"]), int(match["number"] or 1), size)


def _holds(backup: BackupFile, content: bytes) -> bool:
    try:
        return read_bytes(backup.path) == content
    except OSError:
        return False


def _write_new_backup(named: Path, content: bytes, seconds: int) -> Path:
    path = _reserve(named.with_name(f"{named.name}.bak.{seconds}"))
    try:
        write_atomic(path, content)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _reserve(first: Path) -> Path:
    """Take a name that nobody has. The content follows in one step, so no backup ever holds a part of a file."""
    path = first
    number = 1
    while True:
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
        except FileExistsError:
            number += 1
            path = first.with_name(f"{first.name}-{number}")
        else:
            return path
