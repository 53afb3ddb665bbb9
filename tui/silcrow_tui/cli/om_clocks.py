"""``silcrow om pause`` and ``resume``: the two clocks of a session."""

import time

import click

from silcrow.pipeline import gate
from silcrow.workers import Role
from silcrow_tui.cli.om_place import answer, open_place
from silcrow_tui.cli.options import Command, Options, pass_options

_ROLES: tuple[Role, ...] = ("observer", "consolidator")
_role = click.argument("role", required=False, type=click.Choice(_ROLES))


@click.command(cls=Command)
@_role
@pass_options
@click.pass_context
def pause(context: click.Context, options: Options, role: Role | None) -> None:
    """Start no observer and no consolidator by itself, or only none of one ROLE.

    Runs in flight go on, and commands still start what they name.
    """
    place = open_place(options)
    place.must_be_writable(context)
    roles = (role,) if role else _ROLES
    if all(each in place.memory.view().paused for each in roles):
        answer(context, place, "Paused already.")
    gate.pause(place.memory, roles, "by you", now=time.time())
    answer(context, place, f"Paused: no {' and no '.join(roles)} starts by itself. `silcrow om resume` resumes.")


@click.command(cls=Command)
@_role
@pass_options
@click.pass_context
def resume(context: click.Context, options: Options, role: Role | None) -> None:
    """Let observers and consolidator start by themselves again, whoever or whatever paused them."""
    place = open_place(options)
    place.must_be_writable(context)
    paused: list[Role] = [each for each in ((role,) if role else _ROLES) if each in place.memory.view().paused]
    if not paused:
        answer(context, place, "Nothing is paused.")
    gate.pause(place.memory, paused, None, now=time.time())
    answer(context, place, "Resumed.")
