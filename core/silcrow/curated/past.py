"""Store calls on what was: history, undo, restore, and what other programs did."""

from collections.abc import Sequence

from silcrow.curated import refusals
from silcrow.curated.actors import Actor
from silcrow.curated.changes import Change
from silcrow.curated.results import Result, Target
from silcrow.curated.store_parts import StoreParts
from silcrow.curated.undo_order import SIDE_NOTES, next_redo, next_undo


class Past(StoreParts):
    """History and the ways back."""

    def history(self, target: Target | str | None = None, limit: int | None = None) -> tuple[Change, ...]:
        """What was changed, newest first, at most ``limit`` changes; of one file or of both."""
        found = [
            change
            for change in reversed(self.folder.history.changes())
            if target in (None, change.target) and change.operation not in SIDE_NOTES
        ]
        return tuple(found[:limit])

    def history_problem(self) -> str | None:
        """Why the history can't be read; None when it can, or when there is none yet."""
        return self.folder.history.problem()

    def undo(self, change_id: str | None = None, *, actor: Actor = "user") -> Result:
        """Take a change back, with all parts of its action; without an id the last one by a person.

        The bytes before it are put back if the file is as the change left it; else its entries are, one by one; and if
        those changed too, the answer is ``stale`` with both texts. Neither drift, limit nor findings stop it: they are
        told in the notes. A unique beginning of an id is enough. Taking back an undo is a redo.
        """
        from silcrow.curated import undoing

        return undoing.undo(self.folder, change_id, actor)

    def redo(self, *, actor: Actor = "user") -> Result:
        """Take back the last undo. A change by a person since then ends that."""
        from silcrow.curated import undoing

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
        from silcrow.curated import undoing

        if whole:
            return undoing.restore_whole(self.folder, change_id, actor)
        return undoing.restore_change(self.folder, change_id, actor)

    def restore_text(self, target: Target | str, texts: Sequence[str], *, actor: Actor = "user") -> Result:
        """Bring back single entries by their full texts, through the gate, near their old neighbours."""
        from silcrow.curated import undoing

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
        from silcrow.curated.outside import note_outside_changes

        return note_outside_changes(self.folder, writer)

    def dismiss(self, change_id: str) -> bool:
        """Give up the entries that vanished in an outside change; False when there is no such change, or it can't be
        written down. They stay in history."""
        found = self.folder.history.find(change_id)
        return len(found) == 1 and self.folder.books.dismiss(found[0])
