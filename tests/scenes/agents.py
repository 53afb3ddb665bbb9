"""What the agent's prompt holds in the scenes."""

from silcrow.curated.prompt_block import StoreText, build_block
from silcrow.curated.states import CuratedState, MemoryFile
from silcrow.workspace.agents_view import AgentsView, Frozen


def agents_view(memory: CuratedState, frozen: Frozen | None) -> AgentsView:
    """The block that these files make, beside a frozen one."""
    return AgentsView(build_block(_text(memory.memory), _text(memory.user)), frozen)


def _text(file: MemoryFile) -> StoreText:
    if file.unreadable is not None:
        return StoreText(file.target)
    flagged = {entry.number - 1: ("fetch_and_run",) for entry in file.entries if entry.blocked}
    damage = file.drift.check if file.drift is not None else None
    return StoreText(file.target, tuple(entry.text for entry in file.entries), file.usage, flagged, damage)
