"""Reading a place: from its files to one immutable state, again and again, at the cost of what has changed."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from silcrow.curated import MemoryStore
from silcrow.curated.store_file import SIDE_FOLDER
from silcrow.files import lock_holder
from silcrow.observational import RETRY_DELAYS, CostRow, Driver, LedgerView, ObservationalState, Topic
from silcrow.observational.compaction.outlook import last_compaction
from silcrow.observational.journey import journey_tokens
from silcrow.observational.status_of import ContextSize, DurableFiles, observational_state
from silcrow.observational.topics import read_topics
from silcrow.pipeline import SessionMemory
from silcrow.pipeline.other_extensions import drives_instead
from silcrow.pipeline.session_memory import observed_leaf
from silcrow.pipeline.spend import SpendLog, spend_path
from silcrow.sessions import Context, SessionFile, SessionSummary, usable_memory_id
from silcrow.settings import Settings, load_settings
from silcrow.workers import Run
from silcrow.workspace.state import Live, SessionState, WorkspaceState
from silcrow.workspace.waiting import waiting
from silcrow.workspace.where import Where

if TYPE_CHECKING:
    from silcrow.files import Watched

LIVE = Live("live", "● live")


def _no(_: Path) -> bool:
    return False


class PlaceReader:
    """Reads one place. Nothing here writes, waits for a lock or starts anything."""

    def __init__(self, where: Where, environ: Mapping[str, str], *, pi_is_open: Callable[[Path], bool] = _no) -> None:
        """``pi_is_open`` tells whether a live pi has a folder open; it looks at all processes, so few can afford it."""
        self.where = where
        self._pi_is_open = pi_is_open
        self.settings: Settings = where.settings
        self.store: MemoryStore = _store(where.settings)
        self.project = where.project
        self.session: SessionFile | None = None
        self.memory: SessionMemory | None = None
        """None without a session, and for one that can get no memory folder."""
        self.clocks_stopped: str | None = None
        """Why the clocks that ran here ended by themselves; set by whoever ran them."""
        self._unusable: str | None = None
        self._environ = environ
        self._spend = SpendLog(spend_path(environ))
        self._summary: SessionSummary | None = None
        self._durable: tuple[tuple[tuple[str, int, int], ...], DurableFiles] | None = None
        if where.session is not None:
            self.open(where.session, where.project)

    def open(self, summary: SessionSummary, project: Path) -> None:
        """Turn to a session, whose memory is in this project."""
        self.session = SessionFile(summary.path)
        self.session.refresh()
        self.project = project
        self._summary = summary
        self._durable = None
        self._unusable = _why_unusable(self.session, summary, project)
        self.memory = None if self._unusable else SessionMemory(self.session, project)

    @property
    def summary(self) -> SessionSummary | None:
        """The session that is open."""
        return self._summary

    def read(self, now: float, *, live: Live = LIVE, delays: Sequence[float] = RETRY_DELAYS) -> WorkspaceState:
        """The state of everything at ``now`` (Unix seconds)."""
        self._reload_settings()
        curated = self.store.state()
        session, observational, runs = None, None, ()
        if self.session is not None and self._summary is not None:
            self.session.refresh()
            session = self._session_state(self.session, self._summary)
            if self.memory is not None:
                self.memory.refresh()
                runs = self.memory.runs.runs()
                observational = self._observational(self.memory, self.memory.view(), session, runs, now, delays)
        problems = self.settings.problems
        return WorkspaceState(
            taken_at=now,
            agent_dir=self.where.agent_dir,
            project=self.project,
            memory=curated,
            settings=self.settings,
            problems=problems,
            session=session,
            observational=observational,
            runs=runs,
            waiting=waiting(curated, observational, runs, problems),
            live=live if curated.exists else Live("missing", "✗ folder missing: read again as soon as it is back"),
            spending=self._spending(),
            other_sessions=self.where.sessions_known - (session is not None),
        )

    def watched(self) -> "tuple[Watched, ...]":
        """What a change feed has to look at for this place."""
        from silcrow.files import Watched

        folder = self.where.memory_dir
        watched = [
            Watched(folder, "folder", names=lambda name: name.startswith(("MEMORY.md", "USER.md"))),
            Watched(folder / SIDE_FOLDER, "folder", names=_is_care),
            Watched(folder / SIDE_FOLDER / "proposals", "folder"),
            Watched(self.where.agent_dir / "settings.json"),
            Watched(self.project / ".pi" / "settings.json"),
        ]
        if self.session is not None:
            watched.append(Watched(self.session.path))
        if self.memory is not None:
            watched.append(Watched(self.memory.folder, "tree"))
        return tuple(watched)

    def _spending(self) -> tuple[CostRow, ...]:
        try:
            return tuple(CostRow(day, usd, runs) for day, usd, runs in self._spend.days())
        except OSError:
            # The state shows what can be read; who writes there says what is wrong.
            return ()

    def _reload_settings(self) -> None:
        where = self.where
        memory_dir = where.memory_dir if where.memory_dir_given else None
        settings = load_settings(where.agent_dir, self.project, self._environ, memory_dir=memory_dir)
        if settings.memory != self.settings.memory:
            self.store = _store(settings)
        self.settings = settings

    def _session_state(self, session: SessionFile, summary: SessionSummary) -> SessionState:
        leaf = observed_leaf(session)
        context = session.context(leaf)
        reason = self._unusable or _why_unwritable(self.project)
        return SessionState(
            summary=summary,
            name=session.name,
            entry_count=session.entry_count,
            leaf_id=leaf,
            branch_length=len(session.branch_ids(leaf)),
            context_tokens=context.context_tokens,
            projected_tokens=context.projected_tokens,
            first_kept=_first_kept(context),
            bad_lines=len(session.bad_lines),
            warnings=session.warnings,
            writable=reason is None,
            reason=reason,
            pi_open=bool(session.header and session.header.cwd and self._pi_is_open(Path(session.header.cwd))),
        )

    def _observational(
        self,
        memory: SessionMemory,
        view: LedgerView,
        session: SessionState,
        runs: tuple[Run, ...],
        now: float,
        delays: Sequence[float],
    ) -> ObservationalState:
        context = ContextSize(
            session.context_tokens,
            session.projected_tokens,
            last_compaction(memory.session.context(session.leaf_id)),
        )
        return observational_state(
            view,
            self.settings.observational,
            runs,
            self._durable_files(memory),
            context,
            self._driver(memory, view),
            now,
            first_kept=session.first_kept,
            delays=delays,
        )

    def _durable_files(self, memory: SessionMemory) -> DurableFiles:
        marks = _marks(memory.folder)
        if self._durable is None or self._durable[0] != marks:
            topics: tuple[Topic, ...] = read_topics(memory.folder)
            self._durable = (marks, DurableFiles(memory.folder, topics, journey_tokens(memory.folder)))
        return self._durable[1]

    def _driver(self, memory: SessionMemory, view: LedgerView) -> Driver:
        if not view.enabled:
            return Driver("off", words="off")
        if self.clocks_stopped is not None:
            return Driver("nobody", words=f"✗ stopped: {self.clocks_stopped}")
        holder = lock_holder(memory.lock_path)
        if holder is None and drives_instead(view) is not None:
            return Driver("foreign", words="on · another extension drives, watching")
        if holder is None:
            if self.settings.observational.passive:
                return Driver("passive", words="passive: nothing starts by itself")
            return Driver("nobody", words="on · nobody drives: x starts here")
        if holder.pid == os.getpid():
            return Driver("this", holder.pid, "on · this window drives")
        return Driver("other", holder.pid, f"on · process {holder.pid} drives, watching")


def _is_care(name: str) -> bool:
    """Pins and acknowledgements; history and locks change with every write and say nothing new."""
    return name.endswith(".pins.json") or name == "acknowledged.json"


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


def _store(settings: Settings) -> MemoryStore:
    memory = settings.memory
    return MemoryStore(
        memory.data_dir, memory_char_limit=memory.memory_char_limit, user_char_limit=memory.user_char_limit
    )


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
