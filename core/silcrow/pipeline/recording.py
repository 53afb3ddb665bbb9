"""Leaving a run that was dealt with as a session to be looked at, and old runs behind."""

import contextlib

from silcrow.pipeline.session_memory import SessionMemory
from silcrow.workers.recorded_session import record_session


def record_run(memory: SessionMemory, run_id: str) -> None:
    """Record a run whose result is taken. On a full disk there is no recording; nothing else depends on it."""
    run = memory.runs.read(run_id)
    if run is not None:
        with contextlib.suppress(OSError):
            record_session(run, memory.runs.paths(run_id), memory.folder)
