"""The status of a session as lines for people. Content in them is not made safe yet: print them with ``say``."""

import time

from silcrow.observational import ObservationalState, shared_cells
from silcrow.observational.observer_state import observer_state
from silcrow.observational.status_json import compaction_reason
from silcrow.workers import Run
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.cli.documents import spent_today
from silcrow_tui.cli.output import table
from silcrow_tui.cli.place_lines import no_session
from silcrow_tui.cli.words import gate_words, paused_words
from silcrow_tui.signs import UNICODE, sign_of
from silcrow_tui.widgets.words import counted, usd

_STRIP_CELLS = 48
"""With its name and the note behind it, it fits a terminal of 80 columns."""


def observational_lines(state: WorkspaceState) -> list[str]:
    """Session and its observational memory."""
    session, memory = state.session, state.observational
    if session is None:
        return [no_session(state)]
    name = session.name or session.summary.id[:13]
    lines = [f"session   {name} · {counted(session.entry_count, 'entry', 'entries')}"]
    if memory is None:
        return [*lines, f"          can only be read: {session.reason}"]
    return lines + table(list(_rows(memory, state)))


def run_row(run: Run) -> tuple[str, ...]:
    """One run as cells: state, id, model, seconds, cost, result or error."""
    seconds = f"{run.finished_at - run.started_at:.1f} s" if run.finished_at else "…"
    result = run.error.words if run.error else run.summary
    return (run.state, run.run_id, run.model, seconds, usd(run.cost_usd, partial=run.partial), result)


def _rows(memory: ObservationalState, state: WorkspaceState) -> list[tuple[str, str]]:
    cost = memory.cost
    unpriced = f" · {cost.unpriced} unpriced" if cost.unpriced else ""
    inherited = f" · inherited {usd(cost.inherited_usd)}" if cost.inherited_usd else ""
    rows = [
        ("state", gate_words(memory.driver)),
        *((role, paused_words(reason)) for role, reason in memory.paused.items()),
        ("workers", f"{memory.running} of {memory.max_running} running, {memory.queued} queued"),
        ("observer", observer_state(memory).reason),
        ("pool", _pool_words(memory)),
        ("filing", memory.consolidator.reason),
        ("topics", f"{counted(len(memory.topics), 'file')}, journey {memory.journey_tokens:,} tokens"),
        ("context", compaction_reason(memory)),
        ("cost", f"{usd(cost.total_usd, partial=cost.partial)} in {counted(cost.runs, 'run')}{inherited}{unpriced}"),
        *(("caps", words) for words in _cap_words(memory, state)),
        ("chunks", _strip(memory)),
    ]
    if memory.last_error is not None:
        error = memory.last_error
        times = f", {error.count} in a row" if error.count > 1 else ""
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(error.at))
        rows.append(("error", f"{error.words} ({when}{times})"))
    return rows


def _strip(memory: ObservationalState) -> str:
    cells, share = shared_cells(memory.timeline, _STRIP_CELLS)
    note = f"  1 cell = {share} chunks" if share > 1 else ""
    return "".join(sign_of(cell, UNICODE) for cell in cells) + note


def _pool_words(memory: ObservationalState) -> str:
    sizes = f"{memory.pool_tokens:,} of {memory.pool_trigger:,} tokens, drains to {memory.pool_target:,}"
    return f"{sizes}; {len(memory.pool):,} active of {memory.total:,} recorded"


def _cap_words(memory: ObservationalState, state: WorkspaceState) -> list[str]:
    """What is spent of each cap; nothing for the built-in worker, which is never held."""
    settings = state.settings.observational
    if settings.observer_model.builtin and settings.consolidator_model.builtin:
        return []
    spent = (
        ("session", memory.cost.own_usd, settings.limits.session_usd),
        ("day", spent_today(state), settings.limits.day_usd),
    )
    return [" · ".join(f"{name} {usd(part)} of {'no cap' if cap is None else usd(cap)}" for name, part, cap in spent)]
