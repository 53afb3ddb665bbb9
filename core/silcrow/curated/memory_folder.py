"""All that one memory folder is made of, and the one way to change its files."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from silcrow.curated.books import Books
from silcrow.curated.changes import Intent
from silcrow.curated.guards import UNBOUND, refuse_for
from silcrow.curated.history import History
from silcrow.curated.operations import Outcome
from silcrow.curated.pins import follow, read_pins
from silcrow.curated.results import TARGETS, Failure, Result, Success, Target
from silcrow.curated.screening import Screen
from silcrow.curated.seen import Seen
from silcrow.curated.store_file import SIDE_FOLDER, StoreFile
from silcrow.curated.transaction import Operation, Plan, Surroundings, Work, change_files


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
        self.books = Books(self.history, clock)
        self.screen = Screen(side / "acknowledged.json")

    def file(self, target: str) -> StoreFile | None:
        """The file of a target; None for anything but the two."""
        return self.files[target] if target in TARGETS else None

    def change(self, file: StoreFile, operation: Operation, intent: Intent) -> Result:
        """Run an operation on the entries of one file."""

        def plan(seen: tuple[Seen, ...]) -> tuple[Outcome, ...] | Failure:
            outcome = operation(seen[0].entries)
            return outcome if isinstance(outcome, Failure) else (outcome,)

        answer = self.change_all((file,), plan, intent)
        return answer if isinstance(answer, Failure) else answer[0]

    def change_all(
        self,
        files: tuple[StoreFile, ...],
        plan: Plan,
        intent: Intent,
        *,
        over_damage: bool = False,
        after_write: Callable[[], dict[str, Any]] | None = None,
    ) -> tuple[Success, ...] | Failure:
        """Carry out a plan on all these files or on none; see `Work` for what the flags mean."""
        work = Work(
            files,
            plan,
            intent,
            over_damage=over_damage,
            guard=None if intent.actor in UNBOUND else self._guard(intent),
            follow=self._follow_pins,
            after_write=after_write,
        )
        return change_files(work, Surroundings(self.books, self.clock, self.patience))

    def _guard(self, intent: Intent) -> Callable[[Seen, Outcome], Failure | None]:
        def refuse(seen: Seen, outcome: Outcome) -> Failure | None:
            return refuse_for(intent, seen, outcome, read_pins(seen.file))

        return refuse

    def _follow_pins(self, seen: Seen, outcome: Outcome) -> dict[str, Any]:
        followed = follow(seen.file, outcome.entries, outcome.renamed, outcome.pinned, self.clock())
        if followed is None:
            return {}
        details: dict[str, Any] = {"unpinned": list(followed.dropped), "pinsMoved": dict(followed.moved)}
        return {name: value for name, value in details.items() if value}
