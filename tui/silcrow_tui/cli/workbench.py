"""Opening the workbench; the only command that loads its toolkit, and only here."""

import asyncio
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from silcrow.workspace import Workspace
from silcrow.workspace.where import Where
from silcrow_tui.cli import exits
from silcrow_tui.cli.long_running import long_running
from silcrow_tui.cli.options import Options
from silcrow_tui.cli.places import where
from silcrow_tui.next_place import Next, OpenFolder, RunDemo
from silcrow_tui.preferences.config_file import config_path, read_preferences
from silcrow_tui.preferences.window_state import WindowState, read_window, window_path, write_window

if TYPE_CHECKING:
    from silcrow_tui.preferences.choices import Preferences


def open_workbench(options: Options, *, readonly: bool) -> int:
    """Open the workbench on what the options name, and again on what is picked in it; the exit code."""
    # Loaded before garbage is looked for: what is loaded stays.
    import_module("silcrow_tui.app")
    import_module("silcrow_tui.screens.main")
    preferences = read_preferences(config_path(options.environ))
    kept = window_path(options.environ)
    window = read_window(kept)
    while True:
        found = as_left(options, where(options), window)
        with long_running():
            then = asyncio.run(_show(options, found, preferences, window, kept, readonly=readonly))
        window = read_window(kept)
        if isinstance(then, OpenFolder):
            window = replace(window, memory_dir=str(then.memory_dir))
            write_window(kept, window)
        elif isinstance(then, RunDemo):
            from silcrow_tui.cli.demo import show_demo

            show_demo(options)
        else:
            return exits.DONE


def as_left(options: Options, found: Where, window: WindowState) -> Where:
    """The places with what the last window left where nothing was named.

    The session that was open here last, unless another one of this folder was used since; the memory folder that was
    picked on the first screen, as long as the usual one is not there.
    """
    if options.memory_dir is None and window.memory_dir and not found.memory_dir.exists():
        picked = Path(window.memory_dir)
        if picked.is_dir():
            found = where(replace(options, memory_dir=picked), tell_problems=False)
            options = replace(options, memory_dir=picked)
    last = window.sessions.get(str(found.project))
    if options.session is None and last and found.session is not None and last != str(found.session.path):
        path = Path(last)
        if path.is_file() and found.session.mtime <= _left_at(options):
            return where(replace(options, session=last), tell_problems=False)
    return found


def _left_at(options: Options) -> float:
    """When a window was closed last, in Unix seconds."""
    try:
        return window_path(options.environ).stat().st_mtime
    except OSError:
        return 0.0


async def _show(
    options: Options, found: Where, preferences: "Preferences", window: WindowState, kept: Path, *, readonly: bool
) -> Next | None:
    from silcrow_tui.app import SilcrowApp

    async with Workspace(found, options.environ, readonly=readonly, patient=True) as place:
        app = SilcrowApp(
            place,
            environ=options.environ,
            preferences=preferences,
            window=window,
            keep=lambda left: write_window(kept, left),
        )
        return await app.run_async(mouse=preferences.mouse)
