"""``silcrow off`` and ``silcrow on``: parts as a whole, in the settings file."""

import click

from silcrow.settings.switches import KINDS, Switch, switches
from silcrow.workspace.setting import why_not_in_project
from silcrow.workspace.switching import Switched, switch_all
from silcrow.workspace.where import Where
from silcrow_tui.cli import exits
from silcrow_tui.cli.om_place import refuse
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say, table
from silcrow_tui.cli.places import where

_names = click.argument("names", metavar="[SWITCH]...", nargs=-1, type=click.Choice(list(KINDS), case_sensitive=False))
_all = click.option("--all", "every", is_flag=True, help="All of them.")
_in_project = click.option("--in-project", is_flag=True, help="Write it to the project's own file, .pi/settings.json.")


@click.command("off", cls=Command)
@_names
@_all
@_in_project
@pass_options
@click.pass_context
def off(context: click.Context, options: Options, names: tuple[str, ...], every: bool, in_project: bool) -> None:
    """Switch parts off, for all projects or for this one.

    SWITCH is prompt-block, tools, observing, compaction or dreaming. Without one, all are listed with what decides
    them. Hosts that run take it up with their next session; nothing that is remembered is lost.
    """
    _switch(context, options, names, False, every=every, in_project=in_project)


@click.command("on", cls=Command)
@_names
@_all
@_in_project
@pass_options
@click.pass_context
def on(context: click.Context, options: Options, names: tuple[str, ...], every: bool, in_project: bool) -> None:
    """Switch parts on again, for all projects or for this one.

    SWITCH is prompt-block, tools, observing, compaction or dreaming. Without one, all are listed with what decides
    them. Observing also needs `silcrow om on` in each session.
    """
    _switch(context, options, names, True, every=every, in_project=in_project)


def _switch(
    context: click.Context, options: Options, names: tuple[str, ...], on: bool, *, every: bool, in_project: bool
) -> None:
    if names and every:
        raise click.UsageError("name switches or give --all, not both.")
    found = where(options, tell_problems=not (names or every))
    if not names and not every:
        _list(options, switches(found.settings), on)
        context.exit(exits.DONE)
    if in_project and (reason := why_not_in_project(found.agent_dir, found.project)) is not None:
        refuse(context, options, "not_trusted", reason)
    _change(context, options, found, tuple(KINDS) if every else tuple(dict.fromkeys(names)), on, in_project)


def _list(options: Options, listed: tuple[Switch, ...], on: bool) -> None:
    if options.json:
        emit_json({"switches": [_document(switch) for switch in listed]})
        return
    say(*table([(each.name, each.state, each.origin.kind, each.place or "-", each.does) for each in listed]))
    if not options.quiet:
        word = "on" if on else "off"
        say(f"`silcrow {word} {listed[0].name}` switches one {word}, `silcrow {word} --all` all of them.")


def _change(
    context: click.Context, options: Options, found: Where, names: tuple[str, ...], on: bool, in_project: bool
) -> None:
    became = switch_all(names, on, found.agent_dir, found.project, options.environ, in_project=in_project)
    failed = any(each.outcome == "failed" for each in became)
    done = all(each.in_force for each in became) and not failed
    code = "done" if done else "invalid" if failed else "overridden"
    if options.json:
        emit_json({"success": done, "code": code, "switches": [_changed_document(each) for each in became]})
    for each in became:
        if not each.in_force or each.outcome == "failed":
            complain(each.words)
        elif not options.json and not options.quiet:
            say(each.words)
    context.exit(exits.DONE if done else exits.exit_code_for(code))


def _document(switch: Switch) -> dict[str, object]:
    return {
        "name": switch.name,
        "state": switch.state,
        "key": switch.key,
        "origin": switch.origin.kind,
        "place": switch.place or None,
        "does": switch.does,
    }


def _changed_document(each: Switched) -> dict[str, object]:
    return {**_document(each.switch), "outcome": each.outcome, "inForce": each.in_force, "words": each.words}
