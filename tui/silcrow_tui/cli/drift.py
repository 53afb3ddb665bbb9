"""``silcrow drift``: what is damaged now, and the backups that were kept."""

import click

from silcrow.curated import Backup, MemoryFile
from silcrow_tui.cli.memory_documents import backup_document, drift_document
from silcrow_tui.cli.memory_lines import headline, headline_role
from silcrow_tui.cli.options import Command, Group, Options, pass_options
from silcrow_tui.cli.output import emit_json, say, table
from silcrow_tui.cli.places import store
from silcrow_tui.widgets.words import counted


@click.group(
    cls=Group,
    lazy={
        "list": ("silcrow_tui.cli.drift:list_drift", "List the present drift of both files, and all backups."),
        "plan": ("silcrow_tui.cli.recovery:plan", "Take a damaged file or a backup apart."),
        "apply": ("silcrow_tui.cli.recovery:apply", "Carry out a plan that was decided on."),
        "clean": ("silcrow_tui.cli.cleaning:clean", "Delete backups that are wholly in the files."),
    },
)
def drift() -> None:
    """Damage that a rewrite would make worse, byte-exact backups, and the way back from both."""


@click.command("list", cls=Command)
@pass_options
def list_drift(options: Options) -> None:
    """List the present drift of both files, and all backups, newest first."""
    state = store(options).state()
    files = (state.memory, state.user)
    if options.json:
        current = {file.target: drift_document(file) for file in files}
        neighbours = {file.target: neighbours_document(file) for file in files}
        backups = [backup_document(backup) for backup in state.backups]
        emit_json({"backups": backups, "current": current, "neighbours": neighbours})
        return
    for file in files:
        say(headline(file), role=headline_role(file))
        for line in neighbour_lines(file):
            say(line)
    if not state.backups:
        say("No backups.")
    rows = [
        (backup.path.name, f"{backup.size:,} bytes", contained_words(backup), "settled" if backup.resolved else "open")
        for backup in state.backups
    ]
    say(*table(rows, right=(1,)))


def neighbours_document(file: MemoryFile) -> list[dict[str, object]]:
    """What each other program would do if it were asked to write the file; ``reason`` is null where all is well."""
    return [
        {"program": each.program, "wouldRefuse": each.would_refuse, "reason": each.reason or None}
        for each in file.neighbours
    ]


def neighbour_lines(file: MemoryFile) -> list[str]:
    """A line for each program that would refuse to write the file, or spoil it."""
    return [f"  {each.program}: {each.reason}" for each in file.neighbours if each.reason]


def contained_words(backup: Backup) -> str:
    """How much of a backup is in the live files."""
    if backup.contained:
        return "✓ all of it is in the files"
    return f"{counted(backup.missing_lines, 'line')} not in the files"
