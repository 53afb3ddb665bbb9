"""The strip at length: when the next observer, consolidation and compaction come, then each chunk with its state."""

from collections.abc import Sequence

from silcrow.observational.observation import ChunkState
from silcrow.observational.status import ObservationalState
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, padded, shown
from silcrow_tui.widgets.words import counted

MOST_CHUNKS = 200
"""The newest chunks that are listed; the strip shows all."""


def chunk_lines(state: ObservationalState, now: float, signs: Signs = UNICODE) -> list[Line]:
    """What comes next, then the chunks of the path, newest first."""
    numbered = list(enumerate(state.chunks, 1))
    rows = [_chunk_line(number, chunk, now, signs) for number, chunk in reversed(numbered[-MOST_CHUNKS:])]
    if (left_out := len(numbered) - MOST_CHUNKS) > 0:
        rows.append(line(Piece(f"and {counted(left_out, 'older chunk')}", "dim")))
    return [*next_lines(state), (), *rows]


def next_lines(state: ObservationalState) -> Sequence[Line]:
    """Where the next observer, consolidation and cut fall."""
    togo = max(0, state.chunk_tokens - state.raw_tokens)
    observer = f"in {togo:,} tokens" if togo else "due"
    pool = max(0, state.pool_trigger - state.pool_tokens)
    takes = f", takes the oldest {counted(state.next_to_file, 'observation')}" if state.next_to_file else ""
    consolidation = f"in {pool:,} tokens{takes}" if pool else f"due{takes}"
    return (_named("observer", observer), _named("consolidation", consolidation), _named("cut", _cut_words(state)))


def _cut_words(state: ObservationalState) -> str:
    outlook = state.compaction
    context = max(0, state.compact_at - state.context_tokens)
    when = f"in {context:,} tokens of context" if context else "due"
    if outlook is None or outlook.first_kept is None:
        why = f": {shown(outlook.obstacle, 120)}" if outlook is not None and outlook.obstacle else ""
        return f"{when}; nothing can be cut now{why}"
    kept = shown(outlook.first_kept, 20)
    saved = f"{outlook.tokens_before:,} → {outlook.tokens_after:,} tokens"
    return f"{when}; now it would keep the text from {kept} on, {saved}"


def _named(name: str, words: str) -> Line:
    return line(Piece(f"next {name:<14}", "dim"), Piece(words))


def _chunk_line(number: int, chunk: ChunkState, now: float, signs: Signs) -> Line:
    sign, word, role = _state(chunk, signs)
    entries = counted(chunk.last - chunk.first + 1, "entry", "entries")
    return line(
        Piece(f"{number:>4}  ", "dim"),
        Piece(padded(f"{sign} {word}", 15), role),
        Piece(f"{chunk.tokens:>7,} tokens  {padded(entries, 13)}", "dim"),
        Piece(shown(_more(chunk, now), 200, signs)),
    )


def _more(chunk: ChunkState, now: float) -> str:
    if chunk.outcome == "recorded":
        parts = (
            f"{chunk.active:,} in the pool" if chunk.active else "",
            f"{chunk.retired:,} filed" if chunk.retired else "",
        )
        return ", ".join(part for part in parts if part)
    if chunk.outcome in ("failed", "parked"):
        wait = f", next try in {max(0, int(chunk.due_at - now))} s" if chunk.due_at is not None else ""
        return f"{chunk.error or 'no result'}{wait}"
    return ""


def _state(chunk: ChunkState, signs: Signs) -> tuple[str, str, Role]:
    if chunk.outcome == "recorded":
        if not chunk.active:
            return signs.consolidated, "consolidated", "ok"
        return (signs.partly, "partly filed", "ok") if chunk.retired else (signs.pool, "in the pool", "normal")
    states: dict[str, tuple[str, str, Role]] = {
        "empty": (signs.nothing, "nothing noted", "dim"),
        "accepted": (signs.nothing, "gap accepted", "dim"),
        "running": (signs.running, "running", "run"),
        "queued": (signs.queued, "queued", "dim"),
        "raw": (signs.raw, "not read yet", "dim"),
        "failed": (signs.failed, "failed", "bad"),
        "parked": (signs.unknown, "gap", "wait"),
    }
    return states.get(chunk.outcome, (signs.unknown, chunk.outcome, "wait"))
