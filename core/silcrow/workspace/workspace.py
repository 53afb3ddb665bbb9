"""A place for a user interface: the engine in a thread of its own, so that no key ever waits for a disk or a lock."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from silcrow.curated import Change, Failure, Result, Success, Target
from silcrow.observational import ChunkRange, Observation
from silcrow.pipeline import Pace
from silcrow.sessions import SessionSummary
from silcrow.workers import Role
from silcrow.workspace.engine import Engine
from silcrow.workspace.memory_actions import MemoryActions
from silcrow.workspace.place import Answer, FileChange, OnForecast, RunDetail, SourceText
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.where import Where

if TYPE_CHECKING:
    from silcrow.curated.recovery import RecoveryPlan
    from silcrow.dreaming import Report
    from silcrow.observational.compaction import CompactionPreview
    from silcrow.pipeline.reverting import Reverted
    from silcrow.pipeline.since import Since
    from silcrow.workspace.agents_view import AgentsView
    from silcrow.workspace.curating import Curated, Curation
    from silcrow.workspace.finding import WholeHit
    from silcrow.workspace.search import Findings, Hit
    from silcrow.workspace.search_query import BadQuery
    from silcrow.workspace.usual_places import UsualPlace

_T = TypeVar("_T")
_READ_ONLY = Answer(False, "Read only: nothing is written or started here.", "read_only")


class Workspace:
    """The real :class:`~silcrow.workspace.place.Place`.

    ``async with Workspace(...) as place`` follows the files until its end. All methods belong to the loop it was
    entered in.
    """

    def __init__(
        self,
        where: Where,
        environ: Mapping[str, str],
        *,
        readonly: bool = False,
        drive: bool = False,
        notes: bool = False,
        patient: bool = False,
        pace: Pace | None = None,
        purpose: str = "workbench",
    ) -> None:
        """``drive`` starts workers for the session; ``notes`` writes down what other programs change in the memory.

        ``patient`` begins to follow the files only with the first look at `states`: a screen can be drawn before.
        """
        self._engine = Engine(where, environ, purpose=purpose, pace=pace)
        self._readonly = readonly
        self._drive = drive
        self._notes = notes
        self._patient = patient
        self._state = self._engine.state
        self._version = 0
        self._changed = asyncio.Event()
        self._closed = False
        self._ui_loop: asyncio.AbstractEventLoop | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run_loop, name="silcrow engine", daemon=True)
        self._following: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Workspace":
        self._ui_loop = asyncio.get_running_loop()
        self._thread.start()
        await self._call(self._begin)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def state(self) -> WorkspaceState:
        return self._state

    @property
    def readonly(self) -> bool:
        return self._readonly

    async def states(self) -> AsyncIterator[WorkspaceState]:
        if not self._closed:
            await self._call(self._follow)
        seen = -1
        while not self._closed:
            if seen == self._version:
                self._changed.clear()
                await self._changed.wait()
                continue
            seen = self._version
            yield self._state

    async def refresh(self) -> WorkspaceState:
        async def read() -> WorkspaceState:
            return self._engine.publish_now()

        return await self._call(read)

    async def add(self, target: Target, content: str) -> Result:
        return await self._write(target, lambda memory: memory.add(target, content))

    async def replace(self, target: Target, old_text: str, new_content: str) -> Result:
        return await self._write(target, lambda memory: memory.replace(target, old_text, new_content))

    async def remove(self, target: Target, texts: Sequence[str]) -> Result:
        return await self._write(target, lambda memory: memory.remove(target, texts))

    async def several(self, rows: Sequence[Mapping[str, Any]], operation: str) -> tuple[Success, ...] | Failure:
        return await self._write("", lambda memory: memory.several(rows, operation))

    async def curate(self, curation: "Curation") -> "Curated":
        from silcrow.workspace.curating import Curated

        answer = await self._write("", lambda memory: memory.curate(curation))
        return Curated(0, answer) if isinstance(answer, Failure) else answer

    async def agents_view(self) -> "AgentsView":
        from silcrow.workspace.agents_view import agents_view

        return await self._call(lambda: agents_view(self._engine.reader))

    async def history(self, target: Target | None = None, limit: int = 1_000) -> tuple[Change, ...]:
        return await self._call(lambda: self._engine.memory.history(target, limit, note=not self._readonly))

    async def next_undo(self) -> tuple[Change, ...]:
        return await self._call(self._engine.memory.next_undo)

    async def undo(self) -> Result:
        return await self._write("", lambda memory: memory.undo())

    async def next_redo(self) -> tuple[Change, ...]:
        return await self._call(self._engine.memory.next_redo)

    async def redo(self) -> Result:
        return await self._write("", lambda memory: memory.redo())

    async def undo_change(self, change_id: str) -> Result:
        return await self._write("", lambda memory: memory.undo_change(change_id))

    async def restore(self, change_id: str, *, whole: bool = False) -> Result:
        return await self._write("", lambda memory: memory.restore(change_id, whole=whole))

    async def plan_recovery(self, target: Target, source: Path | None = None) -> "RecoveryPlan | Failure":
        return await self._call(lambda: self._engine.memory.plan_recovery(target, source))

    async def plan_again(self, plan: "RecoveryPlan") -> "RecoveryPlan | Failure":
        return await self._call(lambda: self._engine.memory.plan_again(plan))

    async def apply_recovery(self, plan: "RecoveryPlan") -> Result:
        return await self._write(plan.target, lambda memory: memory.apply_recovery(plan))

    async def load_draft(self, target: Target, source: Path | None = None) -> "RecoveryPlan | None":
        return await self._call(lambda: self._engine.memory.load_draft(target, source))

    async def save_draft(self, plan: "RecoveryPlan") -> Failure | None:
        return await self._write(plan.target, lambda memory: memory.save_draft(plan))

    async def discard_draft(self, plan: "RecoveryPlan") -> None:
        if not self._readonly:
            await self._call(lambda: self._engine.memory.discard_draft(plan))

    async def compare_backup(self, target: Target, path: Path) -> FileChange | Failure:
        return await self._call(lambda: self._engine.memory.compare_backup(target, path))

    async def forecast(self) -> OnForecast:
        return await self._call(self._engine.forecast)

    async def set_enabled(self, enabled: bool, *, since: "Since" = "start") -> Answer:
        return await self._act(lambda: self._engine.set_enabled(enabled, since))

    async def observe(self, *, flush: bool = True) -> Answer:
        return await self._act(lambda: self._engine.driving.observe(flush))

    async def consolidate(self) -> Answer:
        return await self._act(self._engine.driving.consolidate)

    async def stop_run(self, run_id: str) -> Answer:
        return await self._act(lambda: self._engine.driving.stop_run(run_id))

    async def retry(self, chunk: ChunkRange) -> Answer:
        return await self._act(lambda: self._engine.retry(chunk))

    async def accept_gap(self, chunk: ChunkRange) -> Answer:
        return await self._act(lambda: self._engine.accept_gap(chunk))

    async def pause(self, roles: Sequence[Role], reason: str | None) -> Answer:
        return await self._act(lambda: self._engine.pause(roles, reason))

    async def revert_forecast(self, run_id: str) -> "Reverted | Answer":
        return await self._call(lambda: self._engine.revert_forecast(run_id))

    async def revert_run(self, run_id: str) -> Answer:
        return await self._act(lambda: self._engine.revert_run(run_id))

    async def drop(self, observations: Sequence[Observation]) -> Answer:
        return await self._act(lambda: self._engine.drop(observations))

    async def sessions(self) -> tuple[SessionSummary, ...]:
        return await self._call(self._engine.sessions)

    async def open_session(self, path: Path) -> Answer:
        return await self._call(lambda: self._engine.open_session(path))

    async def run_detail(self, run_id: str) -> RunDetail | None:
        return await self._call(lambda: self._engine.inquiry.run_detail(run_id))

    async def sources_of(self, observation: Observation) -> tuple[SourceText, ...]:
        return await self._call(lambda: self._engine.inquiry.sources_of(observation))

    async def topic_of(self, observation: Observation) -> str | None:
        return await self._call(lambda: self._engine.inquiry.topic_of(observation))

    async def topic_text(self, name: str) -> str | None:
        return await self._call(lambda: self._engine.inquiry.topic_text(name))

    async def compaction_preview(self) -> "CompactionPreview | Answer":
        return await self._call(self._engine.inquiry.compaction_preview)

    async def compact(self, *, force: bool = False) -> Answer:
        return await self._act(lambda: self._engine.compact(force=force))

    async def set_setting(self, key: str, value: Any) -> Answer:
        return await self._act(lambda: self._engine.set_setting(key, value))

    async def find(self, text: str) -> "Findings | BadQuery":
        return await self._call(lambda: self._engine.inquiry.find(text))

    async def whole_hit(self, hit: "Hit") -> "WholeHit | None":
        return await self._call(lambda: self._engine.inquiry.whole_hit(hit))

    async def usual_places(self) -> "tuple[UsualPlace, ...]":
        return await self._call(self._engine.inquiry.usual_places)

    async def dream(self) -> Answer:
        return await self._act(self._engine.dreams.start)

    async def dream_report(self) -> "Report | Answer":
        return await self._call(self._engine.dreams.report)

    async def revert_dream(self) -> Answer:
        return await self._act(self._engine.dreams.revert)

    async def decisions(self) -> str | None:
        return await self._call(self._engine.inquiry.decisions)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._changed.set()
        if self._thread.is_alive():
            await self._call(self._end)
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join)

    async def _begin(self) -> None:
        if self._drive and not self._readonly:
            await self._engine.driving.start()
        if not self._patient:
            await self._follow()

    async def _follow(self) -> None:
        if self._following is None:
            following = self._engine.follow(self._publish, note=self._notes and not self._readonly, dreams=self._notes)
            self._following = asyncio.create_task(following, name="follow")

    async def _end(self) -> None:
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
        await self._engine.close()

    def _publish(self, state: WorkspaceState) -> None:
        """From the engine's thread to ours."""
        if self._ui_loop is not None and not self._ui_loop.is_closed():
            self._ui_loop.call_soon_threadsafe(self._take, state)

    def _take(self, state: WorkspaceState) -> None:
        self._state = state
        self._version += 1
        self._changed.set()

    async def _act(self, action: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        return _READ_ONLY if self._readonly else await self._call(action)

    async def _write(
        self, target: Target | Literal[""], action: Callable[[MemoryActions], Coroutine[Any, Any, _T]]
    ) -> _T | Failure:
        return _refused(target) if self._readonly else await self._call(lambda: action(self._engine.memory))

    async def _call(self, action: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Run a coroutine in the engine's loop and wait for it in ours."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(action(), self._loop))

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()


def _refused(target: str) -> Failure:
    return Failure("invalid", "Read only: nothing is written here.", target)
