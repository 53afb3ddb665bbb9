"""Whether the place where two texts meet was written by somebody, or happened.

``echo text >> MEMORY.md`` puts a text right behind the last entry; ``cat`` of two files runs one's last entry into the
other's first. People who extend an entry put a blank or a punctuation mark there, or finish a word.
"""

import re

_MARK = re.compile(r"(?:#{1,6}|[-*+]|[0-9]{1,3}[.)])[ \t]+\S")
_SENTENCE_ENDS = frozenset(".!?;)")
_OPENERS = frozenset("`\"'“‘„«([*_")
_SURE_OPENERS = frozenset("`“„«")
"""Marks that nobody puts behind a word without a blank."""
_BEFORE_A_WORD = frozenset("([{\"'“‘„«`*_-–—/\\@#$")
_WORD_ENDINGS = frozenset({"s", "d", "ed", "ing", "ly", "n", "r", "rs", "y"})
"""What people add to a word when they correct it; no text starts so."""
_MARK_LENGTH = 3
"""Characters that may be left of a delimiter: a replacement, a mark, an entity of one letter."""


def glued_behind(entry: str, rest: str) -> bool:
    """A text stands right behind an entry and is no continuation of its last word or sentence."""
    if not rest or rest[0].isspace():
        return False
    if _MARK.match(rest):
        return True
    words = _words(rest)
    start = rest[0]
    if _finishes_a_word(words[0]):
        return False
    if entry[-1] in _SENTENCE_ENDS and (start.isalnum() or start in _OPENERS):
        return len(words) >= 2
    if start.isdigit():
        return len(words) >= 2 and not entry[-1].isdigit()
    if start.isupper() or start in _SURE_OPENERS:
        return len(words) >= 2
    return start.isalpha() and len(words) >= 3


def glued_to_entries(rest: str) -> bool:
    """A text right behind the last entry, when further new entries follow: two files in a row."""
    words = _words(rest)
    return bool(rest) and rest[0].isalnum() and len(words) >= 2 and not _finishes_a_word(words[0])


def glued_before(head: str) -> bool:
    """A text of several words ends right where an entry begins."""
    if not head or head[-1].isspace() or head[-1] in _BEFORE_A_WORD:
        return False
    return len(head.split("\n")[-1].split()) >= 2


def separates_nothing(between: str) -> bool:
    """What stands between two entries is no delimiter, and no words that join them either."""
    if not between:
        return True
    return "\n" in between and len("".join(between.split())) <= _MARK_LENGTH


def _words(text: str) -> list[str]:
    """Words of the first line; at least one, which may be empty."""
    return text.split("\n", 1)[0].split() or [""]


def _finishes_a_word(fragment: str) -> bool:
    return fragment.strip(".,;:!?'’") in _WORD_ENDINGS
