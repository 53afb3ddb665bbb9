"""Unfinished texts of the entry editor, kept as private files until they are saved or thrown away."""

import hashlib
import os
from pathlib import Path

from msgspec import Struct

from silcrow.curated.results import Target
from silcrow.files.user_folders import state_folder


def default_drafts_folder() -> Path:
    """Where drafts lie for this user."""
    return state_folder(os.environ) / "drafts"


class DraftSlot(Struct, frozen=True):
    """The one place for a draft of a new entry of a target, or of a change to one entry (known by its text)."""

    folder: Path
    target: Target
    old_text: str | None = None
    place: str = ""
    """The memory folder, so that drafts of two places never meet."""

    @property
    def path(self) -> Path:
        about = f"{self.place}\0{self.target}\0{'new' if self.old_text is None else self.old_text}"
        digest = hashlib.sha256(about.encode("utf-8", "surrogatepass")).hexdigest()
        return self.folder / f"{self.target}-{digest[:16]}.md"

    def read(self) -> str | None:
        """The kept text, None without one."""
        try:
            return self.path.read_bytes().decode("utf-8", "surrogatepass")
        except (FileNotFoundError, UnicodeDecodeError):
            return None

    def keep(self, text: str) -> None:
        """Keep this text, in place of an earlier one."""
        from silcrow.files import write_atomic

        write_atomic(self.path, text.encode("utf-8", "surrogatepass"))

    def forget(self) -> None:
        """Throw the draft away; nothing happens when there is none."""
        self.path.unlink(missing_ok=True)
