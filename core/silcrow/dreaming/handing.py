"""Turns put into words and dealt out to prompts: oldest first, within a budget, long ones excerpted."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from silcrow.dreaming.gathering import Gathered
from silcrow.dreaming.turns import Turn, words_of
from silcrow.sessions import SessionFile
from silcrow.text import estimate_tokens
from silcrow.workers.chunk_entry import excerpt
from silcrow.workers.dream import HandedTurn

PROMPT_TOKENS = 20_000
"""Estimated tokens of turns in one prompt."""
PROMPTS_MOST = 5
"""Prompts of one dream."""
TURN_TOKENS = 2_500
"""Estimated tokens of one turn; of a longer one the head and the tail are handed over, with a mark between."""
_USER_SHARE = 0.5
_UNITS = 4
"""Characters that pass for a token."""


class Batch(Struct, frozen=True):
    """The turns of one prompt."""

    turns: tuple[HandedTurn, ...]
    tokens: int


class Hand(Struct, frozen=True):
    """What one dream is given."""

    batches: tuple[Batch, ...]
    left: int
    """Turns that stay due."""

    @property
    def turns(self) -> int:
        return sum(len(batch.turns) for batch in self.batches)


def deal(gathered: Sequence[Gathered], *, prompt_tokens: int = PROMPT_TOKENS, prompts_most: int = PROMPTS_MOST) -> Hand:
    """Deal out what is due, oldest first over all sessions; within a session in the order of its path."""
    batches: list[Batch] = []
    turns: list[HandedTurn] = []
    tokens = taken = 0
    ordered = _oldest_first(gathered)
    for session, turn in ordered:
        handed = _in_words(session, turn)
        size = estimate_tokens(handed.text)
        if turns and tokens + size > prompt_tokens:
            batches.append(Batch(tuple(turns), tokens))
            turns, tokens = [], 0
            if len(batches) == prompts_most:
                break
        turns.append(handed)
        tokens += size
        taken += 1
    if turns:
        batches.append(Batch(tuple(turns), tokens))
    return Hand(tuple(batches), len(ordered) - taken)


def _oldest_first(gathered: Iterable[Gathered]) -> list[tuple[Gathered, Turn]]:
    timed: list[tuple[float, str, int, Gathered, Turn]] = []
    for session in gathered:
        newest = 0.0
        for place, turn in enumerate(session.due):
            # A clock that was set back must not turn the order of a path around.
            newest = max(newest, turn.time)
            timed.append((newest, session.summary.id, place, session, turn))
    timed.sort(key=lambda each: each[:3])
    return [(session, turn) for _, _, _, session, turn in timed]


def _in_words(session: Gathered, turn: Turn) -> HandedTurn:
    user, replies = _words(session.file, turn.user), _words(session.file, turn.replies)
    most = TURN_TOKENS * _UNITS
    room = max(int(most * _USER_SHARE), most - len(replies))
    user = excerpt(user, room)
    return HandedTurn(
        session=session.summary.id,
        entry=turn.last,
        entries=turn.entries,
        time=turn.time,
        project=session.summary.cwd,
        user=user,
        assistant=excerpt(replies, max(most - len(user), int(most * _USER_SHARE))),
    )


def _words(file: SessionFile, ids: Iterable[str]) -> str:
    return words_of(_payloads(file, ids))


def _payloads(file: SessionFile, ids: Iterable[str]) -> "Iterator[dict[str, object]]":
    for entry_id in ids:
        yield dict(file.entry(entry_id))
