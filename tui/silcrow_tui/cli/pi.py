"""``silcrow pi``: the extension that hands pi's sessions to silcrow."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from silcrow_tui.cli import exits
from silcrow_tui.cli.om_place import refuse
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say

if TYPE_CHECKING:
    from silcrow.hosts.pi.checking import PiCheck
    from silcrow.hosts.pi.installing import InstallPlan
    from silcrow.hosts.pi.record import Mode
    from silcrow.hosts.pi.scope import Scope
    from silcrow.workspace.place import Answer


@click.group(cls=Group)
def pi() -> None:
    """The extension that hands pi's sessions to silcrow."""


@pi.command("install")
@click.option("--replace", is_flag=True, help="Switch other memory extensions off; uninstall puts them back.")
@click.option("--beside", is_flag=True, help="Leave memory to the other extension; only /silcrow-memory is added.")
@click.option("--in-project", is_flag=True, help="Only for this project, in its .pi folder.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_options
@click.pass_context
def install_command(
    context: click.Context, options: Options, replace: bool, beside: bool, in_project: bool, yes: bool
) -> None:
    """Let pi hand its sessions to this silcrow.

    It takes one file in pi's folder of extensions. pi-memory and observational-memory do the same work; where one of
    them is on, say which of both keeps memory. Once more after an upgrade does no harm and is not needed.
    """
    from silcrow.hosts.pi.installing import install, plan_install
    from silcrow.workspace.place import Answer

    if replace and beside:
        raise click.UsageError("say --replace or --beside, not both.")
    choice: Mode | None = "replace" if replace else "beside" if beside else None
    scopes = _scopes(options)
    target = scopes[1] if in_project else scopes[0]
    plan = plan_install(target, scopes, choice)
    if isinstance(plan, Answer) and plan.code == "undecided" and _may_ask(options):
        say(plan.words)
        said = click.prompt("replace or beside?", type=click.Choice(["replace", "beside"]), err=True)
        plan = plan_install(target, scopes, "replace" if said == "replace" else "beside")
    elif not isinstance(plan, Answer) and plan.switched and not yes and _may_ask(options):
        say(*(f"{each.name} will be switched off in {each.settings}." for each in plan.switched))
        click.confirm("Go on?", default=True, abort=True, err=True)
    if isinstance(plan, Answer):
        refuse(context, options, plan.code, plan.words)
    answer = install(plan, scopes, _this_program())
    if not answer.done:
        refuse(context, options, answer.code, answer.words)
    _tell_installed(options, plan, answer)


@pi.command("uninstall", short_help="Take the extension out of pi, and put everything back.")
@click.option("--in-project", is_flag=True, help="The one in this project's .pi folder.")
@pass_options
@click.pass_context
def uninstall_command(context: click.Context, options: Options, in_project: bool) -> None:
    """Take the extension out of pi, and switch on again what it switched off.

    Settings that nobody touched since come back byte for byte; in others only what was written is taken back. Memory
    files and sessions stay as they are.
    """
    from silcrow.hosts.pi.installing import uninstall

    agent, project = _scopes(options)
    answer = uninstall(project if in_project else agent)
    if not answer.done:
        refuse(context, options, answer.code, answer.words)
    if options.json:
        emit_json({"success": True, "words": answer.words})
    elif not options.quiet:
        say(answer.words)


@pi.command("check", short_help="Say what is installed, and whether it works.")
@pass_options
@click.pass_context
def check_command(context: click.Context, options: Options) -> None:
    """Say what is installed, who else keeps memory in pi, and whether it works.

    It starts pi and silcrow once each for their versions, and ends with 7 where something is wrong.
    """
    from silcrow.hosts.pi.checking import check_pi

    found = check_pi(_scopes(options), options.environ)
    if options.json:
        emit_json(found.to_dict())
    else:
        _say_check(options, found)
    context.exit(exits.WAITING if found.problems else exits.DONE)


@pi.command("where", hidden=True)
def where_command() -> None:
    """Print the path of the extension; the loader in pi asks when it is not where it was."""
    from silcrow.hosts.pi.record import packaged

    say(str(packaged("silcrow.ts")))


def _scopes(options: Options) -> "tuple[Scope, Scope]":
    """The agent's place and the project's; pi reads both."""
    from silcrow.hosts.pi.scope import agent_scope, project_scope
    from silcrow.settings import agent_dir_from

    agent_dir = (options.agent_dir or agent_dir_from(options.environ)).expanduser().absolute()
    return agent_scope(agent_dir), project_scope((options.project or Path.cwd()).expanduser().resolve())


def _this_program() -> tuple[str, ...]:
    """How this silcrow is started, wherever the host runs: its own Python, which knows its packages."""
    return (sys.executable, "-P", "-m", "silcrow_tui")


def _may_ask(options: Options) -> bool:
    return not options.json and sys.stdin.isatty()


def _tell_installed(options: Options, plan: "InstallPlan", answer: "Answer") -> None:
    if options.json:
        switched = [{"name": each.name, "settings": str(each.settings)} for each in plan.switched]
        document = {"mode": plan.mode, "loader": str(plan.target.loader), "switchedOff": switched}
        emit_json({"success": True, **document})
    elif not options.quiet:
        say(answer.words)
        say(*(f"{each.name} is switched off in {each.settings}." for each in plan.switched))
        if plan.mode == "beside":
            say("It takes no part in memory beside the other extension; /silcrow-memory shows and changes entries.")


def _say_check(options: Options, found: "PiCheck") -> None:
    if not options.quiet:
        say(f"silcrow {found.silcrow}", f"pi {found.pi_version or '?'}  {found.pi or 'not found'}")
        for each in found.installations:
            mode = each.record.mode if each.record is not None else "?"
            say(f"installed for the {each.scope.name}  {each.scope.loader}  ({mode})")
        for each in found.neighbours:
            say(f"{each.name}  {'on' if each.on else 'switched off'}  {each.settings}  {each.place}")
    complain(*found.problems)
    if not found.problems and not options.quiet:
        say("All of it works.")
