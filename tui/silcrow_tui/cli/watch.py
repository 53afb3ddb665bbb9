"""``silcrow watch``: drive the session without a screen while it grows."""

import asyncio
import contextlib
import json
import time
from datetime import UTC, datetime
from typing import Any, Final

import click

from silcrow.files import ChangeFeed, LockBusy
from silcrow.pipeline import Driver
from silcrow.pipeline.handing_over import HandedOver
from silcrow.settings import with_agent_dir
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.cli import exits
from silcrow_tui.cli.long_running import long_running
from silcrow_tui.cli.om_fork import is_on
from silcrow_tui.cli.om_place import OmPlace, open_place, refuse, refuse_busy, take_over_option
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import flush, say
from silcrow_tui.cli.watch_events import Event, events_between, status_events

ASK_SECONDS: Final = 5.0
"""How long a workbench has to give the session up."""
_READ_PAUSE: Final = 0.1
"""Seconds between two readings at most: a burst of changes costs one."""


@click.command(cls=Command)
@take_over_option
@pass_options
@click.pass_context
def watch(context: click.Context, options: Options, take_over: bool) -> None:
    """Observe and file while the session grows, until it is ended with Ctrl-C or SIGTERM.

    One line for each thing that happens; with --json each is a JSON document on a line of its own. A workbench that
    drives the session gives way; a host that wants to drive it gets it.
    """
    place = open_place(options)
    place.must_be_writable(context)
    place.must_be_ours(context, take_over=take_over)
    if not is_on(place):
        refuse(context, options, "off", "Memory is off for this session; `silcrow om on` turns it on.")
    watcher = _Watcher(place)
    ended: LockBusy | None = None
    with long_running(), contextlib.suppress(KeyboardInterrupt):
        ended = asyncio.run(watcher.run())
    if ended is not None:
        refuse_busy(context, place, ended.holder)
    context.exit(exits.DONE)


class _Watcher:
    """Drives the session of a place and tells what happens."""

    def __init__(self, place: OmPlace) -> None:
        self._options = place.options
        self._reader = place.reader
        self._state: WorkspaceState = place.state
        self._driver = Driver(
            place.memory,
            lambda: self._reader.settings.observational,
            environ=with_agent_dir(place.options.environ, place.where.agent_dir),
            purpose="silcrow watch",
            standing="watch",
        )

    async def run(self) -> LockBusy | None:
        """Until cancelled or asked to give way; what keeps the session when it can't be had."""
        busy = await self._driver.ask_to_drive(ASK_SECONDS)
        if busy is not None:
            return busy
        session = self._driver.memory.session.session_id
        self._tell(Event("watching", f"watching session {session}", {"sessionId": session}))
        self._look(first=True)
        clocks = asyncio.create_task(self._driver.drive(), name="clocks")
        following = asyncio.create_task(self._follow(), name="files")
        gives_way: HandedOver | None = None
        try:
            await asyncio.wait((clocks, following), return_when=asyncio.FIRST_COMPLETED)
            await (clocks if clocks.done() else following)
        except HandedOver as handed:
            gives_way = handed
        finally:
            for task in (clocks, following):
                task.cancel()
            await asyncio.gather(clocks, following, return_exceptions=True)
            await self._driver.close()
            self._look()
            words = f"stopped, {gives_way}" if gives_way else "stopped"
            self._tell(Event("stopped", words, {"by": gives_way.to.pid if gives_way else None}))
        return None

    async def _follow(self) -> None:
        async with ChangeFeed(self._reader.watched()) as feed:
            await self._note_outside()
            self._look()
            async for _ in feed:
                await self._note_outside()
                self._look()
                self._driver.wake()
                await asyncio.sleep(_READ_PAUSE)

    async def _note_outside(self) -> None:
        """Record what other programs did to the memory files, so that it can be seen and taken back."""
        await asyncio.to_thread(self._reader.store.note_external)

    def _look(self, *, first: bool = False) -> None:
        before, self._state = self._state, self._reader.read(time.time())
        standing = status_events(self._state) if first else ()
        for event in (*standing, *events_between(before, self._state)):
            self._tell(event)

    def _tell(self, event: Event) -> None:
        now = datetime.now(UTC)
        if self._options.json:
            document: dict[str, Any] = {"at": now.isoformat(timespec="milliseconds"), "event": event.name}
            # Escaped, so that one document is one line whatever the console can show.
            say(json.dumps({**document, **event.fields}))
        elif not self._options.quiet:
            say(f"{now.astimezone():%H:%M:%S}  {event.words}")
        flush()
