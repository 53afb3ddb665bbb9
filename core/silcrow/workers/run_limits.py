"""The limits of one run on turns and money, held from outside: a worker that loops does not stop by itself."""

import asyncio
from typing import Final

from msgspec import Struct

from silcrow.workers.order import WorkOrder
from silcrow.workers.outcome import with_spend
from silcrow.workers.run import Run, RunError
from silcrow.workers.run_paths import RunPaths

LOOK_SECONDS: Final = 0.25
"""How often the cost file is looked at; a worker flushes it after each reply."""


class RunLimits(Struct, frozen=True):
    """What one run may use; None is no limit."""

    turns: int | None = None
    usd: float | None = None

    @classmethod
    def of(cls, order: WorkOrder) -> "RunLimits":
        """Those of an order. The built-in worker plans its turns, costs nothing, and is not watched."""
        return cls() if order.model.builtin else cls(order.run_turns, order.run_usd)

    def passed_by(self, run: Run) -> RunError | None:
        """Which limit the run has passed. Many turns may be the fault of one text; money needs a person."""
        if self.usd is not None and run.cost_usd is not None and run.cost_usd > self.usd:
            return RunError("budget", f"run cap: {run.cost_usd:.2f} USD spent, {self.usd:.2f} allowed")
        if self.turns is not None and run.turns > self.turns:
            return RunError("timeout", f"turn cap: {run.turns} turns taken, {self.turns} allowed")
        return None


async def until_passed(limits: RunLimits, run: Run, paths: RunPaths) -> RunError:
    """Wait until the run's cost file says that it has passed a limit, for ever if it never does."""
    if limits == RunLimits():
        await asyncio.Event().wait()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        passed = limits.passed_by(with_spend(run, paths))
        if passed is not None:
            return passed
