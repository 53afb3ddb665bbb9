"""JSON documents of the memory folder, with their fixed names."""

from silcrow.curated import Backup, MemoryFile


def file_document(file: MemoryFile) -> dict[str, object]:
    """One file for ``memory list --json``."""
    return {
        "target": file.target,
        "path": str(file.path),
        "exists": file.exists,
        "usage": str(file.usage),
        "entryCount": len(file.entries),
        "entries": [entry.text for entry in file.entries],
        "unreadable": file.unreadable,
        "drift": drift_document(file),
        "notes": list(file.notes),
        "pinned": [entry.number for entry in file.entries if entry.pinned],
        "blocked": [entry.number for entry in file.entries if entry.blocked],
        "vanished": [{"text": gone.text, "change": gone.change, "time": gone.time} for gone in file.vanished],
        "lostPins": list(file.lost_pins),
    }


def fill_document(file: MemoryFile) -> dict[str, object]:
    """One file for ``status --json``: how full and how sound it is, without its entries."""
    return {
        "entries": len(file.entries),
        "usage": str(file.usage),
        "blocked": file.blocked,
        "drift": drift_document(file),
        "unreadable": file.unreadable,
        "path": str(file.path),
        "resolvedPath": str(file.resolved_path),
        "notes": list(file.notes),
    }


def drift_document(file: MemoryFile) -> dict[str, object] | None:
    """The present drift of a file, None when it reads cleanly."""
    if file.drift is None:
        return None
    drift = file.drift
    return {
        "check": drift.check,
        "entry": drift.entry,
        "length": drift.length,
        "limit": drift.limit,
        "offset": drift.offset,
        "line": drift.line,
        "message": drift.message,
    }


def backup_document(backup: Backup) -> dict[str, object]:
    """One backup for ``drift list --json``."""
    return {
        "path": str(backup.path),
        "target": backup.target,
        "timestamp": int(backup.timestamp),
        "size": backup.size,
        "contained": backup.contained,
        "resolved": backup.resolved,
        "check": backup.check,
    }
