"""``silcrow drift``: what is damaged now, and the backups that were kept."""

import click

from silcrow.curated import Backup
from silcrow_tui.cli.memory_documents import backup_document, drift_document
from silcrow_tui.cli.memory_lines import headline, headline_role
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import emit_json, say, table
from silcrow_tui.cli.places import store
from silcrow_tui.widgets.words import counted


@click.group(cls=Group)
def drift() -> None:
    """Damage that a rewrite would make worse, and byte-exact backups."""


@drift.command("list")
@pass_options
def list_drift(options: Options) -> None:
    """List the present drift of both files, and all backups, newest first."""
    state = store(options).state()
    files = (state.memory, state.user)
    if options.json:
        current = {file.target: drift_document(file) for file in files}
        emit_json({"backups": [backup_document(backup) for backup in state.backups], "current": current})
        return
    for file in files:
        say(headline(file), role=headline_role(file))
    if not state.backups:
        say("No backups.")
    rows = [
        (backup.path.name, f"{backup.size:,} bytes", contained_words(backup), "settled" if backup.resolved else "open")
        for backup in state.backups
    ]
    say(*table(rows, right=(1,)))


def contained_words(backup: Backup) -> str:
    """How much of a backup is in the live files."""
    if backup.contained:
        return "✓ all of it is in the files"
    return f"{counted(backup.missing_lines, 'line')} not in the files"
