"""When the next observer starts, and in words why not now: the same sentence on every surface."""

from typing import Literal

from msgspec import Struct

from silcrow.observational.observation import ChunkState
from silcrow.observational.status import ObservationalState


class ObserverState(Struct, frozen=True):
    state: Literal["off", "not_due", "due", "running", "paused", "waiting"]
    """``waiting``: there is open text enough, but somebody has to start it, or its next try is not due yet."""
    reason: str
    """A sentence with numbers."""


def observer_state(state: ObservationalState) -> ObserverState:
    """What the observers' clock does, from the figures that surfaces show. Sizes are estimated tokens."""
    if not state.enabled:
        return ObserverState("off", "Memory is off for this session.")
    at_work, queued, failed = (_of(state, outcome) for outcome in ("running", "queued", "failed"))
    if at_work:
        waiting = f", {_counted(queued)} waiting" if queued else ""
        return _told(state, "running", f"{_counted(at_work)} being observed{waiting}")
    if (reason := state.paused.get("observer")) is not None:
        return _told(state, "paused", f"Paused: {reason}")
    if queued or state.raw_tokens >= state.chunk_tokens:
        tokens = max(sum(chunk.tokens for chunk in queued), state.raw_tokens)
        open_text = f"{tokens:,} tokens are open"
        match state.driver.state:
            case "this" | "other":
                return _told(state, "due", f"{open_text}, at least {state.chunk_tokens:,} start an observer")
            case "passive":
                return _told(state, "waiting", f"{open_text}, but nothing starts by itself")
            case "foreign":
                return _told(state, "waiting", f"{open_text}, and another extension drives")
            case _:
                stopped = "but nothing starts by itself" if state.passive else "and nobody drives"
                return _told(state, "waiting", f"{open_text}, {stopped}")
    if failed:
        return _told(state, "waiting", f"{_counted(failed)} failed, to be tried again")
    left = state.chunk_tokens - state.raw_tokens
    words = f"The next chunk holds {state.raw_tokens:,} of {state.chunk_tokens:,} tokens, {left:,} to go"
    return _told(state, "not_due", words)


def _told(
    state: ObservationalState, what: Literal["not_due", "due", "running", "paused", "waiting"], words: str
) -> ObserverState:
    """The sentence, with the stretches that nobody will observe unless a person decides so."""
    gaps = _of(state, "parked")
    given_up = f"; {_counted(gaps)} given up, to be tried again or accepted" if gaps else ""
    return ObserverState(what, f"{words}{given_up}.")


def _of(state: ObservationalState, outcome: str) -> list[ChunkState]:
    return [chunk for chunk in state.chunks if chunk.outcome == outcome]


def _counted(chunks: list[ChunkState]) -> str:
    tokens = sum(chunk.tokens for chunk in chunks)
    return f"{len(chunks):,} chunk{'' if len(chunks) == 1 else 's'} ({tokens:,} tokens)"
