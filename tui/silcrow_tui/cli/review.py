"""``silcrow review``: changes of background workers that wait for a person."""

from datetime import datetime
from typing import Any

import click

from silcrow.curated import FILE_NAMES, Failure
from silcrow.curated.proposals import Proposal
from silcrow_tui.cli import exits
from silcrow_tui.cli.memory import finish, given
from silcrow_tui.cli.memory_changes import finish_each
from silcrow_tui.cli.memory_lines import refusal_lines
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, one_line, say, table
from silcrow_tui.cli.places import store

_REASONS = {
    "share": "it takes away much at once",
    "pinned": "the entry is pinned",
    "edited": "the entry was edited or removed since",
    "asked": "its author asks",
}
ids_argument = click.argument("proposal_ids", metavar="ID...", nargs=-1, required=True)


@click.group(cls=Group)
def review() -> None:
    """Changes that wait for you: list, show, accept, reject."""


@review.command("list")
@pass_options
def list_proposals(options: Options) -> None:
    """List what waits, oldest first."""
    waiting = store(options).proposals()
    if options.json:
        emit_json({"proposals": [proposal_document(each) for each in waiting]})
    elif not waiting:
        say("Nothing waits for you.")
    else:
        say(*table([(each.id, each.actor, each.target, _headline(each)) for each in waiting]))


@review.command()
@click.argument("proposal_id", metavar="ID")
@pass_options
@click.pass_context
def show(context: click.Context, options: Options, proposal_id: str) -> None:
    """Show one in full: old text, new text, reason, evidence."""
    found = [each for each in store(options).proposals() if each.id.startswith(proposal_id)]
    if len(found) != 1:
        complain(f"{'ambiguous' if found else 'no_match'}: {len(found)} proposals begin with {proposal_id}")
        context.exit(exits.REFUSED)
    (proposal,) = found
    if options.json:
        emit_json(proposal_document(proposal))
        return
    written = datetime.fromtimestamp(proposal.time).astimezone().strftime("%Y-%m-%d %H:%M")
    say(f"{proposal.op} in {FILE_NAMES[proposal.target]}, by {proposal.actor}, {written}")
    say(f"It waits because {_REASONS[proposal.reason]}.")
    if proposal.stale:
        say("Stale: the old text is no longer in the file.", role="wait")
    for label, text in (("old", proposal.old), ("new", proposal.new), ("evidence", proposal.evidence)):
        if text:
            say("", f"{label}:", text)


@review.command()
@ids_argument
@click.option("--edit", is_flag=True, help="Read another text for it from standard input; for one ID only.")
@pass_options
@click.pass_context
def accept(context: click.Context, options: Options, proposal_ids: tuple[str, ...], edit: bool) -> None:
    """Make these changes, each on its own.

    Those that are refused go on waiting.
    """
    place = store(options)
    if edit and len(proposal_ids) > 1:
        raise click.UsageError("--edit takes one ID", context)
    text = given(None) if edit else None
    finish_each(context, options, [place.accept(each, text) for each in proposal_ids])


@review.command()
@ids_argument
@pass_options
@click.pass_context
def reject(context: click.Context, options: Options, proposal_ids: tuple[str, ...]) -> None:
    """Take these out of the queue undone: all of them or none."""
    answer = store(options).reject(proposal_ids)
    if isinstance(answer, Failure):
        if options.json:
            finish(context, options, answer)
        complain(*refusal_lines(answer))
        context.exit(exits.exit_code_of(answer))
    elif options.json:
        emit_json({"rejected": [each.id for each in answer]})
    elif not options.quiet:
        say(f"Rejected {len(answer)}.")


def proposal_document(proposal: Proposal) -> dict[str, Any]:
    """One proposal for ``--json``."""
    return {**proposal.to_dict(), "stale": proposal.stale}


def _headline(proposal: Proposal) -> str:
    mark = "stale: " if proposal.stale else ""
    return one_line(f"{mark}{proposal.op} “{proposal.new or proposal.old}”", beside=30)
