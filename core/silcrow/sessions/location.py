"""Where pi keeps its session files."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from silcrow.settings.types import Settings

SESSION_DIR_VARIABLE = "PI_CODING_AGENT_SESSION_DIR"


def sessions_dir_from(
    agent_dir: Path, environ: Mapping[str, str], settings: "Settings | None" = None, *, cwd: Path | None = None
) -> tuple[Path, bool]:
    """The folder of session files, and whether they lie flat in it.

    pi's own order: the environment variable, the setting ``sessionDir``, then ``sessions`` in the agent's folder, where
    each working folder has one of its own. A relative folder starts at ``cwd`` (default: the process's).
    """
    custom = environ.get(SESSION_DIR_VARIABLE) or _setting(settings)
    if not custom:
        return agent_dir / "sessions", False
    if custom == "~" or custom.startswith("~/"):
        home = Path(environ["HOME"]) if environ.get("HOME") else Path.home()
        return home / custom[2:], True
    return (cwd or Path.cwd()) / custom, True


def _setting(settings: "Settings | None") -> str | None:
    value = None if settings is None else settings.raw.get("sessionDir")
    return value if isinstance(value, str) else None
