"""The moving part of a place: follows the files, publishes states, carries out actions, and drives when asked."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from silcrow.curated.store_file import os_words
from silcrow.files import ChangeFeed
from silcrow.observational import ChunkRange, Observation
from silcrow.observational.handed import HandOver
from silcrow.observational.status_of import forecast
from silcrow.pipeline import NotDone, Pace, SessionMemory, gate
from silcrow.pipeline.expected_cost import CHUNK_SECONDS, expected_usd
from silcrow.pipeline.handing_over import Standing
from silcrow.pipeline.since import Since, tokens_since_compaction
from silcrow.processes import live_pi_in
from silcrow.sessions import Catalogue, CatalogueMiss, SessionSummary
from silcrow.workers import Role
from silcrow.workspace.dreams import Dreams
from silcrow.workspace.driving import NO_SESSION, Driving, read_only
from silcrow.workspace.inquiry import Inquiry
from silcrow.workspace.memory_actions import MemoryActions
from silcrow.workspace.passing import may_pass
from silcrow.workspace.place import Answer, OnForecast
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.seed_words import on_words
from silcrow.workspace.state import Live, WorkspaceState
from silcrow.workspace.where import Where

if TYPE_CHECKING:
    from silcrow.pipeline.reverting import Reverted

_READ_PAUSE: Final = 0.1
"""Seconds between two readings at most: a burst of changes costs one."""
_LOOKS_AT_DAMAGE: Final = 20
"""How often damage is looked at again, a reading's pause apart, while its file goes on being written."""
_PI_LOOK_SECONDS: Final = 5.0


