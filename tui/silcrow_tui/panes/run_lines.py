"""Runs as lines: sign and word, role, what it worked on, time and cost."""

from collections.abc import Mapping

from msgspec import Struct
from rich.cells import cell_len

from silcrow.observational.observation import ChunkRange, ChunkState
from silcrow.observational.status import ObservationalState
from silcrow.workers.run import ErrorKind, Run
from silcrow.workers.run import Role as WorkerRole
from silcrow_tui.signs import UNICODE, Role, Signs
from silcrow_tui.widgets.line import Line, Piece, line, line_width, padded, shown, spread
from silcrow_tui.widgets.words import age, elapsed, usd

SHORT_ROLES: dict[WorkerRole, str] = {"observer": "obs", "consolidator": "cons", "dream": "dream", "check": "check"}
ERROR_WORDS: dict[ErrorKind, str] = {
    "spawn": "could not start",
    "auth": "no key",
    "rate_limit": "rate limit",
    "context_too_long": "context too long",
    "timeout": "timed out",
    "killed": "killed",
    "exit": "it ended with an error",
    "no_result": "no result",
    "invalid_result": "invalid result",
    "busy": "busy",
    "budget": "budget",
}


class RunRow(Struct, frozen=True):
    """A run in a list, with what its session knows of its chunk."""

    run: Run
    chunk: ChunkState | None = None
    number: int | None = None
    """Place of the chunk on the current path, from 1; None when it is on another branch."""
    gap: bool = False
    """This was the last try of a chunk that nobody observed; a person decides."""
    second: int = 0
    """Seconds since it started, for a running one: a row is drawn again when it changes."""


class GapRow(Struct, frozen=True):
    """A gap whose runs are not kept any more."""

    chunk: ChunkState
    number: int


class Standing(Struct, frozen=True):
    """A state as sign, word and role."""

    sign: str
    word: str
    role: Role


def chunk_numbers(state: ObservationalState | None) -> Mapping[ChunkRange, tuple[int, ChunkState]]:
    """Chunks of the current path by range, numbered from 1."""
    return {} if state is None else {chunk.range: (number, chunk) for number, chunk in enumerate(state.chunks, 1)}


def run_rows(runs: tuple[Run, ...], state: ObservationalState | None, now: float) -> tuple[RunRow | GapRow, ...]:
    """Rows in the order of the runs; a gap stands where its last try ended."""
    known = chunk_numbers(state)
    last_try: dict[ChunkRange, str] = {}
    for run in runs:
        if run.chunk is not None and run.state != "running" and run.chunk not in last_try:
            last_try[run.chunk] = run.run_id
    rows: list[RunRow | GapRow] = []
    shown_gaps: set[ChunkRange] = set()
    for run in runs:
        number, chunk = known.get(run.chunk, (None, None)) if run.chunk else (None, None)
        gap = chunk is not None and chunk.outcome == "parked" and last_try.get(chunk.range) == run.run_id
        if gap and chunk is not None:
            shown_gaps.add(chunk.range)
        second = int(now - run.started_at) if run.state == "running" else 0
        rows.append(RunRow(run, chunk, number, gap, second))
    rows.extend(
        GapRow(chunk, number)
        for chunk_range, (number, chunk) in known.items()
        if chunk.outcome == "parked" and chunk_range not in shown_gaps
    )
    return tuple(rows)


def standing(run: Run, signs: Signs = UNICODE, *, gap: bool = False) -> Standing:
    """State of a run as the screens say it."""
    if gap:
        return Standing(signs.attention, "gap", "wait")
    match run.state:
        case "running":
            return Standing(signs.running, "running", "run")
        case "done" | "empty":
            return Standing(signs.done, run.state, "ok")
        case "incomplete":
            return Standing(signs.attention, "incomplete", "wait")
        case "stopped" | "reverted":
            return Standing(signs.undone, run.state, "dim")
        case "failed":
            word = {"timeout": "timed out", "killed": "killed", "no_result": "no result"}
            kind = run.error.kind if run.error else ""
            return Standing(signs.failed, word.get(kind, "failed"), "bad")


def run_line(row: RunRow | GapRow, width: int, now: float, signs: Signs = UNICODE) -> Line:
    """One row of the Workers pane; columns for age, turns and tokens come in where there is room."""
    if isinstance(row, GapRow):
        return _gap_line(row, width, signs)
    run = row.run
    state = standing(run, signs, gap=row.gap)
    head = (
        Piece(f"{state.sign} ", state.role),
        Piece(f"{padded(state.word, 10)}", state.role, bold=run.state == "running"),
        Piece(f"{SHORT_ROLES[run.role]:<6} "),
    )
    cost = usd(run.cost_usd, partial=run.partial, signs=signs)
    right: Line = (Piece(f"{cost:>8}", "wait" if run.cost_usd is None else "normal"),)
    if width >= 78:
        tokens = run.usage.input + run.usage.output + run.usage.cache_read + run.usage.cache_write
        right = (Piece(f"{age(now - run.started_at):>4}  {tokens:>7,} tokens ", "dim"), *right)
    room = width - line_width(head) - line_width(right)
    return spread((*head, *_what(row, room, signs)), right, width, signs)


def _what(row: RunRow, room: int, signs: Signs) -> Line:
    """What it works or worked on, and how that went; how long it took where that fits too."""
    run = row.run
    pieces: list[Piece] = []
    if run.role == "observer":
        part = "elsewhere" if row.number is None else f"chunk {row.number}"
        if room < 22:
            part = part.replace("chunk ", "#")
        pieces.append(Piece(padded(part, 11 if room >= 22 else 5), "dim" if row.number is None else "normal"))
    words, role = _outcome(row, signs)
    left = room - line_width(pieces)
    took = "" if run.finished_at is None or run.error is not None else elapsed(run.finished_at - run.started_at)
    summary = shown(words, left, signs)
    if took and cell_len(summary) + len(took) + 2 <= left:
        pieces += [Piece(padded(summary, left - len(took) - 1), role), Piece(took, "dim")]
    else:
        pieces.append(Piece(summary, role))
    return tuple(pieces)


def _outcome(row: RunRow, signs: Signs) -> tuple[str, Role]:
    run = row.run
    if run.state == "running":
        return elapsed(row.second), "run"
    error = ERROR_WORDS[run.error.kind] if run.error else ""
    if row.gap:
        times = f" {signs.times} {row.chunk.attempt}" if row.chunk and row.chunk.attempt > 1 else ""
        return f"{error or 'not observed'}{times}", "wait"
    return (error, "bad") if error else (run.summary, "normal")


def _gap_line(row: GapRow, width: int, signs: Signs) -> Line:
    words = shown(row.chunk.error or "nobody observed it", 40, signs)
    return spread(
        line(
            Piece(f"{signs.attention} ", "wait"),
            Piece(padded("gap", 10), "wait"),
            Piece("obs    "),
            Piece(padded(f"chunk {row.number}", 11)),
            Piece(words, "wait"),
        ),
        (),
        width,
        signs,
    )
