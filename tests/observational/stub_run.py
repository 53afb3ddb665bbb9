"""A worker's run, as far as the status looks at it."""

from msgspec import Struct

from silcrow.observational.observation import ChunkRange


class StubError(Struct, frozen=True):
    kind: str
    words: str


class StubRun(Struct, frozen=True):
    run_id: str
    role: str = "observer"
    state: str = "done"
    model: str = "builtin/extractive"
    started_at: float = 100.0
    finished_at: float | None = 110.0
    chunk: ChunkRange | None = None
    attempt: int = 1
    handed: int = 0
    cost_usd: float | None = 0.0
    partial: bool = False
    error: StubError | None = None


def failed_run(run_id: str, kind: str, at: float, role: str = "observer") -> StubRun:
    return StubRun(run_id, role, "failed", finished_at=at, error=StubError(kind, f"{kind} at {at:g}"))
