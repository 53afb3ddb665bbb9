"""Where silcrow keeps files of this user: what it remembers, and preferences."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_NAME = "silcrow"


def state_folder(environ: Mapping[str, str]) -> Path:
    """The user's state folder, named by ``XDG_STATE_HOME`` when that is an absolute path. It need not exist."""
    if (folder := _named_or_usual(environ, "XDG_STATE_HOME", ".local/state")) is not None:
        return folder
    from platformdirs import user_state_path

    return user_state_path(_NAME, appauthor=False)


def config_folder(environ: Mapping[str, str]) -> Path:
    """The user's folder for preferences, named by ``XDG_CONFIG_HOME`` when that is an absolute path."""
    if (folder := _named_or_usual(environ, "XDG_CONFIG_HOME", ".config")) is not None:
        return folder
    from platformdirs import user_config_path

    return user_config_path(_NAME, appauthor=False)


def _named_or_usual(environ: Mapping[str, str], variable: str, usual: str) -> Path | None:
    """None where the system has folders of its own for this."""
    named = environ.get(variable, "")
    if os.path.isabs(named):  # noqa: PTH117 - the variable counts only then, and may be empty
        return Path(named, _NAME)
    if sys.platform == "linux":
        # What platformdirs answers too, which loads a dozen modules to find it; every status asks.
        return Path.home() / usual / _NAME
    return None
