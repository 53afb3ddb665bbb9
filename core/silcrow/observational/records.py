"""The records of the ledger, as values.

A record is a ``custom`` entry of a session file, or a line of the same shape in the ledger file beside it. Two writers
are known: silcrow, and the TypeScript extension pi-observational-memory, whose records lack the chunk, the run and the
sources. A third extension uses the same names for other shapes; its records are told apart by shape and only counted.
"""

from typing import Literal

from msgspec import Struct

from silcrow.observational.observation import ChunkRange, Observation

ChunkOutcome = Literal["empty", "failed", "parked", "accepted", "retry"]
DROP_PREFIX = "drop-"
"""Begins the run id of what a person dropped by hand: no process ran and no topic was written."""
CHUNK_OUTCOMES: frozenset[str] = frozenset({"empty", "failed", "parked", "accepted", "retry"})


class RecordLine(Struct, frozen=True, kw_only=True):
    """What every record has. Where an order is needed it is the one of ``order``, never that of reading."""

    id: str
    timestamp: str
    """ISO 8601, UTC: when it was written."""
    parent_id: str | None = None
    in_file: bool = False
    """It stands in the session file itself."""

    @property
    def order(self) -> tuple[str, str]:
        return (self.timestamp, self.id)


class Recorded(RecordLine, frozen=True, kw_only=True):
    """Observations that an observer made of a chunk."""

    observations: tuple[Observation, ...]
    chunk: ChunkRange | None = None
    """None from a writer that only says how far it covers."""
    covers_up_to: str | None = None
    run_id: str | None = None
    attempt: int = 1
    skipped: int = 0
    """Observations of this record that could not be used."""


class ChunkNote(RecordLine, frozen=True, kw_only=True):
    """What became of a chunk without observations: by its observer, or by the user (accepted, retry)."""

    chunk: ChunkRange
    outcome: ChunkOutcome
    attempt: int = 1
    error: str | None = None
    run_id: str | None = None


class Dropped(RecordLine, frozen=True, kw_only=True):
    """Observations that a consolidator run (or the user) took out of the pool."""

    timestamps: tuple[str, ...]
    hashes: tuple[str, ...] | None = None
    """Content hashes in the same order; None from a writer that names observations by id alone."""
    covers_up_to: str | None = None
    run_id: str | None = None
    session_id: str | None = None

    @property
    def run(self) -> str:
        """What a revert or a seed names it by."""
        return self.run_id or self.id


class Reverted(RecordLine, frozen=True, kw_only=True):
    """Runs whose drops do not count any more in the session that says so."""

    run_ids: tuple[str, ...]
    session_id: str | None = None

    @property
    def takes_back_filing(self) -> bool:
        """Not only what a person had dropped by hand."""
        return not all(run.startswith(DROP_PREFIX) for run in self.run_ids)


class Enabled(RecordLine, frozen=True, kw_only=True):
    enabled: bool


class Paused(RecordLine, frozen=True, kw_only=True):
    role: str
    reason: str | None
    """None resumes."""


class CostNote(RecordLine, frozen=True, kw_only=True):
    """What a run spent, in USD; None is unpriced."""

    usd: float | None
    run_id: str
    role: str = "unknown"
    model: str | None = None
    session_id: str | None = None
    partial: bool = False


class Seeded(RecordLine, frozen=True, kw_only=True):
    """In a fork: the parent's runs whose topics came along, so that their drops count here."""

    session_id: str
    runs: tuple[str, ...]


class SessionNote(RecordLine, frozen=True, kw_only=True):
    """Facts that are fixed for a session."""

    utc_offset: int
    """Seconds east of UTC."""


class Foreign(RecordLine, frozen=True, kw_only=True):
    """A record of another extension under one of our names, or of its own kind: shown as a number, never folded."""


Record = Recorded | ChunkNote | Dropped | Reverted | Enabled | Paused | CostNote | Seeded | SessionNote
