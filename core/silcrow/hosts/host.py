"""Memory for a host: hand it the moments of a session, and it says what goes into the prompt and into the session."""

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from silcrow.curated import MemoryTool, ToolAnswer, create_memory_tools
from silcrow.curated.actors import Origin
from silcrow.curated.snapshot import RECORD_TYPE
from silcrow.hosts import lifecycle
from silcrow.hosts.command import CommandAnswer, split_verb
from silcrow.hosts.compaction import Compaction, NoCompaction, compaction_of, is_due, why_not_ours
from silcrow.hosts.hosted_session import HostedSession
from silcrow.hosts.lifecycle import Life
from silcrow.hosts.memory_command import run_memory
from silcrow.hosts.om_command import run_om, since_of
from silcrow.hosts.opening import HostPlace, Opening, where_of
from silcrow.hosts.status_line import HostStatus, host_status
from silcrow.observational.instants import iso_instant
from silcrow.pipeline import Pace
from silcrow.settings import Settings
from silcrow.workspace.engine import Engine
from silcrow.workspace.state import WorkspaceState

Level = Literal["info", "warning", "error"]
Append = Callable[[str, Mapping[str, Any]], object]
"""Writes a ``custom`` entry (type, data) into the session, under its leaf. May raise OSError."""

_ASK_SECONDS: Final = 3.0
"""How long a workbench or a watch has to give the session up."""
_LOOK_SECONDS: Final = 0.05


