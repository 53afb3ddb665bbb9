"""The session that an ``om`` command works on, and the ways such a command ends."""

import time
from dataclasses import dataclass
from typing import Any, NoReturn

import click

from silcrow.pipeline import SessionMemory
from silcrow.pipeline.other_extensions import drives_instead
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.where import Where
from silcrow_tui.cli import exits
from silcrow_tui.cli.documents import status_document
from silcrow_tui.cli.options import Options
from silcrow_tui.cli.output import complain, emit_json, say
from silcrow_tui.cli.places import where

take_over_option = click.option(
    "--take-over", is_flag=True, help="Also when another program's extension observes this session."
)


@dataclass(slots=True)
class OmPlace:
    """A place that has a session, read once; ``read_again`` after something was done."""

    options: Options
    where: Where
    reader: PlaceReader
    state: WorkspaceState

    @property
    def memory(self) -> SessionMemory:
        """The session's memory; to be asked for behind `must_be_writable`."""
        assert self.reader.memory is not None
        return self.reader.memory

    def read_again(self) -> WorkspaceState:
        self.state = self.reader.read(time.time())
        return self.state

    def must_be_ours(self, context: click.Context, *, take_over: bool) -> None:
        """End the command when another program's extension observes this session, unless it is to be taken over."""
        other = None if take_over else drives_instead(self.memory.view())
        if other is not None:
            words = f"{other} observes this session; nothing was started here. --take-over observes it all the same."
            refuse(context, self.options, "foreign", words)

    def must_be_writable(self, context: click.Context) -> None:
        """End the command when this session can get no memory folder, before anything is made."""
        session = self.state.session
        if session is not None and not session.writable:
            refuse(context, self.options, "read_only", f"This session can only be read: {session.reason}.")


def open_place(options: Options) -> OmPlace:
    """The place with its session; without a session this is wrong usage."""
    found = where(options)
    reader = PlaceReader(found, options.environ)
    if found.session is None:
        raise click.UsageError(
            f"no session for {found.project}; --session names one, `silcrow sessions list --all` lists all"
        )
    return OmPlace(options, found, reader, reader.read(time.time()))


def answer(context: click.Context, place: OmPlace, *lines: str, **more: Any) -> NoReturn:
    """Say what was done, or give the status that it led to, with ``more`` fields."""
    if place.options.json:
        emit_json({**(status_document(place.read_again()) or {}), **more})
    elif not place.options.quiet:
        say(*lines)
    context.exit(exits.DONE)


def refuse(context: click.Context, options: Options, code: str, words: str, **more: Any) -> NoReturn:
    """Say why it was not done and end with the exit code of that kind."""
    if options.json:
        emit_json({"success": False, "code": code, "error": words, **more})
    complain(words)
    context.exit(exits.exit_code_for(code))


def refuse_busy(context: click.Context, place: OmPlace, holder: object) -> NoReturn:
    """Say who drives the session: nothing was done here."""
    words = f"{holder or 'another process'} drives this session; nothing was started here."
    refuse(context, place.options, "busy", words[0].upper() + words[1:])
