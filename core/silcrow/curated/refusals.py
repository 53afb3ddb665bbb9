"""The failures of the store in words: what happened, where, and what to do now."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from silcrow.curated.backups import Kept
from silcrow.curated.entry_format import NotText
from silcrow.curated.gate import Refused
from silcrow.curated.matching import nearest_entries, preview
from silcrow.curated.results import FILE_NAMES, TARGETS, Failure, Target, Usage
from silcrow.curated.states import Drift, DriftCheck
from silcrow.curated.store_file import os_words


def unknown_target(target: object) -> Failure:
    names = " and ".join(f'"{name}"' for name in TARGETS)
    return Failure(
        "unknown_target",
        f"There is no target {target!r}; the targets are {names}.",
        str(target),
        remediation="Use memory for notes of the agent and user for facts about the user.",
    )


def refused_content(target: Target, refused: Refused) -> Failure:
    return Failure(refused.code, refused.error, target, remediation=refused.remediation)


def empty_reference(target: Target) -> Failure:
    return Failure(
        "empty",
        "The text that should name an entry is empty; it would match every entry.",
        target,
        remediation="Give a part of the entry that occurs in no other entry, or its full text.",
    )


def no_match(target: Target, old_text: str, entries: Sequence[str], usage: Usage) -> Failure:
    if not entries:
        return Failure(
            "no_match",
            f"{FILE_NAMES[target]} has no entries, so nothing matches {preview(old_text)!r}.",
            target,
            usage=usage,
            remediation="Use add to store a first entry.",
        )
    return Failure(
        "no_match",
        f"No entry of {FILE_NAMES[target]} contains {preview(old_text)!r}.",
        target,
        current_entries=nearest_entries(entries, old_text),
        usage=usage,
        remediation="The nearest entries are listed in full: name one by its own words, or read the store first.",
    )


def ambiguous(target: Target, old_text: str, matching: Sequence[str]) -> Failure:
    return Failure(
        "ambiguous",
        f"{len(matching):,} entries of {FILE_NAMES[target]} contain {preview(old_text)!r}.",
        target,
        matches=tuple(preview(entry) for entry in matching),
        remediation="Use a longer part that only one of them contains, or the full text of the entry.",
    )


def over_limit(target: Target, entries: Sequence[str], usage: Usage, *, needed: int) -> Failure:
    """``needed`` counts the code points that the change adds, delimiter included."""
    missing = usage.used + needed - usage.limit
    return Failure(
        "over_limit",
        f"{FILE_NAMES[target]} holds {usage.used:,} of {usage.limit:,} chars; this change needs {needed:,} more, "
        f"{missing:,} too many.",
        target,
        current_entries=tuple(entries),
        usage=usage,
        remediation=f"Shorten, merge or remove entries to free {missing:,} chars, then try once more.",
        details={
            "used": usage.used,
            "limit": usage.limit,
            "needed": needed,
            "missing": missing,
            "entryLengths": [len(entry) for entry in entries],
        },
    )


def _how_to_repair(path: Path, drift: Drift) -> str:
    if drift.check == "oversize":
        return (
            f"Replace entry {drift.entry:,} by a shorter text or remove it, if it is one entry; "
            f"if it is several, put a line with a § alone between them in {path}."
        )
    return _REPAIRS[drift.check].format(path=path)


_REPAIRS: dict[DriftCheck, str] = {
    "encoding": "Open {path}, put that line right, and save it as UTF-8.",
    "delimiter": "Open {path} and put the § on a line of its own, or a blank between it and the text.",
    "conflict": "Finish the merge in {path} and take the marks out.",
    "unsplit": "Open {path} and put a line with a § alone between the sections.",
    "joined": "Open {path} and put a line with a § alone between the two, or delete the doubled text.",
    "glued": "Open {path} and put a line with a § alone between the entry and the text added to it.",
    "lost_delimiter": "Open {path} and put a line with a § alone between the two entries.",
    "truncated": "Open {path} and put back what was cut off, or delete the part of an entry that is left.",
    "emptied": "Put the entries back into {path}; if it should be empty, delete the file.",
}


def run_together(target: Target, drift: Drift) -> Failure:
    return Failure(
        "invalid",
        f"The change can't be told from damage in the file later: {drift.message}",
        target,
        remediation="Put a word or a line between the two parts, or remove the entries that it repeats.",
        details=drift_details(drift),
    )


def drifted(target: Target, path: Path, drift: Drift, usage: Usage, kept: Kept) -> Failure:
    return Failure(
        "drift",
        f"{path.name} was not changed, it has drifted ({drift.check}): {drift.message} {kept.words}",
        target,
        usage=usage,
        drift_backup=kept.path,
        remediation=_how_to_repair(path, drift),
        details=drift_details(drift) | kept.details,
    )


def not_text(target: Target, path: Path, flaw: NotText, kept: Kept) -> Failure:
    return Failure(
        "unreadable",
        f"{path.name} was not changed, since it can't be read: it is {flaw}. {kept.words}",
        target,
        drift_backup=kept.path,
        remediation=f"Save {path} as UTF-8 again with the wrong bytes put right; then the call works as it is.",
        details={"offset": flaw.offset, "line": flaw.line} | kept.details,
    )


def unreadable(target: Target, path: Path, why: str) -> Failure:
    return Failure(
        "unreadable",
        f"{path.name} was not changed, since it can't be read: {why}. No backup could be made.",
        target,
        remediation=f"Make {path} a readable plain file of your own; then the call works as it is.",
    )


def backup_failed(target: Target, path: Path, drift: Drift, usage: Usage, kept: Kept) -> Failure:
    return Failure(
        "io",
        f"{path.name} was not changed: this change drops text that no check can vouch for. {kept.words}",
        target,
        usage=usage,
        remediation=f"Make {path.parent} writable, so that a backup can be kept; then try again.",
        details=drift_details(drift) | kept.details,
    )


def busy(target: Target, path: Path, holder: str, waited: float) -> Failure:
    return Failure(
        "busy",
        f"{path.name} is being changed by {holder}; waited {waited:g} s.",
        target,
        remediation="Try again in a moment. Nothing is wrong with the file.",
        details={"holder": holder, "waited": waited},
    )


def unstable(target: Target, path: Path, waited: float) -> Failure:
    return Failure(
        "busy",
        f"{path.name} kept changing while it was read, for {waited:g} s: another program is writing it.",
        target,
        remediation="Try again when that program is done.",
        details={"waited": waited},
    )


def io_failed(target: Target, path: Path, error: OSError) -> Failure:
    return Failure(
        "io",
        f"{path.name} was not changed: {os_words(error)}.",
        target,
        remediation=f"Check that {path.parent} exists, belongs to you and is writable, and that the disk has room.",
        details={"errno": error.errno} if error.errno is not None else {},
    )


def drift_details(drift: Drift) -> dict[str, Any]:
    values = {
        "check": drift.check,
        "entry": drift.entry,
        "length": drift.length,
        "limit": drift.limit,
        "offset": drift.offset,
        "line": drift.line,
    }
    return {name: value for name, value in values.items() if value is not None}


def unreadable_now(target: Target, path: Path, why: str, flaw: NotText | None = None) -> Failure:
    """For calls that only read: nothing was going to be changed, and no backup is due."""
    return Failure(
        "unreadable",
        f"{path.name} can't be read: {why}.",
        target,
        remediation=f"Make {path} a readable UTF-8 file of your own. The other file is not affected.",
        details={"offset": flaw.offset, "line": flaw.line} if flaw else {},
    )
