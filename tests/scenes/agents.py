"""What the agent's prompt holds in the scenes."""

from silcrow.curated.prompt_block import StoreText, build_block
from silcrow.curated.results import Usage
from silcrow.curated.states import CuratedState, MemoryFile
from silcrow.workspace.agents_view import AgentsView, Frozen
from tests.scenes import texts
from tests.scenes.memory import SESSION_ID, used


def agents_view(memory: CuratedState, frozen: Frozen | None) -> AgentsView:
    """The block that these files make, beside a frozen one."""
    return AgentsView(build_block(_text(memory.memory), _text(memory.user)), frozen)


def frozen_block() -> Frozen:
    """A block of two hours ago: the last three entries were not there yet, one has gone since."""
    entries = ("The api runs on port 8081.", *texts.MEMORY_ENTRIES[:-3])
    block = build_block(
        StoreText("memory", entries, Usage(used(entries), 2_200)),
        StoreText("user", texts.USER_ENTRIES, Usage(used(texts.USER_ENTRIES), 1_375)),
    )
    return Frozen(SESSION_ID, "e0101", "2026-11-16T17:55:10.000Z", block.text)


def _text(file: MemoryFile) -> StoreText:
    if file.unreadable is not None:
        return StoreText(file.target)
    flagged = {entry.number - 1: ("fetch_and_run",) for entry in file.entries if entry.blocked}
    damage = file.drift.check if file.drift is not None else None
    return StoreText(file.target, tuple(entry.text for entry in file.entries), file.usage, flagged, damage)
