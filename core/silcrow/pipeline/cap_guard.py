"""The caps applied to one session: asked before each start, and told in the ledger so that every surface shows them."""

from silcrow.observational.cost import total_cost
from silcrow.pipeline import gate
from silcrow.pipeline.caps import cap_in_the_way, is_cap
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.pipeline.spend import SpendLog
from silcrow.settings import Limits, ObservationalSettings, WorkerModel
from silcrow.workers import Role


class CapGuard:
    """Belongs to the driver of the session."""

    def __init__(self, memory: SessionMemory, spend: SpendLog) -> None:
        self._memory = memory
        self._spend = spend

    def hold(self, role: Role, settings: ObservationalSettings, now: float) -> bool:
        """Whether no run of this role may start now.

        The clock is paused with the cap as its reason, and resumed as soon as none is in the way any more. What a
        person or a failure has paused stays paused.
        """
        model = settings.observer_model if role == "observer" else settings.consolidator_model
        # The free worker is asked for at every turn of the clock: it pays for no sums.
        reason = None if model.builtin else self._reason(model, settings.limits, now)
        paused = self._memory.view().paused.get(role)
        if reason != paused and (paused is None or is_cap(paused)):
            gate.pause(self._memory, [role], reason, now=now)
        return reason is not None

    def _reason(self, model: WorkerModel, limits: Limits, now: float) -> str | None:
        runs = self._memory.runs.runs()
        for run in runs:
            if run.state == "running":
                self._spend.note(run, now)
        return cap_in_the_way(
            model,
            limits,
            runs,
            session_usd=total_cost(self._memory.view().costs, runs).own_usd,
            day_usd=self._spend.spent_on_day_of(now),
            now=now,
        )
