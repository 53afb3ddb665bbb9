"""Where memory usually is, for a person who has nothing here yet."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from silcrow.curated import TARGETS, MemoryStore
from silcrow.workspace.where import Where


class UsualPlace(Struct, frozen=True):
    """A folder that was looked at."""

    path: Path
    entries: int | None
    """Entries in both files; None where there is no folder."""
    program: str
    """Whose usual place it is; empty for the one that settings name."""


def usual_places(where: Where, environ: Mapping[str, str]) -> tuple[UsualPlace, ...]:
    """The folder in use, the agent's and that of hermes, each once. Only reads."""
    home = Path(environ.get("HERMES_HOME") or Path(environ.get("HOME", "~"), ".hermes")).expanduser()
    looked = {where.agent_dir / "memories": "pi", home / "memories": "hermes"}
    paths = dict.fromkeys((where.memory_dir, *looked))
    return tuple(UsualPlace(path, _entries(path), looked.get(path, "")) for path in paths)


def _entries(folder: Path) -> int | None:
    if not folder.is_dir():
        return None
    state = MemoryStore(folder).state()
    return sum(len(state.file(target).entries) for target in TARGETS)
