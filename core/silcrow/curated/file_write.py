"""New bytes of a memory file on their way: staged, compared with what was read, put in place or taken back."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from silcrow.curated.operations import Outcome
from silcrow.curated.seen import Seen
from silcrow.curated.store_file import Content, read_store_file
from silcrow.files import StagedWrite, write_atomic
from silcrow.files.neighbour_lock import NeighbourLock


@dataclass(slots=True)
class FileWrite:
    """New bytes of one file on their way."""

    seen: Seen
    outcome: Outcome
    content: bytes
    neighbours: NeighbourLock
    staged: StagedWrite
    notes: list[str] = field(default_factory=list[str])
    done: bool = False

    @property
    def covered(self) -> bool:
        """The lock of the others is ours, and nobody took it over."""
        return self.neighbours.covers(self.staged.target)

    def still_true(self, deadline: float) -> bool:
        """Under the lock of the others, the file is still what was read. They may take a slow hold over."""
        if not self.covered:
            self.neighbours.acquire(self.staged.target, deadline=deadline)
        return read_store_file(self.seen.file.path) == self.seen.read

    def put_in_place(self) -> None:
        try:
            self.staged.put_in_place()
            self.done = True
            self.neighbours.release()
            self.staged.settle()
        except OSError:
            # The rename may have happened before the error: what the file holds decides what is true.
            self.done = read_store_file(self.seen.file.path) == Content(self.staged.target, self.content)
            if not self.done:
                raise

    def take_back(self) -> None:
        """Put the old bytes back, since another file of the same change could not be written.

        What another program wrote since is newer than both, and stays.
        """
        if not self.done or read_store_file(self.seen.file.path) != Content(self.staged.target, self.content):
            return
        if self.seen.data is None:
            self.staged.target.unlink(missing_ok=True)
        else:
            write_atomic(self.staged.target, self.seen.data)


def put_in_place(writes: Sequence[FileWrite]) -> None:
    """All of them or none."""
    try:
        for write in writes:
            write.put_in_place()
    except OSError:
        for write in writes:
            write.take_back()
        raise
