"""How much a sentence tells, in any language: by what stands in it that another sentence would not say.

Numbers, names, paths and identifiers are what a summary loses first and what somebody who goes on with the work asks
for. They are found by their form alone, so this needs no words of any language.
"""

import re
from collections.abc import Collection

from silcrow.workers.extractive.sentences import count_words

_TOKEN = re.compile(r"(?:(?<=\d)[,:](?=\d)|[^\s,;:!?()\[\]{}\"“”„«»…，。；：！？、（）「」])+")
_EDGE = ".'’‘`*"
_NUMBER = re.compile(r"^[~≈<>=+$€£#v-]*\d[\d.,:/×x%-]*\D{0,6}$")
_IDENTIFIER = re.compile(
    r"\w_\w|\w/\w|^[~/.]\w|[a-z][A-Z]|^[A-Z]{2,}(?:[\d-]|$)|\w\.[A-Za-z]\w*|^--?\w{2,}|\w@\w|\w=\w|[A-Za-z]-?\d|\d[A-Za-z]{2}"
)
_DIGIT = re.compile(r"\d")
_NAME = re.compile(r"^[^\W\d_a-z][^\W\d_]{2,}(?:['’]s)?$")
_SPECIFIC = {"number": 1.0, "identifier": 0.8, "name": 0.4}
_MOST = {"number": 3.0, "identifier": 2.4, "name": 1.2}
_FEW_WORDS, _MANY_WORDS = 6, 36


def telling(sentence: str) -> dict[str, str]:
    """The specific tokens of a sentence, folded, each with what makes it so: a number, an identifier or a name.

    A capital counts for a name only inside a sentence.
    """
    found: dict[str, str] = {}
    for place, match in enumerate(_TOKEN.finditer(sentence)):
        token = match.group().strip(_EDGE)
        if _NUMBER.match(token):
            found[token.casefold()] = "number"
        elif _IDENTIFIER.search(token):
            found[token.casefold()] = "identifier"
        elif _DIGIT.search(token):
            # In a script without blanks a number is no token of its own.
            found[token.casefold()] = "number"
        elif place and _NAME.match(token) and not sentence[: match.start()].rstrip().endswith((".", "!", "?", ":")):
            found[token.casefold()] = "name"
    return found


def specificity(sentence: str, known: Collection[str] = ()) -> float:
    """How much of it is specific, from 0; tokens that are ``known`` already count for little."""
    sums = dict.fromkeys(_SPECIFIC, 0.0)
    for token, form in telling(sentence).items():
        sums[form] += _SPECIFIC[form] * (0.25 if token in known else 1.0)
    words = count_words(sentence)
    length = -1.0 if words < _FEW_WORDS else -0.5 if words > _MANY_WORDS else 0.5
    return max(0.0, sum(min(_MOST[form], total) for form, total in sums.items()) + length)