class MemoryHost:
    """The memory of one host. All methods belong to one event loop, and moments are worked on one after the other.

    ``async with MemoryHost(...) as host`` ends the session at its end. Records are given to ``append`` in the order in
    which they count, also between moments: workers end when they end. What ``append`` could not write is kept beside
    the session at its end. ``notice`` tells the person something once, ``changed`` that the status line did.
    """

    def __init__(
        self,
        place: HostPlace,
        *,
        append: Append,
        notice: Callable[[Level, str], object] = lambda _level, _text: None,
        changed: Callable[[HostStatus], object] = lambda _: None,
        describe: Callable[[WorkspaceState], str] | None = None,
        environ: Mapping[str, str] | None = None,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``describe`` gives the status of observational memory as text, for ``/om status``; by default one line."""
        environ = dict(os.environ) if environ is None else environ
        self.place = place
        self._append = append
        self._notice = notice
        self._changed = changed
        self._describe: Callable[[WorkspaceState], str] = describe or self._line_of
        self._clock = clock
        self._engine = Engine(
            where_of(place, environ),
            environ,
            purpose=str(place),
            pace=pace,
            clock=clock,
            standing="host",
            ask_seconds=_ASK_SECONDS,
            hand_over=self._hand_over,
        )
        self._moments = asyncio.Lock()
        self._skips = asyncio.Event()
        self._life: Life | None = None
        self._session: HostedSession | None = None
        self._shown: HostStatus | None = None
        self._told = ""

    async def __aenter__(self) -> "MemoryHost":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.shutdown()

    # What the host may ask at any time

    @property
    def session_id(self) -> str | None:
        """The session that is open."""
        return self._life.session_id if self._life is not None else None

    @property
    def frozen_block(self) -> str | None:
        """The block that the session's prompts show; None before the first prompt."""
        return self._life.snapshot.block if self._life is not None and self._shows_block else None

    @property
    def settings(self) -> Settings:
        """Those in force."""
        return self._engine.reader.settings

    @property
    def compact_wait_seconds(self) -> float | None:
        """How long `before_compact` waits for observers at most; None without an end."""
        return self.settings.observational.limits.compact_wait_seconds

    def problems(self) -> tuple[str, ...]:
        """What is wrong in the settings, a sentence each."""
        return tuple(f"{each.path}: {each.key}: {each.message}" for each in self.settings.problems)

    @property
    def state(self) -> WorkspaceState:
        """All that is known of the place, read now."""
        return self._engine.read()

    def tools(self) -> tuple[MemoryTool, ...]:
        """The tools for the model; none where they are switched off."""
        if not (self.place.features.tools and self.settings.memory.tools):
            return ()
        return create_memory_tools(self._engine.reader.store, origin=self._origin())

    def status(self) -> HostStatus:
        """The status line, as it is now."""
        return self._status_of(self._engine.read())

    # The life of a session

    async def start(self, opening: Opening) -> None:
        """A session is opened; one that is open ends with that."""
        async with self._moments:
            before = self._life
            await self._leave()
            self._session = HostedSession(self._engine, opening, self._clock, self._append, self._say)
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
            self._say_once(self._life.snapshot.notice)
            if self.place.features.clocks:
                self._session.drive_if_on()
            self._session.follow(self._published)

    async def tree(self, leaf: str | None) -> None:
        """The host went to another entry of the tree: pool, coverage and block are those of its branch."""
        async with self._moments:
            life, session = self._opened()
            session.tell_leaf(leaf)
            records, branch = session.blocks(leaf)
            judge = self._engine.reader.store.judge()
            self._life = await asyncio.to_thread(lifecycle.go_to, life, leaf, records, branch, judge)
            self._say_once(self._life.snapshot.notice)
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
            self._say_once(prompted.life.snapshot.notice)
            if prompted.store is not None:
                self._hand_over(RECORD_TYPE, prompted.store)
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
            await self._wait_for_observers()
            state, memory = self._engine.read().observational, self._engine.reader.memory
            assert state is not None
            assert memory is not None
            return compaction_of(memory, state)

    def skip_wait(self) -> None:
        """Let `before_compact` go on without the observers that it waits for."""
        self._skips.set()

    # Tools and commands

    async def call_tool(self, name: str, arguments: Mapping[str, Any] | None) -> ToolAnswer | None:
        """Call one of `tools`; None for a name that is none of them."""
        tool = next((tool for tool in self.tools() if tool.name == name), None)
        return None if tool is None else await tool.call(arguments)

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
        if self._session is not None:
            session, self._session = self._session, None
            await session.close()

    def _hand_over(self, custom_type: str, data: Mapping[str, Any]) -> None:
        try:
            self._append(custom_type, data)
        except OSError as error:
            self._say("warning", f"The session can't be written ({error}); its memory is kept beside it.")

    def _origin(self) -> Origin:
        return Origin(session_id=self.session_id)

    @property
    def _shows_block(self) -> bool:
        return self.place.features.block and self.settings.memory.prompt_block

    def _why_not_ours(self, *, wanted: bool) -> NoCompaction | None:
        reader = self._engine.reader
        state = self._engine.read().observational
        return why_not_ours(reader.memory, state, reader.settings.observational, wanted=wanted)

    def _is_due(self) -> bool:
        state = self._engine.read()
        return is_due(self._engine.reader.memory, state.observational, state.settings.observational)

    async def _wait_for_observers(self) -> None:
        driver = self._engine.driving.driver
        limit = self.settings.observational.limits.compact_wait_seconds
        if driver is None or not driver.observes or limit == 0:
            return
        words = "until they are done" if limit is None else f"for at most {limit:,.0f} seconds"
        self._say("info", f"Observers are at work; the compaction waits {words}.")
        end = None if limit is None else time.monotonic() + limit
        while driver.observes and not self._skips.is_set() and (end is None or time.monotonic() < end):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_SECONDS):
                    await self._skips.wait()

    def _published(self, state: WorkspaceState) -> None:
        status = self._status_of(state)
        if status != self._shown:
            self._shown = status
            self._changed(status)
        if self._engine.reader.clocks_stopped is not None:
            self._say_once(f"Observing stopped: {self._engine.reader.clocks_stopped}.", "error")

    def _status_of(self, state: WorkspaceState) -> HostStatus:
        status = host_status(state, block=self._shows_block, clocks=self.place.features.clocks)
        return status if self._session is None else self._session.amended(status)

    def _line_of(self, state: WorkspaceState) -> str:
        return self._status_of(state).line

    def _say(self, level: Level, text: str) -> None:
        self._notice(level, text)

    def _say_once(self, text: str, level: Level = "warning") -> None:
        if text and text != self._told:
            self._told = text
            self._say(level, text)
