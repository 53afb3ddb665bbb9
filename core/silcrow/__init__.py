"""Silcrow: the memory of coding agents, as a library.

`MemoryStore` keeps ``MEMORY.md`` and ``USER.md``; `create_memory_tools` offers a store to a model. Each package below
holds one part of the rest and has a face of its own. Importing this costs nothing: names are loaded when they are used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.curated import MemoryStore, create_memory_tools

__all__ = ["MemoryStore", "create_memory_tools"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("silcrow.curated"), name)
