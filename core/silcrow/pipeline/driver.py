"""The driver of one session: its clocks, the runs they start, and what becomes of the results.

There is one driver for a session, the holder of ``.memory/<id>/.lock``. All it knows comes from the files. What it
remembers beside them (runs in flight, a provider's wish to wait, stretches that a person stopped) may be lost at any
time.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from silcrow.files import HeldLock, LockBusy
from silcrow.pipeline import consolidating, gate, observing, reverting
from silcrow.pipeline.answers import NotDone
from silcrow.pipeline.cap_guard import CapGuard
from silcrow.pipeline.debug_log import DebugLog
from silcrow.pipeline.handing_over import HandedOver, Requests, Standing
from silcrow.pipeline.in_flight import RunsInFlight
from silcrow.pipeline.pace import Pace
from silcrow.pipeline.patience import Patience
from silcrow.pipeline.recording import record_run
from silcrow.pipeline.recovery import recover
from silcrow.pipeline.reverting import Reverted
from silcrow.pipeline.seeding import Seed, seed
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.pipeline.spend import SpendLog
from silcrow.pipeline.spend_place import spend_path
from silcrow.settings import ObservationalSettings
from silcrow.workers import Run, RunOutcome, Supervisor, WorkOrder

IDLE_SECONDS: Final = 5.0
"""How long the clocks sleep when nothing wakes them: a retry may have become due."""
LOOK_SECONDS: Final = 0.5
"""How often a driver looks whether somebody more urgent wants the session."""


class Driver:
    """Runs the observer and consolidator clocks of a session; all methods belong to one event loop."""

    def __init__(
        self,
        memory: SessionMemory,
        settings: Callable[[], ObservationalSettings],
        *,
        environ: Mapping[str, str],
        purpose: str,
        standing: Standing = "workbench",
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
        command: Sequence[str] | None = None,
    ) -> None:
        """``settings`` gives those in force at each moment; ``command`` starts a worker, by default the bundled one.

        ``standing`` says for whom this driver gives way, and who gives way for it.
        """
        self.memory = memory
        self._settings = settings
        self._pace = pace or Pace()
        self._clock = clock
        self._spend = SpendLog(spend_path(environ))
        self._caps = CapGuard(memory, self._spend)
        self._lock = HeldLock(memory.lock_path, purpose=purpose)
        self._requests = Requests(memory.lock_path)
        self._purpose = purpose
        self._standing: Standing = standing
        self._patience = Patience()
        self._debug = DebugLog(memory.runs.folder, lambda: settings().debug_log, clock)
        self._closing = False
        self._wake = asyncio.Event()
        self._starting = asyncio.Lock()
        supervisor = Supervisor(memory.runs, environ=environ, clock=clock, command=command)
        self._runs = RunsInFlight(supervisor, self._take, self._wake.set)
        self.seeded: Seed | NotDone | None = None
        """What became of taking a parent's memory over; None as long as this never drove."""

    @property
    def holds(self) -> bool:
        """Whether this driver is the one of its session."""
        return self._lock.held

    @property
    def in_flight(self) -> tuple[Run, ...]:
        return self._runs.running

    @property
    def observes(self) -> bool:
        """Whether an observer is at work here, or has ended and its result is still to be taken."""
        return bool(self._runs.chunks)

    def take_over(self) -> LockBusy | None:
        """Become the driver, settle what an earlier one left behind, and give a fork its parent's memory.

        Gives the ``LockBusy`` that names the present driver when there is one; nothing is changed then.
        """
        if self._lock.held:
            return None
        self.memory.make_folder()
        try:
            self._lock.acquire(timeout=0.0)
        except LockBusy as busy:
            return busy
        try:
            self.memory.refresh()
            recover(self.memory, self._clock(), retries=len(self._pace.retry_delays), spend=self._spend)
            self.seeded = seed(self.memory, now=self._clock())
        except BaseException:
            # Whoever tries next, here or elsewhere, must not find a driver that drives nothing.
            self._lock.release()
            raise
        return None

    async def ask_to_drive(self, seconds: float) -> LockBusy | None:
        """`take_over`, after asking a less urgent driver to give way and waiting so long for it."""
        busy = self.take_over()
        if busy is None:
            return None
        self._requests.ask(self._standing, self._purpose)
        deadline = time.monotonic() + seconds
        try:
            while busy is not None and time.monotonic() < deadline:
                await asyncio.sleep(LOOK_SECONDS / 5)
                busy = self.take_over()
        finally:
            self._requests.withdraw()
        return busy

    def wake(self) -> None:
        """Something changed: look at the clocks soon."""
        self._wake.set()

    async def drive(self) -> None:
        """Let the clocks run until cancelled. Reads what changed, starts what is due, and sleeps.

        Raises HandedOver when somebody more urgent wants the session; it is then to be closed at once.
        """
        while True:
            self._runs.raise_if_broken()
            self._wake.clear()
            self.memory.refresh()
            if self._clocks_run():
                await self.turn()
            await self._sleep()

    async def _sleep(self) -> None:
        end = time.monotonic() + IDLE_SECONDS
        while True:
            if (urgent := self._requests.more_urgent_than(self._standing)) is not None:
                raise HandedOver(urgent)
            if self._wake.is_set() or time.monotonic() >= end:
                return
            with contextlib.suppress(TimeoutError):
                # Not wait_for: that one can swallow a cancellation that comes together with the wake.
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wake.wait()

    async def turn(self) -> int:
        """Start what the clocks say is due now, and give the number of runs started."""
        return await self.observe() + await self._start_consolidator(asked=False)

    async def finish(self) -> None:
        """Observe all open text and file what is due, until nothing more can be started now.

        Ends like `finish_observing` where observers are held up.
        """
        self._patience.start_afresh()
        while await self._observe_unless_held_up() + await self._start_consolidator(asked=False) or self._runs:
            await self.settle()

    async def observe(self, *, flush: bool = False) -> int:
        """Start observers for the chunks that are due, with ``flush`` also for the rest below a whole chunk."""
        if flush:
            self._patience.start_afresh()
        return await self._observe(flush=flush)

    async def consolidate(self) -> int:
        """File what is above the pool's target now, due or not; 0 when there is nothing or one is running."""
        return await self._start_consolidator(asked=True)

    async def settle(self) -> None:
        """Wait until no run is in flight; results are committed by then."""
        await self._runs.ended()
        self._runs.raise_if_broken()

    async def finish_observing(self) -> None:
        """Observe all open text, also the rest below a whole chunk.

        Chunks that wait for a later try are left to it. A failure that is not retried (a missing key, a provider that
        asks to wait) leaves the rest open: the next run would end the same way.
        """
        self._patience.start_afresh()
        while await self._observe_unless_held_up() or self._runs:
            await self.settle()

    async def stop(self, run_id: str) -> bool:
        """End one of our runs on a person's wish: its chunk is raw again, and is not started again by the clock."""
        return await self._runs.stop(run_id)

    def revert(self, run_id: str | None = None, *, topics: Sequence[str] = ()) -> Reverted | NotDone:
        """Take back a consolidation and all later ones, by default the newest; to be called while this drives."""
        return reverting.revert(self.memory, run_id, now=self._clock(), topics=topics)

    async def close(self) -> None:
        """End all runs at once and give the session up; their chunks are raw again, what they cost is booked.

        Nothing is started any more, so whoever finishes open work here comes to an end too.
        """
        self._closing = True
        async with self._starting:
            # A run that was just being started is one of those that can be ended.
            await self._runs.stop_all()
        await self._runs.ended()
        self._lock.release()

    async def _observe_unless_held_up(self) -> int:
        return 0 if self._patience.held_up else await self._observe(flush=True)

    async def _observe(self, *, flush: bool) -> int:
        async with self._starting:
            self.memory.refresh()
            return await self._start_observers(self._settings(), flush=flush)

    def _clocks_run(self) -> bool:
        return self.memory.view().enabled and not self._settings().passive

    async def _start_observers(self, settings: ObservationalSettings, *, flush: bool) -> int:
        now = self._clock()
        if (reason := self._why_no_observer(settings, now, flush=flush)) is not None:
            self._debug.note("observer", reason)
            return 0
        busy = self._runs.chunks
        free = self._patience.free(settings.observer_concurrency, len(busy))
        chunks = observing.due_chunks(
            self.memory,
            settings,
            [*busy, *self._patience.stopped],
            free,
            now,
            flush=flush,
            delays=self._pace.retry_delays,
        )
        for chunk in chunks:
            if self._closing:
                return 0
            if observing.settle_unseen(self.memory, chunk, now):
                continue
            if self._caps.hold("observer", settings, now):
                break
            order = observing.order_for(self.memory, chunk, settings, pace_seconds=self._pace.worker_seconds)
            await self._start(order)
        return len(chunks)

    def _why_no_observer(self, settings: ObservationalSettings, now: float, *, flush: bool) -> str | None:
        """Why none may start at all; caps hold also what a person asks for."""
        if self._caps.hold("observer", settings, now):
            return "held by a cap"
        if flush:
            return None
        if self._patience.waits(now):
            return "waits for a provider that asked to slow down"
        reason = self.memory.view().paused.get("observer")
        return f"paused: {reason}" if reason is not None else None

    async def _start_consolidator(self, *, asked: bool) -> int:
        async with self._starting:
            if self._closing or self._runs.has("consolidator"):
                return 0
            self.memory.refresh()
            settings, now = self._settings(), self._clock()
            if self._caps.hold("consolidator", settings, now):
                self._debug.note("consolidator", "held by a cap")
                return 0
            batch = consolidating.batch(self.memory, settings, now, self._pace.retry_delays, asked=asked)
            if not batch:
                self._debug.note("consolidator", "nothing due")
                return 0
            order = consolidating.order_for(self.memory, batch, settings, now, pace_seconds=self._pace.worker_seconds)
            await self._start(order)
            return 1

    async def _start(self, order: WorkOrder) -> None:
        run = await self._runs.start(order)
        self._debug.note(order.role, f"started {run.run_id}: {order.handed} handed, attempt {order.attempt}")

    def _take(self, outcome: RunOutcome) -> None:
        self.memory.refresh()
        self._commit(outcome)
        record_run(self.memory, outcome.run.run_id)
        self.memory.runs.collect()
        run = self.memory.runs.read(outcome.run.run_id) or outcome.run
        self._debug.note(run.role, f"ended {run.run_id}: {_told(run)}")
        reason = self._patience.heed(outcome.run, self._clock())
        if reason is not None and run.role not in self.memory.view().paused:
            gate.pause(self.memory, [run.role], reason, now=self._clock())

    def _commit(self, outcome: RunOutcome) -> None:
        now = self._clock()
        self._spend.note(outcome.run, now)
        if outcome.run.role == "observer":
            observing.commit(self.memory, outcome, now, retries=len(self._pace.retry_delays))
        else:
            consolidating.commit(self.memory, outcome, now)


def _told(run: Run) -> str:
    return f"{run.error.kind}: {run.error.words}" if run.error else f"{run.state}, {run.summary}"
