"""Cuts inside a run of text that only known entries give away: what stands behind or before one was glued to it."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from silcrow.curated.entry_format import strip
from silcrow.curated.recovery.line_forms import BULLET
from silcrow.curated.recovery.manuscript import Line, Passage
from silcrow.curated.seams import separates_nothing

_TELLING_LENGTH = 12
"""Code points from which a known entry inside a line is more than chance."""
_TELLING_LINES = 4
"""The same for one that fills whole lines."""


class Run(Struct, frozen=True):
    """Lines of a passage, or parts of them, that hang together."""

    lines: tuple[Line, ...]
    is_known: bool = False
    """They are a known entry, and stay whole."""
    is_remains: bool = False
    """They stand between two known entries and are what became of the delimiter."""


def cut_at_known(passage: Passage, known: Collection[str]) -> tuple[Run, ...]:
    """Runs of lines, cut before and behind each known entry that begins or ends at a line's edge.

    Known entries are texts of earlier states and of other passages. The passage itself is never one of its parts.
    """
    lines = passage.lines
    joined = "\n".join(line.text for line in lines)
    whole = passage.text
    taken: list[tuple[int, int]] = []
    for entry in sorted(known, key=len, reverse=True):
        if len(entry) >= len(whole) or len(entry) < _TELLING_LINES:
            continue
        for place in _places(joined, entry):
            end = place + len(entry)
            if any(place < other_end and other < end for other, other_end in taken) or _is_fenced(lines, place):
                continue
            taken.append((place, end))
    return tuple(_runs(lines, joined, sorted(taken)))


def _places(joined: str, entry: str) -> Iterator[int]:
    start = 0
    while (place := joined.find(entry, start)) >= 0:
        end = place + len(entry)
        before = joined[joined.rfind("\n", 0, place) + 1 : place]
        at_start = not strip(before)
        line_end = joined.find("\n", end)
        at_end = not strip(joined[end : len(joined) if line_end < 0 else line_end])
        if at_end and _is_list_mark(before):
            # An item of a list, which became an entry once: the list is cut at its items anyway, marks and all.
            pass
        elif (at_start and at_end) or ((at_start or at_end) and len(entry) >= _TELLING_LENGTH):
            yield place
        start = place + 1


def _is_list_mark(text: str) -> bool:
    match = BULLET.match(f"{text}x")
    return match is not None and match.end() == len(text)


def _is_fenced(lines: Sequence[Line], place: int) -> bool:
    offset = lines[0].start + place
    return any(line.fenced and line.start <= offset <= line.end for line in lines)


def _runs(lines: Sequence[Line], joined: str, taken: Sequence[tuple[int, int]]) -> Iterator[Run]:
    first = lines[0].start
    borders = sorted({0, len(joined), *(place for span in taken for place in span)})
    for start, end in pairwise(borders):
        run = tuple(part for line in lines if (part := _part(line, first + start, first + end)) is not None)
        if any(strip(line.text) for line in run):
            is_known = (start, end) in taken
            is_between = not is_known and start > 0 and end < len(joined)
            yield Run(run, is_known, is_between and separates_nothing(joined[start:end]))


def _part(line: Line, start: int, end: int) -> Line | None:
    low, high = max(line.start, start), min(line.end, end)
    if low > high or (low == high and line.text):
        return None
    if (low, high) == (line.start, line.end):
        return line
    text = line.text[low - line.start : high - line.start]
    return Line(low, text, line.number, line.origin, line.misread, line.fenced)
