"""Opening the workbench; the only command that loads its toolkit, and only here."""

import asyncio

from silcrow.workspace import Workspace
from silcrow_tui.cli import exits
from silcrow_tui.cli.long_running import long_running
from silcrow_tui.cli.options import Options
from silcrow_tui.cli.places import where


def open_workbench(options: Options, *, readonly: bool) -> int:
    """Open the workbench on what the options name; the exit code."""
    found = where(options)

    async def show() -> None:
        from silcrow_tui.app import SilcrowApp

        async with Workspace(found, options.environ, readonly=readonly, notes=True) as place:
            await SilcrowApp(place).run_async()

    with long_running():
        asyncio.run(show())
    return exits.DONE
