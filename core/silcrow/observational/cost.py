"""What workers spent: one sum for every surface.

Identity is the run: of several figures for one run the greatest counts, so that a copied or repeated record adds
nothing and a total never falls. An unknown price is counted as such, never as zero.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from silcrow.observational.records import CostNote
from silcrow.observational.status import Cost, CostRow
from silcrow.observational.worker_run import WorkerRun
from silcrow.text.instants import local_day, unix_seconds


@dataclass(slots=True)
class _Spent:
    role: str
    model: str
    at: float | None
    own: bool
    usd: float | None = None
    partial: bool = False
    running: bool = False

    def add(self, usd: float | None, *, partial: bool) -> None:
        if usd is not None and (self.usd is None or usd >= self.usd):
            # At the same figure a whole account is worth more than a lower bound.
            self.partial = partial and (self.partial or usd != self.usd)
            self.usd = usd
        elif self.usd is None:
            self.partial = self.partial or partial

    @property
    def unpriced(self) -> bool:
        return self.usd is None and not self.running


def total_cost(notes: Iterable[tuple[CostNote, bool]], runs: Sequence[WorkerRun] = (), *, utc_offset: int = 0) -> Cost:
    """The sum over all branches, in USD; ``notes`` come in order of (timestamp, id), each with whether it is our own.

    ``runs`` are those of this session that may not be booked yet. ``utc_offset`` (seconds east of UTC) says where a
    day begins.
    """
    spent: dict[str, _Spent] = {}
    for note, own in notes:
        run = spent.setdefault(
            note.run_id, _Spent(note.role, note.model or "unknown", unix_seconds(note.timestamp), own)
        )
        run.add(note.usd, partial=note.partial)
    for live in runs:
        run = spent.setdefault(live.run_id, _Spent(live.role, live.model, live.started_at, own=True))
        run.running = live.state == "running"
        run.add(live.cost_usd, partial=live.partial)
    accounts = list(spent.values())
    return Cost(
        total_usd=_sum(accounts),
        own_usd=_sum(each for each in accounts if each.own),
        inherited_usd=_sum(each for each in accounts if not each.own),
        runs=len(accounts),
        unpriced=sum(each.unpriced for each in accounts),
        partial=any(each.partial for each in accounts),
        by_role=_rows((each.role, each) for each in accounts),
        by_model=_rows((each.model, each) for each in accounts),
        by_day=_rows((_day(each.at, utc_offset), each) for each in accounts),
    )


def _day(at: float | None, utc_offset: int) -> str:
    try:
        return "unknown" if at is None else local_day(at, utc_offset)
    except (ValueError, OverflowError):
        return "unknown"


def _rows(labelled: Iterable[tuple[str, _Spent]]) -> tuple[CostRow, ...]:
    groups: dict[str, list[_Spent]] = {}
    for label, account in labelled:
        groups.setdefault(label, []).append(account)
    return tuple(
        CostRow(label, _sum(group), len(group), sum(each.unpriced for each in group))
        for label, group in sorted(groups.items())
    )


def _sum(accounts: Iterable[_Spent]) -> float:
    # fsum is exact, so the total does not depend on the order of the runs.
    return fsum(each.usd for each in accounts if each.usd is not None)
