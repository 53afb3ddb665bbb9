"""The one fold: from records, in any order and from both places, to what holds on a path.

In two steps, since most of it does not depend on the path. ``fold_session`` sorts out which records count at all,
``fold_path`` what they come to between the root and a leaf. The rules:

- A record counts once by its id, and once by run and attempt; where two differ, (timestamp, id) decides.
- An observation is the pair (id, content). It counts on every path that holds its chunk's last entry.
- A drop with a run counts on all branches, as topic files are one set for all of them; one without (the TypeScript
  extension) only where it stands. It counts while its run is *held*: not reverted in this session, and made here or
  seeded from the parent. In a fork without a seed inherited drops are void, since the topics did not come along.
- A revert counts in the session that made it, on all branches.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from silcrow.observational.cost import total_cost
from silcrow.observational.coverage import settled_marks
from silcrow.observational.observation import Observation, content_hash
from silcrow.observational.placement import PlacedChunk, SourcePlaces, place_chunks, shown
from silcrow.observational.records import (
    ChunkNote,
    CostNote,
    Dropped,
    Enabled,
    Foreign,
    Paused,
    Record,
    Recorded,
    RecordLine,
    Reverted,
    Seeded,
    SessionNote,
)
from silcrow.observational.view import LedgerView
from silcrow.sessions.entries import SessionHeader, SourceEntry

T = TypeVar("T", bound=RecordLine)


@dataclass(frozen=True, slots=True)
class SessionFold:
    """What counts in a session, whatever the path."""

    header: SessionHeader | None
    recorded: tuple[Recorded, ...] = ()
    notes: tuple[ChunkNote, ...] = ()
    retired: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Observation id to the content hashes that drops of held runs name, on all branches."""
    local_drops: tuple[Dropped, ...] = ()
    """Drops that count only where they stand."""
    first_of: Mapping[str, Observation] = field(default_factory=dict[str, Observation])
    """For ids that are dropped without a hash: the observation that is meant."""
    retired_by: Mapping[str, int] = field(default_factory=dict[str, int])
    """Run to the number of observations it dropped, reverted or not."""
    held_runs: frozenset[str] = frozenset()
    """Runs whose drops count here: what a fork may inherit."""
    reverted: frozenset[str] = frozenset()
    reverted_at: str | None = None
    enabled: tuple[Enabled, ...] = ()
    paused: Mapping[str, str] = field(default_factory=dict[str, str])
    costs: tuple[tuple[CostNote, bool], ...] = ()
    """Each with whether this session spent it."""
    utc_offset: int | None = None
    foreign: int = 0
    typescript: bool = False
    """The newest record of observations in the session file is of the TypeScript extension."""


def fold_session(header: SessionHeader | None, records: Iterable[Record | Foreign]) -> SessionFold:
    """Which records count, from all lines of both places in any order; linear but for one sort."""
    lines = _counted_once(records)
    recorded = _of(lines, Recorded)
    drops = _of(lines, Dropped)
    reverts = [each for each in _of(lines, Reverted) if _made_here(header, each, each.session_id)]
    own_id = header.id if header else None
    seeded = {run for each in _of(lines, Seeded) if each.session_id == own_id for run in each.runs}
    reverted = frozenset(run for each in reverts for run in each.run_ids)
    held = [
        drop
        for drop in drops
        if drop.run not in reverted and (_made_here(header, drop, drop.session_id) or drop.run in seeded)
    ]
    first_of = _first_of(recorded, held)
    offsets = [each.utc_offset for each in _of(lines, SessionNote)]
    return SessionFold(
        header=header,
        recorded=tuple(recorded),
        notes=tuple(_of(lines, ChunkNote)),
        retired=_retired((drop for drop in held if drop.run_id), first_of),
        local_drops=tuple(drop for drop in held if not drop.run_id),
        first_of=first_of,
        retired_by=_retired_by(drops),
        held_runs=frozenset(drop.run for drop in held),
        reverted=reverted,
        reverted_at=max((each.timestamp for each in reverts if each.takes_back_filing), default=None),
        enabled=tuple(_of(lines, Enabled)),
        paused=_paused(_of(lines, Paused)),
        costs=tuple((note, _made_here(header, note, note.session_id)) for note in _of(lines, CostNote)),
        utc_offset=offsets[0] if offsets else None,
        foreign=len(_of(lines, Foreign)),
        typescript=_typescript_wrote_last(lines),
    )


def fold_path(
    session: SessionFold,
    entries: Container[str],
    branch_ids: Sequence[str],
    source: Sequence[SourceEntry],
) -> LedgerView:
    """What holds on the path ``branch_ids`` (root to leaf) with the source entries ``source``.

    ``entries`` answers whether an id is an entry of the session at all, on whatever branch.
    """
    places = SourcePlaces.on(branch_ids, source)
    visible = visible_records(session, entries, places.after)
    placed = place_chunks(places, visible, session.notes)
    hidden = _hidden(placed)
    retired = _retired_here(session, entries, places.after)
    pool: dict[tuple[str, str], Observation] = {}
    gone: set[tuple[str, str]] = set()
    counts: dict[str, tuple[int, int]] = {}
    recorded_by: dict[tuple[str, str], str] = {}
    for record in visible:
        if record.id in hidden:
            continue
        active = len(record.observations)
        for observation in record.observations:
            key = (observation.timestamp, observation.content)
            hashes = retired.get(observation.timestamp)
            if hashes is not None and content_hash(observation.content) in hashes:
                gone.add(key)
                active -= 1
            else:
                pool.setdefault(key, observation)
                recorded_by.setdefault(key, record.id)
        counts[record.id] = (active, len(record.observations) - active)
    return LedgerView(
        leaf_id=branch_ids[-1] if branch_ids else None,
        enabled=_is_enabled(session.enabled, entries, places.after),
        paused=session.paused,
        utc_offset=session.utc_offset,
        source=tuple(source),
        places=places,
        pool=tuple([pool[key] for key in sorted(pool)]),
        dropped=len(gone),
        total=len(gone) + len(pool),
        chunks=placed,
        settled_marks=bytes(settled_marks(len(source), placed)),
        counts=counts,
        recorded_by=recorded_by,
        costs=session.costs,
        cost=total_cost(session.costs, utc_offset=session.utc_offset or 0),
        reverted=session.reverted,
        reverted_at=session.reverted_at,
        retired_by=session.retired_by,
        skipped=sum(record.skipped for record in visible),
        foreign=session.foreign,
        typescript=session.typescript,
    )


