"""The demo in the workbench: the recording plays while people watch."""

import asyncio
import contextlib

from silcrow.pipeline import Pace
from silcrow.workspace import Workspace
from silcrow_tui.app import SilcrowApp
from silcrow_tui.cli.places import store_of
from silcrow_tui.demo.player import play
from silcrow_tui.demo.stage import Stage


async def run_live(stage: Stage, pace: Pace, *, speed: float) -> None:
    """Open the workbench on the stage and play until it is closed."""
    where = stage.where()
    async with Workspace(where, stage.environ, pace=pace, purpose="silcrow demo", notes=True) as place:
        await place.set_enabled(True)
        playing = asyncio.create_task(play(stage, store_of(where), speed=speed), name="play")
        try:
            await SilcrowApp(place).run_async()
        finally:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
