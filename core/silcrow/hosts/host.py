"""Memory for a host: hand it the moments of a session, and it says what goes into the prompt and into the session."""

import asyncio
import os
from typing import Literal

from silcrow.curated.snapshot import RECORD_TYPE
from silcrow.hosts import lifecycle
from silcrow.hosts.command import CommandAnswer, split_verb
from silcrow.hosts.compaction import (
    Compaction,
    NoCompaction,
    compaction_of,
    is_due,
    wait_for_observers,
    why_not_ours,
)
from silcrow.hosts.dreams import dream_if_due
from silcrow.hosts.host_parts import HostParts
from silcrow.hosts.hosted_session import HostedSession
from silcrow.hosts.lifecycle import Life
from silcrow.hosts.memory_command import run_memory
from silcrow.hosts.om_command import run_om, since_of
from silcrow.hosts.opening import Opening
from silcrow.text.instants import iso_instant
from silcrow.workspace.state import WorkspaceState


class MemoryHost(HostParts):
    """The memory of one host. All methods belong to one event loop, and moments are worked on one after the other.

    ``async with MemoryHost(...) as host`` ends the session at its end. Records are given to ``append`` in the order in
    which they count, also between moments: workers end when they end. What ``append`` could not write is kept beside
    the session at its end. ``notice`` tells the person something once, ``changed`` that the status line did.
    """

    async def __aenter__(self) -> "MemoryHost":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.shutdown()

    # The life of a session

    async def start(self, opening: Opening) -> None:
        """A session is opened; one that is open ends with that."""
        async with self._moments:
            before = self._life
            self._voice.elsewhere = True
            try:
                await self._leave()
            finally:
                self._voice.elsewhere = False
            self._session = HostedSession(self._engine, opening, self._clock, self._voice)
            await self._session.open_if_there()
            records, branch = self._session.blocks(None)
            judge = self._engine.reader.store.judge()
            self._life = await asyncio.to_thread(
                lifecycle.start,
                opening.session_id,
                opening.reason,
                records,
                branch,
                judge,
                leaf=opening.leaf,
                before=before,
            )
            self._voice.say_once("warning", self._life.snapshot.notice)
            if self.place.features.clocks:
                self._session.drive_if_on()
                self._dream = dream_if_due(self._engine.reader, self._environ, str(self.place), self._voice)
            self._session.follow(self._published)

    async def tree(self, leaf: str | None) -> None:
        """The host went to another entry of the tree: pool, coverage and block are those of its branch."""
        async with self._moments:
            life, session = self._opened()
            session.tell_leaf(leaf)
            records, branch = session.blocks(leaf)
            judge = self._engine.reader.store.judge()
            self._life = await asyncio.to_thread(lifecycle.go_to, life, leaf, records, branch, judge)
            self._voice.say_once("warning", self._life.snapshot.notice)
            self._engine.driving.changed()

    async def compacted(self) -> None:
        """A compaction, whoever made it, is in the session: the next prompt shows a fresh block."""
        async with self._moments:
            self._life = lifecycle.compacted(self._opened()[0])
            self._engine.driving.changed()

    async def not_compacted(self) -> None:
        """A compaction failed."""
        async with self._moments:
            self._life = lifecycle.not_compacted(self._opened()[0])

    async def shutdown(self) -> None:
        """End the workers, keep what the host did not write, and let go of the session."""
        self._skips.set()
        async with self._moments:
            await self._leave()
            self._life = None

    # The life of an agent

    async def before_agent_start(self, leaf: str | None = None) -> str:
        """The memory block for the prompt that is about to be sent; empty for none. It stands at the prompt's end."""
        async with self._moments:
            life, _ = self._opened()
            if not self._shows_block:
                return ""
            read = self._engine.reader.store.current_block
            at, record_id = iso_instant(self._clock()), os.urandom(8).hex()
            prompted = await asyncio.to_thread(lifecycle.prompt, life, read, record_id=record_id, leaf=leaf, at=at)
            self._life = prompted.life
            self._voice.say_once("warning", prompted.life.snapshot.notice)
            if prompted.store is not None:
                self._voice.hand_over(RECORD_TYPE, prompted.store)
            return prompted.text

    async def turn_end(self, leaf: str | None = None) -> None:
        """A turn is in the session: the clocks look for work. Nothing is waited for."""
        async with self._moments:
            life, session = self._opened()
            self._life = lifecycle.end_turn(life, leaf)
            await session.open_if_there()
            if leaf is not None:
                session.tell_leaf(leaf)
            if self.place.features.clocks:
                session.drive_if_on()
            asyncio.get_running_loop().call_soon(self._engine.driving.changed)

    async def settled(self, leaf: str | None = None) -> bool:
        """The agent is idle. True asks the host to compact now; it is asked once for each turn."""
        async with self._moments:
            life, session = self._opened()
            if leaf is not None:
                session.tell_leaf(leaf)
            due = self.place.features.clocks and self._is_due()
            self._life, ask = lifecycle.settle(life, leaf, due=due)
            return ask

    async def before_compact(self, leaf: str | None = None) -> Compaction | NoCompaction:
        """The host is about to compact. Waits for observers at work, as long as the settings say or `skip_wait`."""
        self._skips.clear()
        async with self._moments:
            life, session = self._opened()
            if not self.place.features.clocks:
                return NoCompaction("Observing is off for this session.")
            if leaf is not None:
                session.tell_leaf(leaf)
            await session.open_if_there()
            refusal = self._why_not_ours(wanted=life.wanted)
            if refusal is not None:
                return refusal
            if (driver := self._engine.driving.driver) is not None:
                await wait_for_observers(driver, self.compact_wait_seconds, self._skips, self._voice)
            state, memory = self._engine.read().observational, self._engine.reader.memory
            assert state is not None
            assert memory is not None
            return compaction_of(memory, state)

    def skip_wait(self) -> None:
        """Let `before_compact` go on without the observers that it waits for."""
        self._skips.set()

    # Tools and commands

    async def run_command(self, name: Literal["memory", "om"], arguments: str) -> CommandAnswer:
        """What a person typed behind ``/memory`` or ``/om``."""
        async with self._moments:
            if name == "memory":
                return await self._run_memory(arguments)
            return await self._run_om(arguments)

    async def _run_memory(self, arguments: str) -> CommandAnswer:
        verb, _ = split_verb(arguments)
        if verb != "reload":
            store = self._engine.reader.store
            return await asyncio.to_thread(run_memory, store, arguments, origin=self._origin())
        if self._life is None:
            return CommandAnswer("There is no session whose prompt could show it.", is_error=True)
        self._life = lifecycle.renew(self._life)
        return CommandAnswer("The next prompt shows what the files hold now. That costs one miss of the prompt cache.")

    async def _run_om(self, arguments: str) -> CommandAnswer:
        life, session = self._life, self._session
        if life is None or session is None:
            return CommandAnswer("There is no session to observe.", is_error=True)
        if not self.place.features.clocks:
            return CommandAnswer("Silcrow takes no part in observing beside the extension here.", is_error=True)
        await session.open_if_there()
        verb, rest = split_verb(arguments)
        if self._engine.reader.memory is None:
            return session.before_file(verb, since_of(rest))
        if verb != "compact":
            return await run_om(self._engine, arguments, self._describe)
        refusal = self._why_not_ours(wanted=True)
        if refusal is not None:
            return CommandAnswer(f"Not compacted. {refusal.reason}", is_error=True)
        self._life = lifecycle.want_compaction(life)
        return CommandAnswer("Compacting.", compact=True)

    # Inside

    def _opened(self) -> tuple[Life, HostedSession]:
        if self._life is None or self._session is None:
            raise RuntimeError("no session is open: start comes first")
        return self._life, self._session

    async def _leave(self) -> None:
        if self._dream is not None:
            dream, self._dream = self._dream, None
            dream.cancel()
            await asyncio.wait((dream,))
        if self._session is not None:
            session, self._session = self._session, None
            await session.close()

    def _why_not_ours(self, *, wanted: bool) -> NoCompaction | None:
        reader = self._engine.reader
        state = self._engine.read().observational
        return why_not_ours(reader.memory, state, reader.settings.observational, wanted=wanted)

    def _is_due(self) -> bool:
        memory = self._engine.reader.memory
        settings = self.settings.observational
        return memory is not None and is_due(memory, settings, lambda: self._engine.read().observational)

    def _published(self, state: WorkspaceState) -> None:
        self._voice.show(self._status_of(state))
        if self._engine.reader.clocks_stopped is not None:
            self._voice.say_once("error", f"Observing stopped: {self._engine.reader.clocks_stopped}.")
