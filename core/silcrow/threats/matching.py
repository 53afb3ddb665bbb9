"""Where the rules match a text.

Most texts are decided by their set of words alone: a rule is tried only where one of its first words stands, and only
if the text holds a word of each vocabulary that it needs. From each such place a pattern reads a bounded stretch.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from silcrow.text import Folded, digits_as_letters
from silcrow.threats.guards import Place, passes
from silcrow.threats.patterns import WORD
from silcrow.threats.rule import Mark, Rule, Severity
from silcrow.threats.rulebook import PreparedRule, Rulebook

_MOST_FOR_A_RULE = 4
"""Matches of one rule that are reported; a text full of them is blocked anyway."""
_MISSES_FOR_A_RULE = 4_000
"""Places at which one rule is tried without a match before it is given up for a text."""


@dataclass(frozen=True, slots=True)
class Match:
    """A rule that matched, with its place in the folded text."""

    rule: Rule | Mark
    start: int
    end: int
    severity: Severity


def restore_letters(folded: Folded, book: Rulebook) -> tuple[Folded, tuple[tuple[int, int], ...]]:
    """The text with words of the rules in place of their spellings in digits, and where that was done."""
    places: list[tuple[int, int]] = []
    parts: list[str] = []
    done = 0
    text = folded.text
    for match in re.finditer(r"[a-z0-9@$!|]+", text):
        token = match[0]
        if token.isalpha() or token.isdecimal() or len(token) < 3:
            continue
        bare = token.rstrip("!|")
        word = book.disguised.get(digits_as_letters(bare))
        if word is None or word == bare:
            continue
        end = match.start() + len(bare)
        parts.extend((text[done : match.start()], word))
        places.append((match.start(), end))
        done = end
    if not places:
        return folded, ()
    return replace(folded, text="".join((*parts, text[done:]))), tuple(places)


def find_matches(folded: Folded, book: Rulebook, *, crossing: bool = False) -> Iterator[Match]:
    """Every rule of the book that matches, with its places; of rules that may cross entries only if ``crossing``."""
    text = folded.text
    words = set(WORD.findall(text))
    present = {name: not first.isdisjoint(words) for name, first in book.needed.items()}
    wanted: dict[str, list[PreparedRule]] = {}
    for each in book.rules:
        if crossing and not each.rule.crosses:
            continue
        if all(present[name] for name in each.needs):
            for word in each.first_words & words:
                wanted.setdefault(word, []).append(each)
    if wanted:
        yield from _match_at_words(folded, wanted)
    if not crossing:
        yield from _match_marks(folded, book)


def _match_at_words(folded: Folded, wanted: dict[str, list[PreparedRule]]) -> Iterator[Match]:
    text = folded.text
    found: dict[str, int] = {}
    missed: dict[str, int] = {}
    past: dict[str, int] = {}
    for word in WORD.finditer(text):
        for each in wanted.get(word[0], ()):
            rule = each.rule
            if word.start() < past.get(rule.id, 0) or missed.get(rule.id, 0) > _MISSES_FOR_A_RULE:
                continue
            match = each.pattern.match(text, word.start())
            if match is None:
                missed[rule.id] = missed.get(rule.id, 0) + 1
                continue
            severity = _weigh(rule, Place(folded, match.start(), match.end()))
            if severity is None or found.get(rule.id, 0) >= _MOST_FOR_A_RULE:
                continue
            found[rule.id] = found.get(rule.id, 0) + 1
            past[rule.id] = match.end()
            yield Match(rule, match.start(), match.end(), severity)


def _match_marks(folded: Folded, book: Rulebook) -> Iterator[Match]:
    for each in book.marks:
        mark = each.mark
        text = folded.source if mark.raw else folded.text
        lowered = folded.text if mark.id in _HINTS_IN_LOWER_CASE else text
        if not any(hint in lowered for hint in mark.hints):
            continue
        for count, match in enumerate(each.pattern.finditer(text)):
            if count >= _MOST_FOR_A_RULE:
                break
            if mark.raw:
                yield Match(mark, match.start(), match.end(), mark.severity)
                continue
            severity = _weigh(mark, Place(folded, match.start(), match.end()))
            if severity is not None:
                yield Match(mark, match.start(), match.end(), severity)


_HINTS_IN_LOWER_CASE = frozenset({"secret_assigned"})


def _weigh(rule: Rule | Mark, place: Place) -> Severity | None:
    """How much a match weighs: a quotation is a note, a ban or a report nothing."""
    for guard in rule.guards:
        if not passes(guard, place):
            return "note" if guard == "unquoted" else None
    return rule.severity
