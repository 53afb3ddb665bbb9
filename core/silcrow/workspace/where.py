"""Where things are: which agent's home, memory folder, project and session a surface works on."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from silcrow.sessions import Catalogue, CatalogueMiss, SessionSummary, sessions_dir_from
from silcrow.settings import Settings, agent_dir_from, load_settings


class Asked(Struct, frozen=True):
    """What a person named; None where the usual place is meant."""

    agent_dir: Path | None = None
    memory_dir: Path | None = None
    project: Path | None = None
    session: str | None = None


class Where(Struct, frozen=True):
    """The places that were found."""

    agent_dir: Path
    memory_dir: Path
    project: Path
    """The session's project where there is a session, else the folder that was asked for."""
    sessions_dir: Path
    settings: Settings
    memory_dir_given: bool
    """The memory folder was named, so that settings do not move it."""
    session: SessionSummary | None
    sessions_known: int = 0
    """Sessions of all projects, recorded worker runs left out."""
    miss: str | None = None
    """Why the session that was named was not found; None when none was named."""
    trusted: bool | None = None
    """Whether a host trusts the settings of the project; None leaves it to the host's files."""


def locate(asked: Asked, environ: Mapping[str, str], cwd: Path) -> Where:
    """Find the places for what was asked.

    A session that is named by id, by a unique beginning of it or by file is taken wherever it belongs. Otherwise the
    newest session of the project folder counts, else of its nearest parent that has one.
    """
    agent_dir = (asked.agent_dir or agent_dir_from(environ)).expanduser().absolute()
    folder = (asked.project or cwd).expanduser().resolve()
    sessions_dir, _ = sessions_dir_from(agent_dir, environ)
    catalogue = Catalogue(sessions_dir)
    catalogue.refresh()
    session, miss, project = None, None, folder
    if asked.session is None:
        session, project = newest_session(catalogue, folder)
    elif isinstance(found := catalogue.find(asked.session), CatalogueMiss):
        miss = found.reason
    else:
        session = found
        project = folder if asked.project is not None or not found.cwd else Path(found.cwd)
    memory_dir = asked.memory_dir.expanduser().absolute() if asked.memory_dir else None
    settings = load_settings(agent_dir, project, environ, memory_dir=memory_dir)
    return Where(
        agent_dir=agent_dir,
        memory_dir=settings.memory.data_dir,
        memory_dir_given=memory_dir is not None,
        project=project,
        sessions_dir=sessions_dir,
        settings=settings,
        session=session,
        sessions_known=len(catalogue.sessions()),
        miss=miss,
    )


def newest_session(catalogue: Catalogue, folder: Path) -> tuple[SessionSummary | None, Path]:
    """The newest session of the folder, else of the nearest parent that has one, with the folder it belongs to.

    A session belongs to the folder it worked in, and to one that holds its memory: the project may have been renamed.
    """
    for place in (folder, *folder.parents):
        found = catalogue.sessions(place) or _remembered_in(catalogue, place)
        if found:
            return found[0], place
    return None, folder


def _remembered_in(catalogue: Catalogue, folder: Path) -> tuple[SessionSummary, ...]:
    memory = folder / ".memory"
    return tuple(each for each in catalogue.sessions() if (memory / each.id).is_dir()) if memory.is_dir() else ()
