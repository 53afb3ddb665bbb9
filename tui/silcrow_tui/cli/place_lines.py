"""The status of a place as lines for people. Content in them is not made safe yet: print them with ``say``."""

from silcrow.settings.switches import switches
from silcrow.workspace.state import Waiting, WorkspaceState
from silcrow_tui.cli.memory_lines import blocked_lines, headline
from silcrow_tui.cli.output import table
from silcrow_tui.cli.places import problem_words
from silcrow_tui.cli.words import WHERE_TO_LOOK, off_words
from silcrow_tui.widgets.words import counted


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
    if (switched_off := off_words(switches(state.settings))) is not None:
        lines.append(f"off       {switched_off}")
    if state.session is None:
        return [*lines, no_session(state)]
    # Where there is no session, nobody should pay for what describes one.
    from silcrow_tui.cli.status_lines import observational_lines

    return lines + observational_lines(state)


def no_session(state: WorkspaceState) -> str:
    """That no session is open, and where others are."""
    return f"session   none for {state.project}; `silcrow sessions list --all` lists those of other folders"
