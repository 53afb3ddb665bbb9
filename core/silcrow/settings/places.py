"""Which places settings are looked for in, lowest first, and what was found there."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from silcrow.settings.hermes import hermes_home_of
from silcrow.settings.layers import SettingsUnreadable, read_settings_text
from silcrow.settings.load import PASSIVE_VARIABLE, global_settings_path, project_settings_path
from silcrow.settings.trust import is_trusted
from silcrow.settings.types import Settings

Finding = Literal["in use", "nothing for silcrow", "absent", "not trusted", "unreadable"]


class SettingsPlace(Struct, frozen=True):
    """One place; a later one wins over those before it."""

    kind: Literal["global", "project", "environment", "hermes"]
    name: str
    """A path, or the name of a variable."""
    finding: Finding
    decides: tuple[str, ...] = ()
    """Full keys whose value in force comes from here."""


def settings_places(
    agent_dir: Path, project: Path | None, environ: Mapping[str, str], settings: Settings
) -> tuple[SettingsPlace, ...]:
    """All places for these settings, those that hold nothing too. ``settings`` were loaded with the same arguments."""
    places = [_file("global", global_settings_path(agent_dir), settings)]
    if project is not None:
        path = project_settings_path(project)
        place = _file("project", path, settings)
        ignored = place.finding != "absent" and not is_trusted(agent_dir, project)
        places.append(SettingsPlace("project", str(path), "not trusted") if ignored else place)
    decided = _decided(settings, "environment")
    found: Finding = "in use" if decided else "unreadable" if PASSIVE_VARIABLE in environ else "absent"
    places.append(SettingsPlace("environment", PASSIVE_VARIABLE, found, decided))
    home = hermes_home_of(settings.memory.data_dir, environ)
    if home is not None:
        path = home / "config.yaml"
        decided = _decided(settings, "hermes")
        broken = any(problem.path == path and not problem.key for problem in settings.problems)
        found = "absent" if not path.exists() else "unreadable" if broken else "in use" if decided else _NOTHING
        places.append(SettingsPlace("hermes", str(path), found, decided))
    return tuple(places)


_NOTHING: Finding = "nothing for silcrow"


def _file(kind: Literal["global", "project"], path: Path, settings: Settings) -> SettingsPlace:
    try:
        document = read_settings_text(path)
    except SettingsUnreadable:
        return SettingsPlace(kind, str(path), "unreadable")
    if document is None:
        return SettingsPlace(kind, str(path), "absent")
    decided = _decided(settings, kind)
    return SettingsPlace(kind, str(path), "in use" if decided else _NOTHING, decided)


def _decided(settings: Settings, kind: str) -> tuple[str, ...]:
    return tuple(sorted(key for key, origin in settings.origins.items() if origin.kind == kind))
