"""What is searched for: a text as it stands, whatever its case, or a regular expression."""

import re
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from silcrow.workspace.pattern_cost import EXPLOSIVE, may_explode

Span = tuple[int, int]
"""Start and end of a match in code points."""


class BadQuery(Struct, frozen=True):
    """Why nothing can be searched for."""

    code: Literal["empty", "bad_pattern"]
    words: str


class Query(Struct, frozen=True):
    """A question that can be asked of any text."""

    text: str
    regex: bool
    spans: Callable[[str], Iterator[Span]]
    """The matches in a text, in order; none of them is empty or overlaps another."""
    is_in: Callable[[str], bool]
    """Whether a text has any; quicker than to look for the first."""


def literal(text: str) -> Query | BadQuery:
    """Look for the text as it is, but for case: ``straße`` is found by ``STRASSE``."""
    wanted = text.casefold()
    if not wanted:
        return BadQuery("empty", "There is nothing to search for: the text is empty.")
    return Query(
        text, False, lambda content: _literal_spans(wanted, content), lambda content: wanted in content.casefold()
    )


def regular(pattern: str) -> Query | BadQuery:
    """Look for what a regular expression matches, in the dialect of Python.

    Case counts, unless the pattern begins with ``(?i)``; ``^`` and ``$`` stand for the ends of each line. A pattern
    that can take for ever is refused.
    """
    if not pattern:
        return BadQuery("empty", "There is nothing to search for: the pattern is empty.")
    try:
        compiled = re.compile(pattern, re.MULTILINE)
    except (re.error, OverflowError, RecursionError) as wrong:
        return BadQuery("bad_pattern", f"This is no regular expression: {_reason(wrong)}.")
    if may_explode(compiled):
        return BadQuery("bad_pattern", f"This is no pattern to search with: {EXPLOSIVE}.")
    return Query(
        pattern,
        True,
        lambda content: _pattern_spans(compiled, content),
        lambda content: any(True for _ in _pattern_spans(compiled, content)),
    )


def _reason(wrong: Exception) -> str:
    if isinstance(wrong, RecursionError):
        return "it is nested too deeply"
    return str(wrong).partition("\n")[0]


def _literal_spans(wanted: str, content: str) -> Iterator[Span]:
    folded = content.casefold()
    at = folded.find(wanted)
    if at < 0:
        return
    # Folding makes no text shorter, so one that is as long as before has all its characters in their old places.
    places = None if len(folded) == len(content) else _places(content)
    while at >= 0:
        end = at + len(wanted)
        if places is None:
            yield at, end
        else:
            yield places[at], places[end - 1] + 1
            # The rest of a character that was matched in part is no match of its own.
            while end < len(places) and places[end] == places[end - 1]:
                end += 1
        at = folded.find(wanted, end)


def _places(content: str) -> list[int]:
    """For each character of the folded text, the place of the one that it came from."""
    return [place for place, character in enumerate(content) for _ in character.casefold()]


def _pattern_spans(pattern: re.Pattern[str], content: str) -> Iterator[Span]:
    return (match.span() for match in pattern.finditer(content) if match.end() > match.start())
