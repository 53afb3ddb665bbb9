"""All that one memory folder is made of, and the one way to change its files."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from silcrow.curated.actors import BACKGROUND
from silcrow.curated.books import Books
from silcrow.curated.changes import Change, Intent
from silcrow.curated.guards import UNBOUND, refuse_for
from silcrow.curated.history import History
from silcrow.curated.operations import Outcome
from silcrow.curated.pins import follow, read_pins
from silcrow.curated.proposals import ProposalFolder, wishes_of
from silcrow.curated.results import TARGETS, Failure, Result, Success, Target
from silcrow.curated.review_refusals import held
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
        self.proposals = ProposalFolder(side / "proposals")
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
        caught: list[tuple[Seen, Outcome]] = []
        work = Work(
            files,
            plan,
            intent,
            over_damage=over_damage,
            guard=None if intent.actor in UNBOUND else self._guard(intent, caught),
            follow=self._follow_pins,
            after_write=after_write,
        )
        answer = change_files(work, Surroundings(self.books, self.clock, self.patience))
        if isinstance(answer, Failure) and caught and intent.actor in BACKGROUND:
            return self._hold(answer, caught, intent)
        return answer

    def _guard(
        self, intent: Intent, caught: list[tuple[Seen, Outcome]]
    ) -> Callable[[tuple[Seen, ...], tuple[Outcome, ...]], Failure | None]:
        """Refuse what the actor may not do, and remember what that was."""

        def refuse(looks: tuple[Seen, ...], outcomes: tuple[Outcome, ...]) -> Failure | None:
            caught.clear()
            for seen, outcome in zip(looks, outcomes, strict=True):
                refusal = refuse_for(intent, seen, outcome, read_pins(seen.file), self._same_run(intent, seen))
                if refusal is not None:
                    caught.extend(zip(looks, outcomes, strict=True))
                    return refusal
            return None

        return refuse

    def _same_run(self, intent: Intent, seen: Seen) -> tuple[Change, ...]:
        run = intent.origin.run_id if intent.origin else None
        if run is None or intent.actor not in BACKGROUND:
            return ()
        return tuple(
            change
            for change in self.history.changes()
            if change.origin and change.origin.run_id == run and change.target == seen.file.target
        )

    def _hold(self, failure: Failure, caught: list[tuple[Seen, Outcome]], intent: Intent) -> Failure:
        """Let a person decide on what was refused."""
        reason = "pinned" if failure.code == "pinned" else "share"
        try:
            proposals = self.proposals.hold(wishes_of(caught), reason, intent, self.clock())
        except OSError:
            return failure
        return held(failure, proposals)

    def _follow_pins(self, seen: Seen, outcome: Outcome) -> dict[str, Any]:
        followed = follow(seen.file, outcome.entries, outcome.renamed, outcome.pinned, self.clock())
        if followed is None:
            return {}
        details: dict[str, Any] = {"unpinned": list(followed.dropped), "pinsMoved": dict(followed.moved)}
        return {name: value for name, value in details.items() if value}
