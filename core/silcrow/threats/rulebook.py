"""All rules, ready to be matched: made at the first scan, compiled when their words first occur in a text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from msgspec import Struct

from silcrow.text import digits_as_letters
from silcrow.threats.patterns import Grammar
from silcrow.threats.rule import SCOPES, Mark, Rule, Scope, Shape, Shapes, Vocabulary
from silcrow.threats.word_chains import Link, links_of, may_hold

_FOREIGN = "\x80"
"""Stands for every character that is no ASCII."""
_COMMON_SIGNS = " .-/"
WORDS_NEAR = 48
"""More than a pattern can pass on its way from word to word."""


class PreparedRule(Struct, frozen=True, dict=True):
    """A rule, with what is known of it worked out when one of its first words occurs in a text."""

    rule: Rule
    grammar: Grammar
    bits: dict[str, int]
    """For each vocabulary, and each shape with hints, its bit."""

    @cached_property
    def first_words(self) -> frozenset[str]:
        return self.grammar.first_words(self.rule.starts)

    @cached_property
    def needs(self) -> int:
        """Bits of the vocabularies of which the text must hold a first word, and of the shapes it needs a hint of."""
        hinted = sum(self.bits.get(f"<{name}>", 0) for name in self.shapes)
        return self._bits_of(self.grammar.needs(self.rule.rest)) | hinted

    @cached_property
    def needs_near(self) -> int:
        """Bits of those of which such a word must follow within `WORDS_NEAR` words."""
        return self._bits_of(self.grammar.needs_near(self.rule.rest))

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """With what the pattern goes on behind its first phrase, as far as words tell it."""
        return links_of(self.rule.rest)

    @cached_property
    def shapes(self) -> frozenset[str]:
        """Shapes that must stand within reach."""
        return self.grammar.shapes(self.rule.rest)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return self.grammar.compile(self.rule)

    def may_match(self, words: list[str], at: int) -> bool:
        """Whether the pattern, with which that can be told exactly, is worth having; once it is there it always is."""
        return "pattern" in vars(self) or may_hold(words, at, self.rule.starts, self.links, self.grammar.phrases)

    def _bits_of(self, names: frozenset[str]) -> int:
        return sum({self.bits[name] for name in names})


class Trial:
    """What must hold for a rule to be worth a try where one of its first words stands.

    Worked out piece by piece: the needs of most rules are not met in most texts.
    """

    def __init__(self, rule: PreparedRule, word: str) -> None:
        self.rule = rule
        self._word = word

    @cached_property
    def needs_near(self) -> int:
        return self.rule.needs_near

    @cached_property
    def seconds(self) -> frozenset[str] | None:
        """One of these must be the next word; None when the first word may stand alone."""
        phrases = self._phrases
        return None if any(len(phrase) == 1 for phrase in phrases) else frozenset(phrase[1] for phrase in phrases)

    @cached_property
    def following(self) -> frozenset[str] | None:
        """One of these must stand within the next ``reach`` words; None when anything may follow."""
        if not self.rule.links:
            return None
        link = self.rule.links[0]
        return self.rule.grammar.first_words(link.names if link.closed is None else f"{link.names}|{link.closed}")

    @cached_property
    def reach(self) -> int:
        return max(map(len, self._phrases)) + (self.rule.links[0].passed if self.rule.links else 0)

    @property
    def _phrases(self) -> Sequence[Sequence[str]]:
        return self.rule.grammar.phrases(self.rule.rule.starts)[self._word]


class Trials(dict[str, Sequence[tuple[int, Trial]]]):
    """The trials of each word, worked out when it first occurs in a text.

    What a trial needs stands before it: most trials of most texts are over with that, and there are thousands.
    """

    def __init__(self, beginning: Mapping[str, Sequence[PreparedRule]]) -> None:
        super().__init__()
        self._beginning = beginning

    def __missing__(self, word: str) -> Sequence[tuple[int, Trial]]:
        rules = self._beginning.get(word, ())
        self[word] = trials = tuple((rule.needs, Trial(rule, word)) for rule in rules)
        return trials


class PreparedMark(Struct, frozen=True, dict=True):
    mark: Mark

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.mark.pattern)

    @cached_property
    def signs(self) -> frozenset[str]:
        """One of these occurs wherever a hint of the mark does; empty when a hint is made of common characters."""
        signs = {_rarest_sign(hint) for hint in self.mark.hints}
        return frozenset() if None in signs else frozenset(sign for sign in signs if sign is not None)


def _rarest_sign(hint: str) -> str | None:
    if not hint.isascii():
        return _FOREIGN
    return next((each for each in hint if not each.isalnum() and each not in _COMMON_SIGNS), None)


class MarkGroup(Struct, frozen=True, dict=True):
    """Marks that are looked for together: their hints in one row, since most texts hold none of them."""

    marks: tuple[PreparedMark, ...]

    def hinted(self, source: str, text: str) -> Sequence[PreparedMark]:
        """Those of which a hint occurs in the text that they are matched on."""
        found = {hint for hint in self._hints if hint in text}
        raw = {hint for hint in self._raw_hints if hint in source}
        if not found and not raw:
            return ()
        return [each for each in self.marks if not (raw if each.mark.raw else found).isdisjoint(each.mark.hints)]

    @cached_property
    def _hints(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(hint for each in self.marks if not each.mark.raw for hint in each.mark.hints))

    @cached_property
    def _raw_hints(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(hint for each in self.marks if each.mark.raw for hint in each.mark.hints))


class PreparedShape(Struct, frozen=True, dict=True):
    shape: Shape

    @cached_property
    def hints(self) -> frozenset[str]:
        return frozenset(self.shape.hints)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.shape.pattern)


@dataclass(frozen=True)
class Rulebook:
    """The rules of one scope."""

    beginning: Mapping[str, Sequence[PreparedRule]]
    """The rules that may begin with a word."""
    vocabularies: dict[str, int]
    """For a word the bits of the vocabularies with a phrase that begins with it, and of the shapes it hints at."""
    bits: dict[str, int]
    """For each vocabulary, and each shape with hints (its name in angle brackets), its bit."""
    marks: tuple[PreparedMark, ...]
    shapes: dict[str, PreparedShape]
    grammar: Grammar
    _marks_by_signs: dict[str, MarkGroup] = field(default_factory=dict[str, MarkGroup], init=False, repr=False)

    @cached_property
    def all_bits(self) -> int:
        return sum(self.bits.values())

    @cached_property
    def trials(self) -> "Trials":
        """When to try which of the rules that may begin with a word; none for a word with which no rule begins."""
        return Trials(self.beginning)

    def marks_among(self, source: str, text: str) -> Sequence[PreparedMark]:
        """The marks of which a hint occurs in a text, as it stands or folded."""
        signs = "".join([sign for sign in self._signs if sign in source or sign in text])
        if not source.isascii():
            signs += _FOREIGN
        group = self._marks_by_signs.get(signs)
        if group is None:
            marks = tuple(each for each in self.marks if not each.signs or not each.signs.isdisjoint(signs))
            group = self._marks_by_signs[signs] = MarkGroup(marks)
        return group.hinted(source, text)

    @cached_property
    def _signs(self) -> tuple[str, ...]:
        return tuple(sorted({sign for each in self.marks for sign in each.signs if sign != _FOREIGN}))

    @cached_property
    def disguised(self) -> dict[str, str]:
        """Words of the rules by the form that they share with their spellings in digits."""
        words = sorted(word for word in self.grammar.words() if len(word) > 2 and word.isascii())
        return dict(zip(digits_as_letters("\n".join(words)).split("\n"), words, strict=True))


@lru_cache(maxsize=len(SCOPES))
def rulebook(scope: Scope) -> Rulebook:
    """The rules of a scope and of the scopes within it."""
    from silcrow.threats.rules import (
        authority,
        exfiltration,
        injection,
        languages,
        markup,
        persistence,
        remote_control,
        roles,
        secrecy,
    )
    from silcrow.threats.rules import secrets as secret_forms
    from silcrow.threats.rules.vocabulary import COMMON

    worded = (injection, authority, secrecy, languages, roles, remote_control, exfiltration, persistence, secret_forms)
    shapes: Shapes = {**roles.SHAPES, **remote_control.SHAPES, **exfiltration.SHAPES, **persistence.SHAPES}
    vocabulary: Vocabulary = {
        name: phrases for part in (COMMON, *(m.VOCABULARY for m in worded)) for name, phrases in part.items()
    }
    grammar = Grammar(vocabulary, shapes)
    bits = {name: 1 << number for number, name in enumerate(vocabulary)}
    hinted = {f"<{name}>": shape.hints for name, shape in shapes.items() if shape.hints}
    bits |= {name: 1 << number for number, name in enumerate(hinted, start=len(bits))}
    vocabularies: dict[str, int] = {}
    for name, bit in bits.items():
        for word in hinted.get(name) or grammar.first_words(name):
            vocabularies[word] = vocabularies.get(word, 0) | bit
    within = SCOPES[: SCOPES.index(scope) + 1]
    beginning: dict[str, list[PreparedRule]] = {}
    for rule in (rule for module in worded for rule in module.RULES if rule.scope in within):
        prepared = PreparedRule(rule, grammar, bits)
        for word in prepared.first_words:
            beginning.setdefault(word, []).append(prepared)
    marked = (
        languages.MARKS,
        remote_control.MARKS,
        exfiltration.MARKS,
        persistence.MARKS,
        markup.MARKS,
        secret_forms.MARKS,
    )
    marks = tuple(PreparedMark(mark) for part in marked for mark in part if mark.scope in within)
    return Rulebook(
        beginning, vocabularies, bits, marks, {name: PreparedShape(shape) for name, shape in shapes.items()}, grammar
    )
