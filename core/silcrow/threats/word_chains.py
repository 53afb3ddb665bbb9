"""The beginning of a rule that whole words tell, tried on the words of a text before a pattern is worth compiling.

Compiling the pattern of a rule takes a thousand times as long as most texts need to show that it can't match.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

MOST_CLOSED = 8
"""Phrases of a vocabulary that ``~name`` lets pass."""

Phrases = Mapping[str, Sequence[Sequence[str]]]
"""Phrases as words, by the first one."""

_LINK = re.compile(r" (?:~(?P<some>[0-9]+) |~(?P<of>[a-z_]+) )?(?:(?P<group>\(\?:)?(?=\{))")
_NAME = re.compile(r"\{([a-z_]+)\}(?![?*+{])")
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)


class Link(NamedTuple):
    """What must follow where the words before it end."""

    names: str
    """A phrase of these vocabularies, divided by ``|``."""
    passed: int = 0
    """So many words of any kind may stand before it."""
    closed: str | None = None
    """Phrases of this vocabulary may stand before it."""


def links_of(rest: str) -> tuple[Link, ...]:
    """The links with which the rest of a rule begins, as far as it is made of nothing else."""
    links: list[Link] = []
    at = 0
    while True:
        if rest.startswith(("(?!", "(?="), at):
            # What it asks for besides can be left to the pattern.
            at = _inside(rest, at + 3)[1]
            continue
        found = _LINK.match(rest, at)
        if found is None:
            return tuple(links)
        alternatives, at = _inside(rest, found.end()) if found["group"] else ([rest[found.end() :]], found.end())
        names = [_NAME.match(each) for each in alternatives]
        if None in names or (found["group"] and rest[at : at + 1] in tuple("?*+{")):
            return tuple(links)
        known = [name for name in names if name is not None]
        links.append(Link("|".join(name[1] for name in known), int(found["some"] or 0), found["of"]))
        if not found["group"]:
            at += known[0].end()
        elif any(name.end() < len(each) for name, each in zip(known, alternatives, strict=True)):
            return tuple(links)


def _inside(pattern: str, at: int) -> tuple[list[str], int]:
    """The alternatives of the group whose inside begins there, and where it ends."""
    alternatives: list[str] = []
    start, depth = at, 0
    for piece in _PIECE.finditer(pattern, at):
        if depth == 0 and piece[0] in ("|", ")"):
            alternatives.append(pattern[start : piece.start()])
            start = piece.end()
            if piece[0] == ")":
                return alternatives, start
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
    raise ValueError(f"a group is not closed in {pattern!r}")


def may_hold(
    words: Sequence[str], at: int, starts: str, links: Iterable[Link], phrases_of: Callable[[str], Phrases]
) -> bool:
    """Whether a phrase of ``starts`` stands at this place and the links follow. Says yes too often, never too seldom:
    what stands between two words is not looked at."""
    ends = _behind(words, {at}, phrases_of(starts))
    for link in links:
        if link.closed is not None:
            closed, further = phrases_of(link.closed), ends
            for _ in range(MOST_CLOSED):
                further = _behind(words, further, closed) - ends
                if not further:
                    break
                ends = ends | further
        ends = {end + passed for end in ends for passed in range(link.passed + 1)}
        ends = _behind(words, ends, phrases_of(link.names))
    return bool(ends)


def _behind(words: Sequence[str], places: Iterable[int], phrases: Phrases) -> set[int]:
    """Where a phrase ends that stands at one of these places."""
    return {
        place + len(phrase)
        for place in places
        if place < len(words)
        for phrase in phrases.get(words[place], ())
        if len(phrase) == 1 or list(phrase) == words[place : place + len(phrase)]
    }
