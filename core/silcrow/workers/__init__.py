"""Workers: subprocesses that observe and consolidate, their records, and what becomes of their results."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.workers.applying import (
        Applied,
        apply_plan,
        consolidated,
        finish_plan,
        read_plan,
        unfinished_plans,
        write_index,
        write_plan,
    )
    from silcrow.workers.consolidator import consolidator_order, handed_to, plan_consolidation
    from silcrow.workers.observer import observer_order, validate_observations
    from silcrow.workers.order import WorkOrder
    from silcrow.workers.orphans import settle_orphans
    from silcrow.workers.outcome import RunOutcome
    from silcrow.workers.plan import FileStep, Plan, Retirement
    from silcrow.workers.run import ErrorKind, Role, Run, RunError, RunState, TokenUsage
    from silcrow.workers.run_folder import RunFolder
    from silcrow.workers.run_paths import RunPaths
    from silcrow.workers.supervisor import RunningRun, Supervisor
    from silcrow.workers.work_copy import Refusal

# The worker program is started for every chunk, and status is asked for all the time: each pays only for what it uses.
_HOMES = {
    "Applied": "applying",
    "ErrorKind": "run",
    "FileStep": "plan",
    "Plan": "plan",
    "Refusal": "work_copy",
    "Retirement": "plan",
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
    "apply_plan": "applying",
    "consolidated": "applying",
    "consolidator_order": "consolidator",
    "finish_plan": "applying",
    "handed_to": "consolidator",
    "observer_order": "observer",
    "plan_consolidation": "consolidator",
    "read_plan": "applying",
    "settle_orphans": "orphans",
    "unfinished_plans": "applying",
    "validate_observations": "observer",
    "write_index": "applying",
    "write_plan": "applying",
}

__all__ = [
    "Applied",
    "ErrorKind",
    "FileStep",
    "Plan",
    "Refusal",
    "Retirement",
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
    "apply_plan",
    "consolidated",
    "consolidator_order",
    "finish_plan",
    "handed_to",
    "observer_order",
    "plan_consolidation",
    "read_plan",
    "settle_orphans",
    "unfinished_plans",
    "validate_observations",
    "write_index",
    "write_plan",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
