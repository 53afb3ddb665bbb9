"""From the command line's options to the places of the core."""

from pathlib import Path

import click

from silcrow.curated import MemoryStore
from silcrow.settings import SettingsProblem
from silcrow.workspace.where import Asked, Where, locate
from silcrow_tui.cli.options import Options
from silcrow_tui.cli.output import complain

LOCK_SECONDS = 5.0
"""How long a command waits for another program that changes the same file."""


def where(options: Options, *, tell_problems: bool = True) -> Where:
    """The places that the options name. A session that was named and is not there is wrong usage.

    What is wrong in the settings goes to standard error, unless the command shows it itself or nobody wants to know.
    """
    asked = Asked(options.agent_dir, options.memory_dir, options.project, options.session)
    found = locate(asked, options.environ, Path.cwd())
    if found.miss is not None:
        raise click.UsageError(found.miss)
    if tell_problems and not options.quiet:
        complain(*map(problem_words, found.settings.problems))
    return found


def store(options: Options) -> MemoryStore:
    """The curated store that the options name, with the limits of the settings."""
    return store_of(where(options))


def store_of(found: Where) -> MemoryStore:
    """The curated store of these places."""
    memory = found.settings.memory
    return MemoryStore(
        memory.data_dir,
        memory_char_limit=memory.memory_char_limit,
        user_char_limit=memory.user_char_limit,
        lock_timeout=LOCK_SECONDS,
    )


def problem_words(problem: SettingsProblem) -> str:
    """File, line and key of a settings problem, and what is wrong there."""
    place = f"{problem.path}:{problem.line}" if problem.line else str(problem.path)
    return f"{place}: {problem.key}: {problem.message}" if problem.key else f"{place}: {problem.message}"
