"""What there is to say about a run: its state as a word, what that means, and its figures."""

import time

from silcrow.observational.observation import ChunkRange, ChunkState
from silcrow.text import display_text
from silcrow.workers.run import Run, RunError
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.panes.run_detail_lines import consequence
from silcrow_tui.panes.run_lines import ERROR_WORDS, RunRow, chunk_numbers, standing
from silcrow_tui.signs import Signs
from silcrow_tui.widgets.line import Line, Piece, line
from silcrow_tui.widgets.words import counted, elapsed, usd


def state_piece(run: Run, signs: Signs, *, gap: bool = False) -> Piece:
    """``✗ failed``, ``● running``: sign, word and role. ``gap`` is a chunk that waits for a person."""
    state = standing(run, signs, gap=gap)
    return Piece(f"{state.sign} {state.word}", state.role, bold=True)


def chunk_of(run: Run, state: WorkspaceState) -> tuple[int, ChunkState] | None:
    """The stretch of the current path that a run read, with its number from 1; None off the path."""
    return None if run.chunk is None else chunk_numbers(state.observational).get(run.chunk)


def chunk_word(found: tuple[int, ChunkState] | None, chunk: ChunkRange | None) -> str:
    """``chunk 9``, or a word for one that is not on this path."""
    if found is not None:
        return f"chunk {found[0]}"
    return "" if chunk is None else "a chunk of another branch"


def taken(run: Run, now: float) -> float:
    """Seconds that a run took, or takes until now."""
    return max(0.0, (run.finished_at or now) - run.started_at)


def summary_lines(run: Run, state: WorkspaceState, now: float, signs: Signs) -> list[Line]:
    """The summary tab: what happened, what comes next, figures."""
    number, chunk = chunk_of(run, state) or (None, None)
    gap = chunk is not None and chunk.outcome == "parked"
    lines: list[Line] = []
    if run.error is not None:
        lines.append(_error_line(run.error, signs))
    lines += consequence(RunRow(run, chunk, number, gap), now)
    if run.summary:
        lines.append(line(display_text(run.summary[:4_096])))
    return [*lines, *([()] if lines else []), *figure_lines(run, now, signs)]


def _error_line(error: RunError, signs: Signs) -> Line:
    kind, words = ERROR_WORDS[error.kind], display_text(error.words[:4_096])
    if words.startswith(kind):
        return line(Piece(words, "bad"))
    return line(Piece(f"{kind}: ", "bad", bold=True), f"{signs.quote_left}{words}{signs.quote_right}")


def figure_lines(run: Run, now: float, signs: Signs) -> list[Line]:
    """Model, process, times, tokens and cost, each with its name."""
    usage = run.usage
    cached = f", {usage.cache_read:,} from cache" if usage.cache_read else ""
    handed = "" if not run.handed else counted(run.handed, "entry", "entries")
    if run.role == "consolidator" and run.handed:
        handed = counted(run.handed, "observation")
    source = f", by {run.cost_source}" if run.cost_source else ""
    rows = (
        ("model", display_text(run.model)),
        ("handed", handed),
        ("started", _when(run.started_at)),
        ("took", elapsed(taken(run, now)) + (" so far" if run.state == "running" else "")),
        ("turns", f"{run.turns:,}"),
        ("tokens", f"{usage.input:,} in, {usage.output:,} out{cached}"),
        ("cost", usd(run.cost_usd, partial=run.partial, signs=signs) + (source if run.cost_usd else "")),
        ("process", "none" if run.pid is None else f"pid {run.pid}"),
        ("run", display_text(run.run_id)),
    )
    return [line(Piece(f"{name:<9}", "dim"), Piece(value)) for name, value in rows if value]


def _when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at))
