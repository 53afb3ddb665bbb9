"""``silcrow search``: where something is remembered, and whether the agent sees it now."""

import time

import click

from silcrow.workspace.passages import passages
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.search import LIMIT, Findings, Hit, findings_document, search
from silcrow.workspace.search_query import BadQuery, literal, regular
from silcrow_tui.cli import exits
from silcrow_tui.cli.om_place import refuse
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, one_line, say
from silcrow_tui.cli.places import where
from silcrow_tui.widgets.words import counted

_SEARCHED = "entries, history, pool, archive, topics, journey, raw session"
_INDENT = "    "


@click.command("search", cls=Command)
@click.argument("text")
@click.option("--regex", is_flag=True, help="TEXT is a regular expression; (?i) in front ignores case.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help="At most so many hits, the newest."
)
@pass_options
@click.pass_context
def search_command(context: click.Context, options: Options, text: str, regex: bool, limit: int) -> None:
    """Find TEXT in all that is remembered.

    Entries and their history, waiting changes, observations and their archive, topics, journey, and the session
    itself, newest first. Each hit says if the agent sees it: "in context now", "in memory", or "past". Secrets of a
    known form are left out.
    """
    query = regular(text) if regex else literal(text)
    if isinstance(query, BadQuery):
        refuse(context, options, query.code, query.words)
    place = PlaceReader(where(options), options.environ)
    findings = search(passages(place, query.is_in), query, limit=limit)
    if options.json:
        emit_json(findings_document(findings, query))
    elif not findings.hits:
        say(f"Nothing found for “{query.text}” in {_SEARCHED}.")
    else:
        _show(options, findings)
    context.exit(exits.DONE)


def _show(options: Options, findings: Findings) -> None:
    for hit in findings.hits:
        say(headline(hit), _INDENT + one_line(hit.excerpt, beside=len(_INDENT)))
    left_out = findings.total - len(findings.hits)
    if left_out and not options.quiet:
        complain(f"{counted(left_out, 'older hit')} left out; --limit shows more.")


def headline(hit: Hit) -> str:
    """When, where, and whether the agent sees it."""
    when = "unknown time    " if hit.time is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(hit.time))
    more = f" ({hit.matches:,} times)" if hit.matches > 1 else ""
    named = f" {hit.id}" if hit.kind in ("observation", "archive", "session", "compaction block") else ""
    return f"{when}  {hit.standing}  {hit.where}{named}{more}"
