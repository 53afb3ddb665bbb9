"""Whether a regular expression may take for ever: matching holds the whole process, and nothing can interrupt it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

_ESCAPE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|0[0-7]{0,2}|[1-3][0-7]{2}|[1-9]\d?|.)", re.DOTALL
)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_COUNT = re.compile(r"[*+?]|\{(?P<least>\d*)(?P<range>,)?(?P<most>\d*)\}")
_OPEN = re.compile(r"\((?:\?(?:P<\w+>|P=\w+|<?[=!]|[:>]|#[^)]*|[aiLmsux-]*:?))?")
_BESIDE = re.compile(r"\(\?<?[=!]")
"""A look ahead or behind: it reads nothing away."""
_REFERENCE = re.compile(r"\(\?P=|\\[1-9]")
_NOWHERE = frozenset((r"\b", r"\B", r"\A", r"\Z", "^", "$"))
_MUCH = 10
"""From so many rounds on a repeat counts as one without end: two ways in each are a thousand in all."""
_LONGEST = 64
"""Characters of an alternative that are looked at."""

EXPLOSIVE = "a repeat around what can be read in several ways can take for ever"
"""Why such a pattern is refused."""
Branch = list[str | None]
"""What an alternative matches, character by character, each as a pattern; None for what is not one character."""


@dataclass(slots=True)
class _Group:
    """A group that is being read."""

    varies: bool = False
    """Some text can be read by it in more than one way or length."""
    beside: bool = False
    branches: list[Branch] = field(default_factory=lambda: [[]])


def may_explode(compiled: re.Pattern[str]) -> bool:
    """True for a repeat without end around what can read a text in several ways: its time can double with each letter.

    Such are another repeat, as in ``(a+)+``, and alternatives of which one can begin as another does, as in
    ``(a|a)*``. Told by the form alone, so some harmless patterns are among them.
    """
    pattern, flags = compiled.pattern, compiled.flags
    if flags & re.VERBOSE:
        # Blanks and comments stand for nothing there; such patterns are written for programs.
        return _COUNT.search(pattern) is not None
    sample = _COMMON + pattern
    at, groups = 0, [_Group()]
    ended: _Group | None = None
    """The group that was read just now."""
    item = 0
    """Places that what was read just now takes up in its branch."""
    while at < len(pattern):
        branch = groups[-1].branches[-1]
        if (count := _COUNT.match(pattern, at)) and at:
            at = count.end()
            possessive = pattern.startswith("+", at)
            at += pattern.startswith(("+", "?"), at)
            if ended is not None and ended.varies and _repeats_much(count) and not possessive:
                return True
            groups[-1].varies |= _is_variable(count) and not possessive
            _repeat(branch, item, count)
            ended, item = None, 0
        elif literal := _ESCAPE.match(pattern, at) or _CLASS.match(pattern, at):
            at, ended, item = literal.end(), None, literal[0] not in _NOWHERE
            branch += [None if _REFERENCE.match(literal[0]) else literal[0]] * item
        elif opened := _OPEN.match(pattern, at):
            at, ended = opened.end(), None
            groups.append(_Group(beside=_BESIDE.match(opened[0]) is not None))
            if _REFERENCE.match(opened[0]):
                groups[-1].branches[-1].append(None)
        elif pattern[at] == ")" and len(groups) > 1:
            at, ended = at + 1, groups.pop()
            ended.varies |= not _all_told_apart(ended.branches, lambda piece: re.findall(piece, sample, flags))
            groups[-1].varies |= ended.varies
            read = [] if ended.beside else ended.branches[0] if len(ended.branches) == 1 else [None]
            groups[-1].branches[-1] += read
            item = len(read)
        elif pattern[at] == "|":
            groups[-1].branches.append([])
            at, ended, item = at + 1, None, 0
        else:
            item = pattern[at] not in _NOWHERE
            branch += [pattern[at] if pattern[at] == "." else re.escape(pattern[at])] * item
            at, ended = at + 1, None
    return False


def _repeats_much(count: re.Match[str]) -> bool:
    return count[0] in "*+" or (count["range"] is not None and not count["most"]) or _most(count) >= _MUCH


def _is_variable(count: re.Match[str]) -> bool:
    return count[0] in "*+?" or (count["range"] is not None and count["least"] != count["most"])


def _most(count: re.Match[str]) -> int:
    """The greatest number of rounds of a repeat with an end."""
    return int(count["most"] or count["least"] or 1) if count["least"] is not None else 1


def _repeat(branch: Branch, item: int, count: re.Match[str]) -> None:
    """Put the rounds of a fixed repeat in the place of its item; of any other repeat the length is not known."""
    if not item:
        return
    repeated = branch[-item:]
    branch[-item:] = [None] if _is_variable(count) else repeated * min(_most(count), _LONGEST)


def _all_told_apart(branches: Sequence[Branch], matched: Callable[[str], Sequence[str]]) -> bool:
    """No text can begin as two of the alternatives do. ``matched`` gives the characters that a place can match."""
    return all(_told_apart(one, other, matched) for one, other in combinations(branches, 2))


def _told_apart(one: Branch, other: Branch, matched: Callable[[str], Sequence[str]]) -> bool:
    for left, right in zip(one[:_LONGEST], other[:_LONGEST], strict=False):
        if left is None or right is None:
            return False
        these, those = matched(left), matched(right)
        if these and those and set(these).isdisjoint(those):
            return True
    return False


_COMMON = "".join(map(chr, range(0x3100)))
"""What places are tried with, besides the pattern's own characters."""
