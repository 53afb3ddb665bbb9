"""What a host says of itself and of a session that it opens."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from silcrow.hosts.lifecycle import Reason
from silcrow.sessions import sessions_dir_from
from silcrow.settings import agent_dir_from, load_settings
from silcrow.workspace.where import Where


class Features(Struct, frozen=True):
    """What a host takes part in. Beside another memory extension it is none of them."""

    tools: bool = True
    block: bool = True
    """The prompt block."""
    clocks: bool = True
    """Observing, filing and compacting."""


class HostPlace(Struct, frozen=True):
    """Who the host is, and where it works."""

    cwd: Path
    """The project. Absolute."""
    name: str = "a host"
    version: str = ""
    agent_dir: Path | None = None
    """None is the usual one."""
    memory_dir: Path | None = None
    """None is the one of the settings."""
    trusted: bool | None = None
    """Whether the settings of the project count; None leaves it to the trust file."""
    features: Features = Features()

    def __str__(self) -> str:
        return f"{self.name} {self.version}".rstrip()


class Opening(Struct, frozen=True):
    """A session as its host opens it."""

    session_id: str
    path: Path | None = None
    """The file that it is or will be written to; None for a session that is not kept."""
    reason: Reason = "startup"
    leaf: str | None = None
    """The live leaf; None: as the file has it."""
    entries: tuple[Mapping[str, Any], ...] = ()
    """``custom`` entries of the branch, root first, where the file does not hold them yet."""


def where_of(place: HostPlace, environ: Mapping[str, str]) -> Where:
    """The places of a host, before it has opened a session."""
    agent_dir = (place.agent_dir or agent_dir_from(environ)).expanduser().absolute()
    project = place.cwd.expanduser().resolve()
    memory_dir = place.memory_dir.expanduser().absolute() if place.memory_dir is not None else None
    settings = load_settings(agent_dir, project, environ, memory_dir=memory_dir, trusted=place.trusted)
    return Where(
        agent_dir=agent_dir,
        memory_dir=settings.memory.data_dir,
        project=project,
        sessions_dir=sessions_dir_from(agent_dir, environ)[0],
        settings=settings,
        memory_dir_given=memory_dir is not None,
        session=None,
        trusted=place.trusted,
    )
