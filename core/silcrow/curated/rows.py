"""Several operations in one go, as rows ``{op, target, content, oldText}``; all of them or none. Pure but for the gate.

Rows are applied in order, each to what the ones before it left. Limits are judged on the final state alone.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from silcrow.curated import refusals
from silcrow.curated.changes import OPS, Op
from silcrow.curated.entry_format import NotText, parse, strip, unify_line_ends
from silcrow.curated.gate import Refused
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.operations import Outcome, appended, judged, remove_entry, swapped
from silcrow.curated.results import TARGETS, Failure, Target
from silcrow.curated.screening import Screen
from silcrow.curated.store_file import StoreFile


class Row(Struct, frozen=True):
    """One operation, with texts that passed the gate."""

    number: int
    """From 1, as it was given."""
    op: Op
    target: Target
    content: str = ""
    old_text: str = ""
    notes: tuple[str, ...] = ()


def rows_from_lines(text: str) -> list[Mapping[str, Any]] | Failure:
    """Read JSON Lines; blank lines are left out. The number of a row counts the rows, not the lines."""
    rows: list[Mapping[str, Any]] = []
    for line in unify_line_ends(text.removeprefix("\ufeff")).split("\n"):
        if not line.strip():
            continue
        try:
            row: Any = json.loads(line)
        except (ValueError, RecursionError):
            return refusals.bad_row(len(rows) + 1, "is not valid JSON")
        if not isinstance(row, dict):
            return refusals.bad_row(len(rows) + 1, "is no JSON object")
        rows.append(cast("dict[str, Any]", row))
    return rows


def rows_from_entries(content: bytes, target: Target) -> list[Mapping[str, Any]] | Failure:
    """One row for each entry of a memory file."""
    parsed = parse(content)
    if isinstance(parsed, NotText):
        return refusals.no_text_to_import(target, parsed)
    return [{"op": "add", "target": target, "content": entry} for entry in parsed.entries]


def admit_rows(
    rows: Iterable[Mapping[str, Any]], screen: Screen, *, target: Target | None = None
) -> list[Row] | Failure:
    """Check every row before anything is done. ``target`` stands for rows that name none."""
    admitted: list[Row] = []
    for number, fields in enumerate(rows, start=1):
        row = _admit(number, fields, screen, target)
        if isinstance(row, Failure):
            return row
        admitted.append(row)
    return admitted


def apply_rows(
    rows: Sequence[Row], file: StoreFile, entries: tuple[str, ...], *, allow_empty: bool
) -> Outcome | Failure:
    """What the rows of one file make of its entries."""
    step = Outcome(entries, "")
    renamed: dict[str, str] = {}
    similar: list[str] = []
    notes: list[str] = []
    counts = dict.fromkeys(OPS, 0)
    for row in rows:
        before = step.entries
        after = _apply(row, file, before)
        if isinstance(after, Failure):
            return refusals.in_row(row.number, after)
        step = after
        counts[row.op] += step.entries != before
        renamed = _chained(renamed, step.renamed)
        similar += (text for text in step.similar if text not in similar)
        notes += (note for note in row.notes if note not in notes)
    if entries and not step.entries and not allow_empty:
        return refusals.would_empty(file.target, len(entries))
    outcome = Outcome(
        step.entries, _message(counts, len(rows)), similar=tuple(similar), renamed=renamed, notes=tuple(notes)
    )
    return judged(file.target, entries, outcome, file.limit)


def _admit(number: int, fields: Mapping[str, Any], screen: Screen, default: Target | None) -> Row | Failure:
    op = fields.get("op", "add")
    if op not in OPS:
        return refusals.bad_row(
            number, f"has no known op: {op!r} is none of add, replace, remove", fields.get("target")
        )
    target = fields.get("target", default)
    if target not in TARGETS:
        return refusals.in_row(number, refusals.unknown_target(target))
    content, old_text = fields.get("content", ""), fields.get("oldText", "")
    if not isinstance(content, str) or not isinstance(old_text, str):
        return refusals.bad_row(number, "has a content or oldText that is no text", target)
    named = strip(unify_line_ends(old_text))
    if op != "add" and shows_nothing(named):
        return refusals.in_row(number, refusals.empty_reference(target))
    if op == "remove":
        return Row(number, op, target, old_text=named)
    admitted = screen.admit(content)
    if isinstance(admitted, Refused):
        return refusals.in_row(number, refusals.refused_content(target, admitted))
    return Row(number, op, target, admitted.text, named, admitted.notes)


def _apply(row: Row, file: StoreFile, entries: tuple[str, ...]) -> Outcome | Failure:
    match row.op:
        case "add":
            return appended(entries, row.content, row.notes)
        case "replace":
            return swapped(file.target, entries, row.old_text, row.content, file.limit, row.notes)
        case "remove":
            return remove_entry(file.target, entries, row.old_text, file.limit)


def _chained(renamed: dict[str, str], step: Mapping[str, str]) -> dict[str, str]:
    return {**{old: step.get(new, new) for old, new in renamed.items()}, **step}


def _message(counts: Mapping[Op, int], rows: int) -> str:
    words = {"add": "added", "replace": "changed", "remove": "removed"}
    done = [f"{count:,} {words[op]}" for op, count in counts.items() if count]
    unchanged = rows - sum(counts.values())
    if unchanged:
        done.append(f"{unchanged:,} already so")
    return f"{', '.join(done).capitalize()}." if done else "Nothing to do."
