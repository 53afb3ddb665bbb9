"""One change of one file, or of both: read, judge, change, stage, compare, rename, under our locks.

Each file is read once and every decision rests on those bytes. Just before the rename it is read again, under the lock
that other programs take; when one of them changed it meanwhile, the whole operation runs again on what is there now,
still under their lock: programs that write all the time would win every other race.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from silcrow.curated import file_refusals
from silcrow.curated.backups import Kept, find_same, keep_backup, list_backups
from silcrow.curated.books import Books
from silcrow.curated.changes import Intent
from silcrow.curated.entry_format import NotText, joined_length, parse_entries
from silcrow.curated.examination import Clean, Damaged
from silcrow.curated.file_write import FileWrite, put_in_place
from silcrow.curated.last_known import last_bytes, read_note
from silcrow.curated.notes import tidied_by_a_write, too_long_elsewhere
from silcrow.curated.operations import Outcome
from silcrow.curated.repair import mends
from silcrow.curated.results import TARGETS, Failure, Success, Usage
from silcrow.curated.seen import Seen, seen_as
from silcrow.curated.store_file import Missing, StoreFile, Unreadable, read_store_file
from silcrow.files import LockBusy, hold_lock, stage_write
from silcrow.files.neighbour_lock import NeighbourBusy, NeighbourLock

Operation = Callable[[tuple[str, ...]], Outcome | Failure]
Plan = Callable[[tuple[Seen, ...]], tuple[Outcome, ...] | Failure]
Guard = Callable[[tuple[Seen, ...], tuple[Outcome, ...]], Failure | None]
Follow = Callable[[Seen, Outcome], dict[str, Any]]

SETTLING_SECONDS = 0.1
"""Pause before a file that looks damaged is read again: its writer may not be done."""


class Work(Struct, frozen=True):
    """What is to be done, to which files, and in whose name."""

    files: tuple[StoreFile, ...]
    """In the order in which they are written."""
    plan: Plan
    intent: Intent
    over_damage: bool = False
    """The plan replaces the whole file knowingly, so damage in it is no reason to refuse."""
    guard: Guard | None = None
    """A last word on the outcomes, for actors that may not do everything."""
    follow: Follow | None = None
    """Runs after the write, for what is kept beside the entries; gives details for history."""
    after_write: Callable[[], dict[str, Any]] | None = None
    """Runs once all files are written, as a part of the same change; gives details for history."""


class Surroundings(Struct, frozen=True):
    """What a transaction needs besides the work."""

    books: Books
    clock: Callable[[], float]
    patience: float
    """Seconds for locks, and for other programs that keep changing a file."""


def change_files(work: Work, surroundings: Surroundings) -> tuple[Success, ...] | Failure:
    """Do the work on all its files or on none. What goes wrong outside is a failure; the files are then as before.

    Answers in the order of the files.
    """
    neighbours = [NeighbourLock(file.path, makes_file=file.hermes_home) for file in work.files]
    deadline = time.monotonic() + surroundings.patience
    transaction = _Transaction(work, surroundings, neighbours, deadline)
    # Everybody takes the locks in the same order.
    return transaction.run_under_locks(sorted(work.files, key=_lock_order))


def _lock_order(file: StoreFile) -> int:
    return TARGETS.index(file.target)


class _Transaction(Struct, frozen=True):
    work: Work
    surroundings: Surroundings
    neighbours: Sequence[NeighbourLock]
    deadline: float

    def run_under_locks(self, files: Sequence[StoreFile]) -> tuple[Success, ...] | Failure:
        """Take the locks of these files, one within the other, and run."""
        file, *others = files
        patience = self.surroundings.patience
        purpose = f"{self.work.intent.operation} in {file.name}"
        try:
            with hold_lock(file.lock_path, timeout=max(0.0, self.deadline - time.monotonic()), purpose=purpose):
                return self.run_under_locks(others) if others else self._run()
        except LockBusy as busy:
            holder = str(busy.holder) if busy.holder else "another program"
            return file_refusals.busy(file, holder, patience)
        except NeighbourBusy as busy:
            held_up = next((each for each in self.work.files if each.name in busy.place), file)
            return file_refusals.busy(held_up, f"another program (it holds {busy.place})", patience)
        except OSError as error:
            return file_refusals.io_failed(file, error)

    def _run(self) -> tuple[Success, ...] | Failure:
        try:
            return self._repeat_until_done()
        finally:
            for each in self.neighbours:
                each.release()

    def _repeat_until_done(self) -> tuple[Success, ...] | Failure:
        while True:
            seen = self._look()
            if seen is not None:
                answer = self._attempt(seen)
                if answer is not None:
                    return answer
            if time.monotonic() > self.deadline:
                return file_refusals.unstable(self.work.files[0], self.surroundings.patience)

    def _look(self) -> tuple[Seen, ...] | None:
        """All files as they are now; None when one of them is still being written."""
        looks: list[Seen] = []
        for file in self.work.files:
            note = read_note(file)
            read = read_store_file(file.path)
            seen = seen_as(file, read, last_bytes(file, note, read))
            if _may_be_unfinished(seen):
                time.sleep(SETTLING_SECONDS)
                if read_store_file(file.path) != read:
                    return None
            looks.append(seen)
        return tuple(looks)

    def _attempt(self, looks: tuple[Seen, ...]) -> tuple[Success, ...] | Failure | None:
        """The answer, or None when a file changed under our hands."""
        for seen in looks:
            refusal = self._refuse_unreadable(seen)
            if refusal is not None:
                return refusal
            self.surroundings.books.note_outside(seen)
        outcomes = self.work.plan(looks)
        notes: list[list[str]] = []
        for place, seen in enumerate(looks):
            answer = self._refuse_damaged(seen, None if isinstance(outcomes, Failure) else outcomes[place])
            if isinstance(answer, Failure):
                return answer
            notes.append(answer)
        if isinstance(outcomes, Failure):
            return outcomes
        if self.work.guard is not None:
            refusal = self.work.guard(looks, outcomes)
            if refusal is not None:
                return refusal
        return self._write(looks, outcomes, notes)

    def _refuse_unreadable(self, seen: Seen) -> Failure | None:
        match seen.verdict:
            case Unreadable(why):
                return file_refusals.unreadable(seen.file, why)
            case NotText() as flaw if not self.work.over_damage:
                self.surroundings.books.note_outside(seen)
                return file_refusals.not_text(seen.file, flaw, self._keep(seen))
            case _:
                return None

    def _refuse_damaged(self, seen: Seen, outcome: Outcome | None) -> Failure | list[str]:
        """Damage is refused after a backup, unless the change takes it out; then notes say where the backup is."""
        if self.work.over_damage or not isinstance(seen.verdict, Damaged):
            return []
        damage, file = seen.verdict, seen.file
        kept = self._keep(seen)
        usage = Usage(joined_length(damage.parsed.entries), file.limit)
        if outcome is None or not mends(damage, outcome, file.limit, seen.last):
            return file_refusals.drifted(file, damage.drifts[0], usage, kept)
        if kept.path is None:
            return file_refusals.backup_failed(file, damage.drifts[0], usage, kept)
        return [f"the text before is kept in {kept.path}"]

    def _write(
        self, looks: tuple[Seen, ...], outcomes: tuple[Outcome, ...], notes: list[list[str]]
    ) -> tuple[Success, ...] | None:
        writes: list[FileWrite] = []
        try:
            for seen, outcome, neighbours, words in zip(looks, outcomes, self.neighbours, notes, strict=True):
                content = _content_of(seen, outcome)
                if content is not None:
                    # Before the flush of the new bytes, which then takes this along.
                    why_not_kept = self.surroundings.books.keep_before(seen)
                    words += [why_not_kept] if why_not_kept else []
                    staged = stage_write(seen.file.path, content)
                    writes.append(FileWrite(seen, outcome, content, neighbours, staged, words))
            if not self._still_true(writes):
                return None
            put_in_place(writes)
        finally:
            for write in writes:
                write.staged.discard()
        changes = self._write_down(writes)
        return tuple(
            self._answer(seen, outcome, words, changes.get(seen.file.target))
            for seen, outcome, words in zip(looks, outcomes, notes, strict=True)
        )

    def _still_true(self, writes: list[FileWrite]) -> bool:
        """All files are what was read, under all locks at once: the wait for one may outlast the hold of another."""
        while all(write.still_true(self.deadline) for write in writes):
            if all(write.covered for write in writes):
                return True
        return False

    def _write_down(self, writes: list[FileWrite]) -> dict[str, str | None]:
        """Bring the books up to date; the ids of the changes by target."""
        books, work = self.surroundings.books, self.work
        more = work.after_write() if work.after_write is not None and writes else {}
        ids: dict[str, str | None] = {}
        for write in writes:
            seen, outcome = write.seen, write.outcome
            details = {**more, **(work.follow(seen, outcome) if work.follow is not None else {})}
            change, problem = books.record(seen, outcome.entries, write.content, work.intent, details)
            ids[seen.file.target] = change
            write.notes += [problem] if problem else []
            if outcome.accepted:
                books.remember(seen.file, write.content, seen.last)
        return ids

    def _answer(self, seen: Seen, outcome: Outcome, notes: list[str], change: str | None) -> Success:
        file, entries = seen.file, outcome.entries
        words = [*outcome.notes, *notes]
        if change is None and _content_of(seen, outcome) is None:
            # Whoever worked over the damage and left the bytes as they are has accepted them.
            is_accepted = outcome.accepted if self.work.over_damage else not seen.damaged
            if seen.data is not None and is_accepted:
                self.surroundings.books.remember(file, seen.data, seen.last)
        elif seen.parsed is not None:
            if isinstance(seen.read, Missing) and seen.last:
                words.append(f"{file.name} was missing and was made anew")
            words += tidied_by_a_write(seen.parsed) if outcome.content is None else ()
        return Success(
            file.target,
            entries,
            Usage(joined_length(entries), file.limit),
            outcome.message,
            outcome.replaced,
            outcome.similar,
            (*words, *too_long_elsewhere(entries, file.limit)),
            change,
        )

    def _keep(self, seen: Seen) -> Kept:
        return keep_backup(seen.file.path, seen.data or b"", self.surroundings.clock())


def _may_be_unfinished(seen: Seen) -> bool:
    """Another program may be in the middle of writing or of replacing the file."""
    if isinstance(seen.read, Missing):
        return bool(seen.last)
    if seen.data is None or isinstance(seen.verdict, Clean):
        return False
    # What was refused before and still stands has settled long since.
    return find_same(list_backups(seen.file.folder, seen.file.name), seen.data) is None


def _content_of(seen: Seen, outcome: Outcome) -> bytes | None:
    """The bytes to write; None when the file stays as it is."""
    if outcome.content is not None:
        return outcome.content if outcome.content != (seen.data or b"") else None
    if outcome.entries == seen.entries and seen.parsed is not None:
        return None
    written = parse_entries(outcome.entries)
    if written.entries != outcome.entries:
        raise AssertionError("these entries would not read back as they are")
    return written.text.encode()
