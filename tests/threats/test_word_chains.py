"""How the beginning of a rule is read as a chain of words, and how the chain is followed through a text."""

import pytest

from silcrow.threats.word_chains import Link, links_of, may_hold

PHRASES = {
    "order": {"ignore": [["ignore"]], "set": [["set", "aside"]]},
    "rules": {"rules": [["rules"]], "house": [["house", "rules"]]},
    "filler": {"all": [["all"]], "of": [["of"]], "the": [["the"]]},
    "void": {"void": [["void"]]},
}


@pytest.mark.parametrize(
    ("rest", "links"),
    [
        ("", ()),
        (" {rules}", (Link("rules"),)),
        (" ~3 {rules} {void}", (Link("rules", 3), Link("void"))),
        (" ~filler {rules}(?! {void}) ~2 {void}", (Link("rules", closed="filler"), Link("void", 2))),
        (" (?:{rules}|{void}) {void}", (Link("rules|void"), Link("void"))),
        (" (?:{rules}(?! now)|{void}) {void}", (Link("rules|void"),)),
        (" (?:{rules}|now) {void}", ()),
        (" (?:{rules})? {void}", ()),
        (" {rules}? {void}", ()),
        (" {rules}.{1,40}?<address>", (Link("rules"),)),
        (".{1,40}?<address> {rules}", ()),
    ],
)
def test_links_go_as_far_as_whole_words_tell(rest: str, links: tuple[Link, ...]):
    assert links_of(rest) == links


@pytest.mark.parametrize(
    ("rest", "text", "holds"),
    [
        (" {rules}", "ignore rules", True),
        (" {rules}", "ignore house rules", True),
        (" {rules}", "ignore house music", False),
        (" {rules}", "ignore all rules", False),
        (" {rules}", "set aside rules", True),
        (" {rules}", "set rules", False),
        (" ~1 {rules}", "ignore your rules", True),
        (" ~1 {rules}", "ignore every other rules", False),
        (" ~filler {rules}", "ignore all of the rules", True),
        (" ~filler {rules}", "ignore all of your rules", False),
        (" ~filler {rules}", "ignore" + " all" * 8 + " rules", True),
        (" ~filler {rules}", "ignore" + " all" * 9 + " rules", False),
        (" ~1 {rules} ~1 {void}", "ignore my rules so void", True),
        (" ~1 {rules} ~1 {void}", "ignore my rules and more void", False),
        (" {rules}", "ignore", False),
    ],
)
def test_a_chain_is_followed_word_by_word(rest: str, text: str, *, holds: bool):
    def phrases_of(names: str) -> dict[str, list[list[str]]]:
        return {word: phrases for name in names.split("|") for word, phrases in PHRASES[name].items()}

    assert may_hold(text.split(), 0, "order", links_of(rest), phrases_of) is holds
