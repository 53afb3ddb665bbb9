"""Which notes of a chunk are kept: the heaviest that say something new, within a number and a share of its tokens."""

from collections import Counter
from collections.abc import Sequence

from silcrow.workers.extractive.kinds import KINDS, Kind
from silcrow.workers.extractive.note import Note

CHUNK_BUDGET = 16
"""Observations of one chunk, at most."""
TOKEN_SHARE = 0.09
"""Tokens of a chunk's observations beside those of its text, at most."""
_LEAST_TOKENS = 240
"""What a short chunk may hold of what a cue or a tool marks: a session that has just begun is mostly wishes."""
_REPEATED = 0.5
"""Weight of a statement whose specifics stand in heavier notes already."""


def chosen(notes: Sequence[Note], chunk_tokens: int, budget: int = CHUNK_BUDGET) -> tuple[Note, ...]:
    """The best notes of a chunk, in its order."""
    share = int(chunk_tokens * TOKEN_SHARE)
    taken: list[Note] = []
    spent = 0
    of_kind: Counter[Kind] = Counter()
    told: set[str] = set()
    waiting = list(notes)
    while waiting and len(taken) < budget:
        note = max(waiting, key=lambda each: (_worth(each, told), -each.order))
        waiting.remove(note)
        room = share if note.kind == "statement" else max(_LEAST_TOKENS, share)
        if spent + note.tokens > room or of_kind[note.kind] >= KINDS[note.kind].most:
            continue
        spent += note.tokens
        of_kind[note.kind] += 1
        told |= note.specifics
        taken.append(note)
    return tuple(sorted(taken, key=lambda note: note.order))


def _worth(note: Note, told: set[str]) -> float:
    repeats = note.kind == "statement" and note.specifics <= told
    return note.weight * (_REPEATED if repeats else 1.0)
