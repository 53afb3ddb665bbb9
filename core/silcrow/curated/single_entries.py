"""Store calls on one entry."""

from silcrow.curated import file_refusals, operations, refusals
from silcrow.curated.actors import BACKGROUND, Actor, Origin
from silcrow.curated.changes import Intent
from silcrow.curated.entry_format import NotText, joined_length
from silcrow.curated.examination import Damaged, examine
from silcrow.curated.gate import Admitted
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.notes import tidied_by_a_write, too_long_elsewhere
from silcrow.curated.operations import Outcome
from silcrow.curated.proposals import Wish
from silcrow.curated.results import Failure, Result, Success, Target, Usage
from silcrow.curated.review_refusals import held
from silcrow.curated.store_file import Missing, Unreadable, read_last, read_store_file
from silcrow.curated.store_parts import StoreParts, reference


class SingleEntries(StoreParts):
    """Add, replace, remove, read."""

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
        named = reference(old_text)
        if shows_nothing(named):
            return refusals.empty_reference(file.target)
        admitted = self.folder.screen.admit(new_content)
        if not isinstance(admitted, Admitted):
            return refusals.refused_content(file.target, admitted)

        def operation(entries: tuple[str, ...]) -> Outcome | Failure:
            return operations.replace_entry(file.target, entries, named, admitted.text, file.limit, admitted.notes)

        intent = Intent("replace", actor, origin)
        wish = Wish("replace", file.target, named, admitted.text)
        return self._or_review(self.folder.change(file, operation, intent), intent, wish)

    def remove(
        self, target: Target | str, old_text: str, *, actor: Actor = "user", origin: Origin | None = None
    ) -> Result:
        """Take out the whole entry that ``old_text`` names; the answer holds it."""
        file = self._file(target)
        if file is None:
            return refusals.unknown_target(target)
        named = reference(old_text)
        if shows_nothing(named):
            return refusals.empty_reference(file.target)

        def operation(entries: tuple[str, ...]) -> Outcome | Failure:
            return operations.remove_entry(file.target, entries, named, file.limit)

        intent = Intent("remove", actor, origin)
        wish = Wish("remove", file.target, named)
        return self._or_review(self.folder.change(file, operation, intent), intent, wish)

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

    def _or_review(self, result: Result, intent: Intent, wish: Wish) -> Result:
        """What a background actor wants of an entry that was edited or removed since is shown to a person."""
        if isinstance(result, Success) or result.code != "no_match" or intent.actor not in BACKGROUND:
            return result
        try:
            return held(result, self.folder.proposals.hold([wish], "edited", intent, self.folder.clock()))
        except OSError:
            return result
