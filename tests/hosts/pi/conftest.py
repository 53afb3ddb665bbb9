"""pi's two places in a folder of their own."""

from pathlib import Path

import pytest

from silcrow.hosts.pi.scope import Scope, agent_scope, project_scope


@pytest.fixture
def agent(tmp_path: Path) -> Scope:
    folder = tmp_path / "agent"
    folder.mkdir()
    return agent_scope(folder)


@pytest.fixture
def project(tmp_path: Path) -> Scope:
    folder = tmp_path / "project"
    folder.mkdir()
    return project_scope(folder)


def put_extension(folder: Path, name: str) -> Path:
    """A file that pi loads, in a folder of extensions."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("export default function () {}\n")
    return path
