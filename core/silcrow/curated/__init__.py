"""The curated store: ``MEMORY.md`` and ``USER.md``, read and changed without losing what others wrote.

Start at `MemoryStore`. The format is in `entry_format`, what counts as damage in `drift` and `last_state`.
"""

from typing import TYPE_CHECKING, Any

from silcrow.curated.actors import Actor, Origin
from silcrow.curated.changes import Change
from silcrow.curated.results import FILE_NAMES, TARGETS, Code, Failure, Result, Success, Target, Usage
from silcrow.curated.states import Backup, CuratedState, Drift, DriftCheck, Entry, MemoryFile, Neighbour, Vanished

if TYPE_CHECKING:
    from silcrow.curated.pins import Pin
    from silcrow.curated.prompt_block import PromptBlock
    from silcrow.curated.proposals import Proposal, Wish
    from silcrow.curated.screening import Screening
    from silcrow.curated.store import MemoryStore
    from silcrow.curated.tools import MemoryTool, ToolAnswer, create_memory_tools

__all__ = [
    "FILE_NAMES",
    "TARGETS",
    "Actor",
    "Backup",
    "Change",
    "Code",
    "CuratedState",
    "Drift",
    "DriftCheck",
    "Entry",
    "Failure",
    "MemoryFile",
    "MemoryStore",
    "MemoryTool",
    "Neighbour",
    "Origin",
    "Pin",
    "PromptBlock",
    "Proposal",
    "Result",
    "Screening",
    "Success",
    "Target",
    "ToolAnswer",
    "Usage",
    "Vanished",
    "Wish",
    "create_memory_tools",
]


_LAZY = {
    "MemoryStore": "store",
    "MemoryTool": "tools",
    "Pin": "pins",
    "PromptBlock": "prompt_block",
    "Proposal": "proposals",
    "Screening": "screening",
    "ToolAnswer": "tools",
    "Wish": "proposals",
    "create_memory_tools": "tools",
}


def __getattr__(name: str) -> Any:
    # The types are needed by quick commands that never open a store.
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"silcrow.curated.{_LAZY[name]}"), name)
