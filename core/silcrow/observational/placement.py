"""Where chunk records lie on a path of source entries.

A record says what it is about by ids of entries. On a path these become indices into its source entries; a record
counts there only if the path holds both its ends, wherever the record itself stands.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from silcrow.observational.observation import SETTLED, ChunkRange, Outcome
from silcrow.observational.records import ChunkNote, Recorded
from silcrow.sessions.entries import SourceEntry


@dataclass(frozen=True, slots=True)
class PlacedChunk:
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


@dataclass(frozen=True, slots=True)
class SourcePlaces:
    """From an entry id on a path to the source entries around it."""

    source: Sequence[SourceEntry]
    after: Mapping[str, int] = field(repr=False)
    """Id of any entry of the path to the index of the first source entry at or behind it."""

    @classmethod
    def on(cls, branch_ids: Iterable[str], source: Sequence[SourceEntry]) -> "SourcePlaces":
        after: dict[str, int] = {}
        index = 0
        for entry_id in branch_ids:
            after[entry_id] = index
            if index < len(source) and source[index].id == entry_id:
                index += 1
        return cls(source, after)

    def __contains__(self, entry_id: str) -> bool:
        return entry_id in self.after

    def last(self, entry_id: str) -> int | None:
        """Index of the last source entry up to and with this one; -1 when none comes before it."""
        index = self.after.get(entry_id)
        if index is None:
            return None
        return index if index < len(self.source) and self.source[index].id == entry_id else index - 1

    def place(self, chunk: ChunkRange) -> tuple[int, int] | None:
        """First and last index, None unless both ends are here in order.

        An end that is no source entry any more (its message was edited out of the context) still bounds the chunk.
        """
        first, last = self.after.get(chunk.from_id), self.last(chunk.to_id)
        return (first, last) if first is not None and last is not None and first <= last else None


def place_chunks(
    places: SourcePlaces, recorded: Iterable[Recorded], notes: Iterable[ChunkNote] = ()
) -> tuple[PlacedChunk, ...]:
    """Records that count on this path, in order of their place, larger first, then by (timestamp, id)."""
    placed: list[PlacedChunk] = []
    open_start: list[tuple[int, Recorded]] = []
    ends: set[int] = set()
    for record in recorded:
        if record.chunk is not None:
            where = places.place(record.chunk)
            if where is not None:
                placed.append(_placed(record, record.chunk, where))
                ends.add(where[1])
        elif record.covers_up_to is not None:
            last = places.last(record.covers_up_to)
            if last is not None and last >= 0:
                open_start.append((last, record))
                ends.add(last)
    placed.extend(_assumed(places.source, open_start, sorted(ends)))
    for note in notes:
        where = places.place(note.chunk)
        if where is not None:
            placed.append(_placed(note, note.chunk, where))
    placed.sort(key=_by_place)
    return tuple(placed)


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


def _placed(record: Recorded | ChunkNote, chunk: ChunkRange, where: tuple[int, int]) -> PlacedChunk:
    is_note = isinstance(record, ChunkNote)
    return PlacedChunk(
        first=where[0],
        last=where[1],
        outcome=record.outcome if is_note else "recorded",
        range=chunk,
        timestamp=record.timestamp,
        record_id=record.id,
        run_id=record.run_id,
        attempt=record.attempt,
        error=record.error if is_note else None,
    )


def _assumed(
    source: Sequence[SourceEntry], open_start: Iterable[tuple[int, Recorded]], ends: Sequence[int]
) -> Iterator[PlacedChunk]:
    for last, record in open_start:
        before = bisect_left(ends, last) - 1
        first = ends[before] + 1 if before >= 0 else 0
        chunk = ChunkRange(source[first].id, source[last].id)
        yield replace(_placed(record, chunk, (first, last)), assumed=True)


def _by_place(chunk: PlacedChunk) -> tuple[int, int, str, str]:
    return (chunk.first, -chunk.last, chunk.timestamp, chunk.record_id)
