"""All that one memory folder is made of. What changes it is loaded when it is needed."""

import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from silcrow.curated.history import History
from silcrow.curated.proposals import ProposalFolder
from silcrow.curated.results import TARGETS, Target
from silcrow.curated.screening import Screen
from silcrow.curated.store_file import SIDE_FOLDER, StoreFile

if TYPE_CHECKING:
    from silcrow.curated.books import Books


class MemoryFolder:
    """The two files, and what silcrow keeps beside them. Holds no state of the files itself."""

    def __init__(
        self, folder: Path, files: dict[Target, StoreFile], *, patience: float, clock: Callable[[], float] = time.time
    ) -> None:
        side = folder / SIDE_FOLDER
        self.path = folder
        self.files = files
        self.clock = clock
        self.patience = patience
        """Seconds that a change waits for another one."""
        self.history = History(side)
        self.proposals = ProposalFolder(side / "proposals")
        self.screen = Screen(side / "acknowledged.json")

    @cached_property
    def books(self) -> "Books":
        """What is written down with each change."""
        from silcrow.curated.books import Books

        return Books(self.history, self.clock)

    def file(self, target: str) -> StoreFile | None:
        """The file of a target; None for anything but the two."""
        return self.files[target] if target in TARGETS else None
