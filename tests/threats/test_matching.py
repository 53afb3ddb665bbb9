"""What a search passes over: nothing that a rule would have matched."""

from collections.abc import Sequence
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.text import fold
from silcrow.threats.matching import find_matches, restore_letters
from silcrow.threats.patterns import WORD
from silcrow.threats.rulebook import PreparedMark, PreparedRule, Rulebook, Trial, Trials, rulebook
from silcrow.threats.word_chains import may_hold
from tests.threats.labelled import everyday_notes, labelled

TEXTS = [case.text for name in ("corpus", "paraphrases", "variations") for case in labelled(name)] + everyday_notes()
SEPARATORS = [" ", " ", " ", "\n", ", ", ". ", " - ", "_", " the ", " your "]


def rule_may_hold(rule: PreparedRule, words: list[str], at: int) -> bool:
    return may_hold(words, at, rule.rule.starts, rule.links, rule.grammar.phrases)


def passed_over(text: str, book: Rulebook) -> list[str]:
    """The rules that match somewhere although their words say that they can't."""
    folded = fold(text).text
    places = list(WORD.finditer(folded))
    words = [place[0] for place in places]
    return [
        rule.rule.id
        for at, place in enumerate(places)
        for rule in book.beginning.get(place[0], ())
        if rule.pattern.match(folded, place.start()) and not rule_may_hold(rule, words, at)
    ]


def without_questions(trial: Trial) -> tuple[int, Trial]:
    vars(trial).update(needs_near=0, seconds=None, following=None)
    return 0, trial


class TrialsWithoutQuestions(Trials):
    def __missing__(self, word: str) -> Sequence[tuple[int, Trial]]:
        self[word] = trials = tuple(without_questions(trial) for _, trial in super().__missing__(word))
        return trials


class TryingAll(Rulebook):
    """The rules without anything that is asked before a pattern is tried."""

    @cached_property
    def trials(self) -> Trials:
        return TrialsWithoutQuestions(self.beginning)

    def marks_among(self, source: str, text: str) -> tuple[PreparedMark, ...]:
        return self.marks


@pytest.fixture(scope="module")
def trying_all() -> Rulebook:
    def anywhere(rule: PreparedRule) -> PreparedRule:
        copy = PreparedRule(rule.rule, rule.grammar, rule.bits)
        vars(copy).update(shapes=frozenset(), pattern=rule.pattern)
        return copy

    book = rulebook("strict")
    beginning = {word: tuple(map(anywhere, rules)) for word, rules in book.beginning.items()}
    return TryingAll(beginning, book.vocabularies, book.bits, book.marks, book.shapes, book.grammar)


@st.composite
def spliced(draw: st.DrawFn) -> str:
    """Pieces of labelled texts, so that the words of rules stand in ways in which nobody wrote them."""
    pieces: list[str] = []
    for _ in range(draw(st.integers(1, 6))):
        words = draw(st.sampled_from(TEXTS)).split(" ")
        start = draw(st.integers(0, len(words) - 1))
        pieces.append(" ".join(words[start : start + draw(st.integers(1, 12))]))
    return draw(st.sampled_from(SEPARATORS)).join(pieces)


def found_in(text: str, book: Rulebook) -> list[tuple[str, int, int, str]]:
    folded, _ = restore_letters(fold(text), book)
    return [(each.rule.id, each.start, each.end, each.severity) for each in find_matches(folded, book)]


def test_no_labelled_text_is_judged_otherwise_when_every_rule_is_tried(trying_all: Rulebook):
    differing = [text for text in TEXTS if found_in(text, rulebook("strict")) != found_in(text, trying_all)]
    assert differing == []


@given(spliced())
def test_no_mixture_of_them_is_judged_otherwise_either(trying_all: Rulebook, text: str):
    assert found_in(text, rulebook("strict")) == found_in(text, trying_all)


def test_words_never_rule_out_what_a_pattern_matches_in_a_labelled_text():
    assert [ids for text in TEXTS if (ids := passed_over(text, rulebook("strict")))] == []


@given(spliced())
def test_words_never_rule_out_what_a_pattern_matches_in_a_mixture(text: str):
    assert passed_over(text, rulebook("strict")) == []


def test_words_rule_out_most_rules_that_would_be_tried_in_everyday_notes():
    tried = ruled_out = 0
    for note in everyday_notes():
        words = WORD.findall(fold(note).text)
        for at, word in enumerate(words):
            for rule in rulebook("strict").beginning.get(word, ()):
                if rule.links:
                    tried += 1
                    ruled_out += not rule_may_hold(rule, words, at)
    assert ruled_out > 0.95 * tried > 0
