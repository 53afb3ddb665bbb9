"""What a surface may ask of a place: its state, its changes, and the actions that the files allow.

``Workspace`` is the real one. Screens are written against this protocol alone, so that a fixed scene can stand in for
it in pictures and tests.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from silcrow.curated.changes import Change
from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.observational.observation import ChunkRange, Observation
from silcrow.sessions.entries import SessionSummary
from silcrow.workers.run import Role, Run
from silcrow.workspace.state import WorkspaceState

if TYPE_CHECKING:
    # The walkthrough alone needs it, and imports it when it is opened.
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


class Answer(Struct, frozen=True):
    """What became of an action on observational memory."""

    done: bool
    words: str
    """One sentence: what happened, or why not and what now."""
    code: str = "done"


class SourceText(Struct, frozen=True):
    """A source entry as text, for showing what an observation rests on."""

    id: str
    role: str
    timestamp: str
    text: str


class FileChange(Struct, frozen=True):
    """One file that a consolidation changed: both texts in full."""

    path: str
    before: str
    after: str


class RunDetail(Struct, frozen=True):
    """Everything that is kept of a run. Texts are bounded at 64 KiB with a mark."""

    run: Run
    prompt: str
    output: str
    log: str
    observations: tuple[Observation, ...] = ()
    """What an observer recorded, or what a consolidator retired."""
    changes: tuple[FileChange, ...] = ()


class OnForecast(Struct, frozen=True):
    """What turning memory on would cost, before it is done."""

    tokens: int
    chunks: int
    usd: float | None
    seconds: float
    model: str
    since_compaction: int | None = None
    """Tokens since the host's last compaction; None without one."""


