"""Records to be written: pairs of custom type and data, ready for ``Ledger.append(*draft, now=...)``."""

from collections.abc import Mapping, Sequence
from typing import Any

from silcrow.observational.observation import ChunkRange, Observation, content_hash
from silcrow.observational.records import ChunkOutcome

Draft = tuple[str, dict[str, Any]]


def recorded(chunk: ChunkRange, observations: Sequence[Observation], *, run_id: str, attempt: int) -> Draft:
    return (
        "om.observations.recorded",
        {
            "observations": [
                {
                    "timestamp": each.timestamp,
                    "content": each.content,
                    "tokenCount": each.token_count,
                    "sources": list(each.sources),
                }
                for each in observations
            ],
            "coversUpToId": chunk.to_id,
            "chunk": {"fromId": chunk.from_id, "toId": chunk.to_id},
            "runId": run_id,
            "attempt": attempt,
        },
    )


def chunk_note(
    chunk: ChunkRange,
    outcome: ChunkOutcome,
    *,
    run_id: str | None = None,
    attempt: int = 1,
    error: tuple[str, str] | None = None,
) -> Draft:
    """``error`` is (kind, words). Without a run it is the user who decided: ``accepted``, ``retry``."""
    data: dict[str, Any] = {"fromId": chunk.from_id, "toId": chunk.to_id, "outcome": outcome, "attempt": attempt}
    if error is not None:
        data["error"] = {"kind": error[0], "words": error[1]}
    if run_id is not None:
        data["runId"] = run_id
    return ("om.chunk", data)


def dropped(observations: Sequence[Observation], *, covers_up_to: str | None, run_id: str, session_id: str) -> Draft:
    return (
        "om.observations.dropped",
        {
            "observationTimestamps": [each.timestamp for each in observations],
            "hashes": [content_hash(each.content) for each in observations],
            "coversUpToId": covers_up_to,
            "runId": run_id,
            "sessionId": session_id,
        },
    )


def reverted(run_ids: Sequence[str], *, session_id: str) -> Draft:
    """All runs whose effects are taken back: the chosen one and every later one."""
    return ("om.run.reverted", {"runIds": list(run_ids), "sessionId": session_id})


def enabled(on: bool) -> Draft:
    return ("om.enabled", {"enabled": on})


def paused(role: str, reason: str | None) -> Draft:
    """None resumes."""
    return ("om.paused", {"role": role, "reason": reason})


def cost(
    *,
    run_id: str,
    role: str,
    session_id: str,
    model: str,
    usd: float | None,
    usage: Mapping[str, int],
    source: str | None,
    partial: bool,
) -> Draft:
    return (
        "om.cost",
        {
            "costUsd": usd,
            "role": role,
            "runId": run_id,
            "sessionId": session_id,
            "model": model,
            "usage": dict(usage),
            "source": source,
            "partial": partial,
        },
    )


def seeded(*, session_id: str, parent_id: str, runs: Sequence[str]) -> Draft:
    return ("om.seeded", {"sessionId": session_id, "parentId": parent_id, "runs": list(runs)})


def session_note(*, session_id: str, utc_offset: int) -> Draft:
    """Fixes the session's clock, in seconds east of UTC; the first one counts for good."""
    return ("om.session", {"sessionId": session_id, "utcOffset": utc_offset})
