"""Dreaming from a window: how it stands, a dream that a person starts, its report, and the way back."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from silcrow.curated import Failure
from silcrow.workspace.place import Answer
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.where import Where

if TYPE_CHECKING:
    from silcrow.dreaming import DreamPlace, DreamStatus, Report
    from silcrow.pipeline import NotDone

_FIRST_LOOK: Final = 1.0
"""Seconds before the first look: the first frame does not wait for it."""
_LOOK_SECONDS: Final = 60.0
"""Between two looks: each asks all session files whether they have changed."""
_LOOK_WHILE_RUNNING: Final = 1.0


class Dreams:
    """Belongs to one event loop. Session files are read in threads, so that nothing else waits for them."""

    def __init__(
        self, reader: PlaceReader, where: Where, environ: Mapping[str, str], *, publish: Callable[[], object]
    ) -> None:
        """``publish`` is called when what is seen here has changed."""
        self.seen: DreamStatus | None = None
        """As it was at the last look; None before the first one."""
        self._reader = reader
        self._where = where
        self._environ = environ
        self._publish = publish
        self._wake = asyncio.Event()
        self._running: asyncio.Task[Report | NotDone] | None = None
        self._opened: DreamPlace | None = None

    async def follow(self) -> None:
        """Look from time to time, until cancelled."""
        await asyncio.sleep(_FIRST_LOOK)
        while True:
            self._wake.clear()
            await self.look()
            pause = _LOOK_WHILE_RUNNING if self._running is not None else _LOOK_SECONDS
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()

    async def look(self) -> None:
        """See how dreaming stands now."""
        seen = await asyncio.to_thread(self._place().status)
        if seen != self.seen:
            self.seen = seen
            self._publish()

    async def start(self) -> Answer:
        """Dream now, whatever the time and the number of turns, and tell what came of it once it has ended.

        When cancelled, the worker is ended and nothing is changed.
        """
        if self._running is not None:
            return Answer(False, "A dream is running here already.", "running")
        from silcrow.dreaming import Report
        from silcrow.dreaming.dreaming import dream
        from silcrow.dreaming.report import report_words

        self._running = asyncio.create_task(dream(self._place(), force=True, purpose="workbench"), name="dream")
        self._wake.set()
        try:
            answer = await self._running
        finally:
            self._running = None
        await self.look()
        self._publish()
        if isinstance(answer, Report):
            return Answer(answer.outcome != "failed", f"Dreamt: {report_words(answer)}", answer.outcome)
        return Answer(False, answer.words, answer.code)

    async def report(self) -> "Report | Answer":
        """What the last dream did."""
        from silcrow.dreaming import Report

        found = await asyncio.to_thread(self._place().report)
        return found if isinstance(found, Report) else Answer(False, found.words, found.code)

    async def revert(self) -> Answer:
        """Take back all that the last dream changed that still stands."""
        from silcrow.dreaming import Reverted

        answer = await asyncio.to_thread(self._place().revert)
        if isinstance(answer, Failure):
            return Answer(False, answer.error, answer.code)
        if not isinstance(answer, Reverted):
            return Answer(False, answer.words, answer.code)
        await self.look()
        self._publish()
        number = len(answer.report.taken)
        waits = f" {answer.waiting:,} of it still wait for review." if answer.waiting else ""
        return Answer(True, f"Taken back: {number:,} {'change' if number == 1 else 'changes'} of the dream.{waits}")

    async def close(self) -> None:
        """End a dream that runs here: nothing is changed by it."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    def _place(self) -> "DreamPlace":
        """On the store that the settings name now."""
        from silcrow.dreaming import open_dream_place

        if self._opened is None or self._opened.store is not self._reader.store:
            self._opened = open_dream_place(
                lambda: self._reader.settings,
                agent_dir=self._where.agent_dir,
                sessions_dir=self._where.sessions_dir,
                project=self._reader.project,
                environ=self._environ,
                store=self._reader.store,
            )
        return self._opened
