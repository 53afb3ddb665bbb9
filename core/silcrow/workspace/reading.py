"""Reading a place: from its files to one immutable state, again and again, at the cost of what has changed."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from silcrow.curated import MemoryStore
from silcrow.curated.store_file import SIDE_FOLDER
from silcrow.settings import Settings, load_settings
from silcrow.workspace.state import Live, WorkspaceState
from silcrow.workspace.waiting import waiting
from silcrow.workspace.where import Where

if TYPE_CHECKING:
    from silcrow.files import Watched
    from silcrow.observational.handed import HandOver
    from silcrow.observational.status import CostRow
    from silcrow.pipeline.session_memory import SessionMemory
    from silcrow.pipeline.spend import SpendLog
    from silcrow.sessions import SessionFile, SessionSummary
    from silcrow.workspace.session_reading import SessionReading

LIVE = Live("live", "● live")


def _no(_: Path) -> bool:
    return False


class PlaceReader:
    """Reads one place. Nothing here writes, waits for a lock or starts anything."""

    def __init__(
        self,
        where: Where,
        environ: Mapping[str, str],
        *,
        pi_is_open: Callable[[Path], bool] = _no,
        hand_over: "HandOver | None" = None,
    ) -> None:
        """``pi_is_open`` tells whether a live pi has a folder open; it looks at all processes, so few can afford it.

        ``hand_over`` gives new records of a session to the host that has it open here.
        """
        self.where = where
        self._pi_is_open = pi_is_open
        self._hand_over = hand_over
        self.settings: Settings = where.settings
        self.store: MemoryStore = _store(where.settings)
        self.project = where.project
        self.clocks_stopped: str | None = None
        """Why the clocks that ran here ended by themselves; set by whoever ran them."""
        self._reading: SessionReading | None = None
        self._environ = environ
        self._spend: SpendLog | None = None
        self._summary: SessionSummary | None = None
        if where.session is not None:
            self.open(where.session, where.project)

    def open(self, summary: "SessionSummary", project: Path) -> None:
        """Turn to a session, whose memory is in this project."""
        # Where there is no session, nobody should pay for what reads one.
        from silcrow.workspace.session_reading import SessionReading

        self.project = project
        self._summary = summary
        self._reading = SessionReading(summary, project, self._pi_is_open, self._hand_over)

    def leave(self) -> None:
        """Turn to no session at all."""
        self.project, self._summary, self._reading = self.where.project, None, None
        self.clocks_stopped = None

    @property
    def session(self) -> "SessionFile | None":
        """The file of the session that is open."""
        return self._reading.file if self._reading is not None else None

    @property
    def memory(self) -> "SessionMemory | None":
        """Its observational memory; None without a session, and for one that can get no memory folder."""
        return self._reading.memory if self._reading is not None else None

    @property
    def summary(self) -> "SessionSummary | None":
        """The session that is open."""
        return self._summary

    def read(self, now: float, *, live: Live = LIVE, delays: Sequence[float] | None = None) -> WorkspaceState:
        """The state of everything at ``now`` (Unix seconds). ``delays``: seconds between tries of a chunk."""
        self._reload_settings()
        curated = self.store.state()
        session, observational, runs = None, None, ()
        if self._reading is not None:
            read = self._reading.read(
                self.settings.observational, now, delays=delays, clocks_stopped=self.clocks_stopped
            )
            session, observational, runs = read.session, read.observational, read.runs
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

    def _spending(self) -> "tuple[CostRow, ...]":
        try:
            return self._spent()
        except OSError:
            # The state shows what can be read; who writes there says what is wrong.
            return ()

    def _spent(self) -> "tuple[CostRow, ...]":
        from silcrow.pipeline.spend_place import spend_path

        path = spend_path(self._environ)
        if not path.exists():
            return ()
        from silcrow.observational.status import CostRow
        from silcrow.pipeline.spend import SpendLog

        if self._spend is None:
            self._spend = SpendLog(path)
        return tuple(CostRow(day, usd, runs) for day, usd, runs in self._spend.days())

    def _reload_settings(self) -> None:
        where = self.where
        memory_dir = where.memory_dir if where.memory_dir_given else None
        settings = load_settings(
            where.agent_dir, self.project, self._environ, memory_dir=memory_dir, trusted=where.trusted
        )
        if settings.memory != self.settings.memory:
            self.store = _store(settings)
        self.settings = settings


def _is_care(name: str) -> bool:
    """Pins and acknowledgements; history and locks change with every write and say nothing new."""
    return name.endswith(".pins.json") or name == "acknowledged.json"


def _store(settings: Settings) -> MemoryStore:
    memory = settings.memory
    return MemoryStore(
        memory.data_dir, memory_char_limit=memory.memory_char_limit, user_char_limit=memory.user_char_limit
    )
