"""The one immutable picture of a place that every surface renders from.

A place is a memory folder, a project and a session in it. Status command, JSON and workbench all show a
``WorkspaceState``; nothing on a screen comes from anywhere else, so whatever is shown can be rebuilt from the files.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from silcrow.curated.states import CuratedState
from silcrow.settings import Settings, SettingsProblem

if TYPE_CHECKING:
    # A place without a session should not pay for what describes one.
    from silcrow.dreaming.gate import DreamStatus
    from silcrow.observational.status import CostRow, ObservationalState
    from silcrow.sessions.entries import SessionSummary
    from silcrow.workers.run import Run

WaitingKind = Literal["drift", "unreadable", "gone", "blocked", "held", "gap", "failed_run", "settings"]
"""In the order of urgency in which the header lists them."""


class Waiting(Struct, frozen=True):
    """Something that needs a person, with the pane or screen that answers it."""

    kind: WaitingKind
    count: int
    words: str
    """``1 drift``, ``2 gaps`` ..."""
    key: str
    """The key that leads there."""


class Live(Struct, frozen=True):
    """Whether outside changes reach the screen, and how."""

    state: Literal["live", "checking", "missing"]
    words: str


class SessionState(Struct, frozen=True):
    """The open session: who it is, and how large the context it would send is."""

    summary: "SessionSummary"
    name: str | None
    entry_count: int
    leaf_id: str | None
    branch_length: int
    context_tokens: int
    projected_tokens: int
    bad_lines: int
    first_kept: str | None = None
    """First entry that the last compaction of the branch kept."""
    warnings: tuple[str, ...] = ()
    writable: bool = True
    """False when no memory folder can be given to it; ``reason`` says why."""
    reason: str | None = None
    pi_open: bool = False
    """A live pi has this working directory."""


class WorkspaceState(Struct, frozen=True):
    """Everything that is known of a place at one moment."""

    taken_at: float
    """Unix seconds: ages are counted from here."""
    agent_dir: Path
    project: Path | None
    memory: CuratedState
    settings: Settings
    problems: tuple[SettingsProblem, ...]
    session: SessionState | None
    observational: "ObservationalState | None"
    """None without a session."""
    runs: "tuple[Run, ...]"
    """Running ones first, then newest first."""
    waiting: tuple[Waiting, ...]
    live: Live
    spending: "tuple[CostRow, ...]" = ()
    """What all sessions of this user spent on each day, oldest first; labels as in ``Cost.by_day``."""
    dream: "DreamStatus | None" = None
    """How dreaming stands; None as long as nobody has looked."""
    other_sessions: int = 0
    """Sessions of any project that the catalogue knows, this one left out."""
