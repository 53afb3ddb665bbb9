"""Where things are: which agent's home, memory folder, project and session a surface works on."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from silcrow.sessions import Catalogue, CatalogueMiss, SessionSummary, sessions_dir_from
from silcrow.settings import Settings, agent_dir_from, load_settings


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person named; None where the usual place is meant."""

    agent_dir: Path | None = None
    memory_dir: Path | None = None
    project: Path | None = None
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Where:
    """The places that were found."""

    agent_dir: Path
    memory_dir: Path
    project: Path
    """The session's project where there is a session, else the folder that was asked for."""
    sessions_dir: Path
    sessions_flat: bool
    settings: Settings
    memory_dir_given: bool
    """The memory folder was named, so that settings do not move it."""
    session: SessionSummary | None
    miss: str | None = None
    """Why the session that was named was not found; None when none was named."""


def locate(asked: Asked, environ: Mapping[str, str], cwd: Path) -> Where:
    """Find the places for what was asked.

    A session that is named by id, by a unique beginning of it or by file is taken wherever it belongs. Otherwise the
    newest session of the project folder counts, else of its nearest parent that has one.
    """
    agent_dir = (asked.agent_dir or agent_dir_from(environ)).expanduser().absolute()
    folder = (asked.project or cwd).expanduser().resolve()
    sessions_dir, flat = sessions_dir_from(agent_dir, environ)
    catalogue = Catalogue(sessions_dir)
    catalogue.refresh()
    session, miss = None, None
    if asked.session is not None:
        found = catalogue.find(asked.session)
        if isinstance(found, CatalogueMiss):
            miss = found.reason
        else:
            session = found
    else:
        session = newest_session(catalogue, folder)
    project = folder
    if session is not None and asked.project is None and session.cwd:
        project = Path(session.cwd)
    memory_dir = asked.memory_dir.expanduser().absolute() if asked.memory_dir else None
    settings = load_settings(agent_dir, project, environ, memory_dir=memory_dir)
    return Where(
        agent_dir,
        settings.memory.data_dir,
        project,
        sessions_dir,
        flat,
        settings,
        memory_dir is not None,
        session,
        miss,
    )


def newest_session(catalogue: Catalogue, folder: Path) -> SessionSummary | None:
    """The newest session of the folder, else of the nearest parent that has one."""
    for place in (folder, *folder.parents):
        found = catalogue.sessions(place)
        if found:
            return found[0]
    return None
