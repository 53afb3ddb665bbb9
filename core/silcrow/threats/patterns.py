"""From the way rules are written to regular expressions that run in linear time."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from silcrow.text import fold
from silcrow.threats.rule import Rule, Shapes, Vocabulary

WORD = re.compile(r"[^\W_]+")

PLAIN = re.compile("[a-z]{2,}(?: [a-z]{2,})*")
"""Words of small Latin letters, none of them a single one: folding such a text changes nothing."""

_GAP = r"[\W_]++"
"""Whatever stands between two words. Possessive: it is never tried again with less."""
_INNER_GAP = r"(?:[^\w.!?;]|_|[.!?;](?![\s\"')]|$))++"
"""The same within a sentence."""
_ANY_WORD = r"[^\W_]++"
_END = r"(?![^\W_])"
_CLOSED_MOST = 8

_PIECES = re.compile(
    r"(?P<escape>\\.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])| ?~(?P<some>[0-9]+) ?| ?~(?P<of>[a-z_]+) ?"
    r"|\{(?P<name>[a-z_]+)\}|(?<!\(\?)<(?P<shape>[a-z_]+)>|(?P<blank> )(?![?*+{])|(?P<other>.)",
    re.DOTALL,
)

_OPENING = re.compile(r" (?:~(?P<some>[0-9]+) |~(?P<of>[a-z_]+) )?(?P<group>\(\?:)?(?=\{)")
_NAME = re.compile(r"\{([a-z_]+)\}(?![?*+{])")


class Opening(NamedTuple):
    """What the pattern of a rule goes on with behind the phrase that it starts with."""

    words: frozenset[str]
    """One of these must follow."""
    passed: int
    """So many words may stand before it."""


class Grammar:
    """The vocabularies in folded form, and the patterns that rules make of them."""

    def __init__(self, vocabulary: Vocabulary, shapes: Shapes) -> None:
        self._shapes = shapes
        self._phrases = {name: _folded_phrases(phrases) for name, phrases in vocabulary.items()}
        self._first_words = {
            name: frozenset(_first_word(phrase) for phrase in phrases) for name, phrases in self._phrases.items()
        }
        self._alternatives: dict[str, str] = {}

    def first_words(self, names: str) -> frozenset[str]:
        """The words with which the phrases of these vocabularies (divided by ``|``) begin."""
        return frozenset[str]().union(*(self._first_words[name] for name in names.split("|")))

    def phrases(self, names: str, word: str) -> tuple[str, ...]:
        """The phrases of these vocabularies that begin with the word."""
        phrases = (phrase for name in names.split("|") for phrase in self._phrases[name])
        return tuple(phrase for phrase in phrases if _first_word(phrase) == word)

    def opening(self, rest: str) -> Opening | None:
        """None when the rest of a rule does not begin with words of a vocabulary."""
        found = _OPENING.match(rest)
        if found is None:
            return None
        names = [_NAME.match(each) for each in _alternatives(rest[found.end() :], grouped=found["group"] is not None)]
        if not names or None in names:
            return None
        words = self.first_words("|".join(name[1] for name in names if name is not None))
        if found["of"]:
            words |= self.first_words(found["of"])
        return Opening(words, int(found["some"] or 0))

    def needs(self, rest: str) -> frozenset[str]:
        """Vocabularies of which some word must occur for the rest of a rule to match at all."""
        return frozenset(piece["name"] for piece in self._required(rest) if piece["name"])

    def needs_near(self, rest: str) -> frozenset[str]:
        """Those that are reached by going on from word to word, so within some dozen words."""
        free = re.search(r"(?:(?<!\\)\.|\]|\\S)[*+{]|<[a-z_]+>", rest)
        return self.needs(rest if free is None else rest[: free.start()])

    def shapes(self, rest: str) -> frozenset[str]:
        """Shapes that must occur for the rest of a rule to match at all."""
        return frozenset(piece["shape"] for piece in self._required(rest) if piece["shape"])

    def _required(self, rest: str) -> Iterator[re.Match[str]]:
        depth = 0
        for piece in _PIECES.finditer(rest):
            if piece["other"] == "(":
                depth += 1
            elif piece["other"] == ")":
                depth -= 1
            elif depth == 0:
                yield piece

    def words(self) -> frozenset[str]:
        """Every word of every vocabulary."""
        return frozenset(
            word for phrases in self._phrases.values() for phrase in phrases for word in WORD.findall(phrase)
        )

    def compile(self, rule: Rule) -> re.Pattern[str]:
        """The pattern of a rule, to be matched where one of its first words stands."""
        start = "|".join(self._alternative(name) for name in rule.starts.split("|"))
        return re.compile(f"(?:{start}){_END}{self._rest(rule.rest)}", re.DOTALL)

    def _rest(self, rest: str) -> str:
        parts: list[str] = []
        for piece in _PIECES.finditer(rest):
            if piece["some"]:
                parts.append(f"(?:{_INNER_GAP}{_ANY_WORD}){{0,{piece['some']}}}?{_INNER_GAP}")
            elif piece["of"]:
                parts.append(f"(?:{_GAP}(?:{self._alternative(piece['of'])}){_END}){{0,{_CLOSED_MOST}}}?{_GAP}")
            elif piece["name"]:
                parts.append(f"(?:{self._alternative(piece['name'])}){_END}")
            elif piece["shape"]:
                parts.append(f"(?:{self._shapes[piece['shape']].pattern})")
            elif piece["blank"]:
                parts.append(_GAP)
            else:
                parts.append(piece[0])
        return "".join(parts)

    def _alternative(self, name: str) -> str:
        known = self._alternatives.get(name)
        if known is None:
            known = _any_of(self._phrases[name])
            self._alternatives[name] = known
        return known


def _alternatives(pattern: str, *, grouped: bool) -> list[str]:
    """What may come first in a pattern, or in the group that it begins with the inside of; none if it may be absent."""
    if not grouped:
        return [pattern]
    starts, depth = [0], 0
    for piece in _PIECES.finditer(pattern):
        if piece["other"] == ")" and depth == 0:
            return [] if pattern[piece.end() :][:1] in tuple("?*+{") else [pattern[start:] for start in starts]
        depth += {"(": 1, ")": -1}.get(piece["other"], 0)
        if piece["other"] == "|" and depth == 0:
            starts.append(piece.end())
    return []


def _any_of(phrases: Iterable[str]) -> str:
    """A pattern for the longest phrase that stands there.

    Grouped by their first letter, since alternatives are tried one by one.
    """
    groups: dict[str, list[str]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        groups.setdefault(phrase[:1], []).append(_GAP.join(map(re.escape, WORD.findall(phrase)))[1:])
    return "|".join(
        f"{letter}{tails[0]}" if len(tails) == 1 else f"{letter}(?:{'|'.join(tails)})"
        for letter, tails in groups.items()
    )


def _folded_phrases(phrases: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_fold_phrase(phrase) for phrase in phrases))


@lru_cache(maxsize=4096)
def _fold_phrase(phrase: str) -> str:
    # Most phrases are in folded form as they are written, and there are thousands of them.
    return phrase if PLAIN.fullmatch(phrase) else " ".join(WORD.findall(fold(phrase).text))


def _first_word(phrase: str) -> str:
    return phrase.partition(" ")[0]
