"""From the places that the options name to the place of dreaming."""

from collections.abc import Callable, Mapping

from silcrow.curated import MemoryStore
from silcrow.dreaming import DreamPlace, open_dream_place
from silcrow.settings import Settings
from silcrow.workspace.where import Where


def dream_place(
    found: Where, store: MemoryStore, environ: Mapping[str, str], settings: Callable[[], Settings] | None = None
) -> DreamPlace:
    """Dreaming on this store with the sessions that it learns from; ``settings`` default to those found."""
    return open_dream_place(
        settings or (lambda: found.settings),
        agent_dir=found.agent_dir,
        sessions_dir=found.sessions_dir,
        project=found.project,
        environ=environ,
        store=store,
    )
