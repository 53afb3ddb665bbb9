"""Taking note of what other programs did to the files."""

import os

from silcrow.curated.changes import Change
from silcrow.curated.examination import Clean, examine
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.seen import Seen
from silcrow.curated.store_file import StoreFile, Unreadable, read_last, read_store_file
from silcrow.files import LockBusy, hold_lock


def note_outside_changes(folder: MemoryFolder, writer: str | None) -> tuple[Change, ...]:
    """See `MemoryStore.note_external`."""
    noted: list[Change] = []
    for file in folder.files.values():
        if not os.path.lexists(file.last_path) or not _differs(file):
            continue
        try:
            with hold_lock(file.lock_path, timeout=folder.patience, purpose=f"look at {file.name}"):
                change = _note(folder, file, writer)
        except (LockBusy, OSError):
            # Whoever holds the lock or finds the file next will see the same difference.
            continue
        if change is not None:
            noted.append(change)
    folder.screen.clean.save()
    return tuple(noted)


def _differs(file: StoreFile) -> bool:
    seen = _look(file)
    return not isinstance(seen.read, Unreadable) and seen.last is not None and seen.last != (seen.data or b"")


def _note(folder: MemoryFolder, file: StoreFile, writer: str | None) -> Change | None:
    seen = _look(file)
    if isinstance(seen.read, Unreadable):
        return None
    change = folder.books.note_outside(seen, writer=writer)
    if isinstance(seen.verdict, Clean) and seen.data is not None:
        folder.books.remember(file, seen.data, seen.last)
    return change


def _look(file: StoreFile) -> Seen:
    last = read_last(file)
    read = read_store_file(file.path)
    return Seen(file, read, examine(read, file.limit, last), last)
