"""The status of a place as lines for people. Content in them is not made safe yet: print them with ``say``."""

from silcrow.observational import ObservationalState
from silcrow.observational.observer_state import observer_state
from silcrow.observational.status_json import compaction_reason
from silcrow.workers import Run
from silcrow.workspace.state import Waiting, WorkspaceState
from silcrow_tui.cli.memory_lines import blocked_lines, headline
from silcrow_tui.cli.output import table
from silcrow_tui.cli.places import problem_words
from silcrow_tui.cli.words import WHERE_TO_LOOK, gate_words, paused_words
from silcrow_tui.signs import UNICODE, sign_of
from silcrow_tui.widgets.words import counted, usd


def waiting_lines(waiting: tuple[Waiting, ...]) -> list[str]:
    """What needs a person, each with the command that shows more."""
    return table([("waits   ", each.words, WHERE_TO_LOOK[each.kind]) for each in waiting]) or ["Nothing waits."]


def place_lines(state: WorkspaceState) -> list[str]:
    """One screen on everything but what waits."""
    lines = [f"memory    {state.memory.folder}"]
    for file in (state.memory.memory, state.memory.user):
        lines += [f"  {headline(file)}", *(f"  {line}" for line in blocked_lines(file))]
    if state.memory.backups:
        lines.append(f"  {counted(len(state.memory.backups), 'backup')}; `silcrow drift list` shows more")
    lines += [f"settings  {problem_words(problem)}" for problem in state.problems]
    return lines + observational_lines(state)


def observational_lines(state: WorkspaceState) -> list[str]:
    """Session and its observational memory."""
    session, memory = state.session, state.observational
    if session is None:
        return [f"session   none for {state.project}; `silcrow sessions list --all` lists those of other folders"]
    name = session.name or session.summary.id[:13]
    lines = [f"session   {name} · {counted(session.entry_count, 'entry', 'entries')}"]
    if memory is None:
        return [*lines, f"          can only be read: {session.reason}"]
    return lines + table(list(_rows(memory)))


def run_row(run: Run) -> tuple[str, ...]:
    """One run as cells: state, id, model, seconds, cost, result or error."""
    seconds = f"{run.finished_at - run.started_at:.1f} s" if run.finished_at else "…"
    result = run.error.words if run.error else run.summary
    return (run.state, run.run_id, run.model, seconds, usd(run.cost_usd, partial=run.partial), result)


def _rows(memory: ObservationalState) -> list[tuple[str, str]]:
    cost = memory.cost
    unpriced = f" · {cost.unpriced} unpriced" if cost.unpriced else ""
    inherited = f" · inherited {usd(cost.inherited_usd)}" if cost.inherited_usd else ""
    rows = [
        ("state", gate_words(memory.driver)),
        *((role, paused_words(reason)) for role, reason in memory.paused.items()),
        ("workers", f"{memory.running} of {memory.max_running} running, {memory.queued} queued"),
        ("observer", observer_state(memory).reason),
        ("pool", f"{memory.pool_tokens:,} of {memory.pool_trigger:,} tokens, {len(memory.pool)} active"),
        ("filing", memory.consolidator.reason),
        ("topics", f"{counted(len(memory.topics), 'file')}, journey {memory.journey_tokens:,} tokens"),
        ("context", compaction_reason(memory)),
        ("cost", f"{usd(cost.total_usd, partial=cost.partial)} in {counted(cost.runs, 'run')}{inherited}{unpriced}"),
        ("chunks", "".join(sign_of(cell, UNICODE) for cell in memory.timeline)),
    ]
    if memory.last_error is not None:
        times = f" (×{memory.last_error.count})" if memory.last_error.count > 1 else ""
        rows.append(("error", f"{memory.last_error.words}{times}"))
    return rows
