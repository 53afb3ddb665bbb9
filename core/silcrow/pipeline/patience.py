"""What a driver makes of how its runs ended: when to wait, what to leave alone, when to give up until a person looks.

All of it may be lost at any time; a driver that starts anew just tries once more.
"""

from typing import Final

from silcrow.observational import ChunkRange
from silcrow.pipeline.failure_kinds import RETRIED
from silcrow.workers import ErrorKind, Role, Run

PROBE_SECONDS: Final = (30.0, 60.0, 120.0, 300.0, 600.0)
"""Waits between probes while a provider asks to slow down and does not say for how long."""
WAIT_MOST: Final = 3_600.0
"""Seconds that a provider may make us wait at its word."""
FAILURES_MOST: Final = 10
"""Runs of one role in a row that may fail before its clock is paused: more than the tries of one bad chunk."""
_SLOW_DOWN: Final[frozenset[ErrorKind]] = frozenset({"rate_limit", "busy"})
_GOES_ON: Final[frozenset[ErrorKind]] = frozenset({*RETRIED, "context_too_long"})
"""Failures that say nothing about other chunks."""


class Patience:
    """Belongs to one driver."""

    def __init__(self) -> None:
        self.stopped: set[ChunkRange] = set()
        """Chunks whose run somebody ended: the clock leaves them alone until observing is asked for."""
        self.held_up = False
        """An observer failed in a way that the next one would too: asking for more now makes no sense."""
        self._failures: dict[Role, int] = {}
        self._probes = 0
        self._hold_until = 0.0

    def start_afresh(self) -> None:
        """Somebody asks for observing now: what was stopped or held up is tried again."""
        self.held_up = False
        self.stopped.clear()

    def waits(self, now: float) -> bool:
        """Whether a provider asked to slow down and the next probe is not due."""
        return now < self._hold_until

    def free(self, most: int, busy: int) -> int:
        """Observers that may start now: one at a time until a provider that asked to slow down has answered."""
        return min(most, 1) - busy if self._probes else most - busy

    def heed(self, run: Run, now: float) -> str | None:
        """Take in how a run ended. The reason to pause its clock when too many in a row failed."""
        kind = run.error.kind if run.error else None
        if run.state == "stopped" and run.chunk is not None:
            self.stopped.add(run.chunk)
        if run.role == "observer":
            self.held_up = self.held_up or (kind is not None and kind not in _GOES_ON)
            if kind in _SLOW_DOWN:
                self._hold_until = now + self._wait(run)
                self._probes += 1
        if run.state in ("done", "empty"):
            self._probes, self._hold_until = 0, 0.0
        return self._reason_to_pause(run, kind)

    def _wait(self, run: Run) -> float:
        asked = run.error.retry_after if run.error else None
        if asked is not None and asked > 0:
            return min(asked, WAIT_MOST)
        return PROBE_SECONDS[min(self._probes, len(PROBE_SECONDS) - 1)]

    def _reason_to_pause(self, run: Run, kind: ErrorKind | None) -> str | None:
        if run.state in ("done", "empty", "incomplete"):
            self._failures[run.role] = 0
        if kind not in RETRIED:
            return None
        failures = self._failures.get(run.role, 0) + 1
        self._failures[run.role] = failures % FAILURES_MOST
        if failures < FAILURES_MOST:
            return None
        self.held_up = True
        return f"after {failures} failures ({kind})"
