"""Where the rules match a text.

Most texts are decided by their set of words alone: a rule is tried only where one of its first words stands, and only
if the text holds a word of each vocabulary, and a hint of each shape, that it needs. From each such place a pattern
reads a bounded stretch.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from silcrow.text import Folded, digits_as_letters
from silcrow.threats.guards import Place, passes
from silcrow.threats.patterns import WORD
from silcrow.threats.rule import Mark, Rule, Severity
from silcrow.threats.rulebook import PreparedRule, Rulebook

_MOST_FOR_A_RULE = 4
"""Matches of one rule that are reported; a text full of them is blocked anyway."""
_SHORT = 8_192
"""Code points up to which a text can't cost much, whatever it holds."""
_REACH = 400
"""Code points after its first word within which a rule finds a shape."""
_MISSES_WITH_SHAPES = 800
"""Places where everything that a rule needs is near and it doesn't match, before a text counts as made to be slow."""

_BLANKS_FOR_MARKS = {code: " " for code in range(128) if not chr(code).isalnum()}

_FLOOD = Rule("flood", "obfuscated", "", "", "repeats one pattern so often that it can't be judged", scope="all")


@dataclass(frozen=True, slots=True)
class Match:
    """A rule that matched, with its place in the folded text."""

    rule: Rule | Mark
    start: int
    end: int
    severity: Severity


def original_span(match: Match, folded: Folded) -> tuple[int, int]:
    """Where a match stands in the text as it was given."""
    if isinstance(match.rule, Mark) and match.rule.raw:
        return match.start, match.end
    return folded.original(match.start, match.end)


def restore_letters(folded: Folded, book: Rulebook) -> tuple[Folded, tuple[tuple[int, int], ...]]:
    """The text with words of the rules in place of their spellings in digits and signs, and where that was done."""
    text = folded.text
    places: list[tuple[int, int]] = []
    parts: list[str] = []
    done = 0
    for match in re.finditer(r"(?<![a-z0-9@$])[a-z]*(?:[0-9@$]|[!|](?=[a-z]))[a-z0-9@$!|]*", text):
        token = match[0].rstrip("!|")
        if token.isdecimal() or len(token) < 3:
            continue
        word = book.disguised.get(digits_as_letters(token))
        if word is None or word == token:
            continue
        end = match.start() + len(token)
        parts.extend((text[done : match.start()], word))
        places.append((match.start(), end))
        done = end
    if not places:
        return folded, ()
    return replace(folded, text="".join((*parts, text[done:]))), tuple(places)


def find_matches(folded: Folded, book: Rulebook, *, crossing: bool = False) -> Iterator[Match]:
    """Every rule of the book that matches, with its places; with ``crossing`` only rules that may cross entries."""
    wanted = _wanted(folded.text, book, crossing=crossing)
    if wanted:
        yield from _Search(folded, book).at_words(wanted)
    if not crossing:
        yield from _match_marks(folded, book)


def _wanted(text: str, book: Rulebook, *, crossing: bool) -> dict[str, list[PreparedRule]]:
    """The rules that may match at all, by the words where they begin."""
    words = _words_of(text)
    present = 0
    for word in words & book.vocabularies.keys():
        present |= book.vocabularies[word]
    shapes = {name for name, each in book.shapes.items() if _hinted(each.shape.hints, text)}
    wanted: dict[str, list[PreparedRule]] = {}
    for word in words & book.beginning.keys():
        rules = [
            each
            for each in book.beginning[word]
            if each.needs & present == each.needs and each.shapes <= shapes and (each.rule.crosses or not crossing)
        ]
        if rules:
            wanted[word] = rules
    return wanted


def _words_of(text: str) -> set[str]:
    if text.isascii():
        return set(text.translate(_BLANKS_FOR_MARKS).split())
    return set(WORD.findall(text))


def _places_of(words: Iterable[str], text: str) -> list[tuple[int, str]]:
    """Where these words stand as whole words, in the order of the text."""
    places: list[tuple[int, str]] = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
                places.append((at, word))
            at = text.find(word, end)
    places.sort()
    return places


def _hinted(hints: tuple[str, ...], text: str) -> bool:
    return not hints or any(hint in text for hint in hints)


class _Search:
    """One pass over the words of a text."""

    def __init__(self, folded: Folded, book: Rulebook) -> None:
        self._folded = folded
        self._book = book
        self._found: dict[str, int] = {}
        self._missed: dict[str, int] = {}
        self._past: dict[str, int] = {}
        self._places: dict[str, list[int]] = {}

    def at_words(self, wanted: dict[str, list[PreparedRule]]) -> Iterator[Match]:
        text = self._folded.text
        long = len(text) > _SHORT
        for start, word in _places_of(wanted, text):
            for each in wanted[word]:
                if long and self._may_skip(each, start):
                    continue
                match = each.pattern.match(text, start)
                if match is not None:
                    yield from self._reported(each.rule, match)
                elif long and each.shapes:
                    yield from self._count_miss(each.rule, start)

    def _reported(self, rule: Rule, match: re.Match[str]) -> Iterator[Match]:
        start, end = match.span()
        if start < self._past.get(rule.id, 0) or self._found.get(rule.id, 0) >= _MOST_FOR_A_RULE:
            return
        severity = _weigh(rule, Place(self._folded, start, end))
        if severity is not None:
            self._found[rule.id] = self._found.get(rule.id, 0) + 1
            self._past[rule.id] = end
            yield Match(rule, start, end, severity)

    def _may_skip(self, each: PreparedRule, start: int) -> bool:
        """Nothing can come of trying this rule here: it was found often enough, or a shape it needs isn't near."""
        if self._found.get(each.rule.id, 0) >= _MOST_FOR_A_RULE or start < self._past.get(each.rule.id, 0):
            return True
        if self._missed.get(each.rule.id, 0) > _MISSES_WITH_SHAPES:
            return True
        return any(not self._is_near(name, start) for name in each.shapes)

    def _is_near(self, shape: str, start: int) -> bool:
        places = self._places.get(shape)
        if places is None:
            found = self._book.shapes[shape].pattern.finditer(self._folded.text)
            places = self._places[shape] = [match.start() for match in found]
        next_one = bisect_left(places, start)
        return next_one < len(places) and places[next_one] <= start + _REACH

    def _count_miss(self, rule: Rule, start: int) -> Iterator[Match]:
        self._missed[rule.id] = self._missed.get(rule.id, 0) + 1
        if self._missed[rule.id] == _MISSES_WITH_SHAPES + 1:
            yield Match(_FLOOD, start, start + 1, "block")


def _match_marks(folded: Folded, book: Rulebook) -> Iterator[Match]:
    for each in book.marks:
        mark = each.mark
        text = folded.source if mark.raw else folded.text
        if not _hinted(mark.hints, text):
            continue
        for count, match in enumerate(each.pattern.finditer(text)):
            if count >= _MOST_FOR_A_RULE:
                break
            start, end = match.span()
            severity = mark.severity if mark.raw else _weigh(mark, Place(folded, start, end))
            if severity is not None:
                yield Match(mark, start, end, severity)


def _weigh(rule: Rule | Mark, place: Place) -> Severity | None:
    """How much a match weighs: a quotation is a note, a ban or a report nothing."""
    for guard in rule.guards:
        if not passes(guard, place):
            return "note" if guard == "unquoted" else None
    return rule.severity
