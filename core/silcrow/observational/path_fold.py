"""What the records of a session come to on one path, kept up as records, entries and other leaves come.

A move to another leaf costs the entries between the two, and what was recorded of them.
"""

from collections.abc import Container, Iterable, Sequence

from silcrow.observational.anchors import Anchors
from silcrow.observational.covering import Covering
from silcrow.observational.path_pool import PathPool
from silcrow.observational.placement import SourcePlaces
from silcrow.observational.records import ChunkNote, Dropped, Recorded
from silcrow.observational.session_fold import Change, SessionFold
from silcrow.observational.view import LedgerView
from silcrow.sessions.entries import SourceEntry


class PathFold:
    """A path of the session; the empty one at first."""

    def __init__(self, session: SessionFold, entries: Container[str]) -> None:
        """``entries`` answers whether an id is an entry of the session at all, on whatever branch; it only grows."""
        self._session = session
        self._entries = entries
        self._ids: tuple[str, ...] = ()
        self._source: tuple[SourceEntry, ...] = ()
        self._places = SourcePlaces.on((), ())
        self._anchors = Anchors(entries)
        self._drops: dict[str, Dropped] = {}
        self._notes_at: dict[str, list[ChunkNote]] = {}
        self._here: set[str] = set()
        """Ids of the records and drops that count on the path."""
        self._skipped = 0
        self._tangled = False
        """An id stands twice on the path."""
        self._covering = Covering(self._places)
        self._pool = PathPool(session)
        for holding in session.holdings.values():
            self._anchors.hang(holding.record.id, wanted_entries(holding.record))
        for drop in session.local_drops:
            self._drops[drop.id] = drop
            self._anchors.hang(drop.id, wanted_entries(drop))
        for note in session.notes:
            self._notes_at.setdefault(note.chunk.to_id, []).append(note)

    def take(self, change: Change) -> None:
        """Follows what one more record changed in the session."""
        for record_id, timestamps in change.released:
            self._pool.release(record_id, timestamps)
        for timestamp in change.touched:
            self._pool.touch(timestamp)
        match change.added:
            case ChunkNote() as note:
                self._notes_at.setdefault(note.chunk.to_id, []).append(note)
                if note.chunk.to_id in self._places:
                    self._covering.add(note)
            case None:
                return
            case record:
                if isinstance(record, Dropped):
                    self._drops[record.id] = record
                self._hang(record.id, wanted_entries(record))
        self._follow_turns()

    def go(self, ids: tuple[str, ...], source: tuple[SourceEntry, ...]) -> None:
        """Moves to the path with these entries from its root on, of which ``source`` are the source entries."""
        if ids is not self._ids or source is not self._source:
            self._go(ids, source)
        for item in self._anchors.moved():
            self._put_away(item)
            self._hang(item, self._anchors.take_down(item))
        self._follow_turns()

    def view(self) -> LedgerView:
        """All that holds on the path. It stays as it is, whatever comes."""
        session, pool = self._session, self._pool
        return LedgerView(
            leaf_id=self._ids[-1] if self._ids else None,
            enabled=self._is_enabled(),
            paused=session.states.paused,
            utc_offset=session.states.utc_offset,
            source=self._source,
            places=self._places,
            active=pool.active(),
            pool_tokens=pool.tokens,
            dropped=pool.dropped,
            chunks=tuple(self._covering.chunks),
            settled_marks=self._covering.marks(),
            counts=dict(pool.counts),
            costs=session.costs,
            reverted=session.reverted,
            reverted_at=session.reverted_at,
            retired_by=session.retired_by,
            skipped=self._skipped,
            foreign=session.foreign,
            typescript=session.typescript,
        )

    def _go(self, ids: tuple[str, ...], source: tuple[SourceEntry, ...]) -> None:
        kept = _common(self._ids, ids)
        behind = self._places.source_before(kept)
        repeats = _repeats(ids[kept:], self._places, kept)
        if self._tangled or repeats or self._source[:behind] != source[:behind]:
            # Ids stand twice on the path, or an edit changed what was sent before: nothing of it can be kept.
            kept = 0
        places = self._moved_places(kept, ids, source)
        if places is None:
            kept, places = 0, SourcePlaces.on(ids, source)
        self._tangled = repeats
        self._leave(self._ids[kept:])
        self._ids, self._source, self._places = ids, source, places
        self._covering.move(places)
        self._join(ids[kept:])

    def _moved_places(self, kept: int, ids: tuple[str, ...], source: tuple[SourceEntry, ...]) -> SourcePlaces | None:
        if not kept:
            return None
        places = self._places if kept == len(self._ids) else self._places.up_to(kept, self._ids[kept:])
        places, is_whole = places.behind(ids[kept:], source)
        return places if is_whole else None

    def _leave(self, ids: Sequence[str]) -> None:
        for entry in reversed(ids):
            for item in self._anchors.at(entry):
                self._put_away(item)
            for note in self._notes_at.get(entry, ()):
                self._covering.remove(note)

    def _join(self, ids: Sequence[str]) -> None:
        at, notes_at = self._anchors.at, self._notes_at
        for entry in ids:
            for item in at(entry):
                self._put_here(item)
            if entry in notes_at:
                for note in notes_at[entry]:
                    self._covering.add(note)

    def _hang(self, item: str, wanted: Iterable[str | None]) -> None:
        anchor = self._anchors.hang(item, wanted)
        if anchor is not None and anchor in self._places:
            self._put_here(item)

    def _put_here(self, item: str) -> None:
        if item in self._here:
            return
        self._here.add(item)
        if (drop := self._drops.get(item)) is not None:
            self._pool.drop_here(drop, 1)
            return
        record = self._session.holdings[item].record
        self._skipped += record.skipped
        self._covering.add(record)
        self._turn(item)

    def _put_away(self, item: str) -> None:
        if item not in self._here:
            return
        self._here.discard(item)
        if (drop := self._drops.get(item)) is not None:
            self._pool.drop_here(drop, -1)
            return
        record = self._session.holdings[item].record
        self._skipped -= record.skipped
        self._covering.remove(record)
        self._turn(item)

    def _follow_turns(self) -> None:
        for record_id in self._covering.turned():
            self._turn(record_id)

    def _turn(self, record_id: str) -> None:
        counts = record_id in self._here and self._covering.shows(record_id)
        if counts and record_id not in self._pool:
            self._pool.add(record_id)
        elif not counts and record_id in self._pool:
            self._pool.remove(record_id)

    def _is_enabled(self) -> bool:
        """The newest on the path wins; one that stands at no entry (a line of the sidecar) is about all of them."""
        for state in reversed(self._session.states.enabled):
            anchor = first_entry((state.id, state.parent_id), self._entries)
            if anchor is None or anchor in self._places:
                return state.enabled
        return False


def wanted_entries(record: Recorded | Dropped) -> tuple[str | None, ...]:
    """The entries on whose paths a record counts, the best one first."""
    if isinstance(record, Dropped):
        # Where it stands, since its writer folds it so; what it covers is just the tip of that moment.
        return (record.id, record.parent_id, record.covers_up_to)
    to_id = record.chunk.to_id if record.chunk else None
    return (to_id, record.covers_up_to, record.id, record.parent_id)


def first_entry(ids: Iterable[str | None], entries: Container[str]) -> str | None:
    """The first of these that is an entry."""
    return next((each for each in ids if each is not None and each in entries), None)


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many ids both paths begin with."""
    length = min(len(one), len(other))
    if one[:length] == other[:length]:
        return length
    # Whatever is on both paths comes before all that is not.
    low = 0
    while low < length:
        middle = (low + length) // 2
        if one[low : middle + 1] == other[low : middle + 1]:
            low = middle + 1
        else:
            length = middle
    return low


def _repeats(ids: Sequence[str], places: SourcePlaces, kept: int) -> bool:
    return len(set(ids)) < len(ids) or any((at := places.position(each)) is not None and at < kept for each in ids)
