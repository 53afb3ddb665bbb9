"""Deleting backups, on request only: those whose whole text stands in the files, or those that a person names."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from silcrow.curated.results import TARGETS
from silcrow.curated.states import Backup
from silcrow.curated.store_file import Content, StoreFile, os_words, read_store_file
from silcrow.files import LockBusy, hold_lock, read_bytes

if TYPE_CHECKING:
    from silcrow.curated.store import MemoryStore


class Spared(Struct, frozen=True):
    """A backup that stays, and why."""

    backup: Backup
    why: str


class Cleaned(Struct, frozen=True):
    """What a clean-up deleted, or would delete."""

    folder: Path
    deleted: tuple[Backup, ...]
    spared: tuple[Spared, ...]


def clean_backups(
    store: "MemoryStore", chosen: Sequence[Path] | None = None, *, force: bool = False, dry_run: bool = False
) -> Cleaned:
    """Delete the backups that are wholly in the files, settled ones too; with ``chosen`` only those.

    ``force`` also deletes chosen ones that hold lines found nowhere else. A copy of damage that still stands is never
    deleted.
    """
    deleted: list[Backup] = []
    spared: list[Spared] = []
    for target in TARGETS:
        file = store.folder.file(target)
        if file is None or not store.dir.is_dir():
            continue
        try:
            # Under the lock of the file, so that nobody relies on a backup while it goes.
            with hold_lock(file.lock_path, timeout=store.lock_timeout, purpose="clean up backups"):
                _clean(store, file, chosen, deleted, spared, force=force, dry_run=dry_run)
        except LockBusy:
            spared += [Spared(backup, "the file is being changed") for backup in _of(store, file, chosen)]
        except OSError as error:
            spared += [Spared(backup, os_words(error)) for backup in _of(store, file, chosen)]
    return Cleaned(store.dir, tuple(deleted), tuple(spared))


def _clean(
    store: "MemoryStore",
    file: StoreFile,
    chosen: Sequence[Path] | None,
    deleted: list[Backup],
    spared: list[Spared],
    *,
    force: bool,
    dry_run: bool,
) -> None:
    for backup in _of(store, file, chosen):
        why = _why_it_stays(backup, _present_damage(store, file), force=force and chosen is not None)
        if why is None and not dry_run:
            try:
                backup.path.unlink()
            except OSError as error:
                why = os_words(error)
        if why is None:
            deleted.append(backup)
        else:
            spared.append(Spared(backup, why))


def _of(store: "MemoryStore", file: StoreFile, chosen: Sequence[Path] | None) -> list[Backup]:
    wanted = None if chosen is None else {path.absolute() for path in chosen}
    return [
        backup
        for backup in store.state().backups
        if backup.target == file.target and (wanted is None or backup.path.absolute() in wanted)
    ]


def _present_damage(store: "MemoryStore", file: StoreFile) -> bytes | None:
    """The bytes of the live file while it can't be read cleanly."""
    now = store.state().file(file.target)
    read = read_store_file(file.path)
    return read.data if isinstance(read, Content) and (now.drift or now.unreadable) else None


def _why_it_stays(backup: Backup, damage: bytes | None, *, force: bool) -> str | None:
    try:
        content = read_bytes(backup.path)
    except OSError as error:
        return os_words(error)
    if content == damage:
        return "it is the copy of what is damaged now"
    if backup.contained or force:
        return None
    lines = backup.missing_lines
    if not lines:
        return "it can't be told whether all of it is in the files"
    return f"{lines:,} {'line is' if lines == 1 else 'lines are'} nowhere else"
