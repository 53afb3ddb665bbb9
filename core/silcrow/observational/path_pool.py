"""The observations that count on one path: those in the pool, and how many are out of it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from silcrow.observational.observation import content_hash
from silcrow.observational.records import Dropped
from silcrow.observational.session_fold import SessionFold
from silcrow.observational.sorted_blocks import Blocks, SortedBlocks
from silcrow.observational.view import Pooled, Tally


@dataclass(slots=True)
class _Looked:
    """What goes by an id that needs a closer look."""

    active: dict[str, Pooled] = field(default_factory=dict[str, Pooled])
    """By content."""
    gone: set[str] = field(default_factory=set[str])
    """Content hashes."""
    tallies: Counter[tuple[str, bool]] = field(default_factory=Counter[tuple[str, bool]])
    """How many of a record are active (True), and how many are gone."""


class PathPool:
    """Kept up record by record. Nearly all ids stand for one observation of one record, and are added up at once."""

    def __init__(self, session: SessionFold) -> None:
        self.tokens = 0
        """Of the active ones."""
        self.dropped = 0
        """Observations that were dropped."""
        self.counts: dict[str, Tally] = {}
        """By id of a record."""
        self._session = session
        self._pool: SortedBlocks[Pooled] = SortedBlocks(_key)
        self._incoming: list[Pooled] = []
        self._looked: dict[str, _Looked] = {}
        self._local: dict[str, Counter[str | None]] = {}
        """By id, the hashes that drops name which count just on this path; None means the first recorded one."""

    def __contains__(self, record_id: str) -> bool:
        return record_id in self.counts

    def active(self) -> Blocks[Pooled]:
        """All active observations, sorted by (id, content)."""
        self._sort_in()
        return self._pool.now()

    def add(self, record_id: str) -> None:
        holding, special = self._session.holdings[record_id], self._session.special
        plain = holding.record.observations
        if special:
            plain = [each for each in plain if each.timestamp not in special]
        self._incoming.extend([(each, record_id) for each in plain])
        tokens = sum([each.token_count for each in plain])
        self.tokens += tokens
        retired = sum(each not in special for each in holding.released)
        self.dropped += retired
        self.counts[record_id] = Tally(len(plain), retired, tokens)
        for timestamp in self._special_ids(record_id):
            self._look(timestamp)

    def remove(self, record_id: str) -> None:
        holding, special = self._session.holdings[record_id], self._session.special
        self._sort_in()
        for each in holding.record.observations:
            if each.timestamp not in special:
                self._take_out(each.timestamp)
        self.dropped -= sum(each not in special for each in holding.released)
        looked = self._special_ids(record_id)
        for timestamp in looked:
            self._forget(timestamp)
        del self.counts[record_id]
        for timestamp in looked:
            self._look(timestamp)

    def release(self, record_id: str, timestamps: Iterable[str]) -> None:
        """Observations of a record went out of the pool on all branches."""
        if record_id not in self.counts:
            return
        self._sort_in()
        for timestamp in timestamps:
            tokens = self._take_out(timestamp)
            self.dropped += 1
            self._tally(record_id, -1, 1, -tokens)

    def touch(self, timestamp: str) -> None:
        """An id needs a closer look from now on, or once more."""
        if timestamp not in self._looked:
            for record_id in self._session.records_with(timestamp):
                if record_id in self.counts:
                    self._make_special(record_id, timestamp)
        self._look(timestamp)

    def drop_here(self, drop: Dropped, times: int) -> None:
        """A drop that counts only where it stands came onto the path (1) or left it (-1)."""
        for index, timestamp in enumerate(drop.timestamps):
            named = drop.hashes[index] if drop.hashes is not None else None
            self._local.setdefault(timestamp, Counter())[named] += times
            self._look(timestamp)

    def _make_special(self, record_id: str, timestamp: str) -> None:
        """Takes back what was added up at once; only one record can have done that."""
        if timestamp in self._session.holdings[record_id].released:
            self.dropped -= 1
            self._tally(record_id, 0, -1)
        else:
            self._sort_in()
            tokens = self._take_out(timestamp)
            self._tally(record_id, -1, 0, -tokens)

    def _look(self, timestamp: str) -> None:
        self._forget(timestamp)
        looked = self._what_goes_by(timestamp)
        if not looked.tallies:
            return
        self._looked[timestamp] = looked
        self._incoming.extend(looked.active.values())
        for observation, record_id in looked.active.values():
            self.tokens += observation.token_count
            self._tally(record_id, tokens=observation.token_count)
        self.dropped += len(looked.gone)
        for (record_id, active), count in looked.tallies.items():
            self._tally(record_id, count if active else 0, 0 if active else count)

    def _forget(self, timestamp: str) -> None:
        looked = self._looked.pop(timestamp, None)
        if looked is None:
            return
        self._sort_in()
        for observation, record_id in looked.active.values():
            self._take_out(timestamp)
            self._tally(record_id, tokens=-observation.token_count)
        self.dropped -= len(looked.gone)
        for (record_id, active), count in looked.tallies.items():
            self._tally(record_id, -count if active else 0, 0 if active else -count)

    def _what_goes_by(self, timestamp: str) -> _Looked:
        session, looked = self._session, _Looked()
        hashes = self._hashes(timestamp)
        for record_id in session.records_with(timestamp):
            if record_id not in self.counts:
                continue
            holding = session.holdings[record_id]
            if timestamp in holding.released:
                looked.gone.add(session.released_hash(timestamp))
                looked.tallies[record_id, False] += 1
            for each in holding.record.observations:
                if each.timestamp != timestamp:
                    continue
                gone = content_hash(each.content) if hashes else ""
                if gone in hashes:
                    looked.gone.add(gone)
                else:
                    looked.active.setdefault(each.content, (each, record_id))
                looked.tallies[record_id, gone not in hashes] += 1
        return looked

    def _hashes(self, timestamp: str) -> frozenset[str]:
        hashes = set(self._session.retired_hashes(timestamp))
        for named, times in self._local.get(timestamp, Counter[str | None]()).items():
            meant = self._session.first_hash(timestamp) if named is None else named
            if times > 0 and meant is not None:
                hashes.add(meant)
        return frozenset(hashes)

    def _special_ids(self, record_id: str) -> list[str]:
        holding, special = self._session.holdings[record_id], self._session.special
        if not special:
            return []
        ids = (*(each.timestamp for each in holding.record.observations), *holding.released)
        return [each for each in dict.fromkeys(ids) if each in special]

    def _take_out(self, timestamp: str) -> int:
        """Its estimated tokens."""
        observation, _ = self._pool.pop((timestamp,))
        self.tokens -= observation.token_count
        return observation.token_count

    def _tally(self, record_id: str, active: int = 0, retired: int = 0, tokens: int = 0) -> None:
        known = self.counts[record_id]
        self.counts[record_id] = Tally(known.active + active, known.retired + retired, known.tokens + tokens)

    def _sort_in(self) -> None:
        if self._incoming:
            self._pool.add_all(self._incoming)
            self._incoming = []


def _key(pooled: Pooled) -> tuple[str, ...]:
    return (pooled[0].timestamp, pooled[0].content)
