"""What a person does to the memory beside writing entries, as values: each says what it is about and how it is done.

A surface makes one of these and hands it to `Place.curate`. Where one is about several things, they are done in
order; the first refusal stops it, and what came before stands and is told.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from silcrow.curated import Failure, MemoryStore, Result, Success, Target
from silcrow.curated.store_file import os_words


class Curated(Struct, frozen=True):
    """What became of it."""

    count: int
    """How many of the things were done."""
    refused: Failure | None = None
    """Why the next one was not."""
    made: tuple[str, ...] = ()
    """Ids of the changes in history, oldest first; together they are one action for undo."""
    result: Success | None = None
    """The last answer of the store, where it gave one."""

    @property
    def done(self) -> bool:
        """All of it was done."""
        return self.refused is None


class Curation(Protocol):
    """Something that is done to the memory."""

    @property
    def written(self) -> tuple[str, ...]:
        """Full texts of entries that may come or go by it."""
        ...

    def apply(self, store: MemoryStore) -> Curated:
        """Do it. Blocks as long as the store waits for its locks; a failure comes back as a value."""
        ...


Named = tuple[Target, str]
"""An entry: its file and its full text."""


class Pin(Struct, frozen=True):
    """Pin entries: from then on only a person changes them through silcrow."""

    entries: tuple[Named, ...]
    written: tuple[str, ...] = ()

    def apply(self, store: MemoryStore) -> Curated:
        return _each(store.pin(target, text) for target, text in self.entries)


class Unpin(Struct, frozen=True):
    """Take pins away, also those of entries that are gone."""

    entries: tuple[Named, ...]
    written: tuple[str, ...] = ()

    def apply(self, store: MemoryStore) -> Curated:
        return _each(store.unpin(target, text) for target, text in self.entries)


class Acknowledge(Struct, frozen=True):
    """Accept exactly these texts in spite of what the scanner finds in them."""

    texts: tuple[str, ...]
    written: tuple[str, ...] = ()

    def apply(self, store: MemoryStore) -> Curated:
        for count, text in enumerate(self.texts):
            try:
                store.acknowledge(text)
            except OSError as error:
                return Curated(count, Failure("io", f"it can't be kept: {os_words(error)}", ""))
        return Curated(len(self.texts))


class BlockAgain(Struct, frozen=True):
    """End the acceptance of a text."""

    text: str
    written: tuple[str, ...] = ()

    def apply(self, store: MemoryStore) -> Curated:
        from silcrow.threats import text_hash

        try:
            ended = store.revoke(text_hash(self.text))
        except OSError as error:
            return Curated(0, Failure("io", f"it can't be written down: {os_words(error)}", ""))
        return Curated(1) if ended else Curated(0, Failure("no_match", "This text was not accepted.", ""))


class Move(Struct, frozen=True):
    """Move entries to the other file: each is added there first, then removed here. Pins go along."""

    entries: tuple[Named, ...]
    """With the file that each leaves."""

    @property
    def written(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.entries)

    def apply(self, store: MemoryStore) -> Curated:
        return _each(store.move(target, text) for target, text in self.entries)


class Merge(Struct, frozen=True):
    """Put one text in the place of several entries."""

    target: Target
    texts: tuple[str, ...]
    content: str

    @property
    def written(self) -> tuple[str, ...]:
        return (*self.texts, self.content.strip())

    def apply(self, store: MemoryStore) -> Curated:
        return _each([store.merge(self.target, self.texts, self.content)], of=len(self.texts))


class Tidy(Struct, frozen=True):
    """Write the same entries as every program on these files spells them."""

    target: Target
    written: tuple[str, ...] = ()

    def apply(self, store: MemoryStore) -> Curated:
        return _each([store.tidy(self.target)])


class BringBack(Struct, frozen=True):
    """Put entries back that another program took away, through the gate, near their old neighbours."""

    target: Target
    texts: tuple[str, ...]

    @property
    def written(self) -> tuple[str, ...]:
        return self.texts

    def apply(self, store: MemoryStore) -> Curated:
        return _each([store.restore_text(self.target, self.texts)], of=len(self.texts))


class GiveUp(Struct, frozen=True):
    """Leave what vanished in these outside changes as it is, so that it waits no more. History keeps the texts."""

    change_ids: tuple[str, ...]
    written: tuple[str, ...] = ()

    def apply(self, store: MemoryStore) -> Curated:
        for count, change_id in enumerate(self.change_ids):
            if not store.dismiss(change_id):
                return Curated(count, Failure("io", "It can't be written down.", ""))
        return Curated(len(self.change_ids))


class Accept(Struct, frozen=True):
    """Make proposed changes as a person; ``content`` is another text for the one that is named."""

    proposal_ids: tuple[str, ...]
    content: str | None = None
    texts: tuple[str, ...] = ()
    """Old and new texts of the proposals."""

    @property
    def written(self) -> tuple[str, ...]:
        return (*self.texts, self.content.strip()) if self.content is not None else self.texts

    def apply(self, store: MemoryStore) -> Curated:
        return _each(store.accept(each, self.content) for each in self.proposal_ids)


class Reject(Struct, frozen=True):
    """Take proposals out of the queue undone; all of them or none."""

    proposal_ids: tuple[str, ...]
    written: tuple[str, ...] = ()

    def apply(self, store: MemoryStore) -> Curated:
        answer = store.reject(self.proposal_ids)
        return Curated(0, answer) if isinstance(answer, Failure) else Curated(len(answer))


class DeleteBackups(Struct, frozen=True):
    """Delete backups whose whole text stands in the files; with ``force`` these ones all the same.

    The copy of damage that still stands is never deleted. What is spared does not stop the rest.
    """

    paths: tuple[Path, ...]
    force: bool = False
    written: tuple[str, ...] = ()

    def apply(self, store: MemoryStore) -> Curated:
        from silcrow.curated.recovery import clean_backups

        cleaned = clean_backups(store, self.paths, force=self.force)
        spared = cleaned.spared[0] if cleaned.spared else None
        refused = Failure("invalid", f"{spared.backup.path.name}: {spared.why}", "") if spared else None
        gone = len(self.paths) - len(cleaned.deleted) - len(cleaned.spared)
        if refused is None and gone:
            refused = Failure("no_match", "It is no longer there.", "")
        return Curated(len(cleaned.deleted), refused)


def _each(results: Iterable[Result], *, of: int | None = None) -> Curated:
    """Take answers one by one up to the first refusal; ``of`` things stand behind a single answer."""
    count, made, last = 0, list[str](), None
    for result in results:
        if isinstance(result, Failure):
            return Curated(count, result, tuple(made), last)
        count, last = count + (of or 1), result
        made += _ids([result.change])
    return Curated(count, None, tuple(made), last)


def _ids(changes: Sequence[str | None]) -> list[str]:
    return [change for change in changes if change is not None]
