"""Drift: content that a rewrite of the file would lose or misread, found from the bytes alone.

Spacing, final newlines, CRLF, a byte-order mark, blank parts and repeated entries are not drift: the next write tidies
them and loses nothing. What can only be seen beside the last known state of the file is in ``last_state``.

All checks take a parsed file. An entry that is ``known``, because silcrow wrote or accepted it, never raises a check.
"""

import re
from collections.abc import Collection, Iterator

from silcrow.curated.entry_format import SIGN, Parsed, Part, parse_entries, strip
from silcrow.curated.fences import open_lines
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.states import Drift, DriftCheck

HEADING = re.compile(r" {0,3}#{1,6}[ \t]+\S")

_EVERY_FAULT_OF_ONE_ENTRY = re.compile("[§\0\ufffd#]|<<<<<<<")
"""What an entry must hold for any check but that of its length to find something in it alone."""

BEFORE_A_SIGN = frozenset("§=:(\"'„«[“‘‚`")
"""What a ``§`` may stand behind without having been a delimiter."""
MARKDOWN_MARKS = frozenset("\\*_~`>#+-|")
"""What a formatter may put around a delimiter."""
MERGE_MARKERS = ("<<<<<<<", "=======", ">>>>>>>")
"""How the lines of an unfinished merge begin, in their order."""
_SHORTEST_RUN_TOGETHER = 3


def find_drift(parsed: Parsed, limit: int, known: Collection[str] = frozenset()) -> tuple[Drift, ...]:
    """All that is wrong with the file, the gravest check first, within a check in file order.

    ``limit`` is the limit of the whole store in code points.
    """
    return (
        *_oversize(parsed, limit, known),
        *_encoding(parsed, known),
        *_delimiter(parsed, known),
        *_conflict(parsed, known),
        *_unsplit(parsed, known),
        *_joined(parsed, known),
    )


def find_drift_in(text: str) -> tuple[Drift, ...]:
    """What is wrong with one entry, its length left aside."""
    if _EVERY_FAULT_OF_ONE_ENTRY.search(text) is None:
        return ()
    return find_drift(parse_entries([text]), limit=len(text))


def find_drift_between(parsed: Parsed) -> tuple[Drift, ...]:
    """What no entry shows on its own, only several of them together."""
    return (*_conflict(parsed, ()), *_joined(parsed, ()))


def heading_places(part: Part) -> list[tuple[int, int]]:
    """(line, offset) of each Markdown heading of an entry outside fenced code."""
    return [(number, offset) for number, offset, line in open_lines(part) if HEADING.match(line)]


def drift_at(
    check: DriftCheck, message: str, number: int, part: Part, *, offset: int, line: int, limit: int | None = None
) -> Drift:
    """A finding in the entry with this number."""
    return Drift(check, message, number, len(part.text), limit, offset, line)


def _numbered(parsed: Parsed, known: Collection[str]) -> Iterator[tuple[int, Part]]:
    for number, part in enumerate(parsed.parts, start=1):
        if part.text not in known:
            yield number, part


def _oversize(parsed: Parsed, limit: int, known: Collection[str]) -> Iterator[Drift]:
    for number, part in _numbered(parsed, known):
        if len(part.text) > limit:
            message = (
                f"entry {number:,} is {len(part.text):,} chars long, more than the whole limit of {limit:,}; "
                "it may be several entries run together."
            )
            yield drift_at("oversize", message, number, part, offset=part.offset, line=part.line, limit=limit)


def _encoding(parsed: Parsed, known: Collection[str]) -> Iterator[Drift]:
    # Quoted or not, these are no text that anybody wrote, so fenced code is not left out.
    for number, part in _numbered(parsed, known):
        offset = part.offset
        for line_number, line in enumerate(part.text.split("\n"), start=part.line):
            fault = _encoding_fault(line)
            if fault is not None:
                column, words = fault
                message = f"line {line_number:,} (entry {number:,}) {words}."
                yield drift_at("encoding", message, number, part, offset=offset + column, line=line_number)
            offset += len(line) + 1


def _encoding_fault(line: str) -> tuple[int, str] | None:
    if "\0" in line:
        return line.index("\0"), "holds NUL characters, as after a write that was cut off"
    bare = strip(line)
    if bare == "Â§":
        return line.index("Â"), "is Â§: a delimiter that was read in a wrong encoding"
    if "\ufffd" in bare and not bare.strip("\ufffd§"):
        return line.index("\ufffd"), "is only replacement characters, where a delimiter may have been"
    return None


