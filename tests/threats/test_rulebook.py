"""What the rules are made of before they are matched."""

from itertools import pairwise

from silcrow.text import fold
from silcrow.threats.patterns import PLAIN
from silcrow.threats.rulebook import rulebook


def test_plain_phrases_are_in_folded_form_as_they_are_written():
    plain = [word for word in rulebook("strict").grammar.words() if PLAIN.fullmatch(word)]
    assert len(plain) > 1_000
    assert [word for word in plain if fold(word).text != word] == []
    phrases = [f"{first} {second}" for first, second in pairwise(sorted(plain))]
    assert [phrase for phrase in phrases if fold(phrase).text != phrase] == []


def test_a_wider_scope_holds_the_rules_of_the_narrower_ones():
    ids = [
        {each.rule.id for group in rulebook(scope).beginning.values() for each in group}
        for scope in ("all", "context", "strict")
    ]
    assert ids[0] < ids[1] < ids[2]
