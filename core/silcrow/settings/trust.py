"""Whether the settings of a project may steer anything, as the host's own files say. Nothing here writes trust."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from silcrow.settings.layers import SettingsUnreadable, read_settings_text


def is_trusted(agent_dir: Path, project: Path) -> bool:
    """True if the nearest folder at or above the project with a verdict in ``trust.json`` has ``true``.

    Without a verdict there, ``defaultProjectTrust: always`` in the global settings decides; everything else, an
    unreadable file included, is no trust. The rules are those of pi 0.79 and later.
    """
    verdicts = _object(agent_dir / "trust.json")
    for start in dict.fromkeys((Path(os.path.realpath(project)), Path(os.path.normpath(project.absolute())))):
        for folder in (start, *start.parents):
            verdict = verdicts.get(str(folder))
            if isinstance(verdict, bool):
                return verdict
    return _object(agent_dir / "settings.json").get("defaultProjectTrust") == "always"


def _object(path: Path) -> Mapping[str, Any]:
    try:
        document = read_settings_text(path)
    except SettingsUnreadable:
        return {}
    return {} if document is None else document.value
