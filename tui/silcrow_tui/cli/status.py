"""``silcrow status``: one screen on everything, waiting things first."""

import time

import click

from silcrow.workspace.reading import PlaceReader
from silcrow_tui.cli import exits
from silcrow_tui.cli.documents import place_document
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import emit_json, say
from silcrow_tui.cli.places import where
from silcrow_tui.cli.status_lines import place_lines


@click.command(cls=Command)
@click.option("--check", is_flag=True, help="End with 7 when something waits.")
@pass_options
@click.pass_context
def status(context: click.Context, options: Options, check: bool) -> None:
    """One screen on everything: what waits, the files, the session, its memory."""
    state = PlaceReader(where(options), options.environ).read(time.time())
    if options.json:
        emit_json(place_document(state))
    else:
        waits = ", ".join(each.words for each in state.waiting)
        say(f"waits: {waits}" if waits else "nothing waits", role="wait" if waits else "ok")
        say(*place_lines(state))
    context.exit(exits.WAITING if check and state.waiting else exits.DONE)
