"""Store calls on one entry."""

from silcrow.curated import file_refusals, refusals
from silcrow.curated.actors import Actor, Origin
from silcrow.curated.changes import Intent
from silcrow.curated.entry_format import NotText, joined_length
from silcrow.curated.examination import Damaged
from silcrow.curated.notes import tidied_by_a_write, too_long_elsewhere
from silcrow.curated.results import Result, Success, Target, Usage
from silcrow.curated.seen import look_at
from silcrow.curated.store_file import Missing, Unreadable
from silcrow.curated.store_parts import StoreParts


class SingleEntries(StoreParts):
    """Add, replace, remove, read."""

    def add(self, target: Target | str, content: str, *, actor: Actor = "user", origin: Origin | None = None) -> Result:
        """Append an entry. Adding one that is there already is a success that changes nothing."""
        from silcrow.curated.editing import add_text

        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        return add_text(self.folder, file, content, Intent("add", actor, origin))

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
        from silcrow.curated.editing import replace_text

        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        return replace_text(self.folder, file, old_text, new_content, Intent("replace", actor, origin))

    def remove(
        self, target: Target | str, old_text: str, *, actor: Actor = "user", origin: Origin | None = None
    ) -> Result:
        """Take out the whole entry that ``old_text`` names; the answer holds it."""
        from silcrow.curated.editing import remove_text

        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        return remove_text(self.folder, file, old_text, Intent("remove", actor, origin))

    def read(self, target: Target | str) -> Result:
        """The entries as they are on disk now, without waiting for anybody. A missing file has none."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        seen = look_at(file)
        verdict = seen.verdict
        if isinstance(verdict, Unreadable):
            return file_refusals.unreadable_now(file, verdict.why)
        if isinstance(verdict, NotText):
            return file_refusals.unreadable_now(file, f"it is {verdict}", verdict)
        entries = verdict.parsed.entries
        notes = [*tidied_by_a_write(verdict.parsed), *too_long_elsewhere(entries, file.limit)]
        if isinstance(verdict, Damaged):
            notes.insert(0, f"needs repair before it can be changed: {verdict.drifts[0].message}")
        if isinstance(seen.read, Missing):
            notes.append("file missing")
        return Success(file.target, entries, Usage(joined_length(entries), file.limit), notes=tuple(notes))
