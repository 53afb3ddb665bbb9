"""Where pi looks for settings and extensions: in the agent's folder, and in that of a project."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

ScopeName = Literal["agent", "project"]


class Scope(Struct, frozen=True):
    """One of the two places."""

    name: ScopeName
    folder: Path
    """The agent's folder, or ``.pi`` of the project."""

    @property
    def settings(self) -> Path:
        return self.folder / "settings.json"

    @property
    def extensions(self) -> Path:
        return self.folder / "extensions"

    @property
    def loader(self) -> Path:
        """Our file in pi's folder of extensions."""
        return self.extensions / "silcrow.ts"

    @property
    def record(self) -> Path:
        """What was installed, beside it; pi looks at no such file."""
        return self.extensions / "silcrow.json"


def agent_scope(agent_dir: Path) -> Scope:
    return Scope("agent", agent_dir)


def project_scope(project: Path) -> Scope:
    return Scope("project", project / ".pi")
