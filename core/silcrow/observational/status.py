"""The one status of observational memory: gauges, states and costs that every surface shows."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from silcrow.observational.observation import ChunkState, Observation

Cell = Literal["consolidated", "partly", "pool", "nothing", "running", "queued", "raw", "failed", "gap", "cut", "tip"]


NOBODY_DRIVES = "on · nobody drives"
"""What a driver's words are while memory is on and nobody has taken the session."""


class Driver(Struct, frozen=True):
    """Who may start runs for this session."""

    state: Literal["off", "nobody", "this", "other", "passive", "foreign"]
    pid: int | None = None
    words: str = ""
    """As the header says it: ``off``, ``on · this window drives`` ..."""
    host: str = ""
    """The name of the host that drives, as it gave it; empty where none does."""


class Topic(Struct, frozen=True):
    """One durable topic file, from its front matter."""

    path: str
    """File name inside the session's memory folder."""
    id: str
    title: str
    summary: str
    updated: str
    length: int
    """Code points of the whole file."""
    problem: str | None = None
    """Set when the front matter can't be read: the file is listed and left alone."""


class CostRow(Struct, frozen=True):
    label: str
    usd: float
    runs: int
    unpriced: int = 0


class Cost(Struct, frozen=True):
    """What the workers of a session spent, summed over all branches; USD."""

    total_usd: float
    own_usd: float
    inherited_usd: float
    runs: int
    unpriced: int
    """Runs whose price is unknown: never counted as zero."""
    partial: bool
    """Some figure is a lower bound."""
    by_role: tuple[CostRow, ...] = ()
    by_model: tuple[CostRow, ...] = ()
    by_day: tuple[CostRow, ...] = ()
    """Oldest first; label is ``YYYY-MM-DD``, local."""


class ConsolidatorState(Struct, frozen=True):
    state: Literal["off", "not_due", "due", "running", "paused", "waiting"]
    reason: str
    """A sentence with numbers."""


class CompactionOutlook(Struct, frozen=True):
    """What a compaction would do now.

    Tokens are estimates of what a model would be sent, the host's own prompt left out: text that is cut, text that
    stays, and the block or summary before it.
    """

    count: int
    """Leading source entries of the path that would be out of the context; 0 when nothing can be cut."""
    first_kept: str | None
    """The source entry from which on text is kept word for word."""
    tokens_before: int
    tokens_after: int
    obstacle: str = ""
    """Why nothing can be cut, as the end of a sentence; empty when something can."""


class LastError(Struct, frozen=True):
    run_id: str
    kind: str
    words: str
    at: float
    count: int
    """How many runs in a row ended this way."""


class ObservationalState(Struct, frozen=True):
    """Everything known of a session's observational memory at one moment."""

    folder: Path
    """``<project>/.memory/<session-id>``."""
    enabled: bool
    driver: Driver
    paused: Mapping[str, str]
    """Role to reason."""
    running: int
    max_running: int
    queued: int
    pool: tuple[Observation, ...]
    """Active observations of the current path, oldest first."""
    dropped: int
    total: int
    pool_tokens: int
    pool_target: int
    pool_trigger: int
    next_to_file: int
    """How many of the oldest observations the next consolidation would take."""
    raw_tokens: int
    """Estimated tokens after the mark: what the next observer would read."""
    chunk_tokens: int
    chunks: tuple[ChunkState, ...]
    """The current path in order, the raw tip included."""
    settled_to: str | None
    """Last source entry of the contiguous settled prefix."""
    consolidator: ConsolidatorState
    topics: tuple[Topic, ...]
    journey_tokens: int
    context_tokens: int
    projected_tokens: int
    compact_at: int
    cost: Cost
    timeline: tuple[Cell, ...]
    last_error: LastError | None = None
    passive: bool = False
    """Nothing starts by itself; commands still work."""
    foreign_records: int = 0
    """Records of another extension that are shown only."""
    compaction: CompactionOutlook | None = None
    """None while memory is off."""
