"""Where a run of text that should be several entries is cut: headings, bullets, paragraphs; fenced code stays whole.

A cut is a proposal: whoever decides may split a piece further or join it with the next one. So a rule errs towards
what a reader sees as one thing, and no cut may fall anywhere but between two lines. Seams inside a line are found by
``known_seams``.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from silcrow.curated.entry_format import strip
from silcrow.curated.recovery.line_forms import (
    BULLET,
    ends_in_half_a_delimiter,
    indent_of,
    is_heading,
    is_mark,
    is_merge_marker,
    is_underline,
    starts_with_half_a_delimiter,
)
from silcrow.curated.recovery.manuscript import Line

Kind = Literal["text", "heading", "bullet", "code", "mark"]
"""``mark``: a rule, a merge marker, what is left of a delimiter; a line without a statement."""

Grain = Literal["bullet", "paragraph", "section", "whole"]
"""How far to cut: each finer one cuts where the coarser ones do, ``whole`` at delimiters only."""
GRAINS: tuple[Grain, ...] = ("bullet", "paragraph", "section", "whole")

_SENTENCE_ENDS = (".", "!", "?", ".)", "。")


class Block(Struct, frozen=True):
    """Lines that make one piece."""

    kind: Kind
    lines: tuple[Line, ...]


def cut(lines: Sequence[Line], grain: Grain, *, limit: int, merging: bool = False) -> tuple[Block, ...]:
    """Cut lines of one passage; each line that holds something is in exactly one block.

    A paragraph longer than ``limit`` (code points) is cut at its lines. ``merging`` says that markers of an unfinished
    merge stand in the file.
    """
    blocks = tuple(_without_blanks(_Cutter(merging).blocks(lines)))
    if grain in ("section", "whole"):
        return tuple(_gathered(blocks, by_heading=grain == "section"))
    if grain == "paragraph":
        blocks = tuple(_paragraphs(blocks))
    return tuple(finer for block in blocks for finer in _cut_lines(block, limit))


class _Cutter(Struct, frozen=True):
    merging: bool

    def blocks(self, lines: Sequence[Line]) -> Iterator[Block]:
        kind: Kind = "text"
        held: list[Line] = []
        after_blank = False
        base_indent = 0
        for index, line in enumerate(lines):
            if not strip(line.text):
                held.append(line)
                after_blank = True
                continue
            starts = self._starts(line)
            joins = bool(held) and self._joins(kind, held, line, starts, base_indent, after_blank=after_blank)
            if not joins:
                if held:
                    yield Block(kind, tuple(held))
                held = []
                kind = starts or "text"
                base_indent = indent_of(line.text)
                if kind == "text" and self._is_underlined(lines, index):
                    kind = "heading"
            held.append(line)
            after_blank = False
        if held:
            yield Block(kind, tuple(held))

    def _starts(self, line: Line) -> Kind | None:
        """The kind of block that the line begins, None for a line of text."""
        if line.fenced:
            return "code"
        if self.merging and is_merge_marker(line.text):
            return "mark"
        if is_mark(line.text):
            return "mark"
        if is_heading(line.text):
            return "heading"
        return "bullet" if BULLET.match(line.text) else None

    def _is_underlined(self, lines: Sequence[Line], index: int) -> bool:
        if self.merging or index + 1 >= len(lines) or strip(lines[index].text).startswith(">"):
            return False
        return not lines[index + 1].fenced and is_underline(lines[index + 1].text)

    def _joins(
        self, kind: Kind, held: list[Line], line: Line, starts: Kind | None, base_indent: int, *, after_blank: bool
    ) -> bool:
        """Whether the line goes on with the block before it."""
        if ends_in_half_a_delimiter(held[-1].text) or starts_with_half_a_delimiter(line.text):
            return line.fenced and kind == "code"
        deeper = indent_of(line.text) > base_indent
        match kind:
            case "heading":
                return len(held) == 1 and is_underline(line.text) and not is_heading(held[0].text)
            case "mark":
                return False
            case "code":
                return line.fenced and not _reopens(held, line)
            case "bullet":
                if starts is None:
                    return deeper or not after_blank
                return deeper and starts in ("bullet", "code")
            case "text":
                return starts is None and not after_blank


def _reopens(held: list[Line], line: Line) -> bool:
    """One fenced block ended with the line before, and another begins right behind it."""
    opening, last = strip(held[0].text), strip(held[-1].text)
    mark = opening[:3]
    closed = len(held) > 1 and last.startswith(mark) and not last.strip(mark[0])
    return (
        closed and len(last) >= len(opening) - len(opening.lstrip(mark[0])) and strip(line.text)[:3] in ("```", "~~~")
    )


def _without_blanks(blocks: Iterator[Block]) -> Iterator[Block]:
    for block in blocks:
        lines = list(block.lines)
        while lines and not strip(lines[-1].text):
            lines.pop()
        while lines and not strip(lines[0].text):
            lines.pop(0)
        if lines:
            yield Block(block.kind, tuple(lines))


def _gathered(blocks: Sequence[Block], *, by_heading: bool) -> Iterator[Block]:
    """Blocks put together again; headings begin a new one, marks stay alone."""
    held: list[Block] = []
    for block in blocks:
        if held and (block.kind == "mark" or (by_heading and block.kind == "heading")):
            yield _together(held)
            held = []
        if block.kind == "mark":
            yield block
        else:
            held.append(block)
    if held:
        yield _together(held)


def _paragraphs(blocks: Sequence[Block]) -> Iterator[Block]:
    """A list, and the line that leads into it, are one paragraph unless a blank line parts them."""
    held: list[Block] = []
    for block in blocks:
        goes_on = held and block.kind == "bullet" and held[-1].kind in ("text", "bullet")
        if not goes_on or held[-1].lines[-1].number + 1 < block.lines[0].number:
            if held:
                yield _together(held)
            held = []
        held.append(block)
    if held:
        yield _together(held)


def _together(blocks: list[Block]) -> Block:
    kind = blocks[0].kind if len(blocks) == 1 else "text"
    return Block(kind, tuple(line for block in blocks for line in block.lines))


def _cut_lines(block: Block, limit: int) -> Iterator[Block]:
    """A paragraph of lines that are sentences of their own, or one that is too long, is cut at each line."""
    if block.kind != "text" or len(block.lines) < 2:
        yield block
        return
    texts = [strip(line.text) for line in block.lines]
    each_is_whole = all(text.endswith(_SENTENCE_ENDS) for text in texts if text)
    if each_is_whole or sum(map(len, texts)) > limit:
        yield from (Block("text", (line,)) for line in block.lines if strip(line.text))
    else:
        yield block
