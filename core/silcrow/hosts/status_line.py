"""What a host shows of memory on one line."""

from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct
from msgspec.structs import asdict

from silcrow.curated.states import CuratedState, MemoryFile
from silcrow.text import display_text
from silcrow.workspace.state import WorkspaceState

if TYPE_CHECKING:
    from silcrow.observational.status import ObservationalState

BlockState = Literal["loaded", "empty", "unavailable", "off"]
_BETWEEN: Final = " · "
_THOUSAND: Final = 1_000


class Parts(Struct, frozen=True):
    """The pieces of the line; what there is nothing to say of is empty."""

    memory: str = ""
    """How full both files are."""
    pool: str = ""
    """Tokens of observations that are not filed yet, of those that start the filing."""
    workers: str = ""
    cost: str = ""
    waiting: str = ""
    """What waits for a person, the most urgent first."""


class HostStatus(Struct, frozen=True):
    """The status line and what it is made of. Safe to show."""

    block: BlockState
    observing: bool
    """Memory is on for the session."""
    parts: Parts

    @property
    def line(self) -> str:
        return _BETWEEN.join(part for part in asdict(self.parts).values() if part)

    def to_dict(self) -> dict[str, Any]:
        return {"line": self.line, "block": self.block, "observing": self.observing, "parts": asdict(self.parts)}


def host_status(state: WorkspaceState, *, block: bool, clocks: bool) -> HostStatus:
    """The status of a place for its host; ``block`` and ``clocks`` say what the host takes part in."""
    memory = state.observational if clocks else None
    on = memory is not None and memory.enabled
    parts = Parts(
        memory=_memory_words(state.memory),
        pool=f"pool {_short(memory.pool_tokens)}/{_short(memory.pool_trigger)}" if memory is not None and on else "",
        workers=f"{memory.running} running" if memory is not None and memory.running else "",
        cost=_cost_words(memory) if memory is not None and on else "",
        waiting=display_text(", ".join(each.words for each in state.waiting)),
    )
    return HostStatus(_block_state(state.memory) if block else "off", on, parts)


def _block_state(memory: CuratedState) -> BlockState:
    files = (memory.memory, memory.user)
    if any(file.unreadable is not None for file in files):
        return "unavailable"
    return "loaded" if any(file.entries for file in files) else "empty"


def _memory_words(memory: CuratedState) -> str:
    return f"memory {_fill(memory.memory)} user {_fill(memory.user)}"


def _fill(file: MemoryFile) -> str:
    return "?" if file.unreadable is not None else f"{file.usage.percent}%"


def _cost_words(memory: "ObservationalState") -> str:
    cost = memory.cost
    if not cost.total_usd and not cost.unpriced:
        return ""
    more = "+" if cost.partial or cost.unpriced else ""
    return f"${cost.total_usd:.2f}{more}"


def _short(tokens: int) -> str:
    return f"{tokens / _THOUSAND:.1f}k" if tokens >= _THOUSAND else str(tokens)
