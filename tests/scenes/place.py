"""A place on lists in memory, which answers as a real one would."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.observational.observation import ChunkRange, Observation
from silcrow.sessions.entries import SessionSummary
from silcrow.workers.run import Role
from silcrow.workspace.place import Answer, OnForecast, RunDetail, SourceText
from silcrow.workspace.state import WorkspaceState
from tests.scenes import texts
from tests.scenes.memory import MODEL, NOW, memory_file, sessions, used
from tests.scenes.observing import run_details, source_texts

AHEAD = OnForecast(tokens=41_300, chunks=9, usd=0.071, seconds=95.0, model=str(MODEL))
"""What turning memory on would read."""


@dataclass
class ScenePlace:
    """A place on lists in memory. ``asked`` holds each action with its arguments, oldest first."""

    state: WorkspaceState
    readonly: bool = False
    details: Mapping[str, RunDetail] = field(default_factory=run_details)
    topic_texts: Mapping[str, str] = field(
        default_factory=lambda: {**texts.TOPIC_TEXTS, "INDEX.md": texts.INDEX_TEXT, "JOURNEY.md": texts.JOURNEY_TEXT}
    )
    sources: tuple[SourceText, ...] = field(default_factory=source_texts)
    catalogue: tuple[SessionSummary, ...] = field(default_factory=sessions)
    answer: Answer = field(default_factory=lambda: Answer(True, "Done."))
    """What actions on observational memory answer."""
    refusal: Failure | None = None
    """When set, each write to a memory file answers this."""
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    closed: bool = False
    _listeners: list["asyncio.Queue[WorkspaceState | None]"] = field(default_factory=list)

    def set_state(self, state: WorkspaceState) -> None:
        """Push a new state, as a change of the files would."""
        self.state = state
        for queue in self._listeners:
            queue.put_nowait(state)

    async def states(self) -> AsyncIterator[WorkspaceState]:
        queue: asyncio.Queue[WorkspaceState | None] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            while not self.closed and (state := await queue.get()) is not None:
                yield state
        finally:
            self._listeners.remove(queue)

    async def refresh(self) -> WorkspaceState:
        self.asked.append(("refresh",))
        return self.state

    # Writes to the memory files.

    async def add(self, target: Target, content: str) -> Result:
        self.asked.append(("add", target, content))
        now = self._entries(target)
        if content.strip() in now:
            return Success(target, now, self.state.memory.file(target).usage, message="Entry already present.")
        return self._write(target, (*now, content.strip()), content.strip(), "Entry added.")

    async def replace(self, target: Target, old_text: str, new_content: str) -> Result:
        self.asked.append(("replace", target, old_text, new_content))
        now = self._entries(target)
        if old_text not in now:
            return self._refuse("no_match", "No entry matches.", target)
        text = new_content.strip()
        return self._write(
            target, tuple(text if entry == old_text else entry for entry in now), text, "Entry replaced."
        )

    async def remove(self, target: Target, texts: Sequence[str]) -> Result:
        self.asked.append(("remove", target, tuple(texts)))
        now = self._entries(target)
        if any(text not in now for text in texts):
            return self._refuse("no_match", "No entry matches.", target)
        return self._write(target, tuple(entry for entry in now if entry not in texts), None, "Entry removed.")

    def _entries(self, target: Target) -> tuple[str, ...]:
        return tuple(entry.text for entry in self.state.memory.file(target).entries)

    def _refuse(self, code: Any, words: str, target: Target, **details: Any) -> Failure:
        usage = self.state.memory.file(target).usage
        return Failure(code, words, target, current_entries=self._entries(target), usage=usage, details=details)

    def _write(self, target: Target, entries: tuple[str, ...], text: str | None, words: str) -> Result:
        file = self.state.memory.file(target)
        if self.refusal is not None:
            return self.refusal
        if text == "":
            return self._refuse("empty", "Content is empty.", target)
        if any(line.strip() == "§" for line in (text or "").splitlines()):
            return self._refuse("delimiter", "A line with only § would split the entry.", target)
        if file.drift is not None:
            return self._refuse("drift", file.drift.message, target)
        size, limit = used(entries), file.usage.limit
        if size > limit and size >= file.usage.used:
            return self._refuse("over_limit", f"{size - limit} over the limit.", target, used=size, limit=limit)
        fresh = memory_file(target, entries, limit, exists=True, mtime=NOW)
        memory = {"memory": fresh} if target == "memory" else {"user": fresh}
        self.set_state(replace(self.state, memory=replace(self.state.memory, exists=True, **memory)))
        return Success(target, entries, fresh.usage, message=words)

    # Observational memory: each action is noted and answered.

    async def forecast(self) -> OnForecast:
        return AHEAD

    async def set_enabled(self, enabled: bool, *, since: Literal["start", "now"] = "start") -> Answer:
        return self._note("set_enabled", enabled, since)

    async def observe(self, *, flush: bool = True) -> Answer:
        return self._note("observe", flush)

    async def consolidate(self) -> Answer:
        return self._note("consolidate")

    async def stop_run(self, run_id: str) -> Answer:
        return self._note("stop_run", run_id)

    async def retry(self, chunk: ChunkRange) -> Answer:
        return self._note("retry", chunk)

    async def accept_gap(self, chunk: ChunkRange) -> Answer:
        return self._note("accept_gap", chunk)

    async def pause(self, roles: Sequence[Role], reason: str | None) -> Answer:
        return self._note("pause", tuple(roles), reason)

    async def open_session(self, path: Path) -> Answer:
        return self._note("open_session", path)

    def _note(self, *asked: Any) -> Answer:
        self.asked.append(asked)
        return self.answer

    # Reading.

    async def sessions(self) -> tuple[SessionSummary, ...]:
        return self.catalogue

    async def run_detail(self, run_id: str) -> RunDetail | None:
        return self.details.get(run_id)

    async def sources_of(self, observation: Observation) -> tuple[SourceText, ...]:
        return self.sources

    async def topic_text(self, name: str) -> str | None:
        return self.topic_texts.get(name)

    async def close(self) -> None:
        self.closed = True
        for queue in list(self._listeners):
            queue.put_nowait(None)
