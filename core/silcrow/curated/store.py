"""The curated store: what the agent knows for good, in two files that other agents share."""

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from silcrow.curated import file_refusals, operations, refusals, undoing
from silcrow.curated.actors import Actor, Origin
from silcrow.curated.changes import Change, Intent
from silcrow.curated.entry_format import NotText, joined_length, strip, unify_line_ends
from silcrow.curated.examination import Damaged, examine
from silcrow.curated.gate import Admitted
from silcrow.curated.inspection import Inspection
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.neighbours import in_hermes_home
from silcrow.curated.notes import tidied_by_a_write, too_long_elsewhere
from silcrow.curated.operations import Outcome
from silcrow.curated.outside import note_outside_changes
from silcrow.curated.results import Failure, Result, Success, Target, Usage
from silcrow.curated.rewriting import rewrite_entries
from silcrow.curated.rows import rows_from_entries
from silcrow.curated.several import apply_batch, move_entry, preview_tidy, tidy_file
from silcrow.curated.states import CuratedState
from silcrow.curated.store_file import Missing, StoreFile, Unreadable, read_last, read_store_file
from silcrow.curated.undo_order import next_redo, next_undo


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
        hermes = in_hermes_home(self.dir, os.environ)
        files: dict[Target, StoreFile] = {
            "memory": StoreFile("memory", self.dir, memory_char_limit, hermes),
            "user": StoreFile("user", self.dir, user_char_limit, hermes),
        }
        self.folder = MemoryFolder(self.dir, files, patience=lock_timeout, clock=clock)
        """The parts of the store, for the packages that build on it."""
        self._inspection = Inspection(self.dir, files["memory"], files["user"])

    @property
    def lock_timeout(self) -> float:
        """How long a change waits for another one before it answers ``busy``."""
        return self.folder.patience

    def add(self, target: Target | str, content: str, *, actor: Actor = "user", origin: Origin | None = None) -> Result:
        """Append an entry. Adding one that is there already is a success that changes nothing."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        admitted = self.folder.screen.admit(content)
        if not isinstance(admitted, Admitted):
            return refusals.refused_content(file.target, admitted)

        def operation(entries: tuple[str, ...]) -> Outcome | Failure:
            return operations.add_entry(file.target, entries, admitted.text, file.limit, admitted.notes)

        return self.folder.change(file, operation, Intent("add", actor, origin))

    def replace(
        self,
        target: Target | str,
        old_text: str,
        new_content: str,
        *,
        actor: Actor = "user",
        origin: Origin | None = None,
    ) -> Result:
        """Put a new text in the place of the whole entry that ``old_text`` names; the answer holds the old one."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        named = _reference(old_text)
        if shows_nothing(named):
            return refusals.empty_reference(file.target)
        admitted = self.folder.screen.admit(new_content)
        if not isinstance(admitted, Admitted):
            return refusals.refused_content(file.target, admitted)

        def operation(entries: tuple[str, ...]) -> Outcome | Failure:
            return operations.replace_entry(file.target, entries, named, admitted.text, file.limit, admitted.notes)

        return self.folder.change(file, operation, Intent("replace", actor, origin))

    def remove(
        self, target: Target | str, old_text: str, *, actor: Actor = "user", origin: Origin | None = None
    ) -> Result:
        """Take out the whole entry that ``old_text`` names; the answer holds it."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        named = _reference(old_text)
        if shows_nothing(named):
            return refusals.empty_reference(file.target)

        def operation(entries: tuple[str, ...]) -> Outcome | Failure:
            return operations.remove_entry(file.target, entries, named, file.limit)

        return self.folder.change(file, operation, Intent("remove", actor, origin))

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

    def batch(
        self,
        target: Target | str,
        operations: Iterable[Mapping[str, Any]],
        *,
        allow_empty: bool = False,
        actor: Actor = "user",
        origin: Origin | None = None,
    ) -> Result:
        """Several operations ``{op, content, oldText}`` on one file, all or none; ``op`` is add, replace or remove.

        Each sees what the ones before it left. Limits are judged on the final state, so shortening one entry makes
        room for another. A store with entries is never left empty unless ``allow_empty`` says so.
        """
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        rows = [{**row, "target": row.get("target", file.target)} for row in operations]
        foreign = next((number for number, row in enumerate(rows, start=1) if row["target"] != file.target), None)
        if foreign is not None:
            return refusals.bad_row(foreign, f"is not about {file.target}", rows[foreign - 1]["target"])
        intent = Intent("batch", actor, origin)
        answer = apply_batch(self.folder, rows, intent, target=file.target, allow_empty=allow_empty)
        return answer if isinstance(answer, Failure) else answer[0]

    def import_rows(
        self,
        rows: Iterable[Mapping[str, Any]],
        *,
        allow_empty: bool = False,
        operation: str = "import",
        actor: Actor = "import",
        origin: Origin | None = None,
    ) -> tuple[Success, ...] | Failure:
        """Rows ``{op, target, content, oldText}`` over both files, all or none; one success for each file named."""
        return apply_batch(self.folder, rows, Intent(operation, actor, origin), allow_empty=allow_empty)

    def import_file(self, target: Target | str, content: bytes, *, origin: Origin | None = None) -> Result:
        """Add all entries of another memory file; those that are there already are left as they are."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        rows = rows_from_entries(content, file.target)
        if isinstance(rows, Failure):
            return rows
        answer = apply_batch(self.folder, rows, Intent("import", "import", origin), target=file.target)
        return answer if isinstance(answer, Failure) else answer[0]

    def move(
        self, target: Target | str, old_text: str, *, actor: Actor = "user", origin: Origin | None = None
    ) -> Result:
        """Move an entry of this file to the other one: added there first, then removed here; one undo.

        The answer is that of the file which the entry left.
        """
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        if shows_nothing(_reference(old_text)):
            return refusals.empty_reference(file.target)
        return move_entry(self.folder, file, old_text, Intent("move", actor, origin))

    def merge(
        self,
        target: Target | str,
        old_texts: Sequence[str],
        new_content: str,
        *,
        actor: Actor = "user",
        origin: Origin | None = None,
    ) -> Result:
        """Put one text in the place of two or more entries, where the first of them was."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        named = [_reference(text) for text in old_texts]
        if any(shows_nothing(text) for text in named):
            return refusals.empty_reference(file.target)
        admitted = self.folder.screen.admit(new_content)
        if not isinstance(admitted, Admitted):
            return refusals.refused_content(file.target, admitted)

        def operation(entries: tuple[str, ...]) -> Outcome | Failure:
            return operations.merge_entries(file.target, entries, named, admitted.text, file.limit, admitted.notes)

        return self.folder.change(file, operation, Intent("merge", actor, origin))

    def tidy(
        self, target: Target | str, *, dry_run: bool = False, actor: Actor = "user", origin: Origin | None = None
    ) -> Result:
        """Write the same entries in canonical form, which every program on these files accepts."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        return preview_tidy(file) if dry_run else tidy_file(self.folder, file, Intent("tidy", actor, origin))

    def rewrite(
        self,
        target: Target | str,
        entries: Sequence[str],
        *,
        expected_sha256: str | None,
        operation: str,
        actor: Actor = "user",
        origin: Origin | None = None,
        allow_empty: bool = False,
        renamed: Mapping[str, str] | None = None,
        after_write: Callable[[], dict[str, Any]] | None = None,
    ) -> Result:
        """Put these entries in the place of all that the file holds, damaged or not, as one change.

        Every entry passes the gate. ``expected_sha256`` is the hash of the bytes that the entries were worked out from,
        None for a missing file; other bytes there now are ``stale``. ``renamed`` says which old text became which new
        one. ``after_write`` runs once the file is written, as a part of the same change; what it returns is kept with
        the change as its details (``moved: {from, to}`` for a file that it moved, which undo then moves back).
        """
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        return rewrite_entries(
            self.folder,
            file,
            entries,
            Intent(operation, actor, origin),
            expected_sha256=expected_sha256,
            allow_empty=allow_empty,
            renamed=renamed,
            after_write=after_write,
        )

    def history(self, target: Target | str | None = None, limit: int | None = None) -> tuple[Change, ...]:
        """What was changed, newest first, at most ``limit`` changes; of one file or of both."""
        found = [change for change in reversed(self.folder.history.changes()) if target in (None, change.target)]
        return tuple(found[:limit])

    def undo(self, change_id: str | None = None, *, actor: Actor = "user") -> Result:
        """Take a change back, with all parts of its action; without an id the last one by a person.

        The bytes before it are put back if the file is as the change left it; else its entries are, one by one; and if
        those changed too, the answer is ``stale`` with both texts. Neither drift, limit nor findings stop it: they are
        told in the notes. A unique beginning of an id is enough. Taking back an undo is a redo.
        """
        return undoing.undo(self.folder, change_id, actor)

    def redo(self, *, actor: Actor = "user") -> Result:
        """Take back the last undo. A change by a person since then ends that."""
        return undoing.redo(self.folder, actor)

    def next_undo(self) -> Change | None:
        """What `undo` without an id would take back, to be shown first."""
        return next_undo(self.folder.history.changes())

    def next_redo(self) -> Change | None:
        """The undo that `redo` would take back."""
        return next_redo(self.folder.history.changes())

    def restore(self, change_id: str, *, whole: bool = False, actor: Actor = "user") -> Result:
        """Bring back the entries that a change took away, or the ``whole`` file as it was before it; through the gate,
        as one new change."""
        if whole:
            return undoing.restore_whole(self.folder, change_id, actor)
        return undoing.restore_change(self.folder, change_id, actor)

    def restore_text(self, target: Target | str, texts: Sequence[str], *, actor: Actor = "user") -> Result:
        """Bring back single entries by their full texts, through the gate, near their old neighbours."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        change = undoing.find_vanished(self.folder, texts[0]) if texts else None
        order = undoing.entries_before(self.folder, change) if change is not None else None
        return undoing.restore_texts(self.folder, file.target, texts, order or tuple(texts), actor)

    def note_external(self, *, writer: str | None = None) -> tuple[Change, ...]:
        """Record what other programs changed since the last look, once per content; cheap when nothing changed.

        For hosts, when they start and when a file event comes. ``writer`` names the program, where that is known.
        """
        return note_outside_changes(self.folder, writer)

    def state(self) -> CuratedState:
        """Both files and the backups as one value. Never writes, takes no lock; cheap while nothing changed."""
        return self._inspection.state()

    def _file(self, target: str) -> StoreFile | None:
        return self.folder.file(target)


def _reference(text: str) -> str:
    return strip(unify_line_ends(text))
