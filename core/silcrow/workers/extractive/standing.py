"""The built-in dream: what the user has said as a standing wish in two sessions or more, word for word.

It proposes and nothing else: once may be a whim of the day, twice is worth a question.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from msgspec import Struct

from silcrow.workers.dream import HandedTurn
from silcrow.workers.extractive.cues import cue_of, is_hedged_or_planned
from silcrow.workers.extractive.kinds import KINDS
from silcrow.workers.extractive.noting import folded, whole_thought
from silcrow.workers.extractive.sentences import count_words, paragraphs, plain, sentences

PROPOSALS_MOST = 20
"""Of one run; what is beyond waits for the next one."""


class Wish(Struct, frozen=True):
    """One sentence of the user, and where it was said."""

    text: str
    session: str
    entry: str
    time: float

    def to_document(self) -> dict[str, Any]:
        return {"text": self.text, "session": self.session, "entry": self.entry, "time": self.time}

    @property
    def evidence(self) -> dict[str, str]:
        return {"session": self.session, "entry": self.entry}


@dataclass(slots=True)
class Ear:
    """Listens turn by turn; wishes are told apart by their letters and digits alone."""

    known: set[str]
    """What the memory files say already."""
    heard: dict[str, Wish]
    """Wishes of one session that wait for a second one."""
    proposals: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def listen(self, turn: HandedTurn) -> None:
        """Take in one turn, in the order of time."""
        for text in standing_wishes(turn.user):
            key = folded(text)
            before = self.heard.get(key)
            wish = Wish(text, turn.session, turn.entry, turn.time)
            if key in self.known:
                continue
            if before is None or before.session == turn.session:
                self.heard[key] = wish
            elif len(self.proposals) < PROPOSALS_MOST:
                del self.heard[key]
                self.known.add(key)
                self.proposals.append(_proposal(wish, before))

    def result(self) -> dict[str, Any]:
        waiting = sorted(self.heard.values(), key=lambda wish: wish.time)
        return {"proposals": self.proposals, "heard": [wish.to_document() for wish in waiting]}


def ear_for(payload: Mapping[str, Any], entries: Iterable[str]) -> Ear:
    """An ear that knows what the memory holds and what was heard in earlier dreams."""
    heard = [_wish(each) for each in cast("Sequence[Mapping[str, Any]]", payload.get("heard") or ())]
    return Ear({folded(entry) for entry in entries}, {folded(wish.text): wish for wish in heard})


def standing_wishes(text: str) -> Iterator[str]:
    """The sentences of a message that state a standing preference and can stand alone."""
    for paragraph in paragraphs(text):
        before = ""
        for sentence in (plain(part) for part in sentences(paragraph)):
            is_wish = cue_of(sentence, "user") == "preference" and not is_hedged_or_planned(sentence)
            words = whole_thought(sentence, before) if is_wish else None
            if words and count_words(words) >= KINDS["preference"].words:
                yield words
            before = sentence


def _proposal(wish: Wish, before: Wish) -> dict[str, Any]:
    return {
        "op": "add",
        "target": "user",
        "content": wish.text,
        "evidence": wish.evidence,
        "furtherEvidence": [before.evidence],
    }


def _wish(fields: Mapping[str, Any]) -> Wish:
    return Wish(str(fields["text"]), str(fields["session"]), str(fields["entry"]), float(fields["time"]))