class Place(Protocol):
    """A memory folder, a project and a session in it."""

    @property
    def state(self) -> WorkspaceState: ...

    @property
    def readonly(self) -> bool: ...

    def states(self) -> AsyncIterator[WorkspaceState]:
        """The state now and after each change of the files, coalesced; ends when the place is closed."""
        ...

    async def refresh(self) -> WorkspaceState:
        """Read all files again now."""
        ...

    async def add(self, target: Target, content: str) -> Result: ...

    async def replace(self, target: Target, old_text: str, new_content: str) -> Result: ...

    async def remove(self, target: Target, texts: Sequence[str]) -> Result:
        """Remove entries by their full text, in order; stops at the first refusal."""
        ...

    async def several(self, rows: Sequence[Mapping[str, Any]], operation: str) -> tuple[Success, ...] | Failure:
        """Rows ``{op, target, content, oldText}`` over both files, all or none, as one action; ``operation`` is its
        name in history."""
        ...

    async def curate(self, curation: "Curation") -> "Curated":
        """Pin, move, merge, accept …: what ``silcrow.workspace.curating`` offers. What it changed is an own action."""
        ...

    async def agents_view(self) -> "AgentsView":
        """What the agent's prompt holds of the memory: the block of now beside the frozen one. Only reads."""
        ...

    async def history(self, target: Target | None = None, limit: int = 1_000) -> tuple[Change, ...]:
        """What was changed and by whom, newest first; changes of other programs are noted first."""
        ...

    async def next_undo(self) -> tuple[Change, ...]:
        """The changes of this window's own last action that still stands, oldest first; empty without one."""
        ...

    async def undo(self) -> Result:
        """Take that action back with all its parts. ``no_match`` without one."""
        ...

    async def next_redo(self) -> tuple[Change, ...]:
        """The changes of this window's last undo, which `redo` takes back."""
        ...

    async def redo(self) -> Result: ...

    async def undo_change(self, change_id: str) -> Result:
        """Take back any change, whoever made it; that is an own action too."""
        ...

    async def restore(self, change_id: str, *, whole: bool = False) -> Result:
        """Bring back the entries that a change took away, or the ``whole`` file as it was before it."""
        ...

    async def plan_recovery(self, target: Target, source: Path | None = None) -> "RecoveryPlan | Failure":
        """A plan for a file, from a backup or from the file itself. Only reads."""
        ...

    async def plan_again(self, plan: "RecoveryPlan") -> "RecoveryPlan | Failure":
        """The same source and decisions on the file as it is now; what is new is undecided."""
        ...

    async def apply_recovery(self, plan: "RecoveryPlan") -> Result:
        """Write what the plan decided, in one step; an own action."""
        ...

    async def load_draft(self, target: Target, source: Path | None = None) -> "RecoveryPlan | None": ...

    async def save_draft(self, plan: "RecoveryPlan") -> Failure | None:
        """Leave a plan for later; None when it is kept."""
        ...

    async def discard_draft(self, plan: "RecoveryPlan") -> None: ...

    async def compare_backup(self, target: Target, path: Path) -> FileChange | Failure:
        """Text of a backup (``before``) and of the file now (``after``)."""
        ...

    async def forecast(self) -> OnForecast: ...

    async def set_enabled(self, enabled: bool, *, since: "Since" = "start") -> Answer: ...

    async def observe(self, *, flush: bool = True) -> Answer: ...

    async def consolidate(self) -> Answer: ...

    async def stop_run(self, run_id: str) -> Answer: ...

    async def retry(self, chunk: ChunkRange) -> Answer: ...

    async def accept_gap(self, chunk: ChunkRange) -> Answer: ...

    async def pause(self, roles: Sequence[Role], reason: str | None) -> Answer:
        """Pause clocks with a reason, or resume them with None."""
        ...

    async def revert_forecast(self, run_id: str) -> "Reverted | Answer":
        """What taking a consolidation and all later ones back would do, or why it can't be. Only reads."""
        ...

    async def revert_run(self, run_id: str) -> Answer:
        """Take a consolidation and all later ones back; consolidating waits for a person's start afterwards."""
        ...

    async def drop(self, observations: Sequence[Observation]) -> Answer:
        """Take these out of the pool, into the archive."""
        ...

    async def sessions(self) -> tuple[SessionSummary, ...]:
        """Of all projects, newest first, workers left out."""
        ...

    async def open_session(self, path: Path) -> Answer: ...

    async def run_detail(self, run_id: str) -> RunDetail | None: ...

    async def sources_of(self, observation: Observation) -> tuple[SourceText, ...]: ...

    async def topic_of(self, observation: Observation) -> str | None:
        """File name of the topic that an observation went to, by what the archive says last; None without one."""
        ...

    async def topic_text(self, name: str) -> str | None:
        """Text of a topic, ``INDEX.md`` or ``JOURNEY.md`` of the session; None when it is gone."""
        ...

    async def compaction_preview(self) -> "CompactionPreview | Answer":
        """What a compaction would write now. Only reads."""
        ...

    async def compact(self, *, force: bool = False) -> Answer:
        """Append the compaction to the session; refused while pi has it open, which ``force`` overrides."""
        ...

    async def set_setting(self, key: str, value: Any) -> Answer:
        """Change one key, by its full name, in the settings file that decides it now."""
        ...

    async def find(self, text: str) -> "Findings | BadQuery":
        """Where a text is remembered, newest first; ``/`` in front for a regular expression. Only reads."""
        ...

    async def whole_hit(self, hit: "Hit") -> "WholeHit | None":
        """What a hit is an excerpt of; None when it is not there any more."""
        ...

    async def usual_places(self) -> "tuple[UsualPlace, ...]":
        """Where memory usually is, and what is there. Only reads."""
        ...

    async def dream(self) -> Answer:
        """Dream now, and tell what came of it once it has ended."""
        ...

    async def dream_report(self) -> "Report | Answer":
        """What the last dream did. Only reads."""
        ...

    async def revert_dream(self) -> Answer:
        """Take back all that the last dream changed that still stands."""
        ...

    async def decisions(self) -> str | None:
        """What the clocks decided and why, oldest first; None while nobody keeps that (``debugLog``)."""
        ...

    async def close(self) -> None:
        """Stop watching, end running workers (their chunks are raw again), release the driver's lock."""
        ...
