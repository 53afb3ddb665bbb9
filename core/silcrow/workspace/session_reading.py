"""Reading the open session of a place and its memory. Loaded once a place has a session."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from silcrow.files import lock_holder
from silcrow.observational.compaction.outlook import last_compaction
from silcrow.observational.coverage import RETRY_DELAYS
from silcrow.observational.handed import HandOver
from silcrow.observational.journey import journey_tokens
from silcrow.observational.status import NOBODY_DRIVES, Driver, ObservationalState, Topic
from silcrow.observational.status_of import ContextSize, DurableFiles, observational_state
from silcrow.observational.topics import read_topics
from silcrow.observational.view import LedgerView
from silcrow.pipeline.other_extensions import drives_instead
from silcrow.pipeline.purposes import host_of
from silcrow.pipeline.session_memory import SessionMemory, observed_leaf
from silcrow.sessions import Context, SessionFile, SessionSummary, usable_memory_id
from silcrow.settings import ObservationalSettings
from silcrow.workers import Run
from silcrow.workspace.state import SessionState


class SessionRead(Struct, frozen=True):
    """What a session and its memory were at one moment."""

    session: SessionState
    observational: ObservationalState | None = None
    """None for a session that can get no memory folder."""
    runs: tuple[Run, ...] = ()


class SessionReading:
    """One session, read again and again at the cost of what has changed."""

    def __init__(
        self,
        summary: SessionSummary,
        project: Path,
        pi_is_open: Callable[[Path], bool],
        hand_over: HandOver | None = None,
    ) -> None:
        self.file = SessionFile(summary.path)
        self.file.refresh()
        self._summary = summary
        self._project = project
        self._pi_is_open = pi_is_open
        self._unusable = _why_unusable(self.file, summary, project)
        self.memory = None if self._unusable else SessionMemory(self.file, project, hand_over=hand_over)
        """None for a session that can get no memory folder."""
        self._durable: tuple[tuple[tuple[str, int, int], ...], DurableFiles] | None = None

    def read(
        self,
        settings: ObservationalSettings,
        now: float,
        *,
        delays: Sequence[float] | None = None,
        clocks_stopped: str | None = None,
    ) -> SessionRead:
        """The session at ``now``. ``delays``: seconds between tries of a chunk, where they are not the usual ones."""
        self.file.refresh()
        session = self._session_state()
        if self.memory is None:
            return SessionRead(session)
        self.memory.refresh()
        runs = self.memory.runs.runs()
        view = self.memory.view()
        context = ContextSize(
            session.context_tokens, session.projected_tokens, last_compaction(self.file.context(session.leaf_id))
        )
        observational = observational_state(
            view,
            settings,
            runs,
            self._durable_files(self.memory),
            context,
            _driver(self.memory, view, settings, clocks_stopped),
            now,
            first_kept=session.first_kept,
            delays=RETRY_DELAYS if delays is None else delays,
        )
        return SessionRead(session, observational, runs)

    def _session_state(self) -> SessionState:
        file = self.file
        leaf = observed_leaf(file) if self.memory is None else self.memory.leaf
        context = file.context(leaf)
        reason = self._unusable or _why_unwritable(self._project)
        return SessionState(
            summary=self._summary,
            name=file.name,
            entry_count=file.entry_count,
            leaf_id=leaf,
            branch_length=len(file.branch_ids(leaf)),
            context_tokens=context.context_tokens,
            projected_tokens=context.projected_tokens,
            first_kept=_first_kept(context),
            bad_lines=len(file.bad_lines),
            warnings=file.warnings,
            writable=reason is None,
            reason=reason,
            pi_open=bool(file.header and file.header.cwd and self._pi_is_open(Path(file.header.cwd))),
        )

    def _durable_files(self, memory: SessionMemory) -> DurableFiles:
        marks = _marks(memory.folder)
        if self._durable is None or self._durable[0] != marks:
            topics: tuple[Topic, ...] = read_topics(memory.folder)
            self._durable = (marks, DurableFiles(memory.folder, topics, journey_tokens(memory.folder)))
        return self._durable[1]


def _driver(
    memory: SessionMemory, view: LedgerView, settings: ObservationalSettings, clocks_stopped: str | None
) -> Driver:
    if not view.enabled:
        return Driver("off", words="off")
    if clocks_stopped is not None:
        return Driver("nobody", words=f"✗ stopped: {clocks_stopped}")
    holder = lock_holder(memory.lock_path)
    if holder is None and drives_instead(view) is not None:
        return Driver("foreign", words="on · another extension drives, watching")
    if holder is None:
        if settings.passive:
            return Driver("passive", words="passive: nothing starts by itself")
        return Driver("nobody", words=NOBODY_DRIVES)
    if holder.pid == os.getpid():
        return Driver("this", holder.pid, "on · this window drives")
    if (host := host_of(holder.purpose)) is not None:
        return Driver("other", holder.pid, f"on · {host} drives", host)
    return Driver("other", holder.pid, f"on · process {holder.pid} drives, watching")


def _why_unusable(session: SessionFile, summary: SessionSummary, project: Path) -> str | None:
    if summary.worker:
        return "it is the recorded run of a worker, which is never observed"
    if not usable_memory_id(session.session_id):
        return "its id is no safe folder name, so it gets no memory folder"
    if not project.is_dir():
        return f"its folder {project} is gone; --project says where it is now"
    return None


def _why_unwritable(project: Path) -> str | None:
    return None if os.access(project, os.W_OK) else f"its folder {project} can't be written"


def _first_kept(context: Context) -> str | None:
    """The first entry behind the last compaction's summary; None without a compaction."""
    entries = context.entries
    return entries[1].id if len(entries) > 1 and entries[0].type == "compaction" else None


def _marks(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Name, size and time of each Markdown file: what tells that topics must be read again."""
    marks: list[tuple[str, int, int]] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".md"):
                    try:
                        found = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:
                        continue
                    marks.append((entry.name, found.st_size, found.st_mtime_ns))
    except OSError:
        return ()
    return tuple(sorted(marks))
