"""The session that a host has open: its file once it is there, its clocks, and what came before the file."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from silcrow.curated.snapshot import SnapshotRecord, read_record
from silcrow.curated.store_file import os_words
from silcrow.hosts.command import CommandAnswer
from silcrow.hosts.opening import Opening
from silcrow.hosts.status_line import HostStatus
from silcrow.hosts.voice import Voice
from silcrow.observational import drafts
from silcrow.observational.handed import RECORD_ID
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.records import Enabled
from silcrow.pipeline.gate import local_offset
from silcrow.pipeline.seeding import was_on_in_parent
from silcrow.pipeline.since import Since
from silcrow.sessions.head import read_head
from silcrow.workspace.engine import Engine
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.stored_snapshots import stored_snapshots

_QUIET: Final = frozenset({"done", "off", "no_session"})
"""Codes of driving that nobody needs to be told of."""


class HostedSession:
    """One session of a host. The file may come later than the session: pi writes it with the first message."""

    def __init__(
        self,
        engine: Engine,
        opening: Opening,
        clock: Callable[[], float],
        voice: Voice,
    ) -> None:
        self._engine = engine
        self._opening = opening
        self._clock = clock
        self._voice = voice
        self._is_open = False
        self._wanted = _switched(opening.entries)
        """What a person switched memory to before the file was there."""
        self._leaf = opening.leaf
        self._following: asyncio.Task[None] | None = None
        self._starting: asyncio.Task[None] | None = None

    async def open_if_there(self) -> None:
        """Open the session file as soon as it holds this session."""
        path = self._opening.path
        if self._is_open or path is None or not await asyncio.to_thread(self._is_there):
            return
        try:
            answer = await self._engine.open_session(path)
        except OSError as error:
            self._voice.say_once("error", f"The session can't be read, so it is not observed: {os_words(error)}.")
            return
        if answer.done:
            self._is_open = True
            self.tell_leaf(self._leaf)

    def tell_leaf(self, leaf: str | None) -> None:
        """The host goes on from this entry."""
        self._leaf = leaf
        if self._is_open and self._engine.reader.memory is not None:
            self._engine.reader.memory.session.refresh()
            self._engine.reader.memory.tell_leaf(leaf)

    def blocks(self, leaf: str | None) -> tuple[tuple[SnapshotRecord, ...], tuple[str, ...]]:
        """The memory blocks that the session holds, and the ids from its root to the leaf."""
        handed = [
            (entry.get("id"), record)
            for entry in self._opening.entries
            if (record := read_record(entry, in_session=True)) is not None
        ]
        ids = tuple(own for own, _ in handed if isinstance(own, str))
        records = tuple(record for _, record in handed)
        memory = self._engine.reader.memory if self._is_open else None
        if memory is None:
            return records, (ids if leaf is None else (*ids, leaf))
        session = memory.session
        named = leaf if leaf is not None and leaf in session else memory.leaf
        branch = session.branch_ids(named) if session.entry_count else ()
        try:
            held = stored_snapshots(session, memory.folder)
        except OSError:
            held = ()
        later = ids if leaf is None else ()
        return (*held, *records), (*branch, *(own for own in later if own not in session))

    def drive_if_on(self) -> None:
        """Let the clocks run where memory is on, without waiting for the session to be had."""
        if self._starting is not None and not self._starting.done():
            return
        memory = self._engine.reader.memory if self._is_open else None
        if memory is None or self._engine.driving.driver is not None:
            return
        memory.refresh()
        if memory.view().enabled or was_on_in_parent(memory):
            self._starting = asyncio.create_task(self._drive(), name="take the session over")

    async def _drive(self) -> None:
        try:
            answer = await self._engine.driving.start()
        except OSError as error:
            self._voice.say_once("error", f"This session can't be observed: {os_words(error)}.")
            return
        if answer.code not in _QUIET:
            self._voice.say_once("warning" if answer.code == "io" else "info", answer.words)
        self._engine.driving.changed()

    def follow(self, published: Callable[[WorkspaceState], None]) -> None:
        """Tell each change of the files, and write down what other programs do to the memory files."""
        self._following = asyncio.create_task(self._engine.follow(published, note=True), name="follow the files")

    async def close(self) -> None:
        """End what runs, keep what the host did not write beside the session, and let go of it."""
        for task in (self._starting, self._following):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, OSError):
                    await task
        await self._engine.close()
        memory = self._engine.reader.memory if self._is_open else None
        if memory is not None:
            try:
                memory.refresh()
                memory.ledger.keep_handed()
            except OSError as error:
                self._voice.say_once("error", f"Memory of this session could not be kept: {os_words(error)}.")
        self._engine.leave_session()

    def before_file(self, verb: str, since: Since | None) -> CommandAnswer:
        """``/om`` in a session that has no file that could be observed."""
        if self._opening.path is None:
            return CommandAnswer("This session is kept in no file, so it can't be observed.", is_error=True)
        if self._is_open:
            session = self._engine.state.session
            return CommandAnswer(f"This session can't be observed: {session and session.reason}.", is_error=True)
        if verb in ("on", "off"):
            self._switch(verb == "on")
            if since not in (None, "start"):
                return CommandAnswer("Observing is on; nothing was said before, so it begins at the start.")
            return CommandAnswer("Observing is on." if verb == "on" else "Observing is off.")
        if verb == "status":
            state = "on" if self._wanted else "off"
            return CommandAnswer(f"Observing is {state} for this session; nothing is written in it yet.")
        return CommandAnswer("Nothing is written in this session yet.", is_error=True)

    def amended(self, status: HostStatus) -> HostStatus:
        """The status with what was switched before the file was there."""
        return status if self._is_open or self._wanted is None else replace(status, observing=self._wanted)

    def _switch(self, on: bool) -> None:
        """The host keeps the records until it writes the file, and they count from then on."""
        note = drafts.session_note(session_id=self._opening.session_id, utc_offset=local_offset(self._clock()))
        for custom_type, fields in (note, drafts.enabled(on)):
            self._voice.hand_over(custom_type, {**fields, RECORD_ID: os.urandom(8).hex()})
        self._wanted = on

    def _is_there(self) -> bool:
        path = self._opening.path
        head = read_head(path) if path is not None else None
        return head is not None and head.header.id == self._opening.session_id


def _switched(entries: Iterable[Mapping[str, Any]]) -> bool | None:
    """What these entries switched memory to; None for what they leave alone."""
    records = [record for entry in entries if isinstance(record := parse_record(entry, in_file=True), Enabled)]
    return records[-1].enabled if records else None
