"""The answer to ``initialize``: what there is, and what is wrong."""

from importlib.metadata import version
from typing import Any, Final

from silcrow.curated.tool_texts import INSTRUCTIONS
from silcrow.curated.tools import MemoryTool
from silcrow.hosts.command import COMMANDS
from silcrow.hosts.host import MemoryHost
from silcrow.hosts.methods import METHODS, Method
from silcrow.text import display_text

PROTOCOL: Final = 1
_QUICK_SECONDS: Final = 5.0
_MOMENT: Final = 5.0
"""Seconds that a compaction may take beside waiting for observers."""


def greeting(host: MemoryHost) -> dict[str, Any]:
    """For a host that has just said who it is."""
    settings, features = host.settings, host.place.features
    tools = host.tools()
    return {
        "protocolVersion": PROTOCOL,
        "server": {"name": "silcrow", "version": version("silcrow")},
        "capabilities": {
            "block": features.block and settings.memory.prompt_block,
            "tools": bool(tools),
            "observing": features.clocks and not settings.observational.passive,
            "compaction": features.clocks and settings.observational.compaction,
            "dreaming": features.clocks and settings.memory.dreaming.enabled,
        },
        "tools": [_described(tool) for tool in tools],
        "instructions": INSTRUCTIONS if tools else "",
        "commands": [command.to_dict() for command in COMMANDS],
        "deadlines": {
            **{name: deadline(method, host) for name, method in METHODS.items()},
            "initialize": _QUICK_SECONDS,
            "status": _QUICK_SECONDS,
        },
        "notices": [{"level": "warning", "text": display_text(words)} for words in host.problems()],
    }


def deadline(method: Method, host: MemoryHost) -> float | None:
    """Seconds within which a method is answered; None without an end."""
    if method.seconds is not None:
        return method.seconds
    waits = host.compact_wait_seconds
    return None if waits is None else waits + _MOMENT


def _described(tool: MemoryTool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": {
            "readOnlyHint": not tool.writes,
            "destructiveHint": tool.destroys,
            "idempotentHint": not tool.destroys,
            "openWorldHint": False,
        },
    }