def _delimiter(parsed: Parsed, known: Collection[str]) -> Iterator[Drift]:
    for number, part in _numbered(parsed, known):
        if SIGN not in part.text:
            continue
        for line_number, offset, line in open_lines(part):
            fault = _delimiter_fault(line)
            if fault is not None:
                message = f"line {line_number:,} (entry {number:,}) {fault}."
                place = offset + line.index(SIGN)
                yield drift_at("delimiter", message, number, part, offset=place, line=line_number)


def _delimiter_fault(line: str) -> str | None:
    if SIGN not in line:
        return None
    bare = strip(line)
    if bare != SIGN and bare.count(SIGN) == 1 and _is_ornament(bare.replace(SIGN, "")):
        return "is a § with marks or invisible characters around it: a delimiter that no longer separates"
    if len(bare) > 1 and bare.endswith(SIGN) and not (bare[-2].isspace() or bare[-2] in BEFORE_A_SIGN):
        return "ends in a § glued to the text before it: half a delimiter"
    if len(bare) > 1 and bare.startswith(SIGN) and bare[1].isalpha():
        return "starts with a § glued to a word: half a delimiter"
    return None


def _is_ornament(text: str) -> bool:
    return all(char in MARKDOWN_MARKS or shows_nothing(char) for char in text)


def _conflict(parsed: Parsed, known: Collection[str]) -> Iterator[Drift]:
    if not all(marker in parsed.text for marker in MERGE_MARKERS):
        return
    first: tuple[int, Part, int, int] | None = None
    awaited = 0
    fresh = False
    for number, part in enumerate(parsed.parts, start=1):
        for line_number, offset, line in open_lines(part):
            if not line.startswith(MERGE_MARKERS[awaited]):
                continue
            if awaited == 0:
                first, fresh = (number, part, offset, line_number), False
            fresh = fresh or part.text not in known
            awaited += 1
            if awaited == len(MERGE_MARKERS):
                if first is not None and fresh:
                    at, where, place, at_line = first
                    message = f"lines {at_line:,} to {line_number:,} hold the marks of an unfinished merge."
                    yield drift_at("conflict", message, at, where, offset=place, line=at_line)
                awaited = 0


def _unsplit(parsed: Parsed, known: Collection[str]) -> Iterator[Drift]:
    if len(parsed.parts) != 1:
        return
    for number, part in _numbered(parsed, known):
        headings = heading_places(part)
        if len(headings) > 1:
            yield unsplit_entry(number, part, headings)


def unsplit_entry(number: int, part: Part, headings: list[tuple[int, int]]) -> Drift:
    """The finding for an entry with two or more headings, placed at the second."""
    line, offset = headings[1]
    message = f"entry {number:,} holds {len(headings):,} headings and no delimiter: it looks like several entries."
    return drift_at("unsplit", message, number, part, offset=offset, line=line)


def _joined(parsed: Parsed, known: Collection[str]) -> Iterator[Drift]:
    # Only where one entry begins with another can it be two in a row; in sorted order such two are neighbours.
    ordered = sorted(parsed.entries)
    if not any(map(str.startswith, ordered[1:], ordered)):
        return
    numbers = {text: number for number, text in enumerate(parsed.entries, start=1)}
    lengths: dict[str, set[int]] = {}
    for text in numbers:
        if len(text) >= _SHORTEST_RUN_TOGETHER:
            lengths.setdefault(text[:_SHORTEST_RUN_TOGETHER], set()).add(len(text))
    for text, number in numbers.items():
        beginnings = lengths.get(text[:_SHORTEST_RUN_TOGETHER], ())
        if len(beginnings) < 2 or text in known:
            continue
        for length in sorted(beginnings):
            first = text[:length]
            if first not in numbers or length >= len(text):
                continue
            second = text[length:].lstrip("\n")
            if second != first and len(second) >= _SHORTEST_RUN_TOGETHER and second in numbers:
                message = f"entry {number:,} is entries {numbers[first]:,} and {numbers[second]:,} run together."
                part = parsed.parts[number - 1]
                line = part.line + text.count("\n", 0, length)
                yield drift_at("joined", message, number, part, offset=part.offset + length, line=line)
                break
