"""``silcrow dream``: going through recent sessions for what belongs in the memory files."""

import sys
from datetime import datetime
from typing import Any, NoReturn

import click

from silcrow.dreaming import DreamPlace
from silcrow.pipeline.answers import NotDone
from silcrow_tui.cli import exits
from silcrow_tui.cli.dream_lines import report_lines, reverted_lines, status_lines
from silcrow_tui.cli.dream_place import dream_place
from silcrow_tui.cli.memory import finish
from silcrow_tui.cli.memory_lines import refusal_lines
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say
from silcrow_tui.cli.places import store_of, where

_NOTHING_WRONG = frozenset({"not_due", "nothing"})
"""Answers of a dream that was not begun and need not have been: the exit code of a timer's job stays 0."""
report_argument = click.argument("report_id", metavar="[ID]", required=False)


class _Day(click.ParamType):
    """A day, or a moment, in local time: Unix seconds."""

    name = "DATE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return datetime.fromisoformat(str(value)).timestamp()
        except (ValueError, OverflowError):
            self.fail(f"{value} is no date; give one as 2026-11-30", param, ctx)


@click.group(cls=Group)
def dream() -> None:
    """Going through sessions for what belongs in the memory files."""


@dream.command()
@pass_options
def status(options: Options) -> None:
    """Say whether a dream is due, and why not."""
    found = place_of(options).status(keep_counts=True)
    if options.json:
        emit_json(found.to_dict())
    else:
        say(*status_lines(found))


@dream.command()
@click.option("--force", is_flag=True, help="Whatever the time and the number of turns since the last one.")
@click.option("--dry-run", is_flag=True, help="Read and ask the worker, and change nothing.")
@click.option("--since", type=_Day(), help="Read turns from this day on, also those that were too old so far.")
@pass_options
@click.pass_context
def run(context: click.Context, options: Options, force: bool, dry_run: bool, since: float | None) -> None:
    """Dream now, if it is due.

    What may be done is done as one change, the rest waits for review, and the report tells of everything. The first
    dream on a memory folder only proposes.
    """
    # Only this one needs a loop; the others are to answer quickly.
    import asyncio

    from silcrow.dreaming.dreaming import dream as dream_once
    from silcrow_tui.cli.long_running import long_running

    place = place_of(options)
    show = sys.stderr.isatty() and not options.quiet and not options.json
    with long_running():
        if show:
            complain("Dreaming ...")
        answer = asyncio.run(dream_once(place, force=force, dry_run=dry_run, since=since, purpose="silcrow dream run"))
    if isinstance(answer, NotDone):
        _not_done(context, options, answer)
    failed = answer.outcome == "failed"
    if options.json:
        emit_json({"success": not failed, **({"code": "failed"} if failed else {}), **answer.to_dict()})
    elif not options.quiet or failed:
        say(*report_lines(answer), role="bad" if failed else "normal")
    context.exit(exits.REFUSED if failed else exits.DONE)


@dream.command()
@report_argument
@pass_options
@click.pass_context
def report(context: click.Context, options: Options, report_id: str | None) -> None:
    """Tell what a dream did, by default the last one.

    What it made, what waits for review, and what was refused and why, each with the turns that it rests on.
    """
    found = place_of(options).report(report_id)
    if isinstance(found, NotDone):
        _not_done(context, options, found)
    if options.json:
        emit_json(found.to_dict())
    else:
        say(*report_lines(found, whole=True))


@dream.command()
@report_argument
@pass_options
@click.pass_context
def revert(context: click.Context, options: Options, report_id: str | None) -> None:
    """Take back all that a dream changed.

    By default the last one that changed anything by itself. What you changed since stays.
    """
    from silcrow.curated import Failure

    answer = place_of(options).revert(report_id)
    if isinstance(answer, NotDone):
        _not_done(context, options, answer)
    if isinstance(answer, Failure):
        if options.json:
            finish(context, options, answer)
        complain(*refusal_lines(answer))
        context.exit(exits.exit_code_of(answer))
    if options.json:
        emit_json({"success": True, "waiting": answer.waiting, "notes": list(answer.notes), **answer.report.to_dict()})
    elif not options.quiet:
        say(*reverted_lines(answer))


def place_of(options: Options) -> DreamPlace:
    """The place of dreaming that the options name."""
    found = where(options)
    return dream_place(found, store_of(found), options.environ)


def _not_done(context: click.Context, options: Options, answer: NotDone) -> NoReturn:
    code = exits.DONE if answer.code in _NOTHING_WRONG else exits.exit_code_for(answer.code)
    if options.json:
        emit_json({"success": code == exits.DONE, "code": answer.code, "words": answer.words})
    if code != exits.DONE:
        complain(answer.words)
    elif not options.json and not options.quiet:
        say(answer.words)
    context.exit(code)
