"""A place whose memory files are real ones in a folder; all the rest is a calm scene."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from silcrow.curated import MemoryStore
from silcrow.curated.changes import Change
from silcrow.curated.recovery import RecoveryPlan
from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.workspace.agents_view import AgentsView
from silcrow.workspace.curating import Curated, Curation
from silcrow.workspace.memory_actions import MemoryActions
from silcrow.workspace.place import FileChange
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.waiting import waiting
from tests.scenes import NOW, ScenePlace, scene


class StorePlace(ScenePlace):
    """Writes go to the files; ``look`` shows what others did to them."""

    def __init__(self, folder: Path, *, readonly: bool = False) -> None:
        super().__init__(scene("calm").state, readonly=readonly)
        self.store = MemoryStore(folder)
        self.actions = MemoryActions(lambda: self.store, self.look, lambda: NOW)
        self.frozen = None
        self.state = self._now()

    def _now(self) -> WorkspaceState:
        memory = self.store.state()
        return replace(
            self.state, memory=memory, waiting=waiting(memory, self.state.observational, (), self.state.problems)
        )

    def look(self) -> None:
        self.set_state(self._now())

    async def refresh(self) -> WorkspaceState:
        self.look()
        return self.state

    def text(self, target: Target = "memory") -> str:
        return self.store.folder.files[target].path.read_text()

    async def add(self, target: Target, content: str) -> Result:
        return await self.actions.add(target, content)

    async def replace(self, target: Target, old_text: str, new_content: str) -> Result:
        return await self.actions.replace(target, old_text, new_content)

    async def remove(self, target: Target, texts: Sequence[str]) -> Result:
        return await self.actions.remove(target, texts)

    async def several(self, rows: Sequence[Mapping[str, Any]], operation: str) -> tuple[Success, ...] | Failure:
        return await self.actions.several(rows, operation)

    async def curate(self, curation: Curation) -> Curated:
        if self.readonly:
            return Curated(0, Failure("invalid", "Read only: nothing is written here.", ""))
        return await self.actions.curate(curation)

    async def agents_view(self) -> AgentsView:
        return AgentsView(self.store.current_block(), self.frozen)

    async def history(self, target: Target | None = None, limit: int = 1_000) -> tuple[Change, ...]:
        return await self.actions.history(target, limit, note=True)

    async def next_undo(self) -> tuple[Change, ...]:
        return await self.actions.next_undo()

    async def next_redo(self) -> tuple[Change, ...]:
        return await self.actions.next_redo()

    async def undo(self) -> Result:
        return await self.actions.undo()

    async def redo(self) -> Result:
        return await self.actions.redo()

    async def undo_change(self, change_id: str) -> Result:
        return await self.actions.undo_change(change_id)

    async def restore(self, change_id: str, *, whole: bool = False) -> Result:
        return await self.actions.restore(change_id, whole=whole)

    async def plan_recovery(self, target: Target, source: Path | None = None) -> RecoveryPlan | Failure:
        return await self.actions.plan_recovery(target, source)

    async def plan_again(self, plan: RecoveryPlan) -> RecoveryPlan | Failure:
        return await self.actions.plan_again(plan)

    async def apply_recovery(self, plan: RecoveryPlan) -> Result:
        return await self.actions.apply_recovery(plan)

    async def load_draft(self, target: Target, source: Path | None = None) -> RecoveryPlan | None:
        return await self.actions.load_draft(target, source)

    async def save_draft(self, plan: RecoveryPlan) -> Failure | None:
        return await self.actions.save_draft(plan)

    async def discard_draft(self, plan: RecoveryPlan) -> None:
        await self.actions.discard_draft(plan)

    async def compare_backup(self, target: Target, path: Path) -> FileChange | Failure:
        return await self.actions.compare_backup(target, path)
