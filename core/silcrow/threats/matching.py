"""Where the rules match a text.

Most texts are decided by their set of words alone: a rule is tried only where one of its first words stands, and only
if the text holds a word of each vocabulary, and a hint of each shape, that it needs. From each such place a pattern
reads a bounded stretch.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from silcrow.text import Folded, digits_as_letters
from silcrow.threats.guards import Place, passes
from silcrow.threats.patterns import WORD
from silcrow.threats.rule import Mark, Rule, Severity
from silcrow.threats.rulebook import WORDS_NEAR, PreparedRule, Rulebook

_MOST_FOR_A_RULE = 4
"""Matches of one rule that are reported; a text full of them is blocked anyway."""
_SHORT = 8_192
"""Code points up to which a text can't cost much, whatever it holds."""
_LONGEST_WORD = 24
"""More letters than any word of the rules has."""
_TOKEN = re.compile(r"[a-z0-9@$!|]*")
_SIGNS = re.compile(r"[0-9@$!|]+")
_BLOCK = 16
"""Words that are looked at together when it is asked what follows."""
_BEFORE_HINT, _AFTER_HINT = 8, 40
"""Code points around a hint within which its shape stands, or at least begins to."""
_REACH = 480
"""Code points after its first word within which a rule finds a shape."""
_MISSES_WITH_SHAPES = 800
"""Places where everything that a rule needs is near and it doesn't match, before a text counts as made to be slow."""

_ANYWHERE: Sequence[int] = range(0)
"""The places of a shape of which nothing can be said."""
_BLANKS_FOR_MARKS = {code: " " for code in range(128) if not chr(code).isalnum()}

_FLOOD = Rule("flood", "obfuscated", "", "", "repeats one pattern so often that it can't be judged", scope="all")


class Match(Struct, frozen=True):
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
    past = 0
    for sign in _SIGNS.finditer(text):
        start, end = sign.span()
        if start < past:
            continue
        if start and "a" <= text[start - 1] <= "z":
            start = _word_start(text, start)
        elif sign[0].isdecimal() and not text[end : end + 1].isalpha():
            continue
        past = _end_of_token(text, end)
        token = text[start:past].rstrip("!|") if past - start < _LONGEST_WORD else ""
        if token.isdecimal() or len(token) < 3:
            continue
        word = book.disguised.get(digits_as_letters(token))
        if word is None or word == token:
            continue
        parts.extend((text[done:start], word))
        done = start + len(token)
        places.append((start, done))
    if not places:
        return folded, ()
    return replace(folded, text="".join((*parts, text[done:]))), tuple(places)


def _word_start(text: str, at: int) -> int:
    least = max(0, at - _LONGEST_WORD)
    while at > least and "a" <= text[at - 1] <= "z":
        at -= 1
    return at


def _end_of_token(text: str, at: int) -> int:
    found = _TOKEN.match(text, at)
    return at if found is None else found.end()


def find_matches(folded: Folded, book: Rulebook, *, crossing: bool = False) -> Iterator[Match]:
    """Every rule of the book that matches, with its places; with ``crossing`` only rules that may cross entries."""
    yield from _Search(folded, book).at_words(crossing=crossing)
    if not crossing:
        yield from _match_marks(folded, book)


def _words_of(text: str) -> list[str]:
    if text.isascii():
        return text.translate(_BLANKS_FOR_MARKS).split()
    return WORD.findall(text)


def _places_of(words: list[str], text: str) -> list[int]:
    """Where each of the words of a text begins."""
    places: list[int] = []
    at = 0
    for word in words:
        at = text.index(word, at)
        places.append(at)
        at += len(word)
    return places


def _bits_of(words: list[str], book: Rulebook) -> list[int]:
    """For each word the bits of the vocabularies that it begins, and of the shapes that it hints at."""
    bits_of = book.vocabularies.get
    return [bits_of(word, 0) for word in words]


def _blocks(bits: list[int]) -> list[int]:
    """The bits of each block of words."""
    return [_all_of(bits[start : start + _BLOCK]) for start in range(0, len(bits), _BLOCK)]


def _all_of(bits: list[int]) -> int:
    together = 0
    for each in bits:
        together |= each
    return together


