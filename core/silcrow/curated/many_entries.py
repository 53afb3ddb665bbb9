"""Store calls on several entries, on a whole file, or on both files."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from silcrow.curated import refusals
from silcrow.curated.actors import Actor, Origin
from silcrow.curated.changes import Intent
from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.curated.store_parts import StoreParts


class ManyEntries(StoreParts):
    """Batch, import, move, merge, tidy, rewrite: each is one change, all of it or none."""

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
        from silcrow.curated.several import apply_batch

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
        from silcrow.curated.several import apply_batch

        return apply_batch(self.folder, rows, Intent(operation, actor, origin), allow_empty=allow_empty)

    def import_file(self, target: Target | str, content: bytes, *, origin: Origin | None = None) -> Result:
        """Add all entries of another memory file; those that are there already are left as they are."""
        from silcrow.curated.rows import rows_from_entries
        from silcrow.curated.several import apply_batch

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
        from silcrow.curated.several import move_entry

        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
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
        from silcrow.curated.editing import merge_texts

        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        return merge_texts(self.folder, file, old_texts, new_content, Intent("merge", actor, origin))

    def tidy(
        self, target: Target | str, *, dry_run: bool = False, actor: Actor = "user", origin: Origin | None = None
    ) -> Result:
        """Write the same entries in canonical form, which every program on these files accepts."""
        from silcrow.curated.several import preview_tidy, tidy_file

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
        sound: Collection[str] = (),
        after_write: Callable[[], dict[str, Any]] | None = None,
    ) -> Result:
        """Put these entries in the place of all that the file holds, damaged or not, as one change.

        Every entry passes the gate. ``expected_sha256`` is the hash of the bytes that the entries were worked out from,
        None for a missing file; other bytes there now are ``stale``. ``renamed`` says which old text became which new
        one. Texts of the file that are ``sound`` as they are do not pass for damage, whatever stands beside them now.
        ``after_write`` runs once the file is written, as a part of the same change; what it returns is kept with
        the change as its details (``moved: {from, to}`` for a file that it moved, which undo then moves back).
        """
        from silcrow.curated.rewriting import rewrite_entries

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
            sound=sound,
            after_write=after_write,
        )
