"""A work order: everything a worker process needs to know, as a value and as the file it reads."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from silcrow.observational.observation import ChunkRange
from silcrow.settings.types import WorkerModel
from silcrow.workers.run import Role


class WorkOrder(Struct, frozen=True):
    """One piece of work for one process."""

    role: Role
    model: WorkerModel
    session_id: str
    prompt: str
    """Written to ``<run>.prompt.md``: a model's input, readable by people."""
    payload: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The same input in structured form, JSON values only."""
    chunk: ChunkRange | None = None
    attempt: int = 1
    handed: int = 0
    """Source entries of the chunk, or observations handed out."""
    run_seconds: float | None = 300
    """Wall-clock limit; None is none."""
    run_turns: int | None = 24
    run_usd: float | None = None
    """What the run may cost; None is no limit."""
    pace_seconds: float = 0.0
    """The built-in worker spreads its work over that long, so that people can watch it."""
    run_id: str | None = None
    """Set when files of the run were prepared before its start; otherwise the supervisor makes one."""
    prompt_version: int = 1


def order_document(order: WorkOrder, run_id: str) -> dict[str, Any]:
    """The JSON of ``<run>.order.json``."""
    return {
        "runId": run_id,
        "role": order.role,
        "model": {
            "provider": order.model.provider,
            "id": order.model.id,
            "thinking": order.model.thinking,
            "price": asdict(order.model.price) if order.model.price is not None else None,
        },
        "sessionId": order.session_id,
        "runSeconds": order.run_seconds,
        "runTurns": order.run_turns,
        "runUsd": order.run_usd,
        "paceSeconds": order.pace_seconds,
        "payload": dict(order.payload),
    }
