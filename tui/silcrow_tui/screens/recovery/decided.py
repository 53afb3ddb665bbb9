"""The plans that a walkthrough went through, so that each decision can be taken back."""

from dataclasses import dataclass, field

from silcrow.curated.recovery import RecoveryPlan


@dataclass
class Decided:
    """The plan as it is, those before it, and those that were taken back."""

    plan: RecoveryPlan
    _before: list[RecoveryPlan] = field(default_factory=list[RecoveryPlan])
    _after: list[RecoveryPlan] = field(default_factory=list[RecoveryPlan])

    def change(self, plan: RecoveryPlan) -> bool:
        """Go on with another plan; False when it is the same."""
        if plan.pieces == self.plan.pieces:
            return False
        self._before.append(self.plan)
        self._after.clear()
        self.plan = plan
        return True

    def start_anew(self, plan: RecoveryPlan) -> None:
        """The files changed: plans that were made from the old ones can't be gone back to."""
        self.plan = plan
        self._before.clear()
        self._after.clear()

    @property
    def can_go_back(self) -> bool:
        """There is a decision that could be taken back."""
        return bool(self._before)

    @property
    def can_go_forth(self) -> bool:
        """There is a decision that was taken back."""
        return bool(self._after)

    def back(self) -> bool:
        """Take the last decision back; False when there is none."""
        return self._step(self._before, self._after)

    def forth(self) -> bool:
        """Make it again."""
        return self._step(self._after, self._before)

    def _step(self, taken: list[RecoveryPlan], given: list[RecoveryPlan]) -> bool:
        if not taken:
            return False
        given.append(self.plan)
        self.plan = taken.pop()
        return True
