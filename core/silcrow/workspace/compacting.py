"""A compaction from a user interface: the look ahead, then the one append."""

from silcrow.observational.compaction import CompactionPreview
from silcrow.pipeline.compacting import Compacted, compact, preview
from silcrow.workspace.place import Answer
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.state import WorkspaceState


def look_ahead(reader: PlaceReader, state: WorkspaceState) -> CompactionPreview | Answer:
    """What a compaction would write now. ``reader`` made ``state``."""
    if reader.memory is None or state.observational is None:
        return Answer(False, "There is no session here.", "no_session")
    return preview(reader.memory, state.observational)


def compact_now(reader: PlaceReader, state: WorkspaceState, *, force: bool) -> Answer:
    """Compact the session as the look ahead says, unless it can only be read or pi has it open."""
    if reader.memory is None or state.observational is None or state.session is None:
        return Answer(False, "There is no session here.", "no_session")
    if not state.session.writable:
        return Answer(False, f"This session can only be read: {state.session.reason}.", "read_only")
    if not state.observational.enabled:
        return Answer(False, "Memory is off for this session.", "off")
    done = compact(reader.memory, state.observational, force=force)
    if not isinstance(done, Compacted):
        return Answer(False, done.words, done.code)
    ahead = done.preview
    return Answer(
        True,
        f"Compacted: {ahead.tokens_before:,} tokens became {ahead.tokens_after:,}; pi takes it up when it opens "
        "the session next.",
    )