def _ahead(blocks: list[int]) -> list[int]:
    """The same for each block and the `WORDS_NEAR` words after it."""
    ahead = blocks.copy()
    for at in range(len(ahead)):
        for further in blocks[at + 1 : at + 1 + WORDS_NEAR // _BLOCK]:
            ahead[at] |= further
    return ahead


class _Search:
    """One pass over the words of a text."""

    def __init__(self, folded: Folded, book: Rulebook) -> None:
        self._folded = folded
        self._book = book
        self._words = _words_of(folded.text)
        self._bits = _bits_of(self._words, book)
        self._blocks = _blocks(self._bits)
        self._found: dict[str, int] = {}
        self._missed: dict[str, int] = {}
        self._past: dict[str, int] = {}
        self._places: dict[str, Sequence[int]] = {}

    @cached_property
    def _word_places(self) -> list[int]:
        return _places_of(self._words, self._folded.text)

    def at_words(self, *, crossing: bool) -> Iterator[Match]:
        """Try at each word the rules that may begin with it and whose needs follow."""
        text, words = self._folded.text, self._words
        ahead: list[int] = []
        absent = self._book.all_bits ^ _all_of(self._blocks)
        long = len(text) > _SHORT
        trials = self._book.trials
        for number, word in enumerate(words):
            if not self._bits[number]:
                continue
            for needs, trial in trials[word]:
                if needs & absent:
                    continue
                rule = trial.rule
                if crossing and not rule.rule.crosses:
                    continue
                ahead = ahead or _ahead(self._blocks)
                if trial.needs_near & ahead[number // _BLOCK] != trial.needs_near:
                    continue
                seconds, following = trial.seconds, trial.following
                if seconds is not None and seconds.isdisjoint(words[number + 1 : number + 2]):
                    continue
                if following is not None and following.isdisjoint(words[number + 1 : number + 1 + trial.reach]):
                    continue
                start = self._word_places[number]
                if (rule.shapes and not self._all_near(rule.shapes, start)) or (long and self._may_skip(rule, start)):
                    continue
                if not long and not rule.may_match(words, number):
                    continue
                match = rule.pattern.match(text, start)
                if match is not None:
                    yield from self._reported(rule.rule, match)
                elif long and rule.shapes:
                    yield from self._count_miss(rule.rule, start)

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
        """Nothing new can come of trying this rule here."""
        if self._found.get(each.rule.id, 0) >= _MOST_FOR_A_RULE or start < self._past.get(each.rule.id, 0):
            return True
        return self._missed.get(each.rule.id, 0) > _MISSES_WITH_SHAPES

    def _all_near(self, shapes: frozenset[str], start: int) -> bool:
        """Whether each of the shapes may stand within the reach of a rule that begins here."""
        for name in shapes:
            places = self._known_places(name)
            if places is _ANYWHERE:
                continue
            following = bisect_left(places, start)
            if following == len(places) or places[following] > start + _REACH:
                return False
        return True

    def _known_places(self, name: str) -> Sequence[int]:
        places = self._places.get(name)
        if places is None:
            places = self._places[name] = self._places_of_shape(name)
        return places

    def _places_of_shape(self, name: str) -> Sequence[int]:
        text = self._folded.text
        prepared = self._book.shapes[name]
        if len(text) > _SHORT:
            return [match.start() for match in prepared.pattern.finditer(text)]
        hints = prepared.hints
        if not hints:
            return _ANYWHERE
        found: list[int] = []
        bit = self._book.bits[f"<{name}>"]
        for number, block in enumerate(self._blocks):
            if block & bit:
                first = number * _BLOCK
                for place, word in zip(
                    self._word_places[first : first + _BLOCK], self._words[first : first + _BLOCK], strict=True
                ):
                    if word in hints:
                        match = prepared.pattern.search(text, max(0, place - _BEFORE_HINT), place + _AFTER_HINT)
                        if match is not None:
                            found.append(match.start())
        return found

    def _count_miss(self, rule: Rule, start: int) -> Iterator[Match]:
        self._missed[rule.id] = self._missed.get(rule.id, 0) + 1
        if self._missed[rule.id] == _MISSES_WITH_SHAPES + 1:
            yield Match(_FLOOD, start, start + 1, "block")


def _match_marks(folded: Folded, book: Rulebook) -> Iterator[Match]:
    for each in book.marks_among(folded.source, folded.text):
        mark = each.mark
        text = folded.source if mark.raw else folded.text
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
