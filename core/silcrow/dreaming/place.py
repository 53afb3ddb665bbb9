"""Dreaming on one memory folder as it stands: status, the last report, and the way back. Starts nothing."""

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from silcrow.curated import MemoryStore
from silcrow.curated.results import Failure
from silcrow.curated.store_file import SIDE_FOLDER
from silcrow.dreaming.book import Book, read_book
from silcrow.dreaming.dream_lock import who_holds
from silcrow.dreaming.gate import DreamStatus, Standing, judge
from silcrow.dreaming.gathering import Sessions, SessionSource
from silcrow.dreaming.neighbour_state import SharedState, read_shared_state
from silcrow.pipeline.answers import NotDone
from silcrow.settings.types import DreamingSettings, Limits, Settings

if TYPE_CHECKING:
    from silcrow.dreaming.report import Report, ReportFolder
    from silcrow.dreaming.reverting import Reverted
    from silcrow.pipeline.spend import SpendLog
    from silcrow.workers.run import Run
    from silcrow.workers.run_folder import RunFolder

FIRST_LOOK_BACK: Final = timedelta(days=30).total_seconds()
"""How far the first dream looks back."""


class DreamPlace:
    """A memory folder with the sessions that it learns from. May be used from several threads.

    What reads runs, reports and spend is loaded when there is something to read: status is asked for by quick commands.
    """

    def __init__(
        self,
        store: MemoryStore,
        source: SessionSource,
        settings: Callable[[], Settings],
        *,
        environ: Mapping[str, str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``settings`` gives those in force at each moment; ``clock`` the time in Unix seconds."""
        self.store = store
        self.environ = environ
        self.clock = clock
        self.sessions = Sessions(source)
        self._settings = settings
        self._counting = threading.Lock()

    @cached_property
    def reports(self) -> "ReportFolder":
        from silcrow.dreaming.report import ReportFolder

        return ReportFolder(self.memory_dir)

    @cached_property
    def runs(self) -> "RunFolder":
        from silcrow.workers.run_folder import RunFolder

        return RunFolder(self.side_folder / "runs")

    @cached_property
    def spend(self) -> "SpendLog":
        from silcrow.pipeline.spend import SpendLog
        from silcrow.pipeline.spend_place import spend_path

        return SpendLog(spend_path(self.environ))

    @property
    def memory_dir(self) -> Path:
        return self.store.dir

    @property
    def side_folder(self) -> Path:
        return self.store.dir / SIDE_FOLDER

    @property
    def settings(self) -> DreamingSettings:
        return self._settings().memory.dreaming

    @property
    def limits(self) -> Limits:
        """The same as for all workers."""
        return self._settings().observational.limits

    def status(self, *, keep_counts: bool = False, ours: bool = False) -> DreamStatus:
        """Whether a dream is due, and why not. Switched off, nothing is read at all.

        Reads the status of session files, and of those that changed as much as it takes to count enough turns.
        ``keep_counts`` leaves these counts for the next process, where silcrow has its own folder already; otherwise
        nothing is written. ``ours``: the caller has the lock, so nobody else is in the way.
        """
        settings, now = self.settings, self.clock()
        if not settings.enabled:
            return judge(Standing(settings, now))
        shared = read_shared_state(self.memory_dir, now)
        book, problem = read_book(self.memory_dir)
        holder = None if ours else who_holds(self.memory_dir, now)
        running = self._running() if holder is not None else None
        horizon = self.horizon(book, shared, now, lost=problem is not None)
        turns = self._count(book, horizon, keep=keep_counts) if holder is None else 0
        return judge(
            Standing(
                settings,
                now,
                last_at=shared.last_at,
                turns=turns,
                holder=holder,
                running=running,
                trouble=book.trouble,
                last=self.reports.newest() if (self.side_folder / "dreams").is_dir() else None,
                cap=self.cap(now),
                notes=tuple(note for note in (shared.note, problem) if note),
            )
        )

    def report(self, report_id: str | None = None) -> "Report | NotDone":
        """The newest report, or the one whose id begins so."""
        ids = self.reports.ids()
        found = ids[:1] if report_id is None else tuple(each for each in ids if each.startswith(report_id))
        report = self.reports.read(found[0]) if len(found) == 1 else None
        if report is not None:
            return report
        if report_id is None:
            return NotDone("nothing", "No dream has been reported here yet.")
        words = f"{len(found)} dreams begin" if len(found) > 1 else "No dream begins"
        return NotDone("ambiguous" if len(found) > 1 else "no_match", f"{words} with {report_id}.")

    def revert(self, report_id: str | None = None) -> "Reverted | NotDone | Failure":
        """Take back all that a dream changed, by default the newest one that stands."""
        from silcrow.dreaming.reverting import revert

        return revert(self.store, self.reports, report_id, self.clock())

    def horizon(self, book: Book, shared: SharedState, now: float, *, lost: bool = False) -> float:
        """Unix seconds before which turns are left alone. Where the book was ``lost``, the last dream is the limit."""
        if book.horizon is not None:
            return book.horizon
        if lost and shared.last_at is not None:
            return shared.last_at
        return now - FIRST_LOOK_BACK

    def cap(self, now: float) -> str | None:
        """The cap on money or runs that is in the way of a dream now."""
        model = self.settings.model
        if model.builtin:
            return None
        from silcrow.pipeline.caps import cap_in_the_way

        spent = self.spend.spent_on_day_of(now)
        return cap_in_the_way(model, self.limits, self.runs.runs(), session_usd=0.0, day_usd=spent, now=now)

    def _running(self) -> "Run | None":
        return next((run for run in self.runs.runs() if run.role == "dream" and run.state == "running"), None)

    def _count(self, book: Book, horizon: float, *, keep: bool) -> int:
        with self._counting:
            self.sessions.load_counts(self.side_folder)
            turns = self.sessions.count(book, horizon, self.settings.min_turns_since_last_run)
            if keep and self.side_folder.is_dir():
                with contextlib.suppress(OSError):
                    self.sessions.save_counts(self.side_folder)
        return turns
