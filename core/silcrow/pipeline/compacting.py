"""A compaction on request: look ahead, then append it to the session file while nobody has that open."""

import time
from collections.abc import Callable

from msgspec import Struct

from silcrow.files import LockBusy, hold_lock, lock_holder
from silcrow.observational import ObservationalState, read_journey
from silcrow.observational.compaction import CompactionPreview, preview_compaction
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.sessions.writing import Appended, CompactionDraft, NotAppended, append_compaction


class Compacted(Struct, frozen=True):
    """The session file has a new last entry."""

    preview: CompactionPreview
    entry_id: str


class NotCompacted(Struct, frozen=True):
    """The session file is as it was, as far as it counts."""

    code: str
    words: str
    """One sentence."""


def preview(memory: SessionMemory, state: ObservationalState) -> CompactionPreview:
    """What a compaction would write now. ``memory`` was refreshed for ``state``."""
    return preview_compaction(state, memory.view(), read_journey(memory.folder))


def compact(
    memory: SessionMemory,
    state: ObservationalState,
    *,
    force: bool = False,
    clock: Callable[[], float] = time.time,
) -> Compacted | NotCompacted:
    """Compact the session as `preview` says, by one append to its file.

    ``force`` overrides that the file changed within the last seconds and that a host runs in the session's folder.
    Only one process at a time compacts a session.
    """
    ahead = preview(memory, state)
    if not state.enabled:
        return NotCompacted("off", "Memory is off for this session; `silcrow om on` turns it on.")
    if ahead.first_kept is None:
        return NotCompacted("nothing_to_cut", f"Not compacted: {ahead.obstacle}.")
    draft = draft_of(memory, state, ahead, ahead.first_kept)
    try:
        with hold_lock(memory.folder / ".runs" / "compact.lock", timeout=0.0, purpose="silcrow om compact"):
            appended = append_compaction(memory.session.path, draft, force=force, clock=clock)
    except LockBusy as busy:
        return NotCompacted("busy", f"{busy.holder or 'Another process'} compacts this session already.")
    match appended:
        case Appended(entry_id=entry_id):
            return Compacted(ahead, entry_id)
        case NotAppended(code=code, words=words):
            return NotCompacted(code, words)


def draft_of(
    memory: SessionMemory, state: ObservationalState, ahead: CompactionPreview, first_kept: str
) -> CompactionDraft:
    """The compaction that a look ahead came to, as it is written into the session."""
    return CompactionDraft(
        leaf_id=memory.leaf or "",
        summary=ahead.block,
        first_kept=first_kept,
        tokens_before=memory.session.context(memory.leaf).context_tokens,
        details={
            "by": "silcrow",
            "cutAfterId": ahead.cut_after,
            "observations": ahead.observations,
            "topics": len(state.topics),
        },
    )


def observers_at_work(memory: SessionMemory) -> int:
    """How many observers run for this session, in whatever process; what a dead one left behind is not counted."""
    if lock_holder(memory.lock_path) is None:
        return 0
    return sum(run.state == "running" and run.chunk is not None for run in memory.runs.runs())
