"""Taking note of what other programs did to the files."""

import time

from silcrow.curated.changes import Change
from silcrow.curated.examination import Clean
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.seen import Seen, look_at
from silcrow.curated.store_file import Missing, StoreFile, Unreadable, read_store_file
from silcrow.curated.transaction import SETTLING_SECONDS
from silcrow.files import LockBusy, hold_lock


def note_outside_changes(folder: MemoryFolder, writer: str | None) -> tuple[Change, ...]:
    """See `MemoryStore.note_external`."""
    noted: list[Change] = []
    for file in folder.files.values():
        if not _is_news(folder, look_at(file)):
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


def _is_news(folder: MemoryFolder, seen: Seen) -> bool:
    if isinstance(seen.read, Unreadable):
        return False
    if seen.last is None:
        # The first look at a sound file: what it holds is what later changes are told from.
        return bool(seen.data) and isinstance(seen.verdict, Clean)
    if seen.last == (seen.data or b""):
        return False
    # Damage that was noted stays different from the last known state until somebody repairs it.
    return isinstance(seen.verdict, Clean) or not folder.books.knows(seen)


def _note(folder: MemoryFolder, file: StoreFile, writer: str | None) -> Change | None:
    seen = look_at(file)
    if not isinstance(seen.verdict, Clean) or isinstance(seen.read, Missing):
        # Its writer may not be done; then there will be another event.
        time.sleep(SETTLING_SECONDS)
        if read_store_file(file.path) != seen.read:
            return None
    if not _is_news(folder, seen):
        return None
    change = folder.books.note_outside(seen, writer=writer)
    # While history can't be written, the next look has to find the same difference.
    is_noted = seen.last is None or folder.books.knows(seen)
    if isinstance(seen.verdict, Clean) and seen.data is not None and is_noted:
        folder.books.remember(file, seen.data, seen.last)
    return change
