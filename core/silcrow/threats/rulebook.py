"""All rules, ready to be matched: made at the first scan, compiled when their words first occur in a text."""

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from silcrow.text import digits_as_letters
from silcrow.threats.patterns import Grammar
from silcrow.threats.rule import SCOPES, Mark, Rule, Scope, Shape, Shapes, Vocabulary

WORDS_NEAR = 48
"""More than a pattern can pass on its way from word to word."""


@dataclass(frozen=True)
class PreparedRule:
    rule: Rule
    first_words: frozenset[str]
    second_words: dict[str, frozenset[str]]
    """For the first words that never stand alone, the words of which one must follow."""
    needs: int
    """Bits of the vocabularies of which the text must hold a first word, and of the shapes that it needs a hint of."""
    needs_near: int
    """Bits of those of which such a word must follow within `WORDS_NEAR` words."""
    shapes: frozenset[str]
    """Shapes that must stand within reach."""
    grammar: Grammar = field(repr=False)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return self.grammar.compile(self.rule)


@dataclass(frozen=True)
class PreparedMark:
    mark: Mark

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.mark.pattern)


@dataclass(frozen=True)
class PreparedShape:
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

    beginning: dict[str, tuple[PreparedRule, ...]]
    """The rules that may begin with a word."""
    vocabularies: dict[str, int]
    """For a word the bits of the vocabularies with a phrase that begins with it, and of the shapes it hints at."""
    marks: tuple[PreparedMark, ...]
    shapes: dict[str, PreparedShape]
    disguised: dict[str, str]
    """Words of the rules by the form that they share with their spellings in digits."""


def rulebook(scope: Scope) -> Rulebook:
    """The rules of a scope and of the scopes within it."""
    return _rulebooks()[scope]


@lru_cache(maxsize=1)
def _rulebooks() -> dict[Scope, Rulebook]:
    from silcrow.threats.rules import exfiltration, injection, languages, markup, persistence, remote_control, roles
    from silcrow.threats.rules import secrets as secret_forms
    from silcrow.threats.rules.vocabulary import COMMON

    worded = (injection, languages, roles, remote_control, exfiltration, persistence, secret_forms)
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
    rules = [_prepared(rule, grammar, bits) for module in worded for rule in module.RULES]
    marked = (
        languages.MARKS,
        remote_control.MARKS,
        exfiltration.MARKS,
        persistence.MARKS,
        markup.MARKS,
        secret_forms.MARKS,
    )
    marks = [PreparedMark(mark) for part in marked for mark in part]
    disguised = {digits_as_letters(word): word for word in sorted(grammar.words()) if len(word) > 2 and word.isascii()}
    prepared = {name: PreparedShape(shape) for name, shape in shapes.items()}
    books: dict[Scope, Rulebook] = {}
    for scope in SCOPES:
        within = SCOPES[: SCOPES.index(scope) + 1]
        beginning: dict[str, tuple[PreparedRule, ...]] = {}
        for each in rules:
            if each.rule.scope in within:
                for word in each.first_words:
                    beginning[word] = (*beginning.get(word, ()), each)
        marked_so = tuple(each for each in marks if each.mark.scope in within)
        books[scope] = Rulebook(beginning, vocabularies, marked_so, prepared, disguised)
    return books


def _prepared(rule: Rule, grammar: Grammar, bits: dict[str, int]) -> PreparedRule:
    needs, near = (
        sum({bits[name] for name in names}) for names in (grammar.needs(rule.rest), grammar.needs_near(rule.rest))
    )
    shapes = grammar.shapes(rule.rest)
    needs |= sum(bits.get(f"<{name}>", 0) for name in shapes)
    first, second = grammar.first_words(rule.starts), grammar.second_words(rule.starts)
    return PreparedRule(rule, first, second, needs, near, shapes, grammar)
