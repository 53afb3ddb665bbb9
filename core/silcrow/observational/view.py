"""What the ledger says about one path of a session."""

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from silcrow.observational.cost import total_cost
from silcrow.observational.coverage import settled_prefix
from silcrow.observational.observation import Observation
from silcrow.observational.placement import PlacedChunk, SourcePlaces
from silcrow.observational.records import CostNote
from silcrow.observational.sorted_blocks import Blocks
from silcrow.observational.status import Cost
from silcrow.sessions.entries import SourceEntry

Pooled = tuple[Observation, str]
"""An active observation and the id of the record that holds it."""


class Tally(Struct, frozen=True, gc=False):
    """What has become of the observations of one record."""

    active: int = 0
    retired: int = 0
    tokens: int = 0
    """Estimated tokens of those that stand in the pool for it; what another record says as well counts for one."""


class LedgerView(Struct, frozen=True, dict=True):
    """The result of the fold for the path that ends at ``leaf_id``."""

    leaf_id: str | None
    enabled: bool
    paused: Mapping[str, str]
    """Role to reason."""
    utc_offset: int | None
    """Seconds east of UTC; None until the session's clock is fixed."""
    source: tuple[SourceEntry, ...]
    places: SourcePlaces
    active: Blocks[Pooled]
    """Active observations, oldest first, each with the id of the record that holds it."""
    pool_tokens: int
    """Estimated tokens of the active observations."""
    dropped: int
    """Observations of the path that are out of the pool."""
    chunks: tuple[PlacedChunk, ...]
    """Chunk records that count on this path, in order of place."""
    settled_marks: bytes
    """One byte per source entry, 1 where it is settled."""
    counts: Mapping[str, Tally]
    """By id of a shown record."""
    costs: tuple[tuple[CostNote, bool], ...]
    """Each cost note with whether this session spent it."""
    reverted: frozenset[str]
    """Runs whose drops were taken back."""
    reverted_at: str | None
    """When a consolidation was last taken back; ISO 8601, UTC."""
    retired_by: Mapping[str, int]
    """Run to how many observations it dropped, reverted or not."""
    skipped: int
    """Observations that could not be used; the others of their records count."""
    foreign: int
    """Records of another extension: shown as a number only."""
    typescript: bool
    """The newest record of observations in the session file is of the TypeScript extension, so that one drives."""

    @cached_property
    def pool(self) -> tuple[Observation, ...]:
        """Active observations, oldest first."""
        return tuple([each for each, _ in self.active])

    @property
    def total(self) -> int:
        """Observations of the path, active and dropped."""
        return self.dropped + len(self.active)

    @cached_property
    def cost(self) -> Cost:
        """What is booked, in USD; live runs come on top in the status."""
        return total_cost(self.costs, utc_offset=self.utc_offset or 0)

    @cached_property
    def settled(self) -> frozenset[int]:
        """Indices of the settled source entries."""
        return frozenset(index for index, mark in enumerate(self.settled_marks) if mark)

    @cached_property
    def settled_count(self) -> int:
        """Leading source entries that are settled without a hole: how far a compaction may cut."""
        return settled_prefix(self.settled_marks)

    @property
    def settled_to(self) -> str | None:
        return self.source[self.settled_count - 1].id if self.settled_count else None
