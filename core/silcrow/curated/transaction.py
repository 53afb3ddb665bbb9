"""One change of one file: read, judge, change, stage, compare, rename, under our lock.

The file is read once and every decision rests on those bytes. Just before the rename it is read again, under the lock
that other programs take; when one of them changed it meanwhile, the whole operation runs again on what is there now,
still under their lock: programs that write all the time would win every other race.
"""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from silcrow.curated import file_refusals
from silcrow.curated.backups import Kept, find_same, keep_backup, list_backups
from silcrow.curated.entry_format import NotText, Parsed, joined_length, parse_entries, serialise
from silcrow.curated.examination import Clean, Damaged, Verdict, examine
from silcrow.curated.notes import tidied_by_a_write, too_long_elsewhere
from silcrow.curated.operations import Change
from silcrow.curated.repair import mends
from silcrow.curated.results import Failure, Result, Success, Usage
from silcrow.curated.store_file import Content, FileRead, Missing, StoreFile, Unreadable, read_last, read_store_file
from silcrow.files import LockBusy, StagedWrite, hold_lock, stage_write, write_atomic
from silcrow.files.neighbour_lock import NeighbourBusy, NeighbourLock

Operation = Callable[[tuple[str, ...]], Change | Failure]

SETTLING_SECONDS = 0.1
"""Pause before a file that looks damaged is read again: its writer may not be done."""


def change_file(
    file: StoreFile, operation: Operation, *, lock_timeout: float, clock: Callable[[], float], purpose: str
) -> Result:
    """Run an operation on the entries of a file. What goes wrong outside is a failure; the file is then as it was."""
    deadline = time.monotonic() + lock_timeout
    neighbours = NeighbourLock(file.path, makes_file=file.hermes_home)
    try:
        with hold_lock(file.lock_path, timeout=lock_timeout, purpose=purpose), neighbours:
            return _Transaction(file, operation, neighbours, lock_timeout, deadline, clock).run()
    except LockBusy as busy:
        holder = str(busy.holder) if busy.holder else "another program"
        return file_refusals.busy(file, holder, lock_timeout)
    except NeighbourBusy as busy:
        return file_refusals.busy(file, f"another program (it holds {busy.place})", lock_timeout)
    except OSError as error:
        return file_refusals.io_failed(file, error)


@dataclass(frozen=True, slots=True)
class _Transaction:
    file: StoreFile
    operation: Operation
    neighbours: NeighbourLock
    patience: float
    """Seconds for other programs that hold on to the file or keep changing it."""
    deadline: float
    """When they are over, on the monotonic clock."""
    clock: Callable[[], float]

    def run(self) -> Result:
        last = read_last(self.file)
        read = self._read()
        while True:
            verdict = examine(read, self.file.limit, last)
            before = read
            if self._may_be_unfinished(read, verdict, last):
                time.sleep(SETTLING_SECONDS)
                read = self._read()
            if read == before:
                result = self._decide(read, verdict, last)
                if result is not None:
                    return result
                read = self._read()
            if time.monotonic() > self.deadline:
                return file_refusals.unstable(self.file, self.patience)

    def _may_be_unfinished(self, read: FileRead, verdict: Verdict, last: bytes | None) -> bool:
        """Another program may be in the middle of writing or of replacing the file."""
        if isinstance(read, Missing):
            return bool(last)
        if not isinstance(read, Content) or isinstance(verdict, Clean):
            return False
        # What was refused before and still stands has settled long since.
        return find_same(list_backups(self.file.folder, self.file.name), read.data) is None

    def _decide(self, read: FileRead, verdict: Verdict, last: bytes | None) -> Result | None:
        """The answer, or None when the file changed under our hands."""
        file = self.file
        match read, verdict:
            case Unreadable(why), _:
                return file_refusals.unreadable(file, why)
            case Content(data=data), NotText() as flaw:
                return file_refusals.not_text(file, flaw, self._keep(data))
            case Content(), Damaged() as damage:
                return self._refuse_or_mend(read, damage, last)
            case ((Content() | Missing()), Clean(parsed)):
                return self._change(read, parsed, last)
            case _:
                raise AssertionError(f"{verdict} can't be the verdict on {read}")

    def _change(self, read: Content | Missing, parsed: Parsed, last: bytes | None) -> Result | None:
        outcome = self.operation(parsed.entries)
        if isinstance(outcome, Failure):
            return outcome
        if outcome.entries == parsed.entries:
            if isinstance(read, Content):
                self._remember(read.data, last)
            return self._answer(outcome, ())
        if not self._write(read, outcome.entries, last):
            return None
        was_missing = (f"{self.file.name} was missing and was made anew",) if isinstance(read, Missing) and last else ()
        return self._answer(outcome, (*was_missing, *tidied_by_a_write(parsed)))

    def _refuse_or_mend(self, read: Content, damage: Damaged, last: bytes | None) -> Result | None:
        file = self.file
        kept = self._keep(read.data)
        outcome = self.operation(damage.parsed.entries)
        usage = Usage(joined_length(damage.parsed.entries), file.limit)
        if isinstance(outcome, Failure) or not mends(damage, outcome, file.limit, last):
            return file_refusals.drifted(file, damage.drifts[0], usage, kept)
        if kept.path is None:
            return file_refusals.backup_failed(file, damage.drifts[0], usage, kept)
        if not self._write(read, outcome.entries, last):
            return None
        return self._answer(outcome, (f"the text before is kept in {kept.path}",))

    def _write(self, read: Content | Missing, entries: tuple[str, ...], last: bytes | None) -> bool:
        """Replace the file, unless somebody else changed it since it was read."""
        if parse_entries(entries).entries != entries:
            raise AssertionError("these entries would not read back as they are")
        content = serialise(entries)
        with stage_write(self.file.path, content) as staged:
            if not self._unchanged(read, staged):
                return False
            try:
                staged.put_in_place()
                self.neighbours.release()
                staged.settle()
            except OSError:
                # The rename may have happened before the error: what the file holds decides what is true.
                if self._read() != Content(staged.target, content):
                    raise
        self._remember(content, last)
        return True

    def _unchanged(self, read: Content | Missing, staged: StagedWrite) -> bool:
        """Under the lock of the others, the file is still what was read. They may take a slow hold over."""
        while True:
            if not self.neighbours.covers(staged.target):
                self.neighbours.acquire(staged.target, deadline=self.deadline)
            if self._read() != read:
                return False
            if self.neighbours.covers(staged.target):
                return True

    def _read(self) -> FileRead:
        return read_store_file(self.file.path)

    def _remember(self, content: bytes, last: bytes | None) -> None:
        if content == last:
            return
        # Without it the next look at the file knows less; the change itself is safe.
        with contextlib.suppress(OSError):
            write_atomic(self.file.last_path, content, durable=False)

    def _keep(self, data: bytes) -> Kept:
        return keep_backup(self.file.path, data, self.clock())

    def _answer(self, change: Change, notes: tuple[str, ...]) -> Success:
        return Success(
            self.file.target,
            change.entries,
            Usage(joined_length(change.entries), self.file.limit),
            change.message,
            change.replaced,
            change.similar,
            (*notes, *too_long_elsewhere(change.entries, self.file.limit)),
        )
