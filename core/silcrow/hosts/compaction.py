"""What a host gets when it is about to compact: our compaction, or one sentence why not."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from silcrow.hosts.voice import Voice
from silcrow.observational.status import ObservationalState
from silcrow.observational.status_json import compaction_due
from silcrow.pipeline import Driver
from silcrow.pipeline.compacting import draft_of, preview
from silcrow.pipeline.other_extensions import drives_instead
from silcrow.pipeline.session_memory import SessionMemory
from silcrow.settings import ObservationalSettings

_LOOK_SECONDS: Final = 0.05


class Compaction(Struct, frozen=True):
    """To be written into the session by its host."""

    summary: str
    first_kept: str
    """The entry from which on the text is kept word for word."""
    tokens_before: int
    details: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The fields as pi names them."""
        return {
            "summary": self.summary,
            "firstKeptEntryId": self.first_kept,
            "tokensBefore": self.tokens_before,
            "details": self.details,
        }

    def to_entry(self) -> dict[str, Any]:
        """The arguments of `SessionWriter.compaction`."""
        return {
            "summary": self.summary,
            "first_kept": self.first_kept,
            "tokens_before": self.tokens_before,
            "details": self.details,
        }


class NoCompaction(Struct, frozen=True):
    """The host compacts as it would without silcrow, or not at all."""

    reason: str
    """One sentence."""


def compaction_of(memory: SessionMemory, state: ObservationalState) -> Compaction | NoCompaction:
    """The compaction of the session as it is now. ``memory`` was refreshed for ``state``."""
    ahead = preview(memory, state)
    if ahead.first_kept is None:
        return NoCompaction(f"{ahead.obstacle[:1].upper()}{ahead.obstacle[1:]}.")
    draft = draft_of(memory, state, ahead, ahead.first_kept)
    return Compaction(draft.summary, draft.first_kept, draft.tokens_before, dict(draft.details))


def why_not_ours(
    memory: SessionMemory | None, state: ObservationalState | None, settings: ObservationalSettings, *, wanted: bool
) -> NoCompaction | None:
    """Why silcrow leaves the compaction to the host, whatever could be cut; ``wanted`` by a person of silcrow."""
    if memory is None or state is None:
        return NoCompaction("There is no observational memory of this session.")
    if not state.enabled:
        return NoCompaction("Observing is off for this session.")
    if not settings.compaction and not wanted:
        return NoCompaction("Compaction by silcrow is switched off.")
    if (other := drives_instead(memory.view())) is not None:
        return NoCompaction(f"{other} observes this session.")
    return None


async def wait_for_observers(driver: Driver, seconds: float | None, skips: asyncio.Event, voice: Voice) -> None:
    """Wait until no observer is at work here, or until ``skips`` is set; so many seconds at most, None is no end."""
    if not driver.observes or seconds == 0:
        return
    words = "until they are done" if seconds is None else f"for at most {seconds:,.0f} seconds"
    voice.say("info", f"Observers are at work; the compaction waits {words}.")
    end = None if seconds is None else time.monotonic() + seconds
    while driver.observes and not skips.is_set() and (end is None or time.monotonic() < end):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):
                await skips.wait()


def is_due(
    memory: SessionMemory, settings: ObservationalSettings, read: Callable[[], ObservationalState | None]
) -> bool:
    """Whether the host is to compact by itself: the context is full, and there is something to cut.

    ``read`` gives the whole state, which is asked for only once the context is known to be full.
    """
    if settings.passive or not settings.compaction:
        return False
    memory.refresh()
    if not memory.view().enabled:
        return False
    size = memory.session.context(memory.leaf).projected_tokens
    if size < settings.compact_at_context_tokens:
        return False
    state = read()
    if state is None or why_not_ours(memory, state, settings, wanted=False) is not None:
        return False
    return compaction_due(state) and state.compaction is not None and not state.compaction.obstacle
