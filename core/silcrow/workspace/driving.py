"""Driving the session of a place from this process: its clocks, and what a person starts and stops by hand."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from silcrow.curated.store_file import os_words
from silcrow.files import LockBusy
from silcrow.pipeline import Pace
from silcrow.pipeline.caps import is_cap
from silcrow.pipeline.handing_over import HandedOver, Standing
from silcrow.pipeline.other_extensions import drives_instead
from silcrow.processes import ProcessIdentity, end_group
from silcrow.settings import with_agent_dir
from silcrow.workspace.place import Answer
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.state import WorkspaceState

if TYPE_CHECKING:
    # All that runs workers; a place that is only looked at does without.
    from silcrow.pipeline import Driver

NO_SESSION: Final = Answer(False, "There is no session here.", "no_session")
_OFF: Final = Answer(False, "Memory is off for this session.", "off")


class Driving:
    """Belongs to one event loop; at most one driver at a time."""

    def __init__(
        self,
        reader: PlaceReader,
        environ: Mapping[str, str],
        *,
        purpose: str,
        pace: Pace,
        clock: Callable[[], float],
        state: Callable[[], WorkspaceState],
        publish: Callable[[], object],
        standing: Standing = "workbench",
        ask_seconds: float = 0.0,
    ) -> None:
        """``state`` is the one that was read last; ``publish`` is called when something here has changed it.

        A less urgent driver than one of this ``standing`` is asked to give way, and waited for so many seconds.
        """
        self.driver: Driver | None = None
        """None while this process does not drive."""
        self._reader = reader
        self._environ = environ
        self._purpose = purpose
        self._pace = pace
        self._clock = clock
        self._state = state
        self._publish = publish
        self._standing: Standing = standing
        self._ask_seconds = ask_seconds
        self._clocks: asyncio.Task[None] | None = None

    async def start(self) -> Answer:
        """Become the driver of the session, unless another process is."""
        memory, session = self._reader.memory, self._state().session
        if memory is None or session is None:
            return NO_SESSION
        if not session.writable:
            return read_only(session.reason)
        if self.driver is not None:
            return Answer(True, "This process drives the session.")
        if (other := drives_instead(memory.view())) is not None:
            return Answer(False, f"{other} observes this session; this one watches.", "foreign")
        from silcrow.pipeline import Driver

        driver = Driver(
            memory,
            lambda: self._reader.settings.observational,
            environ=with_agent_dir(self._environ, self._reader.where.agent_dir),
            purpose=self._purpose,
            pace=self._pace,
            clock=self._clock,
            standing=self._standing,
        )
        try:
            busy = await driver.ask_to_drive(self._ask_seconds) if self._ask_seconds else driver.take_over()
        except OSError as error:
            # Its memory can't be written: it can still be looked at.
            self._reader.clocks_stopped = words = os_words(error)
            return Answer(False, f"This session can't be driven: {words}.", "io")
        if isinstance(busy, LockBusy):
            return Answer(False, f"{busy.holder or 'Another process'} drives this session; this one watches.", "busy")
        self.driver = driver
        self._reader.clocks_stopped = None
        self._clocks = asyncio.create_task(self._run_clocks(driver), name="clocks")
        return Answer(True, "This process drives the session.")

    async def start_if_on(self) -> Answer:
        """`start`, unless memory is off."""
        state = self._state().observational
        if self._reader.memory is None:
            return NO_SESSION
        return await self.start() if state is None or state.enabled else _OFF

    async def close(self) -> None:
        """End what runs here and let go of the session."""
        if self._clocks is not None:
            self._clocks.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._clocks
            self._clocks = None
        if self.driver is not None:
            await self.driver.close()
            self.driver = None

    def changed(self) -> None:
        """Something changed the memory of the session: show it, and let the clocks look."""
        self._publish()
        self.wake()

    def wake(self) -> None:
        """Let the clocks look soon."""
        if self.driver is not None:
            self.driver.wake()

    async def observe(self, flush: bool) -> Answer:
        answer = await self.start_if_on()
        if self.driver is None or not answer.done:
            return answer
        started = await self.driver.observe(flush=flush)
        self.changed()
        if started:
            return Answer(True, f"{started} started.")
        if self.driver.in_flight:
            return Answer(False, "All open text is being observed already.", "running")
        paused = self.driver.memory.view().paused.get("observer")
        if is_cap(paused):
            return Answer(False, f"{paused}.", "budget")
        return Answer(False, "Nothing to observe: all of it is settled.", "nothing")

    async def consolidate(self) -> Answer:
        answer = await self.start_if_on()
        if self.driver is None or not answer.done:
            return answer
        started = await self.driver.consolidate()
        self.changed()
        if started:
            return Answer(True, "Consolidation started.")
        state = self._state().observational
        return Answer(False, state.consolidator.reason if state else "Nothing to file.", "nothing")

    async def stop_run(self, run_id: str) -> Answer:
        """End a run, of whatever process."""
        memory = self._reader.memory
        run = memory.runs.read(run_id) if memory else None
        if run is None or run.state != "running":
            return Answer(False, "This run is not running any more.", "gone")
        ours = self.driver is not None and await self.driver.stop(run_id)
        if not ours and run.pid is not None and run.process_started is not None:
            await end_group(ProcessIdentity(run.pid, run.process_started))
        self.changed()
        return Answer(True, "Stopped; its chunk is raw again." if run.chunk else "Stopped.")

    async def _run_clocks(self, driver: "Driver") -> None:
        """Until cancelled, or until somebody more urgent asks to drive.

        What ends the clocks otherwise, a full disk or a bug, is shown and frees the session.
        """
        try:
            await driver.drive()
        except HandedOver:
            await self._let_go(driver)
        except Exception as failure:  # noqa: BLE001 - whatever it was, people must see that nothing runs any more
            cause = failure.__cause__ or failure
            self._reader.clocks_stopped = str(cause) or type(cause).__name__
            await self._let_go(driver)

    async def _let_go(self, driver: "Driver") -> None:
        self.driver = None
        await driver.close()
        self._publish()


def read_only(reason: str | None) -> Answer:
    return Answer(False, f"This session can only be read: {reason}.", "read_only")