class Engine:
    """Belongs to one event loop, which is never the user interface's."""

    def __init__(
        self,
        where: Where,
        environ: Mapping[str, str],
        *,
        purpose: str,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
        standing: Standing = "workbench",
        ask_seconds: float = 0.0,
        hand_over: HandOver | None = None,
    ) -> None:
        """``standing`` and ``ask_seconds`` as for `Driving`; ``hand_over`` gives records to the host of the session."""
        self._pi_seen: tuple[Path, float, bool] | None = None
        self.reader = PlaceReader(where, environ, pi_is_open=self._pi_is_open, hand_over=hand_over)
        self._where = where
        self._environ = environ
        self._purpose = purpose
        self._pace = pace or Pace()
        self._clock = clock
        self._catalogue = Catalogue(where.sessions_dir)
        self._feed: ChangeFeed | None = None
        self._publish: Callable[[WorkspaceState], None] = lambda _: None
        self.dreams = Dreams(self.reader, where, environ, publish=self.publish_now)
        """Going through sessions for what belongs in the memory files."""
        self.state = self.read()
        self.memory = MemoryActions(lambda: self.reader.store, self.publish_now, clock)
        """What is done to the memory files."""
        self.inquiry = Inquiry(self.reader, where, environ, self.read)
        self.driving = Driving(
            self.reader,
            environ,
            purpose=purpose,
            pace=self._pace,
            clock=clock,
            state=lambda: self.state,
            publish=self.publish_now,
            standing=standing,
            ask_seconds=ask_seconds,
        )

    def read(self) -> WorkspaceState:
        """Read all files now."""
        state = self.reader.read(self._clock(), live=self._live(), delays=self._pace.retry_delays)
        self.state = replace(state, dream=self.dreams.seen)
        return self.state

    async def follow(
        self, publish: Callable[[WorkspaceState], None], *, note: bool = False, dreams: bool = False
    ) -> None:
        """Publish a state now and after each change of the files, until cancelled.

        ``note`` writes down what other programs changed in the memory files, so that what they took away is known.
        ``dreams`` looks from time to time how dreaming stands.
        """
        self._publish = publish
        looking = asyncio.create_task(self.dreams.follow(), name="dreams") if dreams else None
        async with ChangeFeed(self.reader.watched()) as feed:
            self._feed = feed
            try:
                await feed.ready()
                self.publish_now()
                await self._note_outside(note)
                async for _ in feed:
                    await self._let_writers_finish()
                    self.publish_now()
                    await self._note_outside(note)
                    self.driving.wake()
                    await asyncio.sleep(_READ_PAUSE)
            finally:
                self._feed = None
                if looking is not None:
                    looking.cancel()
                    await asyncio.gather(looking, return_exceptions=True)

    async def _let_writers_finish(self) -> None:
        """Wait while a memory file was only just written and may be half there: its writer may not be done."""
        before = self.state.memory
        for _ in range(_LOOKS_AT_DAMAGE):
            if not may_pass(self.reader.store.state(), self._clock(), before):
                return
            await asyncio.sleep(_READ_PAUSE)

    async def _note_outside(self, note: bool) -> None:
        if note and await asyncio.to_thread(self.reader.store.note_external):
            self.publish_now()

    def publish_now(self) -> WorkspaceState:
        self._publish(self.read())
        return self.state

    async def close(self) -> None:
        """End what runs here and let go of the session."""
        await self.dreams.close()
        await self.driving.close()

    async def forecast(self) -> OnForecast:
        """What turning memory on from the start would read, and about what that costs; the built-in worker is free."""
        memory = self.reader.memory
        settings = self.reader.settings.observational
        if memory is None:
            return OnForecast(0, 0, 0.0, 0.0, str(settings.observer_model))
        ahead = forecast(memory.view(), settings.chunk_tokens)
        model = settings.observer_model
        seconds = max(self._pace.worker_seconds, 0.2) if model.builtin else CHUNK_SECONDS
        rounds = -(-ahead.chunks // settings.observer_concurrency)
        return OnForecast(
            ahead.tokens,
            ahead.chunks,
            await asyncio.to_thread(expected_usd, model, self._environ, ahead),
            rounds * seconds,
            str(model),
            tokens_since_compaction(memory),
        )

    async def set_enabled(self, enabled: bool, since: Since) -> Answer:
        memory = self.reader.memory
        if memory is None:
            return NO_SESSION
        if enabled:
            answer = await self.driving.start()
            if not answer.done and answer.code not in ("busy", "foreign"):
                return answer
        try:
            seeded = gate.set_enabled(memory, enabled, since=since, now=self._clock())
        except OSError as error:
            return _not_written(error)
        if self.driving.driver is not None:
            # Becoming the driver has taken a parent's memory over already.
            seeded = self.driving.driver.seeded
        if not enabled:
            await self.driving.close()
        self.driving.changed()
        return Answer(True, on_words(seeded) if enabled else "Observing is off: nothing is read, run or spent.")

    async def retry(self, chunk: ChunkRange) -> Answer:
        memory = self.reader.memory
        if memory is None:
            return NO_SESSION
        answer = await self.driving.start_if_on()
        if not answer.done and answer.code != "busy":
            return answer
        try:
            gate.retry_gap(memory, chunk, now=self._clock())
        except OSError as error:
            return _not_written(error)
        self.driving.changed()
        return Answer(True, "Queued again.")

    async def accept_gap(self, chunk: ChunkRange) -> Answer:
        memory = self.reader.memory
        if memory is None:
            return NO_SESSION
        try:
            gate.accept_gap(memory, chunk, now=self._clock())
        except OSError as error:
            return _not_written(error)
        self.driving.changed()
        return Answer(True, "The gap is accepted: this stretch is never observed.")

    async def pause(self, roles: Sequence[Role], reason: str | None) -> Answer:
        memory = self.reader.memory
        if memory is None:
            return NO_SESSION
        try:
            gate.pause(memory, roles, reason, now=self._clock())
        except OSError as error:
            return _not_written(error)
        self.driving.changed()
        return Answer(True, "Resumed.") if reason is None else Answer(True, "Paused.", "paused")

    async def sessions(self) -> tuple[SessionSummary, ...]:
        return await asyncio.to_thread(self._list_sessions)

    async def open_session(self, path: Path) -> Answer:
        found = await asyncio.to_thread(self._catalogue.find, str(path))
        if isinstance(found, CatalogueMiss):
            return Answer(False, found.reason, "gone")
        await self.driving.close()
        project = Path(found.cwd) if found.cwd else self._where.project
        await asyncio.to_thread(self.reader.open, found, project)
        if self._feed is not None:
            self._feed.update(self.reader.watched())
        self.publish_now()
        return Answer(True, f"Session {found.id[:8]} is open.")

    def leave_session(self) -> None:
        """Be a place without a session; what ran for it was closed before."""
        self.reader.leave()
        self._publish = lambda _: None

    async def revert_forecast(self, run_id: str) -> "Reverted | Answer":
        from silcrow.pipeline.revert_forecast import forecast_revert

        memory = self.reader.memory
        if memory is None:
            return NO_SESSION
        ahead = forecast_revert(memory, run_id)
        return Answer(False, ahead.words, ahead.code) if isinstance(ahead, NotDone) else ahead

    async def revert_run(self, run_id: str) -> Answer:
        from silcrow.workspace.taking_back import take_back

        return self._change(
            lambda memory: take_back(
                memory, self.driving.driver, run_id, environ=self._environ, purpose=self._purpose, now=self._clock()
            )
        )

    async def drop(self, observations: Sequence[Observation]) -> Answer:
        from silcrow.workspace.taking_back import drop

        return self._change(lambda memory: drop(memory, observations, now=self._clock()))

    async def compact(self, *, force: bool) -> Answer:
        from silcrow.workspace.compacting import compact_now

        try:
            answer = compact_now(self.reader, self.read(), force=force)
        except OSError as error:
            return _not_written(error)
        self.driving.changed()
        return answer

    async def set_setting(self, key: str, value: Any) -> Answer:
        from silcrow.workspace.setting import change_setting

        answer = change_setting(self.state.settings, key, value, self._where.agent_dir, self.reader.project)
        self.driving.changed()
        return answer

    def _change(self, action: Callable[[SessionMemory], Answer]) -> Answer:
        """Change the memory of the session, on or off, unless the session can only be read."""
        memory, session = self.reader.memory, self.state.session
        if memory is None or session is None:
            return NO_SESSION
        if not session.writable:
            return read_only(session.reason)
        try:
            answer = action(memory)
        except OSError as error:
            return _not_written(error)
        self.driving.changed()
        return answer

    def _list_sessions(self) -> tuple[SessionSummary, ...]:
        self._catalogue.refresh()
        return self._catalogue.sessions()

    def _pi_is_open(self, folder: Path) -> bool:
        now = time.monotonic()
        if self._pi_seen is None or self._pi_seen[0] != folder or now - self._pi_seen[1] > _PI_LOOK_SECONDS:
            self._pi_seen = (folder, now, bool(live_pi_in(folder)))
        return self._pi_seen[2]

    def _live(self) -> Live:
        if self._feed is None or self._feed.state != "checking":
            return Live("live", "● live")
        return Live("checking", "◌ checking every second: no file events here")


def _not_written(error: OSError) -> Answer:
    return Answer(False, f"Nothing was changed: {os_words(error)}.", "io")
