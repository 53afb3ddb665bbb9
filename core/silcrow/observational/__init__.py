"""Observational memory: the ledger and its fold, coverage, ids, pool, topics, cost, and the one status of it all."""

from silcrow.observational.cost import total_cost
from silcrow.observational.coverage import (
    RETRY_DELAYS,
    TRIES,
    failures_of,
    next_chunks,
    observed_tokens,
    open_tail,
    overtaken,
    settled_prefix,
    troubles,
)
from silcrow.observational.ledger import LEDGER_FILE, Ledger
from silcrow.observational.observation import SETTLED, ChunkRange, ChunkState, Observation, Outcome, content_hash
from silcrow.observational.placement import PlacedChunk
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.session_tree import SessionTree
from silcrow.observational.status import (
    Cell,
    ConsolidatorState,
    Cost,
    CostRow,
    Driver,
    LastError,
    ObservationalState,
    Topic,
)
from silcrow.observational.view import LedgerView

__all__ = [
    "LEDGER_FILE",
    "RETRY_DELAYS",
    "SETTLED",
    "TRIES",
    "Cell",
    "ChunkRange",
    "ChunkState",
    "ConsolidatorState",
    "Cost",
    "CostRow",
    "Driver",
    "LastError",
    "Ledger",
    "LedgerView",
    "Observation",
    "ObservationalState",
    "Outcome",
    "PlacedChunk",
    "SessionTree",
    "Topic",
    "content_hash",
    "failures_of",
    "next_chunks",
    "observed_tokens",
    "open_tail",
    "overtaken",
    "parse_record",
    "settled_prefix",
    "total_cost",
    "troubles",
]
