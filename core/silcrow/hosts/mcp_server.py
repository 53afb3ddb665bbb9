"""The memory tools as a server of the Model Context Protocol, on the official SDK.

The low-level server of the SDK is used, since it leaves the check of the arguments to us: a model that sends wrong ones
gets the same structured refusal as from the store. Needs the extra ``mcp``; nothing else in the core imports the SDK.
"""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from silcrow.curated import MemoryStore, MemoryTool, ToolAnswer, create_memory_tools
from silcrow.curated.tool_texts import INSTRUCTIONS
from silcrow.files import ChangeFeed, Watched

_log = logging.getLogger(__name__)


def create_server(store: MemoryStore) -> Server[Any]:
    """A server that offers the four memory tools on this store."""
    tools = create_memory_tools(store)
    by_name = {tool.name: tool for tool in tools}

    async def list_tools(_context: Any, _page: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in tools])

    async def call_tool(_context: Any, call: types.CallToolRequestParams) -> types.CallToolResult:
        tool = by_name.get(call.name)
        if tool is None:
            known = ", ".join(by_name)
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {call.name!r}; the tools are {known}")
        return _result(await _call(tool, call.arguments))

    @asynccontextmanager
    async def while_serving(_server: Server[Any]) -> AsyncGenerator[dict[str, Any]]:
        async with anyio.create_task_group() as group:
            group.start_soon(_note_outside_changes, store)
            try:
                yield {}
            finally:
                group.cancel_scope.cancel()

    return Server(
        "silcrow",
        version=version("silcrow"),
        title="Silcrow memory",
        instructions=INSTRUCTIONS,
        lifespan=while_serving,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve(store: MemoryStore) -> None:
    """Serve on standard input and output until the client closes them."""

    async def run() -> None:
        server = create_server(store)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)


def _described(tool: MemoryTool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.writes,
            destructive_hint=tool.destroys,
            idempotent_hint=not tool.destroys,
            open_world_hint=False,
        ),
    )


async def _call(tool: MemoryTool, arguments: dict[str, Any] | None) -> ToolAnswer:
    try:
        return await tool.call(arguments)
    except Exception as bug:  # noqa: BLE001 - the SDK would hide what happened from the model and from us
        _log.exception("%s failed", tool.name)
        return _failed(tool, bug)


def _failed(tool: MemoryTool, bug: Exception) -> ToolAnswer:
    error = f"{tool.name} failed unexpectedly ({type(bug).__name__}). Read the memory before you try again."
    return ToolAnswer({"success": False, "code": "internal", "error": error, "target": ""}, error, is_error=True)


def _result(answer: ToolAnswer) -> types.CallToolResult:
    text = types.TextContent(type="text", text=answer.text)
    return types.CallToolResult(content=[text], structured_content=answer.structured, is_error=answer.is_error)


async def _note_outside_changes(store: MemoryStore) -> None:
    """Record what other programs change while this server runs, so that it can be seen and taken back."""
    await anyio.to_thread.run_sync(store.note_external)
    watched = [Watched(file.path.absolute()) for file in store.folder.files.values()]
    with suppress(OSError):
        async with ChangeFeed(watched) as feed:
            async for _ in feed:
                await anyio.to_thread.run_sync(store.note_external)
