"""``silcrow sessions seed``: give a fork its parent's memory."""

import time

import click
from msgspec.structs import replace

from silcrow.pipeline import NotDone
from silcrow_tui.cli.om_fork import seed_document, seed_lines
from silcrow_tui.cli.om_place import answer, open_place, refuse, refuse_busy
from silcrow_tui.cli.options import Command, Options, pass_options


@click.command(cls=Command)
@click.argument("which", metavar="[FILE|ID]", required=False)
@pass_options
@click.pass_context
def seed(context: click.Context, options: Options, which: str | None) -> None:
    """Give a fork its parent's memory: topics, journey, archive, and what was observed of the text both hold.

    By default the newest session of this project. Done once for a fork, and by itself when memory is turned on or first
    runs; the parent's memory is only read. What the parent spent is shown as inherited.
    """
    from silcrow.pipeline import seeding
    from silcrow.pipeline.holding import hold_session

    place = open_place(replace(options, session=which) if which else options)
    place.must_be_writable(context)
    if (why_not := seeding.why_not_seeded(place.memory)) is not None:
        refuse(context, options, why_not.code, why_not.words)
    with hold_session(place.memory, purpose="silcrow sessions seed", now=time.time()) as busy:
        if busy is not None:
            refuse_busy(context, place, busy.holder)
        seeded = seeding.seed(place.memory, now=time.time())
    if isinstance(seeded, NotDone):
        refuse(context, options, seeded.code, seeded.words)
    answer(context, place, *seed_lines(seeded), seeded=seed_document(seeded))
