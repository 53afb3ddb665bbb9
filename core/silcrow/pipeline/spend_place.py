"""Where this user's spend is kept."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from silcrow.files.user_folders import state_folder

SPEND_FILE: Final = "spend.jsonl"


def spend_path(environ: Mapping[str, str]) -> Path:
    """``spend.jsonl`` in the user's state folder."""
    return state_folder(environ) / SPEND_FILE
