"""One feed of file changes: told by the system where it can, found by an own look each second in any case.

The look (inode, size and times of everything watched) is the truth. Events only make it come earlier, so that a watch
that died with its folder, a silent network share or a full event queue costs a second and never a change.
"""

import asyncio
import contextlib
import importlib
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from silcrow.files.watch_plan import WatchPlan, interpret, plan_watches
from silcrow.files.watched import Change, Signature, Watched, differences, missing_folders, sign, snapshot

_STEP_MS = 20
_DEBOUNCE_MS = 60
_SAME_TICK_SECONDS = 0.1
"""File times move in steps of some milliseconds: a change so young may have a twin with the same time."""

_NO_PLAN = WatchPlan((), ())

FeedState = Literal["live", "checking", "missing"]


class ChangeFeed:
    """Changes of a set of files and folders, as an asynchronous iterator.

    ``async with ChangeFeed(watched) as feed: async for change in feed: ...``. Read the files after entering (and after
    `update`), not before: what happens from then on is told. Changes that come while the consumer works are told
    together. A change without paths tells that `state` is another. Nothing is ever written.
    """

    def __init__(self, watched: Iterable[Watched], *, events: bool = True, check_seconds: float = 1.0) -> None:
        """``events=False`` relies on the looks alone, for systems that tell nothing."""
        self._watched = tuple(watched)
        self._events = events
        self._check_seconds = check_seconds
        self._known: dict[Path, Signature] = {}
        self._missing: frozenset[Path] = frozenset()
        self._plan = _NO_PLAN
        self._armed = False
        self._listeners: list[asyncio.Task[None]] = []
        self._heard: set[str] = set()
        self._moved: frozenset[Path] = frozenset()
        self._wake = asyncio.Event()
        self._look_now = False
        self._told: set[Path] = set()
        self._told_by: Literal["event", "check"] = "check"
        self._something = asyncio.Event()
        self._tried_to_listen = asyncio.Event()
        self._state_told: FeedState = "checking"
        self._runner: asyncio.Task[None] | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        self._known = await asyncio.to_thread(self._prepare)
        self._runner = asyncio.create_task(self._run(), name="change feed")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        self._something.set()
        if self._runner is not None:
            self._runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._runner

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        while not self._told and self._state_told == self.state and not self._closed:
            self._something.clear()
            await self._something.wait()
        if self._closed:
            raise StopAsyncIteration
        self._state_told = self.state
        change = Change(frozenset(self._told), self._told_by)
        self._told.clear()
        return change

    async def ready(self) -> None:
        """Wait until the feed knows whether the system tells it of changes: only then does `state` mean something."""
        await self._tried_to_listen.wait()
        self._state_told = self.state

    @property
    def state(self) -> FeedState:
        """``missing``: a watched folder is not there; ``checking``: no events, only a look a second; else ``live``."""
        if self._missing:
            return "missing"
        return "live" if self._armed else "checking"

    @property
    def missing(self) -> frozenset[Path]:
        """Watched folders and trees that do not exist now. When one appears, it is told as a change of its path."""
        return self._missing

    def update(self, watched: Iterable[Watched]) -> None:
        """Watch another set. What is in both keeps its state, so nothing in between is lost."""
        wanted = tuple(watched)
        if wanted == self._watched:
            return
        fresh = snapshot(tuple(each for each in wanted if each not in self._watched))
        kept = _within(self._known, tuple(each for each in wanted if each in self._watched))
        self._watched = wanted
        self._known = fresh | kept
        self.look()

    def look(self) -> None:
        """Look at everything now, without waiting for the second to pass: on focus, or before an action."""
        self._look_now = True
        self._wake.set()

    def _prepare(self) -> dict[Path, Signature]:
        if self._events:
            # Loaded here, in a thread: it takes longer than a frame.
            importlib.import_module("watchfiles")
        return snapshot(self._watched)

    async def _run(self) -> None:
        # The feed serves whoever iterates it; if it fails, they must hear of it and not wait for ever.
        try:
            await self._rearm()
            self._tried_to_listen.set()
            last_look = time.monotonic()
            while not self._closed:
                await self._wait(last_look + self._check_seconds - time.monotonic())
                heard, self._heard = self._heard, set()
                whole = self._look_now or time.monotonic() - last_look >= self._check_seconds
                if heard:
                    whole = self._look_at_heard(heard) or whole
                if whole:
                    self._look_now = False
                    await self._look_at_all("event" if heard else "check")
                    await self._rearm()
                    last_look = time.monotonic()
        finally:
            await _end(self._listeners)
            self._closed = True
            self._something.set()
            self._tried_to_listen.set()

    async def _wait(self, seconds: float) -> None:
        if not self._look_now and not self._heard and seconds > 0:
            with contextlib.suppress(TimeoutError):
                # Not wait_for: that one can swallow a cancellation that comes together with the wake.
                async with asyncio.timeout(seconds):
                    await self._wake.wait()
        self._wake.clear()

    def _look_at_heard(self, paths: set[str]) -> bool:
        """Look at the files that events named; True when a folder came or went, so that all must be looked at."""
        heard = interpret(paths, self._watched)
        changed: set[Path] = set()
        for path in heard.files:
            now, before = sign(path), self._known.get(path)
            if now is None:
                self._known.pop(path, None)
            else:
                self._known[path] = now
            if now != before or (now is not None and _is_young(now)):
                changed.add(path)
        self._tell(changed, "event")
        if any(map(self._plan.names, paths)):
            # A place we listen in was itself removed or moved, and its watch ended with it. One that is made anew at
            # once may even get the same inode, so that the plan alone would not show it.
            self._plan = _NO_PLAN
        self._moved |= heard.places
        return heard.folders

    async def _look_at_all(self, seen_by: Literal["event", "check"]) -> None:
        watched, before = self._watched, self._known
        after, missing = await asyncio.to_thread(lambda: (snapshot(watched), missing_folders(watched)))
        if watched is not self._watched:
            # The set changed while we looked; what we saw belongs to the old one.
            self._look_now = True
            return
        self._known, self._missing = after, missing
        # Who read a folder's files between its going and its coming back must read them again, though nothing differs.
        moved, self._moved = self._moved, frozenset()
        self._tell(differences(before, after) | moved, seen_by)

    def _tell(self, paths: Iterable[Path], seen_by: Literal["event", "check"]) -> None:
        news = set(paths)
        if not news:
            return
        if not self._told:
            self._told_by = seen_by
        self._told |= news
        self._something.set()

    async def _rearm(self) -> None:
        """Listen where the plan for the files as they lie now says, and look again at what happened meanwhile."""
        self._missing = missing_folders(self._watched)
        plan = plan_watches(self._watched)
        if not self._events or (plan == self._plan and self._listening()):
            return
        self._plan, before = plan, self._listeners
        fresh = [
            asyncio.create_task(self._listen(tuple(path for path, _ in places), recursive))
            for places, recursive in ((plan.flat, False), (plan.deep, True))
            if places
        ]
        self._listeners = [*before, *fresh]
        # A listener begins to listen in its first step. The ones before end only then, so that no moment is unheard.
        await asyncio.sleep(0)
        await _end(before)
        self._listeners = fresh
        await self._look_at_all("check")
        self._armed = self._listening()
        self._something.set()

    def _listening(self) -> bool:
        return not any(listener.done() for listener in self._listeners)

    async def _listen(self, folders: tuple[str, ...], recursive: bool) -> None:
        from watchfiles import awatch  # pyright: ignore[reportUnknownVariableType] - it names trio, which is optional
        from watchfiles._rust_notify import WatchfilesRustInternalError

        # A folder that is gone again, more watches than the system allows: the next look arms anew, events or not.
        with contextlib.suppress(OSError, WatchfilesRustInternalError):
            batches = awatch(
                *folders,
                watch_filter=None,
                step=_STEP_MS,
                debounce=_DEBOUNCE_MS,
                recursive=recursive,
                ignore_permission_denied=True,
            )
            async with contextlib.aclosing(batches):
                async for batch in batches:
                    self._heard.update(path for _, path in batch)
                    self._wake.set()


async def _end(listeners: list[asyncio.Task[None]]) -> None:
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)


def _is_young(signature: Signature) -> bool:
    return abs(time.time() - signature.modified / 1e9) < _SAME_TICK_SECONDS


def _within(known: dict[Path, Signature], watched: tuple[Watched, ...]) -> dict[Path, Signature]:
    exact = {each.path for each in watched}
    folders = {each.path: each for each in watched if each.kind == "folder"}
    trees = [each for each in watched if each.kind == "tree"]

    def belongs(path: Path) -> bool:
        if path in exact:
            return True
        folder = folders.get(path.parent)
        if folder is not None and folder.wants(path.name):
            return True
        return any(each.path in path.parents and each.wants(path.name) for each in trees)

    return {path: signature for path, signature in known.items() if belongs(path)}
