"""``silcrow mcp``: the memory tools for agents, on standard input and output."""

import signal

import click

from silcrow.settings.switches import switch_of
from silcrow_tui.cli.om_place import refuse
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.places import store_of, where


@click.command(cls=Command)
@pass_options
@click.pass_context
def mcp(context: click.Context, options: Options) -> None:
    """Serve the memory tools to an agent (MCP over stdio).

    It runs until the agent closes it. Needs the extra: pip install 'silcrow[mcp]'.
    """
    found = where(options)
    switch = switch_of(found.settings, "tools")
    if not switch.on:
        refuse(
            context,
            options,
            "off",
            f"The tools are switched off ({switch.place}); `silcrow on tools` switches them on.",
        )
    opened = store_of(found)
    try:
        from silcrow.hosts.mcp_server import serve
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in ("mcp", "mcp_types", "anyio"):
            raise
        raise click.ClickException("the MCP SDK is not installed: pip install 'silcrow[mcp]'") from None
    # The SDK reads its input in a thread that nothing can interrupt. Ending at once is safe: a change is whole or not
    # there at all, and locks end with the process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve(opened)
