"""The curated store: what the agent knows for good, in two files that other agents share."""

import time
from collections.abc import Callable
from pathlib import Path

from silcrow.curated.care import Care
from silcrow.curated.inspection import Inspection
from silcrow.curated.many_entries import ManyEntries
from silcrow.curated.past import Past
from silcrow.curated.prompting import Prompting
from silcrow.curated.single_entries import SingleEntries
from silcrow.curated.states import CuratedState


class MemoryStore(SingleEntries, ManyEntries, Past, Care, Prompting):
    """``MEMORY.md`` and ``USER.md`` of one folder.

    Every call reads the file again, so the store holds no truth of its own; it may be used from threads and from
    several processes at once. Changes of one file happen one after the other under a kernel lock that dies with its
    holder. Whatever a caller, another program or the disk does wrong comes back as a ``Failure`` with a code, and the
    file is then byte for byte as it was. Limits are code points of the joined text, times are seconds.
    """

    def __init__(
        self,
        dir: Path | str,  # noqa: A002 - the public name
        *,
        memory_char_limit: int = 2_200,
        user_char_limit: int = 1_375,
        lock_timeout: float = 5.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(
            dir,
            memory_char_limit=memory_char_limit,
            user_char_limit=user_char_limit,
            lock_timeout=lock_timeout,
            clock=clock,
        )
        self._inspection = Inspection(self.folder)

    def state(self) -> CuratedState:
        """Both files and the backups as one value. Never writes, takes no lock; cheap while nothing changed."""
        return self._inspection.state()
