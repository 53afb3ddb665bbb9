"""Where this user's spend is kept."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SPEND_FILE: Final = "spend.jsonl"


def spend_path(environ: Mapping[str, str]) -> Path:
    """``spend.jsonl`` in the user's state folder."""
    state = environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(state):  # noqa: PTH117 - the variable counts only then, and may be empty
        return Path(state, "silcrow", SPEND_FILE)
    if sys.platform == "linux":
        # What platformdirs answers too, which loads a dozen modules to find it; every status asks.
        return Path.home() / ".local" / "state" / "silcrow" / SPEND_FILE
    from platformdirs import user_state_path

    return user_state_path("silcrow", appauthor=False) / SPEND_FILE
