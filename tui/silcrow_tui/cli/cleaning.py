"""``silcrow drift clean``: delete backups that nobody needs any more, on request."""

from pathlib import Path

import click

from silcrow.curated import MemoryStore
from silcrow.curated.recovery import Cleaned, clean_backups
from silcrow.settings import MemorySettings
from silcrow_tui.cli import exits
from silcrow_tui.cli.options import Command, Options, pass_options
from silcrow_tui.cli.output import emit_json, say, table
from silcrow_tui.cli.places import LOCK_SECONDS, where
from silcrow_tui.widgets.words import counted


@click.command(cls=Command)
@click.argument("backups", nargs=-1, metavar="[BACKUP]...", type=click.Path(path_type=Path))
@click.option("--all", "everywhere", is_flag=True, help="In every memory folder that can be found, not only this one.")
@click.option("--dry-run", is_flag=True, help="Say what would be deleted, and delete nothing.")
@click.option("--force", is_flag=True, help="Delete the named backups although some of their lines are nowhere else.")
@pass_options
@click.pass_context
def clean(
    context: click.Context,
    options: Options,
    backups: tuple[Path, ...],
    everywhere: bool,
    dry_run: bool,
    force: bool,
) -> None:
    """Delete the backups whose whole text stands in the files, or of the named ones those.

    The copy of damage that still stands in a file is never deleted.
    """
    if force and not backups:
        raise click.UsageError("--force needs the backups by name", context)
    stores = list(_stores(options, everywhere=everywhere))
    chosen = [_full_path(stores[0], backup) for backup in backups] if backups else None
    cleaned = [clean_backups(store, chosen, force=force, dry_run=dry_run) for store in stores]
    unknown = _unknown(chosen or [], cleaned)
    if unknown:
        raise click.UsageError(f"no backup here is called {unknown[0].name}", context)
    if options.json:
        emit_json(_document(cleaned, dry_run=dry_run))
    elif not options.quiet:
        for each in cleaned:
            say(*_lines(each, dry_run=dry_run))
    refused = chosen is not None and any(each.spared for each in cleaned)
    context.exit(exits.REFUSED if refused else exits.DONE)


def _stores(options: Options, *, everywhere: bool) -> list[MemoryStore]:
    found = where(options)
    if not everywhere:
        return [_store_at(found.memory_dir, found.settings.memory)]
    from silcrow.workspace.memory_folders import known_memory_folders

    return [_store_at(known.path, known.memory) for known in known_memory_folders(found, options.environ)]


def _store_at(folder: Path, memory: MemorySettings) -> MemoryStore:
    return MemoryStore(
        folder,
        memory_char_limit=memory.memory_char_limit,
        user_char_limit=memory.user_char_limit,
        lock_timeout=LOCK_SECONDS,
    )


def _full_path(store: MemoryStore, backup: Path) -> Path:
    if len(backup.parts) > 1 or backup.exists():
        return backup.absolute()
    return next((known.path for known in store.state().backups if known.path.name == backup.name), backup.absolute())


def _unknown(chosen: list[Path], cleaned: list[Cleaned]) -> list[Path]:
    known = {backup.path.absolute() for each in cleaned for backup in each.deleted}
    known |= {spared.backup.path.absolute() for each in cleaned for spared in each.spared}
    return [path for path in chosen if path not in known]


def _lines(cleaned: Cleaned, *, dry_run: bool) -> list[str]:
    verb = "would be deleted" if dry_run else "deleted"
    lines = [f"{cleaned.folder}: {counted(len(cleaned.deleted), 'backup')} {verb}, {len(cleaned.spared):,} kept"]
    rows = [(backup.path.name, f"{backup.size:,} bytes", verb) for backup in cleaned.deleted]
    rows += [(each.backup.path.name, f"{each.backup.size:,} bytes", f"kept: {each.why}") for each in cleaned.spared]
    return lines + table(rows, right=(1,), indent="  ")


def _document(cleaned: list[Cleaned], *, dry_run: bool) -> dict[str, object]:
    return {
        "dryRun": dry_run,
        "folders": [str(each.folder) for each in cleaned],
        "deleted": [str(backup.path) for each in cleaned for backup in each.deleted],
        "kept": [{"path": str(spared.backup.path), "reason": spared.why} for each in cleaned for spared in each.spared],
    }
