"""The status of a place as lines for people: what waits comes first."""

from silcrow.observational import ObservationalState
from silcrow.workspace.state import WorkspaceState
from silcrow_tui.cli.memory import headline
from silcrow_tui.cli.output import table

_CELLS = {
    "consolidated": "▓",
    "partly": "▒",
    "pool": "░",
    "nothing": "-",
    "running": "●",
    "queued": "○",
    "raw": "·",
    "failed": "✗",
    "gap": "?",
    "cut": "┊",
    "tip": "▸",
}


def place_lines(state: WorkspaceState) -> list[str]:
    """One screen on everything but what waits. Content in it is not made safe yet: print it with ``say``."""
    lines = [f"memory    {state.memory.folder}"]
    lines += [f"  {headline(file)}" for file in (state.memory.memory, state.memory.user)]
    backups = len(state.memory.backups)
    if backups:
        lines.append(f"  {backups} backup{'s' if backups > 1 else ''}; `silcrow drift list` shows them")
    lines += [f"settings  {problem.path}: {problem.key}: {problem.message}" for problem in state.problems]
    return lines + observational_lines(state)


def observational_lines(state: WorkspaceState) -> list[str]:
    """Session and its observational memory."""
    session, memory = state.session, state.observational
    if session is None:
        return [f"session   none for {state.project}"]
    lines = [f"session   {session.name or session.summary.id[:13]} · {session.entry_count:,} entries"]
    if memory is None:
        return [*lines, f"          read only: {session.reason}"]
    return lines + table(list(_rows(memory)), indent="")


def _rows(memory: ObservationalState) -> list[tuple[str, str]]:
    cost = memory.cost
    unpriced = f" · {cost.unpriced} unpriced" if cost.unpriced else ""
    inherited = f" · inherited ${cost.inherited_usd:.3f}" if cost.inherited_usd else ""
    rows = [
        ("gate", memory.driver.words),
        ("workers", f"{memory.running} of {memory.max_running} running, {memory.queued} queued"),
        ("observer", f"{memory.raw_tokens:,} of {memory.chunk_tokens:,} tokens"),
        ("pool", f"{memory.pool_tokens:,} of {memory.pool_trigger:,} tokens, {len(memory.pool)} active"),
        ("filing", memory.consolidator.reason),
        ("topics", f"{len(memory.topics)} files, journey {memory.journey_tokens:,} tokens"),
        ("context", f"{memory.projected_tokens:,} of {memory.compact_at:,} tokens"),
        ("cost", f"{'≥ ' if cost.partial else ''}${cost.total_usd:.3f} in {cost.runs} runs{inherited}{unpriced}"),
        ("chunks", "".join(_CELLS[cell] for cell in memory.timeline)),
    ]
    if memory.last_error is not None:
        times = f" (×{memory.last_error.count})" if memory.last_error.count > 1 else ""
        rows.append(("last error", f"{memory.last_error.words}{times}"))
    return rows
