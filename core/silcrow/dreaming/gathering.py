"""From the session files to the turns that a dream is given: whose sessions count, and what is new in each."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from silcrow.dreaming.book import Book, SessionMark
from silcrow.files import read_bytes, write_atomic
from silcrow.sessions import Catalogue, SessionSummary
from silcrow.sessions.head import is_worker_name
from silcrow.text.instants import unix_seconds

if TYPE_CHECKING:
    from silcrow.dreaming.turns import Turn
    from silcrow.dreaming.unread import Reading
    from silcrow.sessions import SessionFile

COUNTS_FILE = "dream-turns.json"
_LIMIT = 4 << 20


class SessionSource(Struct, frozen=True):
    """Where the sessions are that a memory folder learns from."""

    sessions_dir: Path
    cwd: Path | None = None
    """Only sessions of this working folder; None for those of all."""


class Gathered(Struct, frozen=True):
    """What is due in one session."""

    summary: SessionSummary
    file: "SessionFile"
    reading: "Reading"
    due: "tuple[Turn, ...]"
    """In the order of the path."""


class Sessions:
    """The sessions of a source, each file once, with what was counted in them before."""

    def __init__(self, source: SessionSource) -> None:
        self._source = source
        self._catalogue = Catalogue(source.sessions_dir)
        self._counts: dict[str, _Count] = {}

    def listed(self, horizon: float) -> tuple[SessionSummary, ...]:
        """Sessions that may hold turns younger than the horizon (Unix seconds), newest change first.

        Of several files with one id, as copies are, the largest counts.
        """
        self._catalogue.refresh()
        found: dict[str, SessionSummary] = {}
        for summary in self._catalogue.sessions(self._source.cwd):
            known = found.get(summary.id)
            if summary.mtime >= horizon and (known is None or summary.size > known.size):
                found[summary.id] = summary
        return tuple(found.values())

    def gather(self, book: Book, horizon: float) -> Iterator[Gathered]:
        """What is due in each session, newest change first; sessions with nothing due are left out."""
        for summary in self.listed(horizon):
            gathered = gather_from(summary, book.sessions.get(summary.id), horizon)
            if gathered is not None and gathered.due:
                yield gathered

    def count(self, book: Book, horizon: float, enough: int) -> int:
        """Turns that are due, counted until there are enough of them. Files that did not change are not read again."""
        total = 0
        for summary in self.listed(horizon):
            total += self._counted(summary, book.sessions.get(summary.id), horizon)
            if total >= enough:
                break
        return total

    def _counted(self, summary: SessionSummary, mark: SessionMark | None, horizon: float) -> int:
        # A horizon that moves with the clock by less than a day leaves a count true enough for a gate.
        key = f"{summary.size} {summary.mtime} {_told(mark)}"
        known = self._counts.get(summary.id)
        if known is not None and known.key == key and known.horizon <= horizon:
            return known.due
        gathered = gather_from(summary, mark, horizon)
        due = len(gathered.due) if gathered is not None else 0
        self._counts[summary.id] = _Count(key, horizon, due)
        return due

    def load_counts(self, side_folder: Path) -> None:
        """Take over what another process has counted; nothing where that can't be read."""
        try:
            found = msgspec.json.decode(read_bytes(side_folder / COUNTS_FILE, limit=_LIMIT), type=dict[str, _Count])
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return
        self._counts = {**found, **self._counts}

    def save_counts(self, side_folder: Path) -> None:
        """Leave the counts for the next process. They may be lost at any time. Raises OSError."""
        there = {summary.id for summary in self._catalogue.sessions()}
        counts = {session: count for session, count in self._counts.items() if session in there}
        known: Mapping[str, object] = msgspec.to_builtins(counts)
        text = json.dumps(known, ensure_ascii=False).encode("utf-8", "surrogatepass")
        write_atomic(side_folder / COUNTS_FILE, text, durable=False)


class _Count(Struct, frozen=True):
    key: str
    """Size and time of the file, and what had been read of the session."""
    horizon: float
    due: int


def _told(mark: SessionMark | None) -> str:
    return "-" if mark is None else f"{','.join(mark.leaves)} {mark.time} {mark.since} {len(mark.older)}"


def gather_from(summary: SessionSummary, mark: SessionMark | None, horizon: float) -> Gathered | None:
    """What is due in one session; None for a file that turns out to be a worker's, or that can't be read."""
    # Where nothing changed since the last count, nobody should pay for what reads a session.
    from silcrow.dreaming.turns import turns_on
    from silcrow.dreaming.unread import Reading, unread
    from silcrow.sessions import SessionFile

    file = SessionFile(summary.path)
    try:
        file.refresh()
    except OSError:
        return None
    if file.is_circular or is_worker_name(file.name):
        return None
    leaves = [leaf for leaf in mark.leaves if leaf in file] if mark is not None else []
    behind = frozenset(entry for leaf in leaves for entry in file.branch_ids(leaf))
    forked = file.header is not None and file.header.parent_session is not None
    begun = (unix_seconds(file.header.timestamp) if file.header is not None and forked else None) or 0.0
    reading = Reading(turns_on(file.source_path()), mark, behind, bool(leaves), begun)
    return Gathered(summary, file, reading, unread(reading, horizon))
