"""A place that remembers what was written through it, so that changes of others can be told apart."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from silcrow.curated.changes import Change
from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.workspace.place import Place

if TYPE_CHECKING:
    from silcrow.curated.recovery import RecoveryPlan
    from silcrow.workspace.curating import Curated, Curation


class OwnWrites:
    """Hands everything on to the place behind it. Texts that it writes or removes go into ``texts`` beforehand."""

    def __init__(self, place: Place, texts: set[str]) -> None:
        self._place = place
        self._texts = texts
        self._changes: dict[str, Change] = {}

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            return getattr(self._place, name)

    else:

        def __getattr__(self, name: str) -> Any: ...

    async def add(self, target: Target, content: str) -> Result:
        self._texts.add(content.strip())
        return self._noted(await self._place.add(target, content))

    async def replace(self, target: Target, old_text: str, new_content: str) -> Result:
        self._texts.add(new_content.strip())
        return self._noted(await self._place.replace(target, old_text, new_content))

    async def remove(self, target: Target, texts: Sequence[str]) -> Result:
        self._texts.update(texts)
        return await self._place.remove(target, texts)

    async def several(self, rows: Sequence[Mapping[str, Any]], operation: str) -> tuple[Success, ...] | Failure:
        self._texts.update(str(row[name]).strip() for row in rows for name in ("content", "oldText") if row.get(name))
        return await self._place.several(rows, operation)

    async def curate(self, curation: "Curation") -> "Curated":
        self._texts.update(curation.written)
        return await self._place.curate(curation)

    async def history(self, target: Target | None = None, limit: int = 1_000) -> tuple[Change, ...]:
        changes = await self._place.history(target, limit)
        self._changes = {change.id: change for change in changes}
        return changes

    async def undo(self) -> Result:
        self._note(await self._place.next_undo())
        return await self._place.undo()

    async def redo(self) -> Result:
        self._note(await self._place.next_redo())
        return await self._place.redo()

    async def undo_change(self, change_id: str) -> Result:
        self._note_known(change_id)
        return await self._place.undo_change(change_id)

    async def restore(self, change_id: str, *, whole: bool = False) -> Result:
        self._note_known(change_id)
        return await self._place.restore(change_id, whole=whole)

    async def apply_recovery(self, plan: "RecoveryPlan") -> Result:
        from silcrow.curated.recovery import result_of

        self._texts.update(result_of(plan).texts)
        self._texts.update(entry.text for entry in (*plan.base, *plan.stand.damaged))
        return await self._place.apply_recovery(plan)

    def _note_known(self, change_id: str) -> None:
        """The texts of a change and of its other parts, in another file."""
        change = self._changes.get(change_id)
        if change is not None:
            parts = [each for each in self._changes.values() if change.action and each.action == change.action]
            self._note(parts or [change])

    def _note(self, changes: Iterable[Change]) -> None:
        for change in changes:
            self._texts.update((*change.old, *change.new))

    def _noted(self, result: Result) -> Result:
        if isinstance(result, Success) and result.replaced is not None:
            self._texts.add(result.replaced)
        return result
