"""``silcrow sessions``: the host's sessions, read only."""

from pathlib import Path
from typing import Any

import click

from silcrow.sessions import Catalogue, CatalogueMiss, SessionFile, SessionSummary, session_document
from silcrow.workers.recorded_session import recorded_runs
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import emit_json, say, table
from silcrow_tui.cli.places import where


@click.group(
    cls=Group,
    lazy={"seed": ("silcrow_tui.cli.sessions_seed:seed", "Give a fork its parent's memory.")},
)
def sessions() -> None:
    """Sessions of the host, newest first; they are only read."""


@sessions.command("list")
@click.option("--all", "everywhere", is_flag=True, help="Of all projects, not just this one.")
@click.option("--workers", is_flag=True, help="Recorded runs of workers too, this project's own among them.")
@pass_options
def list_sessions(options: Options, everywhere: bool, workers: bool) -> None:
    """List the sessions of this project, or of all."""
    found = where(options)
    catalogue = Catalogue(found.sessions_dir)
    catalogue.refresh()
    rows = catalogue.sessions(None if everywhere else found.project, workers=workers)
    if workers:
        rows = (*rows, *recorded_runs(found.project))
    if options.json:
        emit_json({"sessions": [summary_document(row) for row in rows]})
    elif rows:
        cells = [(row.id[:13], row.started[:16].replace("T", " "), f"{row.size:,}", row.cwd) for row in rows]
        say(*table(cells, right=(2,)))
    elif everywhere:
        say(f"No session in {found.sessions_dir}.")
    else:
        say(f"No session for {found.project}. --all lists those of other folders.")


@sessions.command()
@click.argument("which", metavar="FILE|ID")
@pass_options
def show(options: Options, which: str) -> None:
    """Show one session: leaf, branch, context, tokens.

    It is named by its file, its id, or a beginning that no other id has.
    """
    path = Path(which)
    if not path.is_file():
        catalogue = Catalogue(where(options).sessions_dir)
        catalogue.refresh()
        found = catalogue.find(which)
        if isinstance(found, CatalogueMiss):
            raise click.UsageError(found.reason)
        path = found.path
    opened = SessionFile(path)
    opened.refresh()
    document = session_document(opened)
    if options.json:
        emit_json(document)
    else:
        say(*session_lines(opened, document))


def summary_document(row: SessionSummary) -> dict[str, Any]:
    """One session for ``sessions list --json``."""
    return {
        "id": row.id,
        "path": str(row.path),
        "cwd": row.cwd,
        "started": row.started,
        "mtime": row.mtime,
        "size": row.size,
        "name": row.name,
        "worker": row.worker,
    }


def session_lines(session: SessionFile, document: dict[str, Any]) -> list[str]:
    """One session for people."""
    return [
        f"session   {document['sessionId']}",
        f"name      {document['sessionName'] or '(none)'}",
        f"project   {session.header.cwd if session.header else '(no header)'}",
        f"entries   {document['entryCount']:,}, {len(document['branchIds']):,} on the branch to {document['leafId']}",
        f"context   {document['projectedTokens']:,} tokens",
        f"bad lines {len(session.bad_lines)}",
        *(f"warning   {warning}" for warning in session.warnings),
    ]
