"""Deleting backups: a yes for those whose text is all in the files, a typed word for one that holds more."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from silcrow.curated.states import Backup
from silcrow.workspace.curating import DeleteBackups
from silcrow_tui.screens.dialogs import TypedWord, YesNo
from silcrow_tui.widgets.words import counted

if TYPE_CHECKING:
    from silcrow_tui.app import SilcrowApp


async def delete_backups(app: "SilcrowApp", backups: Sequence[Backup]) -> bool:
    """Ask, then delete; True when something was. What can't be undone is typed."""
    missing = [backup for backup in backups if not backup.contained]
    if not await app.push_screen_wait(_typed(backups, missing) if missing else _sure(backups)):
        return False
    deleted = await app.place.curate(DeleteBackups(tuple(backup.path for backup in backups), force=bool(missing)))
    words = f"Deleted {counted(deleted.count, 'backup')}"
    if deleted.refused is not None:
        app.toast(f"{words} · kept: {deleted.refused.error}", "warning")
    else:
        app.toast(words)
    return deleted.count > 0


def _sure(backups: Sequence[Backup]) -> YesNo:
    it, are = ("its", "this backup") if len(backups) == 1 else ("their", counted(len(backups), "backup"))
    names = [backup.path.name for backup in backups]
    return YesNo(f"Delete {are}? All of {it} text is in the file.", names, yes="Delete", no="Keep")


def _typed(backups: Sequence[Backup], missing: Sequence[Backup]) -> TypedWord:
    lines = sum(backup.missing_lines for backup in missing)
    what = f"{counted(lines, 'line is', 'lines are')} nowhere else." if lines else "It can't be told what is in it."
    these = "this backup" if len(backups) == 1 else f"these {len(backups)} backups"
    title = f"Delete {backups[0].path.name}?" if len(backups) == 1 else f"Delete {these}?"
    names = [backup.path.name for backup in missing] if len(backups) > 1 else []
    return TypedWord(title, "delete", (f"{what} Type delete to delete {these}.", *names))
