"""What workers spent on this machine, over all sessions: ``spend.jsonl`` in the user's state folder.

One line for each figure a run came up with, by run id. Of several the greatest counts; what a run spent after midnight
counts for the new day.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from silcrow.files import TailReader, append_line
from silcrow.pipeline.gate import local_offset
from silcrow.text.instants import local_day
from silcrow.text.json_line import json_line, parse_json_line
from silcrow.workers import Run
from silcrow.workers.run_record import number

_YEAR_5000: Final = 95_617_584_000


class SpendLog:
    """The spend file, read once and then as far as it grew. Runs that cost nothing never touch it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._tail = TailReader(path)
        self._runs: dict[str, float] = {}
        self._days: defaultdict[str, float] = defaultdict(float)
        self._runs_of_day: Counter[str] = Counter()

    def note(self, run: Run, now: float) -> None:
        """Add what a run has spent so far, unless that is known already."""
        if not run.cost_usd or run.cost_usd < 0:
            return
        self._refresh()
        if run.cost_usd <= self._runs.get(run.run_id, 0.0):
            return
        line = {
            "runId": run.run_id,
            "costUsd": run.cost_usd,
            "at": now,
            "role": run.role,
            "model": run.model,
            "sessionId": run.session_id,
        }
        append_line(self.path, json_line(line), durable=True)

    def spent_on_day_of(self, now: float) -> float:
        """USD of the local day, over everything."""
        self._refresh()
        return self._days.get(_day(now), 0.0)

    def days(self) -> tuple[tuple[str, float, int], ...]:
        """``(YYYY-MM-DD, USD, runs that spent something)`` for each local day, oldest first, over everything."""
        self._refresh()
        return tuple((day, self._days[day], self._runs_of_day[day]) for day in sorted(self._days))

    def _refresh(self) -> None:
        read = self._tail.read()
        if read.replaced or read.missing:
            self._runs.clear()
            self._days.clear()
            self._runs_of_day.clear()
        for line in read.lines:
            self._take(parse_json_line(line.raw) or {})

    def _take(self, line: Mapping[str, Any]) -> None:
        run_id, usd, at = line.get("runId"), number(line.get("costUsd")), number(line.get("at"))
        if not isinstance(run_id, str) or usd is None or at is None or not 0 <= at < _YEAR_5000:
            return
        more = usd - self._runs.get(run_id, 0.0)
        if more > 0:
            self._runs_of_day[_day(at)] += run_id not in self._runs
            self._runs[run_id] = usd
            self._days[_day(at)] += more


def _day(now: float) -> str:
    return local_day(now, local_offset(now))
