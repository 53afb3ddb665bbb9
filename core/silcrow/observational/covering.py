"""The chunk records of one path: where each lies, what they settle, and whose observations they show."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from silcrow.observational.coverage import fill, settled_marks
from silcrow.observational.observation import ChunkRange
from silcrow.observational.placement import PlacedChunk, SourcePlaces, by_place, placed_chunk, shown
from silcrow.observational.records import ChunkNote, Recorded


class Covering:
    """Kept up chunk by chunk; ``places`` always says where the entries of the path are."""

    def __init__(self, places: SourcePlaces) -> None:
        self.chunks: list[PlacedChunk] = []
        """In order of place."""
        self.places = places
        self._of: dict[str, PlacedChunk] = {}
        self._shown: list[PlacedChunk] = []
        self._hidden: dict[str, PlacedChunk] = {}
        self._turned: dict[str, None] = {}
        self._ends: list[int] = []
        self._at_end: Counter[int] = Counter()
        self._assumed: dict[int, dict[str, Recorded]] = {}
        """By their end: records whose writer only says how far they cover."""
        self._marks = bytearray(len(places.source))
        self._stale_from: int | None = None
        """Entries behind this one may be marked for a chunk that was taken out."""

    def move(self, places: SourcePlaces) -> None:
        """The path is a longer or a shorter one now; chunks that end behind it were taken out before."""
        self.places = places
        length = len(places.source)
        del self._marks[length:]
        self._marks.extend(bytes(length - len(self._marks)))
        if self._stale_from is not None and self._stale_from >= length:
            self._stale_from = None

    def shows(self, record_id: str) -> bool:
        """Whether observations of a record of this path count: not when a larger chunk holds them too."""
        return record_id not in self._hidden

    def turned(self) -> Sequence[str]:
        """Ids of records for which `shows` may have changed since the last time."""
        turned, self._turned = self._turned, {}
        return tuple(turned)

    def marks(self) -> bytes:
        """One byte per source entry, 1 where it is settled."""
        if self._stale_from is not None:
            self._marks, self._stale_from = settled_marks(len(self._marks), self.chunks), None
        return bytes(self._marks)

    def add(self, record: Recorded | ChunkNote) -> None:
        """A record that counts on the path; nothing if it covers nothing here."""
        if isinstance(record, ChunkNote) or record.chunk is not None:
            chunk = record.chunk
            where = None if chunk is None else self.places.place(chunk)
            if chunk is not None and where is not None:
                self._put(placed_chunk(record, chunk, *where))
                if isinstance(record, Recorded):
                    self._add_end(where[1])
        elif record.covers_up_to is not None:
            last = self.places.last(record.covers_up_to)
            if last is not None and last >= 0:
                self._assumed.setdefault(last, {})[record.id] = record
                self._put(self._assumed_chunk(record, last))
                self._add_end(last)

    def remove(self, record: Recorded | ChunkNote) -> None:
        chunk = self._of.get(record.id)
        if chunk is None:
            return
        self._take_out(chunk)
        if isinstance(record, Recorded):
            if chunk.assumed:
                del self._assumed[chunk.last][record.id]
            self._remove_end(chunk.last)

    # -- what only says how far it covers begins behind what was recorded before

    def _assumed_chunk(self, record: Recorded, last: int) -> PlacedChunk:
        before = bisect_left(self._ends, last) - 1
        first = self._ends[before] + 1 if before >= 0 else 0
        source = self.places.source
        chunk = ChunkRange(source[first].id, source[last].id)
        return replace(placed_chunk(record, chunk, first, last), assumed=True)

    def _add_end(self, end: int) -> None:
        self._at_end[end] += 1
        if self._at_end[end] == 1:
            insort(self._ends, end)
            self._begin_anew_behind(end)

    def _remove_end(self, end: int) -> None:
        self._at_end[end] -= 1
        if not self._at_end[end]:
            del self._at_end[end]
            del self._ends[bisect_left(self._ends, end)]
            self._begin_anew_behind(end)

    def _begin_anew_behind(self, end: int) -> None:
        at = bisect_left(self._ends, end + 1)
        if at < len(self._ends):
            for record in self._assumed.get(self._ends[at], {}).values():
                self._take_out(self._of[record.id])
                self._put(self._assumed_chunk(record, self._ends[at]))

    # -- places

    def _put(self, chunk: PlacedChunk) -> None:
        self._of[chunk.record_id] = chunk
        if self.chunks and by_place(self.chunks[-1]) > by_place(chunk):
            insort(self.chunks, chunk, key=by_place)
        else:
            self.chunks.append(chunk)
        if chunk.settled:
            fill(self._marks, chunk.first, chunk.last)
        if chunk.outcome == "recorded":
            self._enter(chunk)

    def _take_out(self, chunk: PlacedChunk) -> None:
        del self._of[chunk.record_id]
        del self.chunks[bisect_left(self.chunks, by_place(chunk), key=by_place)]
        if chunk.settled:
            self._stale_from = chunk.first if self._stale_from is None else min(self._stale_from, chunk.first)
        if chunk.outcome == "recorded":
            self._leave(chunk)

    # -- what is shown: seldom is one chunk inside another, and then all are looked at again

    def _enter(self, chunk: PlacedChunk) -> None:
        self._turned[chunk.record_id] = None
        at = len(self._shown)
        if at and by_place(self._shown[-1]) > by_place(chunk):
            at = bisect_left(self._shown, by_place(chunk), key=by_place)
        before = self._shown[at - 1] if at else None
        behind = self._shown[at] if at < len(self._shown) else None
        if before is not None and before.last >= chunk.last and _place(before) != _place(chunk):
            self._hidden[chunk.record_id] = chunk
        elif (before is None or before.last < chunk.last) and (behind is None or behind.last > chunk.last):
            self._shown.insert(at, chunk)
        else:
            self._look_again()

    def _leave(self, chunk: PlacedChunk) -> None:
        self._turned[chunk.record_id] = None
        if self._hidden.pop(chunk.record_id, None) is not None:
            return
        del self._shown[bisect_left(self._shown, by_place(chunk), key=by_place)]
        if any(chunk.first <= each.first and each.last <= chunk.last for each in self._hidden.values()):
            self._look_again()

    def _look_again(self) -> None:
        self._shown = list(shown(self.chunks))
        ids = {each.record_id for each in self._shown}
        hidden = {
            each.record_id: each for each in self.chunks if each.outcome == "recorded" and each.record_id not in ids
        }
        self._turned.update(dict.fromkeys(hidden.keys() ^ self._hidden.keys()))
        self._hidden = hidden


def _place(chunk: PlacedChunk) -> tuple[int, int]:
    return chunk.first, chunk.last
