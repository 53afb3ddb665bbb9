"""JSON documents on a place and its session, with their fixed names."""

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import asdict

from silcrow.observational.status_json import status_document as observational_document
from silcrow.settings.switches import switches
from silcrow.workers import Run
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.cli.memory_documents import fill_document
from silcrow_tui.cli.words import gate_words


def status_document(state: WorkspaceState) -> dict[str, Any] | None:
    """``om status``; None without a session."""
    if state.observational is None:
        return None
    document = observational_document(state.observational)
    driver = {**document["driver"], "words": gate_words(state.observational.driver)}
    return {**document, "driver": driver, "caps": _caps(state)}


def place_document(state: WorkspaceState) -> dict[str, Any]:
    """``status``: everything on one place, waiting things first."""
    return {
        "waiting": [{"kind": each.kind, "count": each.count} for each in state.waiting],
        "memory": {file.target: fill_document(file) for file in (state.memory.memory, state.memory.user)},
        "session": status_document(state),
        "sessionId": state.session.summary.id if state.session else None,
        "project": str(state.project),
        "memoryDir": str(state.memory.folder),
        "switches": {switch.name: switch.state for switch in switches(state.settings)},
        "problems": [
            {"path": str(each.path), "line": each.line, "key": each.key, "message": each.message}
            for each in state.problems
        ],
    }


def spent_today(state: WorkspaceState) -> float:
    """USD that all sessions of this user spent on the local day of the reading."""
    today = time.strftime("%Y-%m-%d", time.localtime(state.taken_at))
    return sum(row.usd for row in state.spending if row.label == today)


def _caps(state: WorkspaceState) -> dict[str, Any]:
    """What holds the clocks when it is spent; None is no cap. The built-in worker is never held."""
    limits = state.settings.observational.limits
    own = state.observational.cost.own_usd if state.observational else 0.0
    return {
        "session": {"spentUsd": own, "capUsd": limits.session_usd},
        "day": {"spentUsd": spent_today(state), "capUsd": limits.day_usd},
    }


def runs_document(runs: Iterable[Run]) -> dict[str, Any]:
    """``om runs``: running ones first, then newest first; times in ISO 8601, UTC."""
    return {"runs": [run_document(run) for run in runs]}


def run_document(run: Run) -> dict[str, Any]:
    """One run; ``costUsd`` is None where the price is unknown."""
    return {
        "runId": run.run_id,
        "role": run.role,
        "state": run.state,
        "model": run.model,
        "pid": run.pid,
        "startedAt": _instant(run.started_at),
        "finishedAt": _instant(run.finished_at),
        "chunk": {"fromId": run.chunk.from_id, "toId": run.chunk.to_id} if run.chunk else None,
        "attempt": run.attempt,
        "turns": run.turns,
        "usage": asdict(run.usage),
        "costUsd": run.cost_usd,
        "partial": run.partial,
        "error": {"kind": run.error.kind, "words": run.error.words} if run.error else None,
        "summary": run.summary,
    }


def _instant(unix: float | None) -> str | None:
    return None if unix is None else datetime.fromtimestamp(unix, UTC).isoformat(timespec="milliseconds")
