"""Failures that lie in a file, a lock or the disk, in words: what is wrong where, and what to do now."""

import stat
from typing import Any

from silcrow.curated.backups import Kept
from silcrow.curated.entry_format import NotText
from silcrow.curated.last_state import BESIDE_THE_LAST_STATE
from silcrow.curated.results import Failure, Usage
from silcrow.curated.states import Drift, DriftCheck
from silcrow.curated.store_file import StoreFile, os_words


def drifted(file: StoreFile, drift: Drift, usage: Usage, kept: Kept) -> Failure:
    return Failure(
        "drift",
        f"{file.name} was not changed, it has drifted ({drift.check}): {drift.message} {kept.words}",
        file.target,
        usage=usage,
        drift_backup=kept.path,
        remediation=_how_to_repair(file, drift),
        details=_drift_details(drift) | kept.details,
    )


def drifted_now(file: StoreFile, drift: Drift) -> Failure:
    """For calls that only look: no backup is due."""
    return Failure(
        "drift",
        f"{file.name} has drifted ({drift.check}): {drift.message}",
        file.target,
        remediation=_how_to_repair(file, drift),
        details=_drift_details(drift),
    )


def backup_failed(file: StoreFile, drift: Drift, usage: Usage, kept: Kept) -> Failure:
    """A change would mend the file, but what it drops could not be kept first."""
    return Failure(
        "io",
        f"{file.name} was not changed: the text that this change drops could not be kept first. {kept.words}",
        file.target,
        usage=usage,
        remediation=f"Make {file.folder} writable, so that a backup can be kept; then try again.",
        details=_drift_details(drift) | kept.details,
    )


def not_text(file: StoreFile, flaw: NotText, kept: Kept) -> Failure:
    return Failure(
        "unreadable",
        f"{file.name} was not changed, since it can't be read: it is {flaw}. {kept.words}",
        file.target,
        drift_backup=kept.path,
        remediation=f"Put the wrong bytes right and save {file.path} as UTF-8; then the call works as it is. "
        f"{_take_apart(file)}",
        details={"offset": flaw.offset, "line": flaw.line} | kept.details,
    )


def unreadable(file: StoreFile, why: str) -> Failure:
    return Failure(
        "unreadable",
        f"{file.name} was not changed, since it can't be read: {why}. No backup could be made.",
        file.target,
        remediation=f"Make {file.path} a readable plain file of your own; then the call works as it is.",
    )


def unreadable_now(file: StoreFile, why: str, flaw: NotText | None = None) -> Failure:
    """For calls that only read: nothing was going to be changed, and no backup is due."""
    return Failure(
        "unreadable",
        f"{file.name} can't be read: {why}.",
        file.target,
        remediation=f"Make {file.path} a readable UTF-8 file of your own. The other file is not affected.",
        details={"offset": flaw.offset, "line": flaw.line} if flaw else {},
    )


def busy(file: StoreFile, holder: str, waited: float) -> Failure:
    return Failure(
        "busy",
        f"{file.name} is being changed by {holder}; waited {waited:g} s.",
        file.target,
        remediation="Try again in a moment. Nothing is wrong with the file.",
        details={"holder": holder, "waited": waited},
    )


def unstable(file: StoreFile, waited: float) -> Failure:
    return Failure(
        "busy",
        f"{file.name} kept changing while it was read, for {waited:g} s: another program is writing it.",
        file.target,
        remediation="Try again when that program is done.",
        details={"waited": waited},
    )


def io_failed(file: StoreFile, error: OSError) -> Failure:
    return Failure(
        "io",
        f"{file.name} was not changed: {os_words(error)}.",
        file.target,
        remediation=f"Check that {file.folder}{_mode_words(file)} is a folder of your own and writable, "
        "and that the disk has room.",
        details={"errno": error.errno} if error.errno is not None else {},
    )


def _mode_words(file: StoreFile) -> str:
    try:
        return f" (mode {stat.S_IMODE(file.folder.stat().st_mode):04o})"
    except OSError:
        return ""


_REPAIRS: dict[DriftCheck, str] = {
    "oversize": "Replace that entry by a shorter text or remove it; if it is several entries, open {path} and put a "
    "line with a § alone between them.",
    "encoding": "Open {path}, put that line right, and save it as UTF-8.",
    "delimiter": "Open {path} and put the § on a line of its own, or a blank between it and the text.",
    "conflict": "Finish the merge in {path} and take the marks out.",
    "unsplit": "Open {path} and put a line with a § alone between the sections.",
    "joined": "Open {path} and put a line with a § alone between the two, or delete the doubled text.",
    "glued": "Open {path} and put a line with a § alone between the entry and the text that was added.",
    "lost_delimiter": "Open {path} and put a line with a § alone between the two entries.",
    "truncated": "Open {path} and put back what was cut off, or delete the part of an entry that is left.",
    "emptied": "Put the entries back into {path}.",
}


def _how_to_repair(file: StoreFile, drift: Drift) -> str:
    words = f"{_REPAIRS[drift.check].format(path=file.path)} {_take_apart(file)}"
    if drift.check in BESIDE_THE_LAST_STATE:
        return f"{words} If the file is right as it is, delete {file.last_path} and try again."
    return words


def _take_apart(file: StoreFile) -> str:
    return f"Or decide part by part: `silcrow drift plan --target {file.target}`."


def _drift_details(drift: Drift) -> dict[str, Any]:
    values = {
        "check": drift.check,
        "entry": drift.entry,
        "length": drift.length,
        "limit": drift.limit,
        "offset": drift.offset,
        "line": drift.line,
    }
    return {name: value for name, value in values.items() if value is not None}
