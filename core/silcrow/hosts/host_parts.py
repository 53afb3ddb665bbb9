"""What each moment of a host works with, and what may be asked of it at any time."""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from silcrow.curated import MemoryTool, ToolAnswer, create_memory_tools
from silcrow.curated.actors import Origin
from silcrow.hosts.hosted_session import HostedSession
from silcrow.hosts.lifecycle import Life
from silcrow.hosts.opening import HostPlace, where_of
from silcrow.hosts.status_line import HostStatus, host_status
from silcrow.hosts.voice import Append, Changed, Notice, Voice
from silcrow.pipeline import Pace
from silcrow.pipeline.purposes import host_purpose
from silcrow.settings import Settings
from silcrow.workspace.engine import Engine
from silcrow.workspace.state import WorkspaceState

_ASK_SECONDS: Final = 3.0
"""How long a workbench or a watch has to give the session up."""


class HostParts:
    """The parts of a host. `MemoryHost` adds its moments."""

    def __init__(
        self,
        place: HostPlace,
        *,
        append: Append,
        notice: Notice = lambda _level, _text: None,
        changed: Changed = lambda _: None,
        describe: Callable[[WorkspaceState], str] | None = None,
        environ: Mapping[str, str] | None = None,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``describe`` gives the status of observational memory as text, for ``/om status``; by default one line."""
        environ = dict(os.environ) if environ is None else environ
        self.place = place
        self._environ = environ
        self._voice = Voice(append, notice, changed)
        self._describe: Callable[[WorkspaceState], str] = describe or self._line_of
        self._clock = clock
        self._engine = Engine(
            where_of(place, environ),
            environ,
            purpose=host_purpose(str(place)),
            pace=pace,
            clock=clock,
            standing="host",
            ask_seconds=_ASK_SECONDS,
            hand_over=self._voice.hand_over,
        )
        self._moments = asyncio.Lock()
        self._skips = asyncio.Event()
        self._life: Life | None = None
        self._session: HostedSession | None = None
        self._dream: asyncio.Task[None] | None = None

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

    async def call_tool(self, name: str, arguments: Mapping[str, Any] | None) -> ToolAnswer | None:
        """Call one of `tools`; None for a name that is none of them."""
        tool = next((tool for tool in self.tools() if tool.name == name), None)
        return None if tool is None else await tool.call(arguments)

    def _origin(self) -> Origin:
        return Origin(session_id=self.session_id)

    @property
    def _shows_block(self) -> bool:
        return self.place.features.block and self.settings.memory.prompt_block

    def _status_of(self, state: WorkspaceState) -> HostStatus:
        status = host_status(state, block=self._shows_block, clocks=self.place.features.clocks)
        return status if self._session is None else self._session.amended(status)

    def _line_of(self, state: WorkspaceState) -> str:
        return self._status_of(state).line
