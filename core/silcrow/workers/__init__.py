"""Workers: subprocesses that observe and consolidate, their records, and what becomes of their results."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.workers.order import WorkOrder
    from silcrow.workers.orphans import settle_orphans
    from silcrow.workers.outcome import RunOutcome
    from silcrow.workers.run import ErrorKind, Role, Run, RunError, RunState, TokenUsage
    from silcrow.workers.run_folder import RunFolder
    from silcrow.workers.run_paths import RunPaths
    from silcrow.workers.supervisor import RunningRun, Supervisor

# The worker program is started for every chunk, and status is asked for all the time: each pays only for what it uses.
_HOMES = {
    "ErrorKind": "run",
    "Role": "run",
    "Run": "run",
    "RunError": "run",
    "RunFolder": "run_folder",
    "RunOutcome": "outcome",
    "RunPaths": "run_paths",
    "RunState": "run",
    "RunningRun": "supervisor",
    "Supervisor": "supervisor",
    "TokenUsage": "run",
    "WorkOrder": "order",
    "settle_orphans": "orphans",
}

__all__ = [
    "ErrorKind",
    "Role",
    "Run",
    "RunError",
    "RunFolder",
    "RunOutcome",
    "RunPaths",
    "RunState",
    "RunningRun",
    "Supervisor",
    "TokenUsage",
    "WorkOrder",
    "settle_orphans",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
