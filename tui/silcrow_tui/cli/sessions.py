"""``silcrow sessions``: the host's sessions, read only."""

from pathlib import Path

import click

from silcrow.sessions import Catalogue, CatalogueMiss, SessionFile, session_document
from silcrow_tui.cli import exits
from silcrow_tui.cli.options import Group, Options, pass_options
from silcrow_tui.cli.output import complain, emit_json, say, table
from silcrow_tui.cli.places import where


@click.group(cls=Group)
def sessions() -> None:
    """Sessions of the host, newest first."""


@sessions.command("list")
@click.option("--all", "everywhere", is_flag=True, help="Of all projects, not just this one.")
@click.option("--workers", is_flag=True, help="Recorded runs of workers too.")
@pass_options
def list_sessions(options: Options, everywhere: bool, workers: bool) -> None:
    """The sessions of this project (or of all)."""
    found = where(options)
    catalogue = Catalogue(found.sessions_dir)
    catalogue.refresh()
    rows = catalogue.sessions(None if everywhere else found.project, workers=workers)
    if options.json:
        emit_json(
            {
                "sessions": [
                    {
                        "id": row.id,
                        "path": str(row.path),
                        "cwd": row.cwd,
                        "started": row.started,
                        "mtime": row.mtime,
                        "size": row.size,
                        "name": row.name,
                        "worker": row.worker,
                    }
                    for row in rows
                ]
            }
        )
        return
    if not rows:
        say(f"No session for {found.project}. --all lists those of other folders.")
    say(
        *table(
            [(row.id[:13], row.started[:16].replace("T", " "), f"{row.size:,}", row.cwd) for row in rows], right=(2,)
        )
    )


@sessions.command()
@click.argument("session")
@pass_options
@click.pass_context
def show(context: click.Context, options: Options, session: str) -> None:
    """One session by file, id or unique beginning of its id: leaf, branch, context, tokens."""
    path = Path(session)
    if not path.is_file():
        catalogue = Catalogue(where(options).sessions_dir)
        catalogue.refresh()
        found = catalogue.find(session)
        if isinstance(found, CatalogueMiss):
            complain(found.reason)
            context.exit(exits.WRONG_USAGE)
        path = found.path
    opened = SessionFile(path)
    opened.refresh()
    document = session_document(opened)
    if options.json:
        emit_json(document)
        return
    say(
        f"session   {document['sessionId']}",
        f"name      {document['sessionName'] or '(none)'}",
        f"project   {opened.header.cwd if opened.header else '(no header)'}",
        f"entries   {document['entryCount']:,}, {len(document['branchIds']):,} on the branch to {document['leafId']}",
        f"context   {document['projectedTokens']:,} tokens",
        f"bad lines {len(opened.bad_lines)}",
        *(f"warning   {warning}" for warning in opened.warnings),
    )
