"""What counts in a session whatever the path, kept up record by record.

Nothing here depends on the order of reading: where an order is needed it is (timestamp, id). What is out of the pool on
all branches keeps its id and its hash, not its text.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from silcrow.observational.observation import Observation, content_hash
from silcrow.observational.records import (
    ChunkNote,
    CostNote,
    Dropped,
    Foreign,
    Record,
    Recorded,
    RecordLine,
    Reverted,
    Seeded,
)
from silcrow.observational.session_states import SessionStates
from silcrow.sessions.entries import SessionHeader

_HASH = 8
"""Hex digits of a content hash."""


@dataclass(slots=True)
class Holding:
    """A recorded chunk and what became of its observations on all branches."""

    record: Recorded
    """Without the observations whose text is not kept."""
    released: tuple[str, ...] = ()
    """Ids of those: each was dropped by a run that is held."""


class Change(Struct, frozen=True):
    """What one more record came to, for whoever keeps up a path."""

    added: Recorded | ChunkNote | Dropped | None = None
    """A drop is one that counts only where it stands."""
    released: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Record ids with the ids of their observations that just went out of the pool on all branches."""
    touched: tuple[str, ...] = ()
    """Observation ids that are no longer one observation in one record, or whose drops are."""


NO_CHANGE = Change()


