"""From the way rules are written to regular expressions that run in linear time."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from silcrow.text import fold
from silcrow.threats.rule import Rule, Shapes, Vocabulary
from silcrow.threats.word_chains import MOST_CLOSED, Phrases

WORD = re.compile(r"[^\W_]+")

PLAIN = re.compile("[a-z]{2,}(?: [a-z]{2,})*")
"""Words of small Latin letters, none of them a single one: folding such a text changes nothing."""

_ALL_PLAIN = re.compile(f"{PLAIN.pattern}(?:\n{PLAIN.pattern})*")

_GAP = r"[\W_]++"
"""Whatever stands between two words. Possessive: it is never tried again with less."""
_INNER_GAP = r"(?:[^\w.!?;]|_|[.!?;](?![\s\"')]|$))++"
"""The same within a sentence."""
_ANY_WORD = r"[^\W_]++"
_END = r"(?![^\W_])"

_PIECES = re.compile(
    r"(?P<escape>\\.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])| ?~(?P<some>[0-9]+) ?| ?~(?P<of>[a-z_]+) ?"
    r"|\{(?P<name>[a-z_]+)\}|(?<!\(\?)<(?P<shape>[a-z_]+)>|(?P<blank> )(?![?*+{])|(?P<other>.)",
    re.DOTALL,
)


class Grammar:
    """The vocabularies in folded form, and the patterns that rules make of them."""

    def __init__(self, vocabulary: Vocabulary, shapes: Shapes) -> None:
        self._shapes = shapes
        self._phrases = {name: _folded_phrases(phrases) for name, phrases in vocabulary.items()}
        self._first_words = {
            name: frozenset([phrase.partition(" ")[0] for phrase in phrases]) for name, phrases in self._phrases.items()
        }
        self._alternatives: dict[str, str] = {}
        self._phrases_by_word: dict[str, dict[str, list[list[str]]]] = {}

    def first_words(self, names: str) -> frozenset[str]:
        """The words with which the phrases of these vocabularies (divided by ``|``) begin."""
        return frozenset[str]().union(*(self._first_words[name] for name in names.split("|")))

    def phrases(self, names: str) -> Phrases:
        """The phrases of these vocabularies, as words by the first one."""
        known = self._phrases_by_word.get(names)
        if known is None:
            known = self._phrases_by_word[names] = {}
            for phrase in (phrase for name in names.split("|") for phrase in self._phrases[name]):
                words = phrase.split(" ")
                known.setdefault(words[0], []).append(words)
        return known

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
        return frozenset(" ".join([" ".join(phrases) for phrases in self._phrases.values()]).split())

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
                parts.append(f"(?:{_GAP}(?:{self._alternative(piece['of'])}){_END}){{0,{MOST_CLOSED}}}?{_GAP}")
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
    listed = tuple(dict.fromkeys(phrases))
    # Most are in folded form as they are written, and there are thousands of them.
    if _ALL_PLAIN.fullmatch("\n".join(listed)):
        return listed
    return tuple(dict.fromkeys(map(_fold_phrase, listed)))


@lru_cache(maxsize=4096)
def _fold_phrase(phrase: str) -> str:
    return phrase if PLAIN.fullmatch(phrase) else " ".join(WORD.findall(fold(phrase).text))
