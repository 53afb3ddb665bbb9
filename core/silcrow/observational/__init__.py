"""Observational memory: the ledger and its fold, coverage, ids, pool, topics, cost, and the one status of it all."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.observational.archive import Archived, append_archive, archive_lines, read_archive
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
        standing_troubles,
    )
    from silcrow.observational.file_names import ARCHIVE_FILE, INDEX_FILE, JOURNEY_FILE, LEDGER_FILE
    from silcrow.observational.filing_clock import consolidator_state
    from silcrow.observational.ids import RawObservation, assign_ids
    from silcrow.observational.journey import append_segment, journey_tokens, read_journey, segments
    from silcrow.observational.ledger import Ledger
    from silcrow.observational.observation import SETTLED, ChunkRange, ChunkState, Observation, Outcome, content_hash
    from silcrow.observational.path_chunks import ChunkInFlight, chunk_states
    from silcrow.observational.placement import PlacedChunk
    from silcrow.observational.pool import due_for_filing
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
    from silcrow.observational.status_json import status_document
    from silcrow.observational.status_of import (
        ContextSize,
        DurableFiles,
        Forecast,
        flights,
        forecast,
        last_error,
        observational_state,
    )
    from silcrow.observational.strip import shared_cells, timeline
    from silcrow.observational.topic_index import render_index
    from silcrow.observational.topics import (
        TopicFile,
        TopicHeader,
        is_safe_topic_name,
        parse_topic,
        read_topics,
        render_topic,
    )
    from silcrow.observational.view import LedgerView
    from silcrow.observational.worker_run import WorkerRun

# Each surface pays for the parts it uses: a worker process needs the values alone, few need YAML.
_HOMES = {
    "ARCHIVE_FILE": "file_names",
    "Archived": "archive",
    "Cell": "status",
    "ChunkInFlight": "path_chunks",
    "ChunkRange": "observation",
    "ChunkState": "observation",
    "ConsolidatorState": "status",
    "ContextSize": "status_of",
    "Cost": "status",
    "CostRow": "status",
    "Driver": "status",
    "DurableFiles": "status_of",
    "Forecast": "status_of",
    "INDEX_FILE": "file_names",
    "JOURNEY_FILE": "file_names",
    "LEDGER_FILE": "file_names",
    "LastError": "status",
    "Ledger": "ledger",
    "LedgerView": "view",
    "Observation": "observation",
    "ObservationalState": "status",
    "Outcome": "observation",
    "PlacedChunk": "placement",
    "RETRY_DELAYS": "coverage",
    "RawObservation": "ids",
    "SETTLED": "observation",
    "SessionTree": "session_tree",
    "TRIES": "coverage",
    "Topic": "status",
    "TopicFile": "topics",
    "TopicHeader": "topics",
    "WorkerRun": "worker_run",
    "append_archive": "archive",
    "append_segment": "journey",
    "archive_lines": "archive",
    "assign_ids": "ids",
    "chunk_states": "path_chunks",
    "consolidator_state": "filing_clock",
    "content_hash": "observation",
    "due_for_filing": "pool",
    "failures_of": "coverage",
    "flights": "status_of",
    "forecast": "status_of",
    "is_safe_topic_name": "topics",
    "journey_tokens": "journey",
    "last_error": "status_of",
    "next_chunks": "coverage",
    "observational_state": "status_of",
    "observed_tokens": "coverage",
    "open_tail": "coverage",
    "overtaken": "coverage",
    "parse_record": "record_parsing",
    "parse_topic": "topics",
    "read_archive": "archive",
    "read_journey": "journey",
    "read_topics": "topics",
    "render_index": "topic_index",
    "render_topic": "topics",
    "segments": "journey",
    "settled_prefix": "coverage",
    "shared_cells": "strip",
    "standing_troubles": "coverage",
    "status_document": "status_json",
    "timeline": "strip",
    "total_cost": "cost",
}

__all__ = [
    "ARCHIVE_FILE",
    "INDEX_FILE",
    "JOURNEY_FILE",
    "LEDGER_FILE",
    "RETRY_DELAYS",
    "SETTLED",
    "TRIES",
    "Archived",
    "Cell",
    "ChunkInFlight",
    "ChunkRange",
    "ChunkState",
    "ConsolidatorState",
    "ContextSize",
    "Cost",
    "CostRow",
    "Driver",
    "DurableFiles",
    "Forecast",
    "LastError",
    "Ledger",
    "LedgerView",
    "Observation",
    "ObservationalState",
    "Outcome",
    "PlacedChunk",
    "RawObservation",
    "SessionTree",
    "Topic",
    "TopicFile",
    "TopicHeader",
    "WorkerRun",
    "append_archive",
    "append_segment",
    "archive_lines",
    "assign_ids",
    "chunk_states",
    "consolidator_state",
    "content_hash",
    "due_for_filing",
    "failures_of",
    "flights",
    "forecast",
    "is_safe_topic_name",
    "journey_tokens",
    "last_error",
    "next_chunks",
    "observational_state",
    "observed_tokens",
    "open_tail",
    "overtaken",
    "parse_record",
    "parse_topic",
    "read_archive",
    "read_journey",
    "read_topics",
    "render_index",
    "render_topic",
    "segments",
    "settled_prefix",
    "shared_cells",
    "standing_troubles",
    "status_document",
    "timeline",
    "total_cost",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
