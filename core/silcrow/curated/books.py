"""What is written down beside the memory files: history, the last known bytes, and pins that follow their entries.

Nothing here can stop a change: a book that can't be written costs a note in the answer. The one exception is a damaged
file, whose bytes must be kept before they are replaced.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from silcrow.curated.changes import Change, Intent, difference
from silcrow.curated.contents import content_hash
from silcrow.curated.entry_format import NotText, parse
from silcrow.curated.guards import ALIKE
from silcrow.curated.history import History, new_change_id
from silcrow.curated.last_known import write_note
from silcrow.curated.seen import Seen
from silcrow.curated.store_file import StoreFile, os_words
from silcrow.curated.undo_order import DISMISS
from silcrow.text import similarity

OUTSIDE_EDIT = "edit"
"""Operation of a change that another program made."""


class Books(Struct, frozen=True):
    """The side files of one memory folder."""

    history: History
    clock: Callable[[], float]

    def note_outside(self, seen: Seen, *, writer: str | None = None) -> Change | None:
        """Record once that the file holds other bytes than the last known ones. Never raises for the disk."""
        if seen.last is None or seen.last == (seen.data or b"") or self.knows(seen):
            return None
        gone, came = difference(_entries_of(seen.last), seen.entries)
        details: dict[str, Any] = {"writer": writer, "edited": edited_pairs(gone, came)}
        change = Change(
            new_change_id(),
            self.clock(),
            "external",
            OUTSIDE_EDIT,
            seen.file.target,
            gone,
            came,
            content_hash(seen.last),
            seen.sha256,
            details={name: value for name, value in details.items() if value},
        )
        try:
            self.history.contents.keep(seen.last)
            if seen.data is not None:
                self.history.contents.keep(seen.data)
            self.history.record(change)
        except OSError:
            return None
        return change

    def knows(self, seen: Seen) -> bool:
        """Whether the newest change on record led to these bytes."""
        newest = self.history.latest(seen.file.target)
        return newest is not None and newest.after_hash == seen.sha256

    def dismiss(self, change: Change) -> bool:
        """Write down that nobody wants back what vanished in an outside change."""
        note = Change(
            new_change_id(),
            self.clock(),
            "user",
            DISMISS,
            change.target,
            (),
            (),
            None,
            None,
            details={"dismissed": change.id},
        )
        try:
            self.history.record(note)
        except OSError:
            return False
        return True

    def keep_before(self, seen: Seen) -> str | None:
        """Keep the bytes that are about to be replaced; in words why they could not be kept."""
        data = seen.data
        if data is None:
            return None
        try:
            self.history.contents.keep(data)
        except OSError as error:
            if seen.damaged:
                raise
            return f"history could not keep the bytes before: {os_words(error)}"
        return None

    def record(
        self, seen: Seen, entries: Sequence[str], content: bytes, intent: Intent, details: dict[str, Any]
    ) -> tuple[str | None, str | None]:
        """Write down a change that was made: its id, and in words why it is not recorded."""
        change = Change(
            new_change_id(),
            self.clock(),
            intent.actor,
            intent.operation,
            seen.file.target,
            *difference(seen.entries, entries),
            seen.sha256,
            content_hash(content),
            intent.origin,
            intent.undoes,
            intent.action,
            {**intent.details, **({"damaged": True} if seen.damaged else {}), **details},
        )
        try:
            self.history.record(change)
        except OSError as error:
            return None, f"history could not be written, so this change can't be undone: {os_words(error)}"
        return change.id, None

    def remember(self, file: StoreFile, content: bytes, last: bytes | None) -> None:
        """Take bytes as the last known state."""
        if content == last:
            return
        try:
            write_note(file, self.history.contents.keep(content))
        except OSError:
            # The next look at the file knows less; the change itself is safe.
            return


def edited_pairs(gone: Sequence[str], came: Sequence[str]) -> dict[str, str]:
    """Which of the entries that went live on in which that came: by likeness, each at most once."""
    if not gone or not came or len(gone) * len(came) > _MOST_PAIRS:
        return {}
    ranked = sorted(
        ((_likeness(old, new), -place, old, new) for place, old in enumerate(gone) for new in came), reverse=True
    )
    pairs: dict[str, str] = {}
    for likeness, _, old, new in ranked:
        if likeness >= ALIKE and old not in pairs and new not in pairs.values():
            pairs[old] = new
    return pairs


_MOST_PAIRS = 2_500
"""Beyond that a file was replaced rather than edited."""


def _likeness(old: str, new: str) -> float:
    # What was only added to is the same entry, however much was added.
    return 1.0 if old in new else similarity(old, new)


def _entries_of(content: bytes) -> tuple[str, ...]:
    parsed = parse(content)
    return () if isinstance(parsed, NotText) else parsed.entries
