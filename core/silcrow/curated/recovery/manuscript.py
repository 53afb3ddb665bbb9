"""All text that a recovery has to place: the source, and what else would be lost if only the source were looked at."""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from msgspec import Struct

from silcrow.curated.entry_format import DELIMITER, Part, is_delimiter_line, strip
from silcrow.curated.fences import open_lines

Origin = Literal["source", "live", "last"]
"""Where a text stands: in the source of the plan, in the damaged part of the live file, in the last known state."""


class Section(Struct, frozen=True):
    """A text of one origin."""

    origin: Origin
    text: str
    first_line: int = 1
    """Line of its first character in the file it is from, from 1."""
    misread: frozenset[int] = frozenset()
    """Lines of that file with bytes that are no UTF-8."""


class Line(Struct, frozen=True):
    """A line, or a part of one."""

    start: int
    """Code points from the start of the manuscript."""
    text: str
    number: int
    """Line in the file it is from, from 1."""
    origin: Origin
    misread: bool = False
    fenced: bool = False
    """Inside fenced code, its fences included."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Passage(Struct, frozen=True):
    """The lines between two delimiter lines; at least one of them holds something."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """Stripped, as it would be an entry."""
        return strip("\n".join(line.text for line in self.lines))


class Manuscript(Struct, frozen=True, dict=True):
    """Sections one after the other with delimiters between them; the source comes first, so its offsets are its own."""

    sections: tuple[Section, ...]

    @cached_property
    def text(self) -> str:
        return DELIMITER.join(section.text for section in self.sections)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        return tuple(_passages(self.sections))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines that are no delimiter, blank ones included."""
        return tuple(line for passage in self.passages for line in passage.lines)

    @cached_property
    def _starts(self) -> list[int]:
        return [line.start for line in self.lines]

    def lines_between(self, start: int, end: int) -> tuple[Line, ...]:
        """The lines of a stretch that hold something; the first and the last may be parts of lines."""
        found: list[Line] = []
        for place in range(max(0, bisect_right(self._starts, start) - 1), len(self.lines)):
            line = self.lines[place]
            if line.start >= end:
                break
            first, last = max(line.start, start), min(line.end, end)
            text = self.text[first:last] if first < last else ""
            if strip(text):
                found.append(
                    line
                    if (first, last) == (line.start, line.end)
                    else Line(first, text, line.number, line.origin, line.misread, line.fenced)
                )
        return tuple(found)


def _passages(sections: Iterable[Section]) -> Iterable[Passage]:
    offset = 0
    for section in sections:
        start = offset
        lines: list[Line] = []
        for number, text in enumerate(section.text.split("\n"), start=section.first_line):
            if is_delimiter_line(text):
                yield from _passage(lines)
                lines = []
            else:
                lines.append(Line(offset, text, number, section.origin, number in section.misread))
            offset += len(text) + 1
        yield from _passage(lines)
        offset = start + len(section.text) + len(DELIMITER)


def _passage(lines: list[Line]) -> Iterable[Passage]:
    if not any(strip(line.text) for line in lines):
        return
    text = "\n".join(line.text for line in lines)
    outside = {start for _, start, _ in open_lines(Part(text, lines[0].start, lines[0].number))}
    yield Passage(
        tuple(
            line
            if line.start in outside
            else Line(line.start, line.text, line.number, line.origin, line.misread, fenced=True)
            for line in lines
        )
    )
