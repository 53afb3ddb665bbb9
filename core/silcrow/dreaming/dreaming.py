"""One dream from the gate to the report: under the lock, on copies, with everything told that came of it."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated.entry_format import NotText, parse
from silcrow.curated.results import FILE_NAMES, TARGETS, Target
from silcrow.curated.store_file import os_words
from silcrow.dreaming.applying import Applied, Terms, apply_steps
from silcrow.dreaming.book import Attempt, Book, Heard, read_book, write_book
from silcrow.dreaming.dream_lock import REFRESH_SECONDS, DreamLock
from silcrow.dreaming.finishing import after_an_early_end, after_crash, after_failure, after_success, why_in_vain
from silcrow.dreaming.gate import DreamStatus
from silcrow.dreaming.gathering import Gathered
from silcrow.dreaming.handing import Hand, deal
from silcrow.dreaming.neighbour_state import read_shared_state, write_shared_state
from silcrow.dreaming.place import DreamPlace
from silcrow.dreaming.report import Report
from silcrow.dreaming.steps import wanted_of
from silcrow.dreaming.working import Work, Worked, work_through
from silcrow.files import read_bytes
from silcrow.pipeline.answers import NotDone
from silcrow.workers.dream import HandedTurn
from silcrow.workers.orphans import settle_orphans
from silcrow.workers.run_paths import RunPaths
from silcrow.workers.supervisor import Supervisor


async def dream(
    place: DreamPlace,
    *,
    force: bool = False,
    dry_run: bool = False,
    since: float | None = None,
    purpose: str = "dreaming",
    command: Sequence[str] | None = None,
) -> Report | NotDone:
    """Dream if it is due, and tell what came of it; or why nothing was done.

    ``force`` passes over the gate of time and turns and over the wait after failures, never over the switch, the lock
    or a cap. A ``dry_run`` reads and asks the worker, and changes nothing. ``since`` (Unix seconds) lets in turns that
    were too old so far, and leaves out those before it. ``command`` starts a worker, by default the bundled one. When
    cancelled, the worker is ended and nothing is changed; what was due stays due.
    """
    status = await asyncio.to_thread(place.status, keep_counts=True)
    if (refusal := _not_now(status, force=force)) is not None:
        return refusal
    lock = DreamLock(place.memory_dir, purpose)
    try:
        if (who := lock.acquire()) is not None:
            return NotDone("busy", f"Not now: the lock is {who}.")
        try:
            async with _kept_fresh(lock):
                return await _Dream(place, dry_run=dry_run, since=since, command=command).run(force=force)
        finally:
            lock.release()
    except OSError as error:
        return NotDone("io", f"Nothing was changed: {os_words(error)}.")


def _not_now(status: DreamStatus, *, force: bool) -> NotDone | None:
    if status.state == "off":
        return NotDone("off", "Dreaming is off; `pi-memory.dreaming.enabled` in the settings turns it on.")
    if status.state in ("locked", "running"):
        return NotDone("busy", f"Not now: {status.words}.")
    return None if force or status.due else NotDone("not_due", f"Nothing was started: {status.words}.")


class _Read(Struct, frozen=True):
    """What a dream goes by."""

    gathered: tuple[Gathered, ...]
    hand: Hand
    horizon: float
    """Unix seconds."""


class _Dream:
    """One dream, while its lock is held: nobody else writes the book meanwhile."""

    def __init__(self, place: DreamPlace, *, dry_run: bool, since: float | None, command: Sequence[str] | None) -> None:
        self._place = place
        self._dry_run = dry_run
        self._since = since
        self._started = place.clock()
        self._settings = place.settings
        self._supervisor = Supervisor(place.runs, environ=place.environ, clock=place.clock, command=command)
        self._book, self._book_lost = Book(), False

    async def run(self, *, force: bool) -> Report | NotDone:
        """From what earlier dreams left behind to the report."""
        refusal = await asyncio.to_thread(self._settle, force=force)
        if refusal is not None:
            return refusal
        read = await asyncio.to_thread(self._read)
        if not read.hand.turns:
            return NotDone("nothing", "Nothing to read: no turn is new.")
        if (cap := self._place.cap(self._started)) is not None:
            return NotDone("budget", f"Nothing was started: {cap}.")
        try:
            worked = await work_through(read.hand, self._work(), now=self._place.clock, begun=self._note_begin)
        except BaseException:
            with contextlib.suppress(OSError):
                words = "it was ended before it was through"
                self._write_down(after_an_early_end(self._book, self._place.clock(), words))
            raise
        if worked.first is None:
            # A cap that was reached at this very moment: no run, so nothing to report.
            return NotDone("budget", f"Nothing was started: {worked.error.words if worked.error else 'a cap'}.")
        return await asyncio.to_thread(self._finish, read, worked, worked.first)

    def _settle(self, *, force: bool) -> NotDone | None:
        """Deal with what a crash left, and look again whether a dream is due now that the lock is ours."""
        place = self._place
        for orphan in settle_orphans(place.runs, self._started):
            place.spend.note(orphan.run, self._started)
        self._book, problem = read_book(place.memory_dir)
        self._book_lost = problem is not None
        if self._book.attempt is not None:
            self._write_down(after_crash(self._book, self._started))
        return _not_now(place.status(ours=True), force=force)

    def _read(self) -> _Read:
        place = self._place
        shared = read_shared_state(place.memory_dir, self._started)
        horizon = place.horizon(self._book, shared, self._started, lost=self._book_lost)
        horizon = horizon if self._since is None else self._since
        gathered = tuple(place.sessions.gather(self._book, horizon))
        return _Read(gathered, deal(gathered), horizon)

    def _work(self) -> Work:
        place = self._place
        return Work(
            place.runs,
            self._supervisor,
            place.spend,
            {target: file.limit for target, file in place.store.folder.files.items()},
            self._settings.model,
            place.limits,
            self._book.heard,
        )

    def _note_begin(self, run_id: str) -> None:
        self._write_down(replace(self._book, attempt=Attempt(run_id, self._started)))

    def _write_down(self, book: Book) -> None:
        if not self._dry_run:
            write_book(self._place.memory_dir, book)
            self._book = book

    def _finish(self, read: _Read, worked: Worked, run_id: str) -> Report:
        place, now = self._place, self._place.clock()
        applied, review = self._apply(worked, run_id)
        vain = why_in_vain(worked, applied)
        report = _report(run_id, read, worked, applied)
        report = replace(
            report,
            started_at=self._started,
            finished_at=now,
            model=str(self._settings.model),
            dry_run=self._dry_run,
            review=review,
        )
        if vain is not None:
            report = replace(report, error=vain.words)
        place.runs.collect()
        if self._dry_run:
            return report
        try:
            if vain is not None:
                self._write_down(after_failure(self._book, vain, now))
            else:
                self._write_down(after_success(self._book, read.gathered, worked, read.horizon))
                write_shared_state(place.memory_dir, self._started, len(worked.turns))
            place.reports.write(report)
        except OSError as failed:
            words = f"what this dream read could not be written down: {os_words(failed)}"
            return replace(report, notes=(*report.notes, words))
        return report

    def _apply(self, worked: Worked, run_id: str) -> tuple[Applied, bool]:
        """What becomes of the proposals, and whether all of them wait for a person."""
        place, settings = self._place, self._settings
        # Until a person has seen what dreams are like here, and for one that only quotes, nothing happens by itself.
        review = settings.mode == "review" or self._book.dreams == 0 or settings.model.builtin
        entries = _entries_in(place.runs.paths(run_id))
        wanted = wanted_of(worked.proposals, entries, (*worked.turns, *map(_as_turn, self._book.heard)))
        wanted = replace(wanted, refused=(*worked.failed_calls, *wanted.refused))
        terms = Terms(run_id, settings.max_removal_share, review, self._dry_run)
        return apply_steps(place.store, wanted, terms), review


def _report(run_id: str, read: _Read, worked: Worked, applied: Applied) -> Report:
    return Report(
        id=run_id,
        runs=tuple(run.run_id for run in worked.runs),
        turns=len(worked.turns),
        sessions=len({turn.session for turn in worked.turns}),
        left=read.hand.left + read.hand.turns - len(worked.turns),
        taken=applied.taken,
        held=applied.held,
        refused=applied.refused,
        unchanged=applied.unchanged,
        changes=applied.changes,
        error=worked.error.words if worked.error else None,
        cost_usd=worked.cost_usd,
    )


def _as_turn(heard: Heard) -> HandedTurn:
    """What an earlier dream heard, as the turn that it stood in: it may be named as evidence, too."""
    return HandedTurn(heard.session, heard.entry, (heard.entry,), heard.time, "", heard.text, "")


def _entries_in(paths: RunPaths) -> Mapping[Target, tuple[str, ...]]:
    """The entries that the first worker of the dream was given."""
    found: dict[Target, tuple[str, ...]] = dict.fromkeys(TARGETS, ())
    for target in TARGETS:
        with contextlib.suppress(OSError):
            parsed = parse(read_bytes(paths.base / FILE_NAMES[target]))
            found[target] = () if isinstance(parsed, NotText) else parsed.entries
    return found


@contextlib.asynccontextmanager
async def _kept_fresh(lock: DreamLock) -> AsyncGenerator[None]:
    async def refresh() -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            lock.refresh()

    refreshing = asyncio.create_task(refresh(), name="dream lock")
    try:
        yield
    finally:
        refreshing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await refreshing
