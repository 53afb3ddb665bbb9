"""What agents and their hosts connect to.

`MemoryHost` is memory for a host in Python; `silcrow.hosts.stdio` serves the same to any other, `mcp_server` the tools
alone to whoever speaks the Model Context Protocol.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silcrow.hosts.compaction import Compaction, NoCompaction
    from silcrow.hosts.host import MemoryHost
    from silcrow.hosts.opening import Features, HostPlace, Opening

# The server of the tools needs none of this.
_HOMES = {
    "Compaction": "compaction",
    "Features": "opening",
    "HostPlace": "opening",
    "MemoryHost": "host",
    "NoCompaction": "compaction",
    "Opening": "opening",
}

__all__ = ["Compaction", "Features", "HostPlace", "MemoryHost", "NoCompaction", "Opening"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
