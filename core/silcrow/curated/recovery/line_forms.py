"""What a line of a memory file is, and the bare form in which lines are compared."""

import re

from silcrow.curated.drift import BEFORE_A_SIGN, HEADING, MARKDOWN_MARKS, MERGE_MARKERS
from silcrow.curated.entry_format import SIGN, is_delimiter_line, strip
from silcrow.curated.invisible import shows_nothing

BULLET = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-*+•–]|[0-9]{1,3}[.)])(?P<gap>[ \t]+)(?=\S)")
"""The mark of a list item."""

_UNDERLINE = re.compile(r" {0,3}={3,}[ \t]*")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:=[ \t]*){3,})")
_LEADING_MARKS = re.compile(r"(?:(?:>|[-*+•–](?=\s)|[0-9]{1,3}[.)](?=\s)|#{1,6}(?=\s))\s*)+")
_CLOSING_HASHES = re.compile(r"\s#+$")
_DELIMITER_REMAINS = MARKDOWN_MARKS | frozenset("Â\ufffd")
_BASE_MARKER = "|||||||"
"""Begins the common ancestor in a merge with three sides."""


def bare(line: str) -> str:
    """The line without list, quote and heading marks, without blanks at its ends and ``§`` there."""
    text = strip(line)
    is_heading = text.startswith("#")
    if match := _LEADING_MARKS.match(text):
        text = text[match.end() :]
    if is_heading:
        text = _CLOSING_HASHES.sub("", text)
    while (trimmed := strip(strip(text).strip(SIGN))) != text:
        text = trimmed
    return text


def bare_lines(text: str) -> tuple[str, ...]:
    """The bare forms of the lines that hold something."""
    return tuple(form for line in text.split("\n") if (form := bare(line)))


def is_heading(line: str) -> bool:
    """A Markdown heading with number signs."""
    return HEADING.match(line) is not None


def is_underline(line: str) -> bool:
    """A line that makes the one before it a heading. Dashes don't: too often they are meant as a rule."""
    return _UNDERLINE.fullmatch(line) is not None


def is_merge_marker(line: str) -> bool:
    """The line begins a side of an unfinished merge, or ends it."""
    return line.startswith((*MERGE_MARKERS, _BASE_MARKER))


def is_mark(line: str) -> bool:
    """No text: a rule, what is left of a delimiter, or invisible characters only."""
    if not strip(line) or is_delimiter_line(line):
        return False
    return shows_nothing(line) or _RULE.fullmatch(strip(line)) is not None or is_mangled_delimiter(line)


def is_mangled_delimiter(line: str) -> bool:
    """A delimiter with marks or invisible characters around it, or read in a wrong encoding."""
    text = strip(line)
    if not text or text == SIGN:
        return False
    if text.count(SIGN) != 1:
        return set(text) == {"\ufffd"}
    return all(char in _DELIMITER_REMAINS or shows_nothing(char) for char in text if char != SIGN)


def is_remains_of_sign(text: str, *, misread: bool) -> bool:
    """A lone ``§`` that was cut off from the text around it, or one of its two bytes read as a letter."""
    bared = strip(text)
    return bared == SIGN or (misread and bared in ("Â", "Â§"))


def ends_in_half_a_delimiter(line: str) -> bool:
    """A ``§`` is glued to the end of the text."""
    text = strip(line)
    return len(text) > 1 and text[-1] == SIGN and not (text[-2].isspace() or text[-2] in BEFORE_A_SIGN)


def starts_with_half_a_delimiter(line: str) -> bool:
    """A ``§`` is glued to the first word."""
    text = strip(line)
    return len(text) > 1 and text[0] == SIGN and text[1].isalpha()


def indent_of(line: str) -> int:
    """Columns of blanks before the text; a tab counts four."""
    width = 0
    for char in line:
        if char not in " \t":
            break
        width += 4 if char == "\t" else 1
    return width
