"""Changing a setting from a user interface: which file it goes to, and what became of it."""

from pathlib import Path
from typing import Any

from silcrow.settings import Settings, is_trusted
from silcrow.settings.edit import set_setting
from silcrow.settings.load import global_settings_path, project_settings_path
from silcrow.workspace.place import Answer


def settings_file(settings: Settings, key: str, agent_dir: Path, project: Path | None) -> Path:
    """The file that a change of a key belongs in: the project's where that decides now, else the agent's."""
    origin = settings.origins.get(key)
    if project is not None and origin is not None and origin.kind == "project":
        return project_settings_path(project)
    return global_settings_path(agent_dir)


def why_fixed(settings: Settings, key: str) -> str | None:
    """Why a change in a settings file would do nothing; None when it counts."""
    origin = settings.origins.get(key)
    kind = origin.kind if origin is not None else "default"
    return {
        "environment": "the environment decides it, before any file",
        "argument": "the command line decides it, before any file",
        "hermes": "the hermes home that this folder belongs to decides it",
    }.get(kind)


def change_setting(settings: Settings, key: str, value: Any, agent_dir: Path, project: Path | None) -> Answer:
    """Write one value to the file that decides; nothing else in that file changes."""
    if (fixed := why_fixed(settings, key)) is not None:
        return Answer(False, f"{key} is not changed: {fixed}.", "fixed")
    path = settings_file(settings, key, agent_dir, project)
    if (problem := set_setting(path, key, value)) is not None:
        return Answer(False, f"Not changed: {problem.path}: {problem.key} {problem.message}.", "invalid")
    return Answer(True, f"{key} is changed in {path}.")


def why_not_in_project(agent_dir: Path, project: Path) -> str | None:
    """Why a change in the project's own settings file would do nothing; None when it counts."""
    if is_trusted(agent_dir, project):
        return None
    return f"Not changed: {project_settings_path(project)} would be ignored, since this project is not trusted."
