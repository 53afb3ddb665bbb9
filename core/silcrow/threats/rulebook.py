"""All rules, ready to be matched: made at the first scan, compiled when their words first occur in a text."""

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from silcrow.text import digits_as_letters
from silcrow.threats.patterns import Grammar
from silcrow.threats.rule import SCOPES, Mark, Rule, Scope, Shape, Shapes, Vocabulary


@dataclass(frozen=True)
class PreparedRule:
    rule: Rule
    first_words: frozenset[str]
    needs: frozenset[str]
    shapes: frozenset[str]
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
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.shape.pattern)


@dataclass(frozen=True)
class Rulebook:
    """The rules of one scope."""

    rules: tuple[PreparedRule, ...]
    marks: tuple[PreparedMark, ...]
    shapes: dict[str, PreparedShape]
    needed: dict[str, frozenset[str]]
    """The first words of each vocabulary that some rule needs, by its name."""
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
    shapes: Shapes = {**exfiltration.SHAPES, **persistence.SHAPES}
    vocabulary: Vocabulary = {
        name: phrases for part in (COMMON, *(m.VOCABULARY for m in worded)) for name, phrases in part.items()
    }
    grammar = Grammar(vocabulary, shapes)
    rules = [
        PreparedRule(
            rule, grammar.first_words(rule.starts), grammar.needs(rule.rest), grammar.shapes(rule.rest), grammar
        )
        for module in worded
        for rule in module.RULES
    ]
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
        kept = tuple(each for each in rules if each.rule.scope in within)
        needed = {name: grammar.first_words(name) for each in kept for name in each.needs}
        marked_so = tuple(each for each in marks if each.mark.scope in within)
        books[scope] = Rulebook(kept, marked_so, prepared, needed, disguised)
    return books
