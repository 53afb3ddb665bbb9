"""A piece of a damaged file: the unit that is decided on."""

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from silcrow.curated.entry_format import BLANKS, SIGN, strip
from silcrow.curated.recovery.cutting import Kind
from silcrow.curated.recovery.decisions import Decision
from silcrow.curated.recovery.line_forms import (
    BULLET,
    ends_in_half_a_delimiter,
    indent_of,
    is_mark,
    starts_with_half_a_delimiter,
)
from silcrow.curated.recovery.manuscript import Line, Origin
from silcrow.curated.recovery.source_text import ReadAs

Status = Literal["captured", "similar", "missing", "blocked", "oversize"]


class Finding(Protocol):
    """What a scanner reports: offsets are code points of the piece's text."""

    @property
    def severity(self) -> str: ...
    @property
    def message(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...


class Piece(Struct, frozen=True):
    """Some lines of the manuscript, what they look like beside the live entries, and what was decided."""

    id: str
    """Stays with the piece while others are split and joined."""
    start: int
    end: int
    """Code points in the manuscript; for pieces of the source these are places in the source."""
    kind: Kind
    text: str
    """What it would be as an entry: without the mark of a single list item, and without what is left of delimiters."""
    origin: Origin
    first_line: int
    last_line: int
    """Lines in the file it is from, from 1."""
    status: Status
    similar_to: int | None = None
    """Number of the entry that holds it or is closest to it."""
    ratio: float | None = None
    """How alike the two are, 0 to 1."""
    findings: tuple[Finding, ...] = ()
    refusal: str | None = None
    """Why the text can't be an entry whatever is acknowledged; None when it can."""
    read_as: ReadAs = "utf-8"
    decision: Decision | None = None

    @property
    def length(self) -> int:
        return len(self.text)


def text_of(lines: Sequence[Line], *, as_item: bool) -> str:
    """The text of lines as an entry would hold it; ``as_item`` takes the mark off a single list item."""
    texts = [_without_glued_signs(line) for line in lines]
    if as_item:
        texts = _as_one_item(texts) or texts
    return strip("\n".join(texts))


def _without_glued_signs(line: Line) -> str:
    text = line.text
    if line.fenced or SIGN not in text or is_mark(text):
        return text
    if ends_in_half_a_delimiter(text):
        text = text.rstrip(BLANKS).removesuffix(SIGN)
    if starts_with_half_a_delimiter(text):
        text = text.replace(SIGN, "", 1)
    return text


def _as_one_item(texts: Sequence[str]) -> list[str] | None:
    """The item of a list without its mark, its further lines moved to the left; None for anything else."""
    match = BULLET.match(texts[0]) if texts else None
    if match is None:
        return None
    base = indent_of(texts[0])
    rest = texts[1:]
    if any(BULLET.match(text) and indent_of(text) <= base for text in rest):
        return None
    shift = min((indent_of(text) for text in rest if strip(text)), default=0)
    return [texts[0][match.end() :], *(_moved_left(text, shift) for text in rest)]


def _moved_left(text: str, columns: int) -> str:
    while columns > 0 and text[:1] in (" ", "\t") and text:
        columns -= 4 if text[0] == "\t" else 1
        text = text[1:]
    return text
