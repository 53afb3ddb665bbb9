"""The curated store: what the agent knows for good, in two files that other agents share."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from silcrow.curated import file_refusals, operations, refusals
from silcrow.curated.entry_format import NotText, joined_length, strip, unify_line_ends
from silcrow.curated.examination import Damaged, examine
from silcrow.curated.gate import Admitted, admit
from silcrow.curated.inspection import Inspection
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.neighbours import in_hermes_home
from silcrow.curated.notes import tidied_by_a_write, too_long_elsewhere
from silcrow.curated.results import TARGETS, Result, Success, Target, Usage
from silcrow.curated.states import CuratedState
from silcrow.curated.store_file import Missing, StoreFile, Unreadable, read_last, read_store_file
from silcrow.curated.transaction import Operation, change_file


class MemoryStore:
    """``MEMORY.md`` and ``USER.md`` of one folder.

    Every call reads the file again, so the store holds no truth of its own; it may be used from threads and from
    several processes at once. Changes of one file happen one after the other under a kernel lock that dies with its
    holder. Whatever a caller, another program or the disk does wrong comes back as a ``Failure`` with a code, and the
    file is then byte for byte as it was. Limits are code points of the joined text, times are seconds.
    """

    def __init__(
        self,
        dir: Path | str,  # noqa: A002 - the public name
        *,
        memory_char_limit: int = 2_200,
        user_char_limit: int = 1_375,
        lock_timeout: float = 5.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.dir = Path(dir).expanduser()
        self.lock_timeout = lock_timeout
        """How long a change waits for another one before it answers ``busy``."""
        self._clock = clock
        hermes = in_hermes_home(self.dir, os.environ)
        self._files: dict[str, StoreFile] = {
            "memory": StoreFile("memory", self.dir, memory_char_limit, hermes),
            "user": StoreFile("user", self.dir, user_char_limit, hermes),
        }
        self._inspection = Inspection(self.dir, self._files["memory"], self._files["user"])

    def add(self, target: Target | str, content: str) -> Result:
        """Append an entry. Adding one that is there already is a success that changes nothing."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        admitted = admit(content)
        if not isinstance(admitted, Admitted):
            return refusals.refused_content(file.target, admitted)
        return self._change(
            file, lambda entries: operations.add_entry(file.target, entries, admitted.text, file.limit), "add"
        )

    def replace(self, target: Target | str, old_text: str, new_content: str) -> Result:
        """Put a new text in the place of the whole entry that ``old_text`` names; the answer holds the old one."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        named = _reference(old_text)
        if shows_nothing(named):
            return refusals.empty_reference(file.target)
        admitted = admit(new_content)
        if not isinstance(admitted, Admitted):
            return refusals.refused_content(file.target, admitted)
        return self._change(
            file,
            lambda entries: operations.replace_entry(file.target, entries, named, admitted.text, file.limit),
            "replace",
        )

    def remove(self, target: Target | str, old_text: str) -> Result:
        """Take out the whole entry that ``old_text`` names; the answer holds it."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        named = _reference(old_text)
        if shows_nothing(named):
            return refusals.empty_reference(file.target)
        return self._change(
            file, lambda entries: operations.remove_entry(file.target, entries, named, file.limit), "remove"
        )

    def read(self, target: Target | str) -> Result:
        """The entries as they are on disk now, without waiting for anybody. A missing file has none."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        read = read_store_file(file.path)
        verdict = examine(read, file.limit, read_last(file))
        if isinstance(verdict, Unreadable):
            return file_refusals.unreadable_now(file, verdict.why)
        if isinstance(verdict, NotText):
            return file_refusals.unreadable_now(file, f"it is {verdict}", verdict)
        entries = verdict.parsed.entries
        notes = [*tidied_by_a_write(verdict.parsed), *too_long_elsewhere(entries, file.limit)]
        if isinstance(verdict, Damaged):
            notes.insert(0, f"needs repair before it can be changed: {verdict.drifts[0].message}")
        if isinstance(read, Missing):
            notes.append("file missing")
        return Success(file.target, entries, Usage(joined_length(entries), file.limit), notes=tuple(notes))

    def state(self) -> CuratedState:
        """Both files and the backups as one value. Never writes, takes no lock; cheap while nothing changed."""
        return self._inspection.state()

    def _file(self, target: str) -> StoreFile | None:
        return self._files[target] if target in TARGETS else None

    def _change(self, file: StoreFile, operation: Operation, verb: str) -> Result:
        return change_file(
            file,
            operation,
            lock_timeout=self.lock_timeout,
            clock=self._clock,
            purpose=f"{verb} in {file.name}",
        )


def _reference(text: str) -> str:
    return strip(unify_line_ends(text))
