"""The record of all changes of a memory folder: ``.silcrow/history.jsonl`` and the bytes before and after each.

One line tells one change; the bytes lie with `Contents`. Neither is synced to the disk: a crash may cost the last lines
of history, never a memory. Lines move to ``history.1.jsonl`` when they are many; what stood there before is dropped,
and with it the contents that nothing refers to any more.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from silcrow.curated.changes import Change, change_from
from silcrow.curated.contents import Contents
from silcrow.curated.store_file import CONTENTS, LAST, os_words
from silcrow.curated.undo_order import SIDE_NOTES
from silcrow.files import HeldLock, LockBusy, append_line, read_bytes

ROTATE_BYTES = 1 << 19
"""Size from which the lines move on. At most two such files exist."""
CONTENT_BYTES = 64 << 20
"""What the kept contents may take together; the oldest go first."""
_ENCODER = msgspec.json.Encoder()
_SPARED_SECONDS = 3_600.0
"""A content this young is never dropped: the line that refers to it may not be written yet."""
_Mark = tuple[tuple[int, int], tuple[int, ...]]


class History:
    """Changes of both files of a folder, in the order in which they happened."""

    def __init__(self, side_folder: Path) -> None:
        self.path = side_folder / "history.jsonl"
        self.older_path = side_folder / "history.1.jsonl"
        self.contents = Contents(side_folder / CONTENTS)
        self._last = side_folder / LAST
        self._seen: tuple[_Mark, tuple[Change, ...]] | None = None

    def record(self, change: Change) -> None:
        """Add a line. Raises OSError when it can't be written."""
        if append_line(self.path, _line(change)) > ROTATE_BYTES:
            self._rotate()

    def content(self, name: str | None) -> bytes | None:
        """The bytes with this SHA-256; of a missing file none. None when they are not kept, or no longer whole."""
        return b"" if name is None else self.contents.read(name)

    def changes(self) -> tuple[Change, ...]:
        """All that is recorded, oldest first. Broken lines are left out."""
        mark = self._mark()
        while self._seen is None or self._seen[0] != mark:
            found = (*_read(self.older_path), *_read(self.path))
            before, mark = mark, self._mark()
            # Lines that moved on between the two readings were in neither of them.
            if before[0] == mark[0]:
                self._seen = before, found
                break
        return self._seen[1]

    def problem(self) -> str | None:
        """Why what is recorded can't be read, which is not the same as that nothing is; None when all is well."""
        for path in (self.older_path, self.path):
            try:
                read_bytes(path)
            except FileNotFoundError:
                continue
            except OSError as error:
                return os_words(error)
        return None

    def latest(self, target: str) -> Change | None:
        """The newest change of a file."""
        found = (
            each for each in reversed(self.changes()) if each.target == target and each.operation not in SIDE_NOTES
        )
        return next(found, None)

    def find(self, change_id: str) -> tuple[Change, ...]:
        """Changes whose id is this, or starts with it where none is equal."""
        changes = self.changes()
        equal = tuple(change for change in changes if change.id == change_id)
        return equal or tuple(change for change in changes if change_id and change.id.startswith(change_id))

    def _mark(self) -> _Mark:
        """Which two files there are, and what state they are in."""
        older, newer = _status(self.older_path), _status(self.path)
        return (older[0], newer[0]), (*older, *newer)

    def _size(self) -> int:
        try:
            return os.stat(self.path).st_size  # noqa: PTH116 - runs at every write
        except OSError:
            return 0

    def _rotate(self) -> None:
        lock = HeldLock(self.path.with_name("history.lock"), purpose="rotate history")
        try:
            lock.acquire(0.0)
        except (LockBusy, OSError):
            return
        try:
            if self._size() > ROTATE_BYTES:
                with contextlib.suppress(OSError):
                    self.path.replace(self.older_path)
                    self._drop_contents()
        finally:
            lock.release()

    def _drop_contents(self) -> None:
        """Remove contents that no line names, and the oldest ones when all of them are too large; never the last one
        of a file."""
        last = _notes_in(self._last)
        named = {name for change in self.changes() for name in (change.before_hash, change.after_hash)}
        folder, kept = self.contents.folder, list[tuple[float, int, str]]()
        with os.scandir(folder) as found:
            for entry in found:
                status = entry.stat(follow_symlinks=False)
                if entry.name in last:
                    continue
                if entry.name in named or time.time() - status.st_ctime < _SPARED_SECONDS:
                    kept.append((status.st_ctime, status.st_size, entry.name))
                else:
                    (folder / entry.name).unlink(missing_ok=True)
        size = sum(each[1] for each in kept)
        for _, length, name in sorted(kept):
            if size <= CONTENT_BYTES:
                break
            (folder / name).unlink(missing_ok=True)
            size -= length


def new_change_id() -> str:
    """Ten hexadecimal digits; a person may type its beginning."""
    return os.urandom(5).hex()


def _line(change: Change) -> bytes:
    document = change.to_dict()
    try:
        return _ENCODER.encode(document)
    except UnicodeEncodeError:
        # Names of files and programs may hold bytes that are no UTF-8. Those have no other form than an escape.
        return json.dumps(document, separators=(",", ":")).encode()


def _notes_in(folder: Path) -> set[str]:
    """The names of the last known contents of all files."""
    notes: set[str] = set()
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            notes.add(read_bytes(path).decode("ascii", "replace"))
    return notes


def _status(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return (0,)
    return found.st_ino, found.st_size, found.st_mtime_ns


def _read(path: Path) -> Iterable[Change]:
    try:
        lines = read_bytes(path).split(b"\n")
    except OSError:
        return
    for line in lines:
        if not line:
            continue
        try:
            change = change_from(json.loads(line))
        except (ValueError, RecursionError):
            continue
        if change is not None:
            yield change
