"""A place on lists in memory, which answers as a real one would."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from silcrow.curated.changes import Change
from silcrow.curated.recovery import RecoveryPlan, result_of
from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.curated.states import CuratedState
from silcrow.dreaming.report import Report
from silcrow.observational.compaction import CompactionPreview
from silcrow.observational.observation import ChunkRange, Observation
from silcrow.pipeline.reverting import Reverted
from silcrow.pipeline.since import Since
from silcrow.sessions.entries import SessionSummary
from silcrow.workers import Refusal
from silcrow.workers.run import Role
from silcrow.workspace.agents_view import AgentsView, Frozen
from silcrow.workspace.curating import Curated, Curation
from silcrow.workspace.finding import WholeHit
from silcrow.workspace.place import Answer, FileChange, OnForecast, RunDetail, SourceText
from silcrow.workspace.search import Findings, Hit, Passage, search
from silcrow.workspace.search_query import BadQuery, literal, regular
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.usual_places import UsualPlace
from tests.scenes import texts
from tests.scenes.agents import agents_view
from tests.scenes.finding import COMPACTION_AHEAD, passages, usual_places
from tests.scenes.memory import MODEL, NOW, memory_file, sessions, used
from tests.scenes.observing import FILING_RUN, run_details, source_texts
from tests.scenes.recovering import history, live_plan, plan_for

AHEAD = OnForecast(tokens=41_300, chunks=9, usd=0.071, seconds=95.0, model=str(MODEL), since_compaction=12_600)
"""What turning memory on would read."""

REVERT_AHEAD = Reverted(
    (FILING_RUN,),
    41,
    ("JOURNEY.md", "gauge-ingest.md", "harbour-master.md"),
    (Refusal("rate-limits.md", "changed since: it stays as it is"),),
)
"""What reverting the newest consolidation would do."""


@dataclass
class ScenePlace:
    """A place on lists in memory. ``asked`` holds each action with its arguments, oldest first."""

    state: WorkspaceState
    readonly: bool = False
    details: Mapping[str, RunDetail] = field(default_factory=run_details)
    topics_of: Mapping[str, str] = field(default_factory=dict)
    """Time of an observation to the file of its topic."""
    topic_texts: Mapping[str, str] = field(
        default_factory=lambda: {**texts.TOPIC_TEXTS, "INDEX.md": texts.INDEX_TEXT, "JOURNEY.md": texts.JOURNEY_TEXT}
    )
    sources: tuple[SourceText, ...] = field(default_factory=source_texts)
    catalogue: tuple[SessionSummary, ...] = field(default_factory=sessions)
    answer: Answer = field(default_factory=lambda: Answer(True, "Done."))
    """What actions on observational memory answer."""
    revert_ahead: Reverted | Answer = field(default_factory=lambda: REVERT_AHEAD)
    """What reverting any run would do."""
    refusal: Failure | None = None
    """When set, each write to a memory file answers this."""
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    changes: tuple[Change, ...] = field(default_factory=history)
    """What history holds, newest first."""
    backup_text: str = "Only in the backup.\n§\nAnd this as well."
    """What every backup holds."""
    frozen: Frozen | None = None
    """What the session holds of an earlier memory."""
    drafts: dict[Target, RecoveryPlan] = field(default_factory=dict[Target, RecoveryPlan])
    compaction_ahead: CompactionPreview | Answer = field(default_factory=lambda: COMPACTION_AHEAD)
    passages: tuple[Passage, ...] = field(default_factory=passages)
    """What can be found."""
    places: tuple[UsualPlace, ...] = field(default_factory=usual_places)
    decided: str | None = texts.DECISIONS
    dreamt: Report | Answer = field(
        default_factory=lambda: Answer(False, "No dream has been reported here yet.", "nothing")
    )
    """What the last dream did."""
    closed: bool = False
    _done: list[tuple[Change, CuratedState]] = field(default_factory=list[tuple[Change, CuratedState]])
    _undone: list[tuple[Change, CuratedState]] = field(default_factory=list[tuple[Change, CuratedState]])
    _listeners: list["asyncio.Queue[WorkspaceState | None]"] = field(default_factory=list)

    def set_state(self, state: WorkspaceState) -> None:
        """Push a new state, as a change of the files would."""
        self.state = state
        for queue in self._listeners:
            queue.put_nowait(state)

    async def states(self) -> AsyncIterator[WorkspaceState]:
        queue: asyncio.Queue[WorkspaceState | None] = asyncio.Queue()
        self._listeners.append(queue)
        queue.put_nowait(self.state)
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
        return self._put(target, entries, words, words.split()[-1].rstrip("d."))

    def _put(self, target: Target, entries: tuple[str, ...], words: str, operation: str) -> Success:
        before = self.state.memory
        was = self._entries(target)
        old, new = tuple(t for t in was if t not in entries), tuple(t for t in entries if t not in was)
        change = Change(f"own{len(self._done)}", NOW, "user", operation, target, old, new, "before", "after")
        self._done.append((change, before))
        self._undone.clear()
        self.changes = (change, *self.changes)
        fresh = memory_file(target, entries, before.file(target).usage.limit, exists=True, mtime=NOW)
        self._show(replace(before, exists=True, **{target: fresh}))
        return Success(target, entries, fresh.usage, message=words, change=change.id)

    def _show(self, memory: CuratedState) -> None:
        waiting = self.state.waiting
        if memory.memory.drift is None and memory.user.drift is None:
            waiting = tuple(each for each in waiting if each.kind != "drift")
        self.set_state(replace(self.state, memory=memory, waiting=waiting))

    async def curate(self, curation: Curation) -> Curated:
        """Noted, and answered as if all of it had been done; the files stay as they are."""
        self.asked.append(("curate", curation))
        return Curated(0, self.refusal) if self.refusal is not None else Curated(1)

    async def agents_view(self) -> AgentsView:
        return agents_view(self.state.memory, self.frozen)

    async def several(self, rows: Sequence[Mapping[str, Any]], operation: str) -> tuple[Success, ...] | Failure:
        self.asked.append(("several", operation, tuple((row["op"], row["target"]) for row in rows)))
        if self.refusal is not None:
            return self.refusal
        before, count = self.state.memory, len(self._done)
        made: list[Success] = []
        for row in rows:
            target: Target = row["target"]
            entries = tuple(text for text in self._entries(target) if text != row.get("oldText"))
            if row.get("content"):
                entries = (*entries, row["content"].strip())
            made.append(self._put(target, entries, "Done.", operation))
        self._done[count:] = [(self._done[-1][0], before)]
        return tuple(made)

    # History.

    async def history(self, target: Target | None = None, limit: int = 1_000) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if target in (None, change.target))[:limit]

    async def next_undo(self) -> tuple[Change, ...]:
        return tuple(change for change, _ in self._done[-1:])

    async def next_redo(self) -> tuple[Change, ...]:
        return tuple(change for change, _ in self._undone[-1:])

    async def undo(self) -> Result:
        self.asked.append(("undo",))
        return self._swap(self._done, self._undone)

    async def redo(self) -> Result:
        self.asked.append(("redo",))
        return self._swap(self._undone, self._done)

    def _swap(self, taken: list[tuple[Change, CuratedState]], given: list[tuple[Change, CuratedState]]) -> Result:
        if not taken:
            return Failure("no_match", "Nothing of yours.", "")
        change, memory = taken.pop()
        given.append((change, self.state.memory))
        self._show(memory)
        file = memory.file(change.target)
        return Success(change.target, self._entries(change.target), file.usage, message="Undone.", change="u")

    async def undo_change(self, change_id: str) -> Result:
        self.asked.append(("undo_change", change_id))
        change = next(each for each in self.changes if each.id == change_id)
        kept = tuple(text for text in self._entries(change.target) if text not in change.new)
        return self.refusal or self._put(change.target, (*kept, *change.old), "Undone.", "undo")

    async def restore(self, change_id: str, *, whole: bool = False) -> Result:
        self.asked.append(("restore", change_id, whole))
        change = next(each for each in self.changes if each.id == change_id)
        return self.refusal or self._put(
            change.target, (*self._entries(change.target), *change.old), "Restored 1 entry.", "restore"
        )

    # Recovery.

    async def plan_recovery(self, target: Target, source: Path | None = None) -> RecoveryPlan | Failure:
        file = self.state.memory.file(target)
        return live_plan(file) if source is None else plan_for(file, source, self.backup_text)

    async def plan_again(self, plan: RecoveryPlan) -> RecoveryPlan | Failure:
        return plan

    async def apply_recovery(self, plan: RecoveryPlan) -> Result:
        self.asked.append(("apply_recovery", plan.target))
        if self.refusal is not None:
            return self.refusal
        return self._put(plan.target, result_of(plan).texts, "Recovered.", "recover")

    async def load_draft(self, target: Target, source: Path | None = None) -> RecoveryPlan | None:
        return self.drafts.get(target)

    async def save_draft(self, plan: RecoveryPlan) -> Failure | None:
        self.drafts[plan.target] = plan
        return self.refusal

    async def discard_draft(self, plan: RecoveryPlan) -> None:
        self.drafts.pop(plan.target, None)

    async def compare_backup(self, target: Target, path: Path) -> FileChange | Failure:
        return FileChange(path.name, self.backup_text, "\n§\n".join(self._entries(target)))

    # Observational memory: each action is noted and answered.

    async def forecast(self) -> OnForecast:
        return AHEAD

    async def set_enabled(self, enabled: bool, *, since: Since = "start") -> Answer:
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

    async def revert_forecast(self, run_id: str) -> Reverted | Answer:
        return self.revert_ahead

    async def revert_run(self, run_id: str) -> Answer:
        return self._note("revert_run", run_id)

    async def drop(self, observations: Sequence[Observation]) -> Answer:
        return self._note("drop", tuple(observations))

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

    async def topic_of(self, observation: Observation) -> str | None:
        return self.topics_of.get(observation.timestamp)

    async def topic_text(self, name: str) -> str | None:
        return self.topic_texts.get(name)

    async def compaction_preview(self) -> CompactionPreview | Answer:
        return self.compaction_ahead

    async def compact(self, *, force: bool = False) -> Answer:
        return self._note("compact", force)

    async def set_setting(self, key: str, value: Any) -> Answer:
        return self._note("set_setting", key, value)

    async def find(self, text: str) -> Findings | BadQuery:
        query = regular(text[1:]) if text.startswith("/") else literal(text)
        return query if isinstance(query, BadQuery) else search(self.passages, query)

    async def whole_hit(self, hit: Hit) -> WholeHit | None:
        passage = next((each for each in self.passages if (each.kind, each.id) == (hit.kind, hit.id)), None)
        if passage is None:
            return None
        observing = self.state.observational
        noted = observing.pool if observing is not None and hit.kind == "observation" else ()
        return WholeHit(passage.text, next((each for each in noted if each.timestamp == hit.id), None))

    async def usual_places(self) -> tuple[UsualPlace, ...]:
        return self.places

    async def dream(self) -> Answer:
        return self._note("dream")

    async def dream_report(self) -> "Report | Answer":
        return self.dreamt

    async def revert_dream(self) -> Answer:
        return self._note("revert_dream")

    async def decisions(self) -> str | None:
        return self.decided

    async def close(self) -> None:
        self.closed = True
        for queue in list(self._listeners):
            queue.put_nowait(None)
