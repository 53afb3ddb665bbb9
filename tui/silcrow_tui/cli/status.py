"""``silcrow status``: one screen on everything, waiting things first."""

import time

import click

from silcrow.workspace.reading import PlaceReader
from silcrow_tui.cli import exits
from silcrow_tui.cli.dream_place import dream_place
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import emit_json, say
from silcrow_tui.cli.place_lines import place_lines, waiting_lines
from silcrow_tui.cli.places import where
from silcrow_tui.cli.prompt_lines import frozen_fill, prompt_document, prompt_lines


@click.command(cls=Command)
@click.option("--check", is_flag=True, help="End with exit code 7 when something waits.")
@pass_options
@click.pass_context
def status(context: click.Context, options: Options, check: bool) -> None:
    """Show what waits, the two files, the session and its memory."""
    # The problems are part of the screen, so they are not told on the side as well.
    reader = PlaceReader(where(options, tell_problems=options.json), options.environ)
    state = reader.read(time.time())
    # Where silcrow has its own folder already, the texts that the scanner just found clean make the next look quicker.
    reader.store.folder.screen.clean.save()
    frozen = frozen_fill(reader)
    dreaming = dream_place(reader.where, reader.store, options.environ, lambda: reader.settings)
    dream = dreaming.status(keep_counts=True)
    if options.json:
        from silcrow_tui.cli.documents import place_document

        emit_json({**place_document(state), "prompt": prompt_document(frozen), "dream": dream.to_dict()})
    else:
        say(*waiting_lines(state.waiting), role="wait" if state.waiting else "ok")
        say(*place_lines(state), *prompt_lines(frozen, state))
        # Switched off, it stands among the switches.
        say(*(() if dream.state == "off" else [f"dream     {dream.words}"]))
    context.exit(exits.WAITING if check and state.waiting else exits.DONE)
