"""What a window does to the memory files: every call in a thread, and a new state after each that may have written."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from silcrow.curated import Change, Failure, MemoryStore, Result, Success, Target
from silcrow.curated.entry_format import NotText, parse
from silcrow.curated.store_file import os_words
from silcrow.files import read_bytes
from silcrow.workspace.own_actions import Action, OwnActions
from silcrow.workspace.place import FileChange

if TYPE_CHECKING:
    from silcrow.curated.recovery import RecoveryPlan
    from silcrow.workspace.curating import Curated, Curation

_T = TypeVar("_T")


class MemoryActions:
    """Belongs to the engine's event loop; the store itself is only touched in threads."""

    def __init__(
        self, store: Callable[[], MemoryStore], publish: Callable[[], object], clock: Callable[[], float]
    ) -> None:
        """``store`` gives the store as the settings have it now; ``publish`` reads and shows a new state."""
        self._store = store
        self._publish = publish
        self._clock = clock
        self._own = OwnActions()

    # Entries

    async def add(self, target: Target, content: str) -> Result:
        return await self._did(lambda store: store.add(target, content))

    async def replace(self, target: Target, old_text: str, new_content: str) -> Result:
        return await self._did(lambda store: store.replace(target, old_text, new_content))

    async def remove(self, target: Target, texts: Sequence[str]) -> Result:
        """In order, up to the first refusal; one action for undo."""

        def remove(store: MemoryStore) -> tuple[Result, list[str | None]]:
            result: Result = Failure("empty", "Nothing was named.", target)
            made: list[str | None] = []
            for text in texts:
                result = store.remove(target, text)
                if isinstance(result, Failure):
                    break
                made.append(result.change)
            return result, made

        result, made = await self._change(remove)
        self._own.did(made)
        return result

    async def several(self, rows: Sequence[Mapping[str, Any]], operation: str) -> tuple[Success, ...] | Failure:
        """All rows or none, over both files, as one action."""
        answer = await self._change(
            lambda store: store.import_rows(rows, operation=operation, actor="user", allow_empty=True)
        )
        if not isinstance(answer, Failure):
            self._own.did([success.change for success in answer][:1])
        return answer

    async def curate(self, curation: "Curation") -> "Curated":
        """Whatever is done to the memory beside writing entries, as one action for undo."""
        curated = await self._change(curation.apply)
        self._own.did(curated.made)
        return curated

    # History

    async def history(self, target: Target | None, limit: int, *, note: bool) -> tuple[Change, ...]:
        """Newest first. ``note`` records first what other programs changed since the last look."""

        def read(store: MemoryStore) -> tuple[Change, ...]:
            if note:
                store.note_external()
            return store.history(target, limit)

        return await asyncio.to_thread(read, self._store())

    async def next_undo(self) -> tuple[Change, ...]:
        return await self._changes_of(self._own.last)

    async def next_redo(self) -> tuple[Change, ...]:
        return await self._changes_of(self._own.last_undone)

    async def undo(self) -> Result:
        action = self._own.last
        if not action:
            return Failure("no_match", "Nothing of yours to undo.", "")
        result, made = await self._take_back(action)
        if isinstance(result, Success):
            self._own.undid(made)
        return result

    async def redo(self) -> Result:
        action = self._own.last_undone
        if not action:
            return Failure("no_match", "Nothing was undone here that could be done again.", "")
        result, made = await self._take_back(action)
        if isinstance(result, Success):
            self._own.redid(made)
        return result

    async def undo_change(self, change_id: str) -> Result:
        return await self._did(lambda store: store.undo(change_id))

    async def restore(self, change_id: str, *, whole: bool) -> Result:
        return await self._did(lambda store: store.restore(change_id, whole=whole))

    async def _take_back(self, action: Action) -> tuple[Result, list[str | None]]:
        """The changes of an action, the last one first, up to the first refusal."""

        def take_back(store: MemoryStore) -> tuple[Result, list[str | None]]:
            result: Result = Failure("no_match", "There is nothing to undo.", "")
            made: list[str | None] = []
            for change_id in reversed(action):
                result = store.undo(change_id)
                if isinstance(result, Failure):
                    break
                made.append(result.change)
            return result, made

        return await self._change(take_back)

    async def _changes_of(self, action: Action) -> tuple[Change, ...]:
        def read(store: MemoryStore) -> tuple[Change, ...]:
            wanted = set(action)
            first = [change for change in store.history() if change.id in wanted]
            actions = {change.action for change in first} - {None}
            return tuple(c for c in reversed(store.history()) if c.id in wanted or c.action in actions)

        return await asyncio.to_thread(read, self._store()) if action else ()

    # Recovery

    async def plan_recovery(self, target: Target, source: Path | None) -> "RecoveryPlan | Failure":
        from silcrow.curated.recovery import plan_recovery

        return await asyncio.to_thread(plan_recovery, self._store(), target, source)

    async def plan_again(self, plan: "RecoveryPlan") -> "RecoveryPlan | Failure":
        from silcrow.curated.recovery import plan_again

        return await asyncio.to_thread(plan_again, self._store(), plan)

    async def apply_recovery(self, plan: "RecoveryPlan") -> Result:
        from silcrow.curated.recovery import apply_recovery

        return await self._did(lambda store: apply_recovery(store, plan, now=self._clock()))

    async def load_draft(self, target: Target, source: Path | None) -> "RecoveryPlan | None":
        from silcrow.curated.recovery import load_draft

        return await asyncio.to_thread(load_draft, self._store(), target, source)

    async def save_draft(self, plan: "RecoveryPlan") -> Failure | None:
        from silcrow.curated.recovery import save_draft

        answer = await asyncio.to_thread(lambda: save_draft(self._store(), plan, now=self._clock()))
        return answer if isinstance(answer, Failure) else None

    async def discard_draft(self, plan: "RecoveryPlan") -> None:
        from silcrow.curated.recovery import discard_draft

        await asyncio.to_thread(discard_draft, self._store(), plan)

    async def compare_backup(self, target: Target, path: Path) -> FileChange | Failure:
        """The backup and the live file, each as text, wrong bytes made visible."""

        from silcrow.curated.recovery.source_text import read_source

        def read(store: MemoryStore) -> FileChange | Failure:
            try:
                before = read_source(read_bytes(path)).text
            except OSError as error:
                return Failure("io", f"{path.name} can't be read: {os_words(error)}.", target)
            return FileChange(path.name, before, _live_text(store, target))

        return await asyncio.to_thread(read, self._store())

    # The one way down

    async def _did(self, change: Callable[[MemoryStore], Result]) -> Result:
        result = await self._change(change)
        if isinstance(result, Success):
            self._own.did([result.change])
        return result

    async def _change(self, change: Callable[[MemoryStore], _T]) -> _T:
        answer = await asyncio.to_thread(change, self._store())
        self._publish()
        return answer


def _live_text(store: MemoryStore, target: Target) -> str:
    from silcrow.curated.recovery.source_text import read_source

    file = store.folder.files[target]
    try:
        content = read_bytes(file.path)
    except OSError:
        return ""
    parsed = parse(content)
    return read_source(content).text if isinstance(parsed, NotText) else parsed.text
