"""The one fold: from records, in any order and from both places, to what holds on a path.

In two steps, since most of it does not depend on the path: what counts in the session (`SessionFold`), and what that
comes to between the root and a leaf (`PathFold`). Both are kept up record by record; to fold from scratch is to begin
with nothing. The rules:

- A record counts once by its id, and once by run and attempt; where two differ, (timestamp, id) decides.
- An observation is the pair (id, content). It counts on every path that holds its chunk's last entry.
- A drop with a run counts on all branches, as topic files are one set for all of them; one without (the TypeScript
  extension) only where it stands. It counts while its run is *held*: not reverted in this session, and made here or
  seeded from the parent. In a fork without a seed inherited drops are void, since the topics did not come along.
- A revert counts in the session that made it, on all branches.
"""

from collections.abc import Callable, Container, Iterable

from silcrow.observational.path_fold import first_entry, wanted_entries
from silcrow.observational.records import (
    ChunkNote,
    Dropped,
    Foreign,
    Record,
    Recorded,
    Reverted,
    Seeded,
    SessionNote,
)
from silcrow.observational.session_fold import SessionFold
from silcrow.sessions.entries import SessionHeader

_KINDS = (SessionNote, Seeded, Reverted, Recorded, ChunkNote, Dropped)
_RANKS: dict[type, int] = {kind: rank for rank, kind in enumerate(_KINDS)}
"""What is taken first when all is there: then nothing that comes later can ask for what was let go."""


def fold_session(
    header: SessionHeader | None,
    records: Iterable[Record | Foreign],
    reread: Callable[[], Iterable[Recorded]] | None = None,
) -> SessionFold:
    """Which records count, from all lines of both places in any order; linear but for one sort.

    ``reread`` gives all recorded chunks again, for a fold that is not to keep what is out of the pool.
    """
    fold = SessionFold(header, reread)
    for record in sorted(_one_by_id(records), key=_rank):
        if fold.take(record) is None:
            raise AssertionError(f"{record} came too late")
    return fold


def visible_records(
    records: Iterable[Recorded], entries: Container[str], on_path: Container[str]
) -> tuple[Recorded, ...]:
    """The recorded chunks among these that are anchored on the path."""
    return tuple(
        record
        for record in records
        if (anchor := first_entry(wanted_entries(record), entries)) is not None and anchor in on_path
    )


def _one_by_id(records: Iterable[Record | Foreign]) -> Iterable[Record | Foreign]:
    """Two contents under one id are damage or malice; any rule will do that does not depend on the order of reading."""
    by_id: dict[str, Record | Foreign] = {}
    for record in records:
        known = by_id.setdefault(record.id, record)
        if known is not record and known != record and repr(record) < repr(known):
            by_id[record.id] = record
    return by_id.values()


def _rank(record: Record | Foreign) -> tuple[int, str, str]:
    return (_RANKS.get(type(record), len(_RANKS)), record.timestamp, record.id)
