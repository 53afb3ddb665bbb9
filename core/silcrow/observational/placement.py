"""Where chunk records lie on a path of source entries.

A record says what it is about by ids of entries. On a path these become indices into its source entries; a record
counts there only if the path holds both its ends, wherever the record itself stands.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import cast

from msgspec import Struct

from silcrow.observational.observation import SETTLED, ChunkRange, Outcome
from silcrow.observational.records import ChunkNote, Recorded
from silcrow.sessions.entries import SourceEntry


class PlacedChunk(Struct, frozen=True):
    """A chunk record on a path: source entries ``first`` to ``last``, both included."""

    first: int
    last: int
    outcome: Outcome
    range: ChunkRange
    timestamp: str = ""
    """When the record was written; ISO 8601, UTC."""
    record_id: str = ""
    run_id: str | None = None
    attempt: int = 1
    error: str | None = None
    assumed: bool = False
    """The writer only said how far it covers: the start is the end of what was recorded before."""

    @property
    def settled(self) -> bool:
        return self.outcome in SETTLED

    @property
    def order(self) -> tuple[str, str]:
        return (self.timestamp, self.record_id)


class SourcePlaces:
    """From an entry id on a path to the source entries around it. Immutable, though what it is made of may be shared
    with a longer path."""

    def __init__(self, source: Sequence[SourceEntry], positions: dict[str, int], after: "array[int]") -> None:
        self.source = source
        self._positions = positions
        """Id of any entry of the path, or of a longer one, to its place on it."""
        self._after = after
        """By place: index of the first source entry at or behind it."""
        self._length = len(after)

    @classmethod
    def on(cls, branch_ids: Iterable[str], source: Sequence[SourceEntry]) -> "SourcePlaces":
        places, _ = cls((), {}, array("i")).behind(branch_ids, source)
        return places

    def behind(self, ids: Iterable[str], source: Sequence[SourceEntry]) -> "tuple[SourcePlaces, bool]":
        """The places of a path that goes on with ``ids`` and has ``source`` in all; and whether all of that is on it.

        This must be the longest of those that share what they are made of.
        """
        index = len(self.source)
        for entry_id in ids:
            self._positions[entry_id] = len(self._after)
            self._after.append(index)
            if index < len(source) and source[index].id == entry_id:
                index += 1
        return SourcePlaces(source, self._positions, self._after), index == len(source)

    def up_to(self, length: int, others: Iterable[str]) -> "SourcePlaces":
        """Those of the first ``length`` entries of a path on which no id repeats; ``others`` are its other ids."""
        positions = dict(self._positions)
        for entry_id in others:
            del positions[entry_id]
        return SourcePlaces(self.source[: self.source_before(length)], positions, self._after[:length])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SourcePlaces) and (self.source, self._placed()) == (other.source, other._placed())

    def __hash__(self) -> int:
        return hash((len(self), self.source))

    def _placed(self) -> dict[str, int]:
        return {each: self._after[at] for each, at in self._positions.items() if at < self._length}

    def __contains__(self, entry_id: object) -> bool:
        return self.at(cast(str, entry_id)) is not None

    def __len__(self) -> int:
        """Entries of the path, of all kinds."""
        return self._length

    def position(self, entry_id: str) -> int | None:
        """The place on the path among entries of all kinds."""
        position = self._positions.get(entry_id)
        return None if position is None or position >= self._length else position

    def source_before(self, position: int) -> int:
        """How many source entries stand before this place."""
        return self._after[position] if position < self._length else len(self.source)

    def at(self, entry_id: str) -> int | None:
        """Index of the first source entry at or behind this one; None when it is not on the path."""
        position = self.position(entry_id)
        return None if position is None else self._after[position]

    def last(self, entry_id: str) -> int | None:
        """Index of the last source entry up to and with this one; -1 when none comes before it."""
        index = self.at(entry_id)
        if index is None:
            return None
        return index if index < len(self.source) and self.source[index].id == entry_id else index - 1

    def place(self, chunk: ChunkRange) -> tuple[int, int] | None:
        """First and last index, None unless both ends are here in order.

        An end that is no source entry any more (its message was edited out of the context) still bounds the chunk.
        """
        first, last = self.at(chunk.from_id), self.last(chunk.to_id)
        return (first, last) if first is not None and last is not None and first <= last else None


def shown(placed: Sequence[PlacedChunk]) -> Iterator[PlacedChunk]:
    """The recorded chunks whose observations count on the path, given in order of place.

    One inside a larger recorded chunk (a branch observed its first half, another all of it) would tell its text twice;
    of equal ones the earlier counts. Assumed ranges may be equal by guess alone, so they do not hide each other.
    """
    recorded = [chunk for chunk in placed if chunk.outcome == "recorded"]
    reach = -1
    for (_, last), group in groupby(recorded, key=lambda chunk: (chunk.first, chunk.last)):
        if last <= reach:
            continue
        reach = last
        known = False
        for chunk in group:
            if chunk.assumed:
                yield chunk
            elif not known:
                known = True
                yield chunk


def placed_chunk(record: Recorded | ChunkNote, chunk: ChunkRange, first: int, last: int) -> PlacedChunk:
    """A record on a path where its chunk is ``first`` to ``last``."""
    is_note = isinstance(record, ChunkNote)
    return PlacedChunk(
        first=first,
        last=last,
        outcome=record.outcome if is_note else "recorded",
        range=chunk,
        timestamp=record.timestamp,
        record_id=record.id,
        run_id=record.run_id,
        attempt=record.attempt,
        error=record.error if is_note else None,
    )


def by_place(chunk: PlacedChunk) -> tuple[int, int, str, str]:
    """The order on a path: by place, larger first, then by (timestamp, id)."""
    return (chunk.first, -chunk.last, chunk.timestamp, chunk.record_id)
