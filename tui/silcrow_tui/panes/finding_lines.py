"""What the scanner says about an entry, with the passage that it means."""

from collections.abc import Iterator, Mapping
from typing import Any

from silcrow.curated.states import Entry
from silcrow.text import display_text
from silcrow_tui.commands import KeyOf
from silcrow_tui.signs import Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown

AROUND = 160
"""Characters of the text that are shown on each side of a passage."""
MOST_PASSAGE = 400


def verdict_line(entry: Entry, signs: Signs) -> Line:
    """In one line: blocked, noted, reviewed, or clean."""
    if not entry.findings:
        return line(Piece(f"{signs.done} clean", "ok"), Piece(": the scanner finds nothing in it.", "dim"))
    words = reason(entry)
    if entry.acknowledged:
        return line(Piece(f"{signs.done} reviewed: ", "dim"), Piece(words, "dim"))
    if entry.blocked:
        return line(Piece(f"{signs.blocked} blocked: ", "bad", bold=True), Piece(words, "bad"))
    return line(Piece(f"{signs.attention} note: ", "wait", bold=True), Piece(words, "wait"))


def reason(entry: Entry) -> str:
    """What the findings say, each once: ``it fetches a script, it hides that``."""
    told = dict.fromkeys(f"it {shown(str(finding.get('message', '')), 300)}" for finding in entry.findings)
    return ", ".join(told)


def finding_lines(entry: Entry, signs: Signs, key: KeyOf | None = None) -> list[Line]:
    """The verdict, then each finding with class, place and passage, then what does something about it.

    Without ``key`` no keys are named: where a dialog has buttons for that.
    """
    lines = [verdict_line(entry, signs)]
    for finding in entry.findings:
        lines += _finding(entry.text, finding, signs, reviewed=entry.acknowledged)
    return lines if key is None else [*lines, *_ways(entry, key)]


def _finding(text: str, finding: Mapping[str, Any], signs: Signs, *, reviewed: bool) -> Iterator[Line]:
    start, end = _number(finding, "start", len(text)), _number(finding, "end", len(text))
    severity = "reviewed" if reviewed else str(finding.get("severity", ""))
    role: Role = "dim" if reviewed else "bad" if severity == "block" else "wait"
    kind = str(finding.get("class", "")).replace("_", " ")
    place = f"characters {start + 1:,}-{end:,}"
    facts = f"{severity} {signs.between} {kind} {signs.between} {place} {signs.between} {finding.get('id', '')}"
    yield ()
    yield line(Piece(shown(facts, 200, signs), role, bold=True))
    yield passage(text, start, end, role, signs)


def passage(text: str, start: int, end: int, role: Role, signs: Signs) -> Line:
    """A stretch of a text between ``[`` and ``]``, so that it shows without colour, with what stands around it."""
    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    meant = text[start:end]
    cut = signs.cut if len(meant) > MOST_PASSAGE else ""
    return line(
        Piece((signs.cut if first else "") + _flat(text[first:start], signs), "dim"),
        Piece("[", role, bold=True),
        Piece(_flat(meant[:MOST_PASSAGE], signs) + cut, role, bold=True),
        Piece("]", role, bold=True),
        Piece(_flat(text[end:last], signs) + (signs.cut if last < len(text) else ""), "dim"),
    )


def _ways(entry: Entry, key: KeyOf) -> Iterator[Line]:
    if entry.acknowledged:
        yield ()
        back = f"{key('entries.why')} takes that back"
        yield line(Piece(f"Passes silcrow's scan; another program may still block it. {back}.", "dim"))
    elif entry.blocked:
        yield ()
        ways = f"{key('entries.edit')} rewrites it, {key('entries.why')} accepts it"
        yield line(Piece(f"The agent gets a placeholder in its place; the file keeps it. {ways}."))


def _flat(text: str, signs: Signs) -> str:
    return display_text(text, multiline=True).replace("\n", signs.line_break)


def _number(finding: Mapping[str, Any], name: str, most: int) -> int:
    value = finding.get(name)
    return min(max(value, 0), most) if isinstance(value, int) else 0
