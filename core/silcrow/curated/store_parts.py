"""What every group of store calls is made on: the folder, its two files, and how a target is told."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.neighbours import in_hermes_home
from silcrow.curated.results import Target
from silcrow.curated.store_file import StoreFile


class StoreParts:
    """The folder of a store. The groups of calls share it; `MemoryStore` is all of them together."""

    def __init__(
        self,
        dir: Path | str,  # noqa: A002 - the public name
        *,
        memory_char_limit: int = 2_200,
        user_char_limit: int = 1_375,
        lock_timeout: float = 5.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.dir = Path(dir).expanduser()
        hermes = in_hermes_home(self.dir, os.environ)
        files: dict[Target, StoreFile] = {
            "memory": StoreFile("memory", self.dir, memory_char_limit, hermes),
            "user": StoreFile("user", self.dir, user_char_limit, hermes),
        }
        self.folder = MemoryFolder(self.dir, files, patience=lock_timeout, clock=clock)
        """The parts of the store, for the packages that build on it."""

    @property
    def lock_timeout(self) -> float:
        """How long a change waits for another one before it answers ``busy``."""
        return self.folder.patience

    def _file(self, target: str) -> StoreFile | None:
        return self.folder.file(target)
