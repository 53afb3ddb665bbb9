"""From the places that a surface knows to the place of dreaming."""

from collections.abc import Callable, Mapping
from pathlib import Path

from silcrow.curated import MemoryStore
from silcrow.dreaming.gathering import SessionSource
from silcrow.dreaming.place import DreamPlace
from silcrow.settings import Settings, with_agent_dir


def open_dream_place(
    settings: Callable[[], Settings],
    *,
    agent_dir: Path,
    sessions_dir: Path,
    project: Path | None,
    environ: Mapping[str, str],
    store: MemoryStore | None = None,
) -> DreamPlace:
    """Dreaming on the memory folder of the settings, or on a ``store`` that a host brings along.

    The agent's own folder learns from the sessions of all projects, any other one only from those of the project.
    """
    memory = settings().memory
    opened = store or MemoryStore(
        memory.data_dir, memory_char_limit=memory.memory_char_limit, user_char_limit=memory.user_char_limit
    )
    is_default = opened.dir.resolve() == (agent_dir / "memories").resolve()
    cwd = None if is_default else (project or Path.cwd())
    return DreamPlace(opened, SessionSource(sessions_dir, cwd), settings, environ=with_agent_dir(environ, agent_dir))
