"""``silcrow recall``: an observation, and the text that it rests on."""

import click

from silcrow.threats import redact
from silcrow.workspace.in_context import in_context
from silcrow.workspace.recall import (
    Recalled,
    find_remembered,
    recall,
    recalled_document,
    remembered,
    remembered_document,
)
from silcrow_tui.cli import exits
from silcrow_tui.cli.om_place import open_place, refuse
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, one_line, say
from silcrow_tui.widgets.words import counted

_LISTED = 20


@click.command("recall", cls=Command)
@click.argument("observation", metavar="ID")
@pass_options
@click.pass_context
def recall_command(context: click.Context, options: Options, observation: str) -> None:
    """Show the observation with this ID and what it rests on.

    Dropped ones and those of other branches are found too. A beginning that no other id has is enough. Secrets of a
    known form are left out.
    """
    place = open_place(options)
    memory = place.reader.memory
    if memory is None:
        session = place.state.session
        refuse(context, options, "read_only", f"This session has no memory: {session and session.reason}.")
    found = find_remembered(remembered(memory, in_context(memory.session)), observation)
    if not found:
        refuse(context, options, "gone", f"No observation of this session has the id {observation}.")
    if len({each.observation.timestamp for each in found}) > 1:
        words = f"{counted(len(found), 'observation')} begin with {observation}; name one."
        if not options.json:
            complain(*(one_line(redact(each.observation.line)) for each in found[:_LISTED]))
        refuse(context, options, "ambiguous", words, matches=[remembered_document(each) for each in found])
    recalled = [recall(memory, each) for each in found]
    if options.json:
        emit_json({"observations": [recalled_document(each) for each in recalled]})
    else:
        for each in recalled:
            say(*recalled_lines(each))
    context.exit(exits.DONE)


def recalled_lines(recalled: Recalled) -> list[str]:
    """One observation for people: itself, what became of it, its sources in full."""
    each = recalled.remembered
    lines = [redact(each.observation.line), f"  {each.standing} · {_fate(recalled)}"]
    if each.observation.run_id:
        lines.append(f"  recorded by {each.observation.run_id}")
    for source in recalled.sources:
        lines += ["", f"  {source.id} · {source.role} · {source.timestamp}"]
        lines += (f"    {line}" for line in source.text.splitlines())
    if recalled.missing:
        lines += ["", f"  not in the session any more: {', '.join(recalled.missing)}"]
    if not each.observation.sources:
        chunk = recalled.chunk
        reach = f"the text from {chunk.from_id} to {chunk.to_id}" if chunk else "a text that is not recorded"
        lines += ["", f"  names no sources; it rests on {reach}"]
    return lines


def _fate(recalled: Recalled) -> str:
    each = recalled.remembered
    words = {"active": "in the pool", "set aside": "not in the pool any more", "another branch": "on another branch"}
    parts = [words.get(each.fate, each.fate)]
    if each.archived is not None:
        parts += [f"into {each.archived.topic}"] if each.archived.topic else []
        parts.append(f"by {each.archived.run_id}")
        parts += [f"({redact(each.archived.reason)})"] if each.archived.reason else []
    return " ".join(parts)
