"""``silcrow config set``: one value, in the file that decides it."""

import json
from typing import Any

import click

from silcrow.settings.edit import set_setting
from silcrow.settings.keys import KEYS, keys_named, nearest_key
from silcrow.settings.load import project_settings_path
from silcrow.workspace.place import Answer
from silcrow.workspace.setting import change_setting, why_not_in_project
from silcrow.workspace.where import Where
from silcrow_tui.cli import exits
from silcrow_tui.cli.om_place import refuse
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say
from silcrow_tui.cli.places import problem_words, where


@click.command("set", cls=Command)
@click.argument("key")
@click.argument("value")
@click.option("--in-project", is_flag=True, help="Write it to the project's own file, .pi/settings.json.")
@pass_options
@click.pass_context
def set_command(context: click.Context, options: Options, key: str, value: str, in_project: bool) -> None:
    """Set KEY to VALUE; comments and everything else in the file stay.

    KEY is a full key or its end, such as chunkTokens; VALUE is a number, true, false, null or a text. It goes to the
    file that decides the key now, else to that of the agent.
    """
    full = _full_key(key)
    found = where(options, tell_problems=False)
    wanted = _value(full, value)
    answer = _in_project(found, full, wanted) if in_project else _where_it_counts(found, full, wanted)
    if not answer.done:
        refuse(context, options, answer.code or "invalid", answer.words)
    after = where(options, tell_problems=False).settings
    complain(*(problem_words(problem) for problem in after.problems if problem.key in (full, "")))
    if options.json:
        emit_json({"success": True, "key": full, "value": wanted, "inForce": after.raw.get(full) == wanted})
    elif not options.quiet:
        say(answer.words)
    context.exit(exits.DONE)


def _full_key(name: str) -> str:
    """The one known key that is meant; anything else is wrong usage."""
    meant = keys_named(name)
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise click.UsageError(f"{name} is the end of several keys: {', '.join(meant)}.")
    near = nearest_key(name)
    raise click.UsageError(f"There is no key {name}.{f' Did you mean {near}?' if near else ''}")


def _value(key: str, given: str) -> Any:
    """The value as JSON where that is what the key wants, else the text itself."""
    try:
        parsed = json.loads(given)
    except ValueError:
        return given
    return given if KEYS[key](parsed) is not None and KEYS[key](given) is None else parsed


def _where_it_counts(found: Where, key: str, value: Any) -> Answer:
    return change_setting(found.settings, key, value, found.agent_dir, found.project)


def _in_project(found: Where, key: str, value: Any) -> Answer:
    path = project_settings_path(found.project)
    if (reason := why_not_in_project(found.agent_dir, found.project)) is not None:
        return Answer(False, reason, "not_trusted")
    if (problem := set_setting(path, key, value)) is not None:
        return Answer(False, f"Not changed: {problem.path}: {problem.key} {problem.message}.", "invalid")
    return Answer(True, f"{key} is changed in {path}.")
