"""Which cue a sentence gives. By the letter, in the languages that have a table: nothing is understood."""

import re
from collections.abc import Iterable
from functools import cache

from silcrow.workers.extractive import english, german
from silcrow.workers.extractive.cue import Cue, Speaker
from silcrow.workers.extractive.kinds import Kind

CUES: tuple[Cue, ...] = (*english.CUES, *german.CUES)
"""The first that matches counts."""


def cue_of(sentence: str, speaker: Speaker) -> Kind | None:
    """The kind of the first cue that a plain sentence gives; a question gives none."""
    if is_question(sentence):
        return None
    text = sentence.replace("’", "'")
    for kind, by, wanted, unwanted in _compiled():
        if by == speaker and wanted.search(text) and not (unwanted and unwanted.search(text)):
            return kind
    return None


def is_question(sentence: str) -> bool:
    return sentence.rstrip("\"'”’“)").endswith(("?", "？"))


def is_hedged_or_planned(sentence: str) -> bool:
    """A guess, or what somebody is about to do: neither is known to hold later."""
    return _unsettled().search(sentence.replace("’", "'")) is not None


@cache
def _unsettled() -> re.Pattern[str]:
    return _any_of((*english.HEDGED, *english.PLANNED, *german.HEDGED, *german.PLANNED))


@cache
def _compiled() -> tuple[tuple[Kind, Speaker, re.Pattern[str], re.Pattern[str] | None], ...]:
    return tuple(
        (cue.kind, cue.speaker, _any_of(cue.patterns), _any_of(cue.unless) if cue.unless else None) for cue in CUES
    )


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)
