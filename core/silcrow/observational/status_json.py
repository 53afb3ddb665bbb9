"""The status as a JSON document; field names are fixed, more may be added."""

from collections.abc import Sequence
from typing import Any

from silcrow.observational.observer_state import observer_state
from silcrow.observational.status import CostRow, LastError, ObservationalState, Topic
from silcrow.text.instants import iso_instant


def status_document(state: ObservationalState) -> dict[str, Any]:
    """What ``om status --json`` prints: the same figures as every other surface."""
    observer = observer_state(state)
    return {
        "enabled": state.enabled,
        "driver": {"state": state.driver.state, "pid": state.driver.pid, "words": state.driver.words},
        "passive": state.passive,
        "paused": dict(state.paused),
        "workers": {"running": state.running, "max": state.max_running, "queued": state.queued},
        "observations": {"active": len(state.pool), "dropped": state.dropped, "total": state.total},
        "pool": {"tokens": state.pool_tokens, "target": state.pool_target, "trigger": state.pool_trigger},
        "observer": {
            "state": observer.state,
            "reason": observer.reason,
            "tokensToNext": max(state.chunk_tokens - state.raw_tokens, 0),
            "chunkTokens": state.chunk_tokens,
            "rawTokens": state.raw_tokens,
        },
        "coverage": {
            "chunks": [
                {
                    "fromId": chunk.range.from_id,
                    "toId": chunk.range.to_id,
                    "outcome": chunk.outcome,
                    "attempt": chunk.attempt,
                    "tokens": chunk.tokens,
                    "error": chunk.error,
                }
                for chunk in state.chunks
            ],
            "settledTo": state.settled_to,
        },
        "consolidator": {"state": state.consolidator.state, "reason": state.consolidator.reason},
        "compaction": {
            "contextTokens": state.context_tokens,
            "projectedTokens": state.projected_tokens,
            "trigger": state.compact_at,
            "due": compaction_due(state),
            "reason": compaction_reason(state),
        },
        "topics": len(state.topics),
        "topicFiles": [_topic(topic) for topic in state.topics],
        "journeyTokens": state.journey_tokens,
        "cost": {
            "totalUsd": state.cost.total_usd,
            "ownUsd": state.cost.own_usd,
            "inheritedUsd": state.cost.inherited_usd,
            "runs": state.cost.runs,
            "unpriced": state.cost.unpriced,
            "partial": state.cost.partial,
            "byRole": _rows("role", state.cost.by_role),
            "byModel": _rows("model", state.cost.by_model),
            "byDay": _rows("day", state.cost.by_day),
        },
        "lastError": _error(state.last_error),
        "foreign": state.foreign_records,
        "timeline": list(state.timeline),
    }


def compaction_due(state: ObservationalState) -> bool:
    """Whether the context has reached the size that asks for a compaction; whether one can cut is another question."""
    return state.enabled and state.projected_tokens >= state.compact_at


def compaction_reason(state: ObservationalState) -> str:
    """Why a compaction is due or not, and what keeps it from cutting, in a sentence with numbers."""
    size, trigger = state.projected_tokens, state.compact_at
    if not state.enabled:
        return "Memory is off for this session."
    obstacle = f"; {state.compaction.obstacle}" if state.compaction and state.compaction.obstacle else ""
    if size >= trigger:
        return f"The context holds {size:,} tokens, {size - trigger:,} over {trigger:,}{obstacle}."
    return f"The context holds {size:,} of {trigger:,} tokens, {trigger - size:,} to go{obstacle}."


def _rows(name: str, rows: Sequence[CostRow]) -> list[dict[str, Any]]:
    return [{name: row.label, "usd": row.usd, "runs": row.runs, "unpriced": row.unpriced} for row in rows]


def _topic(topic: Topic) -> dict[str, Any]:
    return {
        "path": topic.path,
        "id": topic.id,
        "title": topic.title,
        "summary": topic.summary,
        "updated": topic.updated,
        "length": topic.length,
        "problem": topic.problem,
    }


def _error(error: LastError | None) -> dict[str, Any] | None:
    if error is None:
        return None
    return {
        "runId": error.run_id,
        "kind": error.kind,
        "words": error.words,
        "at": iso_instant(error.at),
        "count": error.count,
    }
