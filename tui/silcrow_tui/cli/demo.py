"""``silcrow demo``: a self-contained tour."""

import asyncio
from pathlib import Path
from typing import Any

import click

from silcrow.pipeline import Pace
from silcrow_tui.cli import exits
from silcrow_tui.cli.long_running import long_running
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import emit_json, say, table
from silcrow_tui.demo.stage import demo_stage
from silcrow_tui.widgets.words import counted

_WORKER_SECONDS = 2.0
_RETRY_DELAYS = (3.0, 6.0, 12.0)


@click.command(cls=Command)
@click.option("--headless", is_flag=True, help="Run it to its end without a screen.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0.1, max=1000),
    metavar="X",
    help="How fast it plays. Default: 1 on screen, as fast as it goes with --headless.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Play in this new or empty folder and leave everything there.",
)
@pass_options
@click.pass_context
def demo(context: click.Context, options: Options, headless: bool, speed: float | None, keep: Path | None) -> None:
    """Watch a recorded working day, with nothing set up.

    A recorded session, a drifted memory file and the built-in worker play in a temporary place. No key, no network,
    and nothing of yours is read or written.
    """
    if keep is not None and keep.is_dir() and any(keep.iterdir()):
        raise click.UsageError(f"{keep} is not empty; --keep takes a new or an empty folder")
    with long_running(), demo_stage(options.environ, keep=keep) as stage:
        if headless:
            from silcrow_tui.demo.headless import run_headless

            report = asyncio.run(run_headless(stage, _pace(speed), speed=speed))
        else:
            from silcrow_tui.demo.live import run_live

            asyncio.run(run_live(stage, _pace(speed or 1.0), speed=speed or 1.0))
            report = None
    if report is not None:
        _tell(report, as_json=options.json)
    if keep is not None and not options.quiet and not options.json:
        say(f"Kept in {keep}.")
    context.exit(exits.DONE)


def show_demo(options: Options) -> None:
    """The demo on screen, at its usual speed, until it is left."""
    from silcrow_tui.demo.live import run_live

    with long_running(), demo_stage(options.environ) as stage:
        asyncio.run(run_live(stage, _pace(1.0), speed=1.0))


def _pace(speed: float | None) -> Pace:
    """At speed 1 a run takes about two seconds, so that it can be watched."""
    if speed is None:
        return Pace(retry_delays=(0.0, 0.0, 0.0))
    return Pace(tuple(delay / speed for delay in _RETRY_DELAYS), _WORKER_SECONDS / speed)


def _tell(report: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        emit_json(report)
        return
    rows = [
        ("chunks", f"{report['chunks']} observed"),
        ("observations", f"{report['observations']}, {report['retired']} of them filed"),
        ("topics", f"{report['topics']} ({', '.join(report['files'])})"),
        ("runs", f"{report['runs']} worker processes"),
        ("cost", f"${report['costUsd']:.3f}, {report['unpriced']} unpriced"),
        ("drift", f"{report['drift'] or 'none'} in MEMORY.md, {counted(report['backups'], 'backup')}"),
        ("time", f"{report['seconds']} s"),
    ]
    say(*table(rows))