def visible_records(session: SessionFold, entries: Container[str], on_path: Container[str]) -> tuple[Recorded, ...]:
    """The recorded chunks that are anchored on the path, in order of (timestamp, id)."""
    return tuple(record for record in session.recorded if _stands_on(_anchor(record, entries), on_path))


def _counted_once(records: Iterable[Record | Foreign]) -> list[Record | Foreign]:
    by_id: dict[str, Record | Foreign] = {}
    for record in records:
        known = by_id.setdefault(record.id, record)
        # Two contents under one id are damage or malice; any rule will do that does not depend on the order of reading.
        if known is not record and known != record and repr(record) < repr(known):
            by_id[record.id] = record
    seen: set[tuple[str, str, int]] = set()
    once: list[Record | Foreign] = []
    for record in sorted(by_id.values(), key=lambda each: each.order):
        if isinstance(record, (Recorded, ChunkNote)) and record.run_id:
            kind = record.outcome if isinstance(record, ChunkNote) else "recorded"
            result = (kind, record.run_id, record.attempt)
            if result in seen:
                continue
            seen.add(result)
        once.append(record)
    return once


def _of(lines: Iterable[Record | Foreign], kind: type[T]) -> list[T]:
    return [line for line in lines if isinstance(line, kind)]


def _made_here(header: SessionHeader | None, line: RecordLine, session_id: str | None) -> bool:
    if header is None:
        return True
    if session_id is not None:
        return session_id == header.id
    # Entries that a fork copied are older than its header.
    return not header.parent_session or line.timestamp >= header.timestamp


def _first_of(recorded: Iterable[Recorded], drops: Iterable[Dropped]) -> dict[str, Observation]:
    named = {timestamp for drop in drops if drop.hashes is None for timestamp in drop.timestamps}
    first: dict[str, Observation] = {}
    if named:
        for record in recorded:
            for observation in record.observations:
                if observation.timestamp in named:
                    first.setdefault(observation.timestamp, observation)
    return first


def _retired(drops: Iterable[Dropped], first_of: Mapping[str, Observation]) -> dict[str, frozenset[str]]:
    retired: dict[str, set[str]] = {}
    for drop in drops:
        for index, timestamp in enumerate(drop.timestamps):
            if drop.hashes is not None:
                retired.setdefault(timestamp, set()).add(drop.hashes[index])
            elif timestamp in first_of:
                retired.setdefault(timestamp, set()).add(content_hash(first_of[timestamp].content))
    return {timestamp: frozenset(hashes) for timestamp, hashes in retired.items()}


def _retired_by(drops: Iterable[Dropped]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for drop in drops:
        counts[drop.run] += len(drop.timestamps)
    return dict(counts)


def _retired_here(
    session: SessionFold, entries: Container[str], on_path: Container[str]
) -> Mapping[str, frozenset[str]]:
    here = [drop for drop in session.local_drops if _stands_on(_drop_anchor(drop, entries), on_path)]
    if not here:
        return session.retired
    local = _retired(here, session.first_of)
    return {
        timestamp: session.retired.get(timestamp, frozenset()) | local.get(timestamp, frozenset())
        for timestamp in (*session.retired, *local)
    }


def _hidden(placed: Sequence[PlacedChunk]) -> frozenset[str]:
    seen = {chunk.record_id for chunk in shown(placed)}
    return frozenset(chunk.record_id for chunk in placed if chunk.outcome == "recorded") - seen


def _anchor(record: Recorded, entries: Container[str]) -> str | None:
    """The entry on whose paths the record counts: what it covers, else where it stands."""
    to_id = record.chunk.to_id if record.chunk else None
    return _first_entry((to_id, record.covers_up_to, record.id, record.parent_id), entries)


def _drop_anchor(drop: Dropped, entries: Container[str]) -> str | None:
    """Where it stands, since its writer folds it so; what it covers is just the tip of that moment."""
    return _first_entry((drop.id, drop.parent_id, drop.covers_up_to), entries)


def _stands_on(anchor: str | None, on_path: Container[str]) -> bool:
    return anchor is not None and anchor in on_path


def _first_entry(ids: Iterable[str | None], entries: Container[str]) -> str | None:
    return next((each for each in ids if each is not None and each in entries), None)


def _is_enabled(states: Sequence[Enabled], entries: Container[str], on_path: Container[str]) -> bool:
    """The newest on the path wins; one that stands at no entry (a line of the sidecar) is about the whole session."""
    for state in reversed(states):
        anchor = _first_entry((state.id, state.parent_id), entries)
        if anchor is None or anchor in on_path:
            return state.enabled
    return False


def _paused(states: Iterable[Paused]) -> dict[str, str]:
    latest = {state.role: state.reason for state in states}
    return {role: reason for role, reason in sorted(latest.items()) if reason is not None}


def _typescript_wrote_last(lines: Sequence[Record | Foreign]) -> bool:
    for line in reversed(lines):
        if line.in_file and isinstance(line, (Recorded, Dropped)):
            return line.run_id is None
    return False
