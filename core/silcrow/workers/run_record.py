"""Runs as JSON: ``<run>.run.json`` written by the supervisor, ``<run>.cost.json`` by the worker."""

import math
from collections.abc import Mapping
from typing import Any, cast, get_args

from msgspec.structs import replace

from silcrow.observational.observation import ChunkRange
from silcrow.workers.run import ErrorKind, Role, Run, RunError, RunState, TokenUsage

_ROLES = frozenset(get_args(Role))
_STATES = frozenset(get_args(RunState))
_ERROR_KINDS = frozenset(get_args(ErrorKind))


class BadRecord(ValueError):  # noqa: N818 - it names what the file is
    """A run file that does not hold what it should; the message says what is wrong."""


def run_document(run: Run) -> dict[str, Any]:
    """The JSON of a run record."""
    return {
        "runId": run.run_id,
        "role": run.role,
        "state": run.state,
        "model": run.model,
        "promptVersion": run.prompt_version,
        "sessionId": run.session_id,
        "pid": run.pid,
        "processStarted": run.process_started,
        "ownerPid": run.owner_pid,
        "ownerStarted": run.owner_started,
        "startedAt": run.started_at,
        "finishedAt": run.finished_at,
        "chunk": {"fromId": run.chunk.from_id, "toId": run.chunk.to_id} if run.chunk else None,
        "attempt": run.attempt,
        "handed": run.handed,
        "turns": run.turns,
        "usage": usage_document(run.usage),
        "costUsd": run.cost_usd,
        "costSource": run.cost_source,
        "partial": run.partial,
        "error": error_document(run.error) if run.error else None,
        "summary": run.summary,
    }


def error_document(error: RunError) -> dict[str, Any]:
    after = {} if error.retry_after is None else {"retryAfter": error.retry_after}
    return {"kind": error.kind, "words": error.words, **after}


def usage_document(usage: TokenUsage) -> dict[str, int]:
    return {
        "input": usage.input,
        "output": usage.output,
        "cacheRead": usage.cache_read,
        "cacheWrite": usage.cache_write,
    }


def run_from_document(document: object) -> Run:
    """The run that a record tells of; raises ``BadRecord`` when it can't be one. Unknown keys are ignored."""
    record = _mapping(document, "the record")
    role, state = _text(record, "role"), _text(record, "state")
    if role not in _ROLES or state not in _STATES:
        raise BadRecord(f"unknown role or state: {role}, {state}")
    started_at = number(record.get("startedAt"))
    if started_at is None:
        raise BadRecord("startedAt is not a number")
    return Run(
        run_id=_text(record, "runId"),
        role=cast("Role", role),
        state=cast("RunState", state),
        model=_text(record, "model"),
        session_id=_text(record, "sessionId"),
        pid=_whole(record.get("pid")),
        process_started=number(record.get("processStarted")),
        owner_pid=_whole(record.get("ownerPid")),
        owner_started=number(record.get("ownerStarted")),
        started_at=started_at,
        finished_at=number(record.get("finishedAt")),
        chunk=_chunk(record.get("chunk")),
        attempt=_whole(record.get("attempt")) or 1,
        handed=_whole(record.get("handed")) or 0,
        turns=_whole(record.get("turns")) or 0,
        usage=_usage(record.get("usage")),
        cost_usd=number(record.get("costUsd")),
        cost_source=_optional_text(record.get("costSource")),
        partial=record.get("partial") is True,
        error=_error(record.get("error")),
        summary=_optional_text(record.get("summary")) or "",
        prompt_version=_whole(record.get("promptVersion")) or 1,
    )


def with_cost(run: Run, document: object) -> Run:
    """The run with what its worker last flushed: that file is the authority on spend.

    A cost that is missing or not a number is unpriced. While the run goes on, its progress is its summary.
    """
    cost = _mapping(document, "the cost file")
    if cost.get("runId") not in (None, run.run_id):
        raise BadRecord("the cost file names another run")
    usd = number(cost.get("costUsd"))
    source = _optional_text(cost.get("source"))
    return replace(
        run,
        turns=_whole(cost.get("turns")) or run.turns,
        usage=_usage(cost.get("usage")),
        cost_usd=usd,
        cost_source=source if usd is not None else "unpriced",
        partial=run.partial or cost.get("partial") is True,
        summary=(_optional_text(cost.get("progress")) or run.summary) if run.state == "running" else run.summary,
    )


def number(value: object) -> float | None:
    """A finite number, or None."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if math.isfinite(value) else None


def _whole(value: object) -> int | None:
    found = number(value)
    return int(found) if found is not None else None


def _text(record: Mapping[str, Any], key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value:
        raise BadRecord(f"{key} is missing")
    return value


def _optional_text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRecord(f"{what} is not an object")
    return cast("Mapping[str, Any]", value)


def _chunk(value: object) -> ChunkRange | None:
    if value is None:
        return None
    chunk = _mapping(value, "chunk")
    return ChunkRange(_text(chunk, "fromId"), _text(chunk, "toId"))


def _usage(value: object) -> TokenUsage:
    if not isinstance(value, Mapping):
        return TokenUsage()
    usage = cast("Mapping[str, Any]", value)
    return TokenUsage(*(_whole(usage.get(key)) or 0 for key in ("input", "output", "cacheRead", "cacheWrite")))


def _error(value: object) -> RunError | None:
    if not isinstance(value, Mapping):
        return None
    error = cast("Mapping[str, Any]", value)
    kind = error.get("kind")
    known = cast("ErrorKind", kind) if kind in _ERROR_KINDS else "exit"
    return RunError(known, _optional_text(error.get("words")) or known, number(error.get("retryAfter")))
