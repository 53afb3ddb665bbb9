"""Failures that lie in what was asked for, in words: what is wrong with it, and what to do now."""

from collections.abc import Sequence

from msgspec.structs import replace

from silcrow.curated.entry_format import NotText
from silcrow.curated.gate import Refused
from silcrow.curated.matching import nearest_entries, preview
from silcrow.curated.results import FILE_NAMES, TARGETS, Failure, Target, Usage
from silcrow.curated.screening import RefusedRow
from silcrow.curated.states import Drift


def unknown_target(target: object) -> Failure:
    names = " and ".join(f'"{name}"' for name in TARGETS)
    return Failure(
        "unknown_target",
        f"There is no target {target!r}; the targets are {names}.",
        str(target),
        remediation="Use memory for notes of the agent and user for facts about the user.",
    )


def refused_content(target: Target, refused: Refused) -> Failure:
    return Failure(refused.code, refused.error, target, remediation=refused.remediation, findings=refused.findings)


def refused_row(target: Target, row: RefusedRow) -> Failure:
    """One text of several was refused, so none of them was stored."""
    refused = row.refused
    return Failure(
        refused.code,
        f"Number {row.number:,}: {refused.error}",
        target,
        remediation=refused.remediation,
        findings=refused.findings,
        details={"row": row.number},
    )


def stale_file(target: Target, sha256: str | None) -> Failure:
    return Failure(
        "stale",
        f"{FILE_NAMES[target]} changed since this was worked out.",
        target,
        remediation="Look at the file as it is now, and work it out again.",
        details={"sha256": sha256},
    )


def would_empty(target: Target, entries: int) -> Failure:
    return Failure(
        "would_empty",
        f"This would leave {FILE_NAMES[target]} empty, and {_count(entries)} in it.",
        target,
        remediation="Ask for an empty file explicitly, if that is what you want.",
    )


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


def passes_for_damage(target: Target, drift: Drift) -> Failure:
    """The text is sound, but not beside the entries that are there."""
    return Failure(
        "invalid",
        f"With this change the file can't be told from a damaged one: {drift.message}",
        target,
        remediation="Reword the text, or change the entries that it repeats or completes.",
        details={"check": drift.check, "entry": drift.entry},
    )


def nothing_to_merge(target: Target) -> Failure:
    return Failure(
        "no_match",
        "These texts name fewer than two different entries, so there is nothing to merge.",
        target,
        remediation="Name each entry by its own words; use replace for a single one.",
    )


def bad_row(number: int, why: str, target: object = "") -> Failure:
    """A row of a batch or an import that can't be understood."""
    return Failure(
        "invalid",
        f"Row {number:,} {why}. Nothing was changed.",
        str(target),
        remediation='A row is an object such as {"op": "add", "target": "memory", "content": "..."}; '
        "replace and remove name the entry by oldText.",
        details={"row": number},
    )


def no_rows() -> Failure:
    return Failure("empty", "There are no rows, so there is nothing to do.", "", remediation="Give at least one row.")


def no_text_to_import(target: Target, flaw: NotText) -> Failure:
    return Failure(
        "invalid",
        f"The file to import is {flaw}. Nothing was changed.",
        target,
        remediation="Save it as UTF-8 first.",
        details={"offset": flaw.offset, "line": flaw.line},
    )


def in_row(number: int, failure: Failure) -> Failure:
    """A failure of one row, which is the failure of all."""
    return replace(
        failure,
        error=f"Row {number:,}: {failure.error} Nothing was changed.",
        details={**failure.details, "row": number},
    )


def _count(entries: int) -> str:
    return "1 entry is" if entries == 1 else f"{entries:,} entries are"
