"""Every memory folder that can be found from here, also those that nothing has written to for long."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from silcrow.curated import FILE_NAMES
from silcrow.sessions import Catalogue
from silcrow.settings import MemorySettings, load_settings
from silcrow.workspace.where import Where


class KnownFolder(Struct, frozen=True):
    """A memory folder, with the limits that hold in it."""

    path: Path
    memory: MemorySettings


def known_memory_folders(where: Where, environ: Mapping[str, str]) -> tuple[KnownFolder, ...]:
    """The folder in use first, then those of the agent, of all projects with a session, and of hermes.

    Only folders that are there and hold a memory file or a backup of one; each once, links resolved.
    """
    found: dict[Path, KnownFolder] = {}
    for known in _candidates(where, environ):
        real = known.path.resolve()
        if real not in found and _holds_memory(known.path):
            found[real] = known
    return tuple(found.values())


def _candidates(where: Where, environ: Mapping[str, str]) -> Iterator[KnownFolder]:
    yield KnownFolder(where.memory_dir, where.settings.memory)
    catalogue = Catalogue(where.sessions_dir)
    catalogue.refresh()
    for project in sorted({session.cwd for session in catalogue.sessions() if session.cwd}):
        memory = load_settings(where.agent_dir, Path(project), environ).memory
        yield KnownFolder(memory.data_dir, memory)
    home = Path(environ["HERMES_HOME"]) if environ.get("HERMES_HOME") else Path(environ.get("HOME", "~")) / ".hermes"
    home = home.expanduser()
    for path in (where.agent_dir / "memories", home / "memories", *sorted(home.glob("profiles/*/memories"))):
        yield KnownFolder(path, load_settings(where.agent_dir, None, environ, memory_dir=path).memory)


def _holds_memory(folder: Path) -> bool:
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:
        return False
    return (
        any(name == file or name.startswith(f"{file}.bak.") for name in names for file in FILE_NAMES.values())
        or (folder / ".silcrow").is_dir()
    )
