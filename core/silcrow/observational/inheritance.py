"""What of a session's ledger goes along into a fork of it.

A fork copies entries of the session file, and of the records among them only those on its path. The rest stands beside
the parent's file. What is taken over must say the same in the fork as it does in the parent: what was observed of the
entries that both hold, what of that is in the topics that come along, and what it cost.
"""

from collections.abc import Collection, Container, Iterable, Mapping
from typing import Any

from msgspec import Struct

from silcrow.observational.handed import is_handed
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.records import ChunkNote, CostNote, Dropped, Enabled, Recorded, RecordLine, SessionNote
from silcrow.sessions.entries import SessionHeader

Line = Mapping[str, Any]
"""A record as it stands in a file."""


class LedgerLine(Struct, frozen=True):
    """A line and where it was found."""

    line: Line
    in_file: bool
    """In the session file itself, where a fork finds it by itself if it is on its path."""


class Inheritance(Struct, frozen=True):
    """What a fork takes over."""

    lines: tuple[Line, ...]
    """To be added to its ledger, in the parent's order; what it has already is left out."""
    runs: tuple[str, ...]
    """Whose topics come along, so that their drops count: to be named by the record of the seeding."""
    enabled: bool
    """Memory was on in the parent when the fork was made."""

    def __bool__(self) -> bool:
        return bool(self.lines or self.runs)


def inheritance(
    parent: Iterable[LedgerLine],
    held_runs: Collection[str],
    fork: SessionHeader,
    *,
    entries: Container[str],
    known: Container[str],
) -> Inheritance:
    """What the fork takes over of the parent's lines.

    ``held_runs`` are the runs whose drops count in the parent, ``entries`` answers whether an id is an entry of the
    fork, and ``known`` are the ids of the records that the fork has.
    """
    taken: list[Line] = []
    switches: list[Enabled] = []
    for each in parent:
        record = parse_record(each.line, in_file=each.in_file)
        if record is None:
            continue
        if isinstance(record, Enabled) and record.timestamp <= fork.timestamp:
            switches.append(record)
        if record.id not in known and _goes_along(record, each, held_runs, fork, entries):
            taken.append(each.line)
    newest = max(switches, key=lambda switch: switch.order, default=None)
    return Inheritance(tuple(taken), tuple(sorted(held_runs)), newest is not None and newest.enabled)


def is_own_work(record: RecordLine, inherited: Container[str], fork: SessionHeader) -> bool:
    """Whether a fork's record tells of work on its text that was not done in the parent."""
    if not isinstance(record, (Recorded, ChunkNote, Dropped)) or record.id in inherited:
        return False
    return not (record.in_file and record.timestamp < fork.timestamp)


def _goes_along(
    record: RecordLine, found: LedgerLine, held_runs: Collection[str], fork: SessionHeader, entries: Container[str]
) -> bool:
    match record:
        case Recorded():
            about = (record.chunk.to_id if record.chunk else None) or record.covers_up_to
            return about is not None and about in entries
        case ChunkNote():
            return record.chunk.to_id in entries
        case Dropped():
            # Wherever it was made: topics are one set for all branches.
            return record.run in held_runs
        case Enabled():
            # One of another extension belongs to a branch, and comes with it; one that a host wrote for us is of the
            # whole session, wherever it stands. What was switched later is the parent's affair.
            return (not record.in_file or is_handed(found.line)) and record.timestamp <= fork.timestamp
        case CostNote():
            # Without a session's name the time alone tells whose spending it is.
            return record.session_id is not None or record.timestamp < fork.timestamp
        case _:
            return isinstance(record, SessionNote)
