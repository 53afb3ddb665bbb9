"""A run or a gap in a few sentences: what happened, what it means, what now."""

from silcrow.observational.observation import ChunkState
from silcrow_tui.panes.run_lines import ERROR_WORDS, RunRow, standing
from silcrow_tui.signs import UNICODE, Signs
from silcrow_tui.widgets.line import Line, Piece, line, shown
from silcrow_tui.widgets.words import age, counted, elapsed, usd


def run_lines(row: RunRow, now: float, signs: Signs = UNICODE) -> list[Line]:
    run = row.run
    state = standing(run, signs, gap=row.gap)
    dot = f" {signs.between} "
    head = [Piece(f"{state.sign} {state.word}", state.role, bold=True)]
    if run.error is not None and ERROR_WORDS[run.error.kind] != state.word:
        head.append(Piece(f"{dot}{ERROR_WORDS[run.error.kind]}", state.role))
    head.append(Piece(f"{dot}{run.role}"))
    if row.number is not None:
        head.append(Piece(f"{dot}chunk {row.number}"))
    lines: list[Line] = [tuple(head)]
    if run.error is not None and run.error.words:
        lines.append(line(Piece(f"{signs.quote_left}{shown(run.error.words, 600, signs)}{signs.quote_right}")))
    if run.summary:
        lines.append(line(Piece(shown(run.summary, 400, signs))))
    lines += consequence(row, now)
    lines.append(line(Piece(_numbers(row, now, signs), "dim")))
    lines.append(line(Piece(f"{shown(run.model, 60, signs)}{dot}pid {run.pid or signs.unknown}", "dim")))
    return lines


def consequence(row: RunRow, now: float) -> list[Line]:
    """What the end of a run means for its chunk or its observations, and which keys act on that."""
    chunk = row.chunk
    if row.gap and chunk is not None:
        return gap_words(chunk)
    if row.run.state == "failed" and chunk is not None and chunk.outcome == "failed":
        words = "Nothing is lost: the chunk is queued, and no compaction cuts past it."
        after = f" Attempt {chunk.attempt} of 3"
        if chunk.due_at is not None:
            after += f", the next try is in {max(0, int(chunk.due_at - now))} s"
        return [line(Piece(f"{words}{after}.")), _keys(("r", "tries now"), ("P", "pauses observing"))]
    if row.run.state == "stopped":
        return [line(Piece("Stopped by you; its chunk is queued again, what it cost stays counted."))]
    if row.run.state == "reverted":
        return [line(Piece("Taken back: its topic files are as before, its observations are in the pool."))]
    if row.run.state == "incomplete":
        return [line(Piece("It did not account for everything it was handed: the rest stays in the pool."))]
    return []


def gap_words(chunk: ChunkState) -> list[Line]:
    entries = counted(chunk.last - chunk.first + 1, "entry", "entries")
    return [
        line(Piece(f"{entries}, {chunk.tokens:,} tokens, were not observed. No compaction cuts past them.")),
        _keys(("r", "retries"), ("a", "accepts the loss")),
    ]


def gap_lines(chunk: ChunkState, number: int, signs: Signs = UNICODE) -> list[Line]:
    lines = [line(Piece(f"{signs.attention} gap", "wait", bold=True), Piece(f" {signs.between} chunk {number}"))]
    if chunk.error:
        lines.append(line(Piece(shown(chunk.error, 600, signs))))
    return [*lines, *gap_words(chunk)]


def _keys(*pairs: tuple[str, str]) -> Line:
    pieces: list[Piece] = []
    for key, words in pairs:
        if pieces:
            pieces.append(Piece(" · ", "dim"))
        pieces += [Piece(key, "run", bold=True), Piece(f" {words}")]
    return tuple(pieces)


def _numbers(row: RunRow, now: float, signs: Signs) -> str:
    run = row.run
    took = elapsed(now - run.started_at) if run.finished_at is None else elapsed(run.finished_at - run.started_at)
    usage = run.usage
    parts = [
        f"{age(now - run.started_at)} ago, took {took}" if run.finished_at is not None else f"for {took}",
        counted(run.turns, "turn"),
    ]
    if usage.input or usage.output:
        parts.append(f"{usage.input:,} in, {usage.output:,} out")
    if usage.cache_read or usage.cache_write:
        parts.append(f"{usage.cache_read:,} cached")
    parts.append(usd(run.cost_usd, partial=run.partial, signs=signs))
    if run.handed:
        what = "entry" if run.role == "observer" else "observation"
        parts.append(f"{counted(run.handed, what, 'entries' if what == 'entry' else None)} handed")
    return f" {signs.between} ".join(parts)
