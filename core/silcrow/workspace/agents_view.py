"""What the agent's prompt holds of the memory: the block that the files make now, beside the one a session froze."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from silcrow.curated.prompt_block import PromptBlock
from silcrow.curated.prompt_judging import Judge
from silcrow.curated.prompt_saved import NotABlock, read_saved
from silcrow.curated.results import Target
from silcrow.curated.snapshot import resume

if TYPE_CHECKING:
    from silcrow.sessions import SessionFile
    from silcrow.workspace.reading import PlaceReader

Standing = Literal["seen", "not_yet", "live", "kept_out"]
"""Of an entry: in the frozen block, in the next one, in the block of the next session (none is frozen now), in none."""


class Frozen(Struct, frozen=True, dict=True):
    """The block that a session holds."""

    session_id: str
    record_id: str
    stored_at: str
    """ISO time; empty where the record has none."""
    text: str | None
    """None when it may not be used any more."""
    refused: str = ""
    """Why; empty when it may."""

    @cached_property
    def parts(self) -> dict[Target, frozenset[str]]:
        """The entries and placeholders in it, by file."""
        sections = read_saved(self.text) if self.text is not None else ()
        return {} if isinstance(sections, NotABlock) else {each.target: frozenset(each.parts) for each in sections}


class AgentsView(Struct, frozen=True):
    """Both blocks at one moment."""

    live: PromptBlock
    frozen: Frozen | None = None
    """None without a session, or when no host has stored a block in it."""

    @property
    def same(self) -> bool:
        """A renewal would change nothing, and so cost nothing."""
        return self.frozen is not None and self.frozen.text == self.live.text

    def standing(self, target: Target, text: str) -> Standing:
        """Whether the agent sees an entry, by its full text."""
        if self.frozen is not None and text in self.frozen.parts.get(target, ()):
            return "seen"
        shown = read_saved(self.live.section(target).text)
        in_live = not isinstance(shown, NotABlock) and any(text in section.parts for section in shown)
        if not in_live:
            return "kept_out"
        return "live" if self.frozen is None else "not_yet"


def frozen_block(session: "SessionFile", folder: Path, judge: Judge, leaf: str | None = None) -> Frozen | None:
    """The block that a session holds on the branch of a leaf; ``folder`` is its memory folder. Raises OSError."""
    from silcrow.workspace.stored_snapshots import stored_snapshot

    record = stored_snapshot(session, folder, leaf)
    if record is None:
        return None
    judged = resume(session.session_id, record, judge)
    return Frozen(session.session_id, record.id, record.timestamp, judged.block, judged.notice)


async def agents_view(reader: "PlaceReader") -> AgentsView:
    """What a place shows its agent now. Belongs to the loop that the reader belongs to; only reads."""
    import asyncio

    from silcrow.pipeline.session_memory import observed_leaf

    store = reader.store
    live = await asyncio.to_thread(store.current_block)
    if reader.session is None or reader.memory is None:
        return AgentsView(live)
    reader.session.refresh()
    try:
        frozen = frozen_block(reader.session, reader.memory.folder, store.judge(), observed_leaf(reader.session))
    except OSError:
        return AgentsView(live)
    return AgentsView(live, frozen)