class SessionFold:
    """The records of a session that count.

    ``take`` adds one; where that would need text that is not kept, it says so and the session is to be folded anew.
    """

    def __init__(self, header: SessionHeader | None, reread: Callable[[], Iterable[Recorded]] | None = None) -> None:
        """``reread`` gives all recorded chunks again; without it their texts are kept here."""
        self.header = header
        self.holdings: dict[str, Holding] = {}
        """By record id."""
        self.holders: dict[str, tuple[str, ...] | str] = {}
        """Observation id to the record that holds it; to several, or one several times, in a tuple."""
        self.notes: list[ChunkNote] = []
        self.retired: dict[str, str] = {}
        """Observation id to the content hashes that drops of held runs name, on all branches, separated by blanks."""
        self.retired_first: set[str] = set()
        """Ids dropped on all branches without a hash: the first recorded observation is meant."""
        self.special: set[str] = set()
        """Ids that need a closer look: more than one observation, or one drop on all branches, may go by each."""
        self.local_drops: list[Dropped] = []
        self.retired_by: Mapping[str, int] = {}
        """Run to the number of observations it dropped, reverted or not."""
        self.held_runs: frozenset[str] = frozenset()
        """Runs whose drops count here: what a fork may inherit."""
        self.reverted: frozenset[str] = frozenset()
        self.reverted_at: str | None = None
        self.states = SessionStates()
        self.foreign = 0
        self._reread = reread
        self._originals: dict[str, Recorded] = {}
        self._ids: set[str] = set()
        self._results: dict[tuple[str, str, int], tuple[str, str]] = {}
        self._void_runs: set[str] = set()
        self._seeded: frozenset[str] = frozenset()
        self._last_in_file: tuple[tuple[str, str], bool] | None = None
        """Order of the newest record of observations in the session file, and whether it names no run."""

    def __bool__(self) -> bool:
        """Whether anything was taken."""
        return bool(self._ids)

    # -- what counts

    @property
    def recorded(self) -> tuple[Recorded, ...]:
        """All recorded chunks with their text, in order of (timestamp, id). Reads the files again where need be."""
        whole = [self._originals.get(each, holding.record) for each, holding in self.holdings.items()]
        if self._reread is not None and any(holding.released for holding in self.holdings.values()):
            whole = [each for each in self._reread() if each.id in self.holdings]
        return tuple(sorted(whole, key=_order))

    @property
    def costs(self) -> tuple[tuple[CostNote, bool], ...]:
        """In order, each with whether this session spent it."""
        return self.states.costs

    @property
    def typescript(self) -> bool:
        """The newest record of observations in the session file is of the TypeScript extension."""
        return self._last_in_file is not None and self._last_in_file[1]

    def unretired(self) -> Iterator[Observation]:
        """Observations of all branches that no drop takes out of the pool on all of them."""
        for holding in self.holdings.values():
            for observation in holding.record.observations:
                if not self.is_retired(observation):
                    yield observation

    def is_retired(self, observation: Observation) -> bool:
        """Whether a drop that counts on all branches names it."""
        hashes = self.retired_hashes(observation.timestamp)
        return bool(hashes) and content_hash(observation.content) in hashes

    def retired_hashes(self, timestamp: str) -> frozenset[str]:
        """Content hashes of what is out of the pool on all branches under this id."""
        hashes = frozenset(self.retired.get(timestamp, "").split())
        if timestamp in self.retired_first and (first := self.first_hash(timestamp)) is not None:
            return hashes | {first}
        return hashes

    def records_with(self, timestamp: str) -> tuple[str, ...]:
        """Ids of the records that hold an observation of this id, in order of (timestamp, id)."""
        held = self.holders.get(timestamp, ())
        several = (held,) if isinstance(held, str) else tuple(dict.fromkeys(held))
        return tuple(sorted(several, key=lambda each: self.holdings[each].record.order))

    def first_hash(self, timestamp: str) -> str | None:
        """Content hash of the first recorded observation of this id: what a drop without a hash means."""
        for record_id in self.records_with(timestamp):
            holding = self.holdings[record_id]
            for each in holding.record.observations:
                if each.timestamp == timestamp:
                    return content_hash(each.content)
            if timestamp in holding.released:
                return self.released_hash(timestamp)
        return None

    def released_hash(self, timestamp: str) -> str:
        """Content hash of an observation whose text is not kept: only the first hash under an id releases one."""
        return self.retired[timestamp][:_HASH]

    # -- growing

    def take(self, record: Record | Foreign) -> Change | None:
        """Counts one more record and tells what that changed. None: fold all records anew."""
        if record.id in self._ids:
            # Which of two contents counts is not to be told from what is kept of the first.
            return None
        self._ids.add(record.id)
        match record:
            case Recorded() | ChunkNote():
                if record.run_id:
                    first = self._results.setdefault(_result(record), record.order)
                    if first != record.order:
                        return None if record.order < first else NO_CHANGE
                return self._take_recorded(record) if isinstance(record, Recorded) else self._take_note(record)
            case Dropped():
                return self._take_drop(record)
            case Reverted():
                return self._take_revert(record)
            case Seeded():
                return self._take_seed(record)
            case Foreign():
                self.foreign += 1
                return NO_CHANGE
            case CostNote():
                self.states.book(record, own=self.made_here(record, record.session_id))
                return NO_CHANGE
            case _:
                self.states.take(record)
                return NO_CHANGE

    def made_here(self, line: RecordLine, session_id: str | None) -> bool:
        """Whether a record was made in this session, and not in one that it was forked from."""
        header = self.header
        if header is None:
            return True
        if session_id is not None:
            return session_id == header.id
        # Entries that a fork copied are older than its header.
        return not header.parent_session or line.timestamp >= header.timestamp

    def _take_recorded(self, record: Recorded) -> Change:
        self._note_writer(record)
        record_id, ids = record.id, [each.timestamp for each in record.observations]
        touched = self._note_holder(record_id, ids)
        holding = self.holdings[record_id] = Holding(record)
        if self.retired:
            self._release(holding, {each for each in ids if each in self.retired})
        return Change(added=holding.record, touched=touched)

    def _note_holder(self, record_id: str, ids: Sequence[str]) -> tuple[str, ...]:
        """Notes who holds these observation ids; those among them that need a closer look."""
        holders = self.holders
        if holders.keys().isdisjoint(ids) and len(set(ids)) == len(ids):
            holders.update(dict.fromkeys(ids, record_id))
        else:
            for timestamp in ids:
                held = holders.get(timestamp)
                if held is None:
                    holders[timestamp] = record_id
                else:
                    holders[timestamp] = (*((held,) if isinstance(held, str) else held), record_id)
                    self.special.add(timestamp)
        return (
            () if self.special.isdisjoint(ids) else tuple(dict.fromkeys(each for each in ids if each in self.special))
        )

    def _take_note(self, note: ChunkNote) -> Change:
        self.notes.append(note)
        return Change(added=note)

    def _take_drop(self, drop: Dropped) -> Change:
        self._note_writer(drop)
        self.retired_by = {**self.retired_by, drop.run: self.retired_by.get(drop.run, 0) + len(drop.timestamps)}
        if drop.run in self.reverted:
            return NO_CHANGE
        if drop.run not in self._seeded and not self.made_here(drop, drop.session_id):
            self._void_runs.add(drop.run)
            return NO_CHANGE
        self.held_runs |= {drop.run}
        if not drop.run_id:
            self.local_drops.append(drop)
            self.special.update(drop.timestamps)
            return Change(added=drop, touched=drop.timestamps)
        if drop.hashes is None:
            self.retired_first.update(drop.timestamps)
            self.special.update(drop.timestamps)
            return Change(touched=drop.timestamps)
        return self._retire(zip(drop.timestamps, drop.hashes, strict=True))

    def _retire(self, named: Iterable[tuple[str, str]]) -> Change:
        touched: list[str] = []
        by_record: dict[str, set[str]] = {}
        for timestamp, content in named:
            known = self.retired.get(timestamp)
            if len(content) != _HASH or not content.isalnum() or (known and content in known.split()):
                continue
            self.retired[timestamp] = f"{known} {content}" if known else content
            holder = self.holders.get(timestamp)
            if known:
                self.special.add(timestamp)
            if timestamp in self.special:
                touched.append(timestamp)
            elif isinstance(holder, str):
                by_record.setdefault(holder, set()).add(timestamp)
        released = [(each, self._release(self.holdings[each], ids)) for each, ids in by_record.items()]
        return Change(released=tuple(each for each in released if each[1]), touched=tuple(touched))

    def _release(self, holding: Holding, timestamps: Container[str]) -> tuple[str, ...]:
        """Lets go of the text of what is retired among these ids; the ids it was."""
        record = holding.record
        gone = tuple(
            each.timestamp
            for each in record.observations
            if each.timestamp in timestamps
            and each.timestamp not in self.special
            and content_hash(each.content) == self.released_hash(each.timestamp)
        )
        if gone:
            if self._reread is None:
                self._originals.setdefault(record.id, record)
            kept = tuple(each for each in record.observations if each.timestamp not in gone)
            holding.record = replace(record, observations=kept)
            holding.released += gone
            for timestamp in gone:
                # Under the very text that the record has, so that only one of them is kept.
                self.retired[timestamp] = self.retired.pop(timestamp)
        return gone

    def _take_revert(self, record: Reverted) -> Change | None:
        if not self.made_here(record, record.session_id):
            return NO_CHANGE
        if not self.held_runs.isdisjoint(record.run_ids):
            return None
        self.reverted |= frozenset(record.run_ids)
        if record.takes_back_filing:
            self.reverted_at = max(self.reverted_at or record.timestamp, record.timestamp)
        return NO_CHANGE

    def _take_seed(self, record: Seeded) -> Change | None:
        if self.header is None or record.session_id != self.header.id:
            return NO_CHANGE
        if not self._void_runs.isdisjoint(record.runs):
            return None
        self._seeded |= frozenset(record.runs)
        return NO_CHANGE

    def _note_writer(self, record: Recorded | Dropped) -> None:
        if record.in_file and (self._last_in_file is None or record.order > self._last_in_file[0]):
            self._last_in_file = record.order, record.run_id is None


def _result(record: Recorded | ChunkNote) -> tuple[str, str, int]:
    kind = record.outcome if isinstance(record, ChunkNote) else "recorded"
    return (kind, record.run_id or "", record.attempt)


def _order(line: RecordLine) -> tuple[str, str]:
    return line.order
