"""Changes that wait for a person: a file each in ``.silcrow/proposals/``, the last decided ones in ``settled/``."""

import contextlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from silcrow.curated.actors import ACTORS, Actor, Origin, origin_from
from silcrow.curated.changes import OPS, Intent, Op, difference
from silcrow.curated.history import new_change_id
from silcrow.curated.results import TARGETS, Target
from silcrow.files import make_private_folder, read_bytes, write_atomic

if TYPE_CHECKING:
    from silcrow.curated.operations import Outcome
    from silcrow.curated.seen import Seen

Reason = Literal["share", "pinned", "edited", "asked"]
"""Why nobody but a person may do it: it takes away much, hits a pinned entry or one that was edited since, or the
proposer asked for a look."""
REASONS: tuple[Reason, ...] = get_args(Reason)
Decision = Literal["accepted", "edited", "rejected"]

SETTLED_KEPT = 200


class Proposal(Struct, frozen=True):
    """One operation that somebody wants done."""

    id: str
    time: float
    """Unix seconds."""
    actor: Actor
    op: Op
    target: Target
    old: str | None
    """Full text of the entry that would go; None for an addition."""
    new: str | None
    """None for a removal."""
    reason: Reason
    evidence: str = ""
    """What it rests on, in words."""
    origin: Origin | None = None
    stale: bool = False
    """The old text is gone, so it can no longer be done as it stands."""
    decision: Decision | None = None
    decided_at: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The record as it lies on disk, and for ``silcrow review --json``."""
        values: dict[str, Any] = {
            "id": self.id,
            "time": self.time,
            "actor": self.actor,
            "operation": self.op,
            "target": self.target,
            "old": self.old,
            "new": self.new,
            "reason": self.reason,
            "evidence": self.evidence,
            "origin": self.origin.to_dict() if self.origin else None,
            "decision": self.decision,
            "decidedAt": self.decided_at,
        }
        return {name: value for name, value in values.items() if value is not None}


class Wish(Struct, frozen=True):
    """What somebody wants done, by full texts."""

    op: Op
    target: Target
    old: str | None = None
    new: str | None = None


def wishes_of(refused: "Iterable[tuple[Seen, Outcome]]") -> list[Wish]:
    """What a refused change wanted, entry by entry."""
    wishes: list[Wish] = []
    for seen, outcome in refused:
        gone, came = difference(seen.entries, outcome.entries)
        target = seen.file.target
        left = list(came)
        for old in gone:
            new = outcome.renamed.get(old)
            if new in left:
                left.remove(new)
                wishes.append(Wish("replace", target, old, new))
            else:
                wishes.append(Wish("remove", target, old))
        wishes += (Wish("add", target, new=new) for new in left)
    return wishes


def checked(proposals: Sequence[Proposal], entries: Mapping[Target, Sequence[str]]) -> tuple[Proposal, ...]:
    """Proposals marked stale where the text that they are about is gone."""
    return tuple(
        replace(each, stale=each.old is not None and each.old not in entries[each.target]) for each in proposals
    )


class ProposalFolder:
    """The queue of one memory folder, read from the disk at every call."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._settled = folder / "settled"

    def waiting(self) -> tuple[Proposal, ...]:
        """What waits, oldest first. Files that are broken or not ours are left out."""
        return _read_all(self.folder)

    def settled(self) -> tuple[Proposal, ...]:
        """What was decided last, oldest first."""
        return _read_all(self._settled)

    def find(self, proposal_id: str) -> tuple[Proposal, ...]:
        """Waiting ones whose id is this, or starts with it where none is equal."""
        waiting = self.waiting()
        equal = tuple(each for each in waiting if each.id == proposal_id)
        return equal or tuple(each for each in waiting if proposal_id and each.id.startswith(proposal_id))

    def put(self, proposal: Proposal) -> Proposal:
        """Let a proposal wait; the one that waits already if it asks for the same. Raises OSError."""
        wanted = proposal.target, proposal.op, proposal.old, proposal.new
        for each in self.waiting():
            if (each.target, each.op, each.old, each.new) == wanted:
                return each
        _write(self.folder, proposal)
        return proposal

    def hold(
        self, wishes: Iterable[Wish], reason: Reason, intent: Intent, now: float, evidence: str = ""
    ) -> tuple[Proposal, ...]:
        """Let each wish of somebody wait, in this order. Raises OSError."""
        wishes = tuple(wishes)
        identities = sorted(new_change_id() for _ in wishes)
        return tuple(
            self.put(
                Proposal(
                    identity,
                    now,
                    intent.actor,
                    wish.op,
                    wish.target,
                    wish.old,
                    wish.new,
                    reason,
                    evidence,
                    intent.origin,
                )
            )
            for identity, wish in zip(identities, wishes, strict=True)
        )

    def settle(self, proposal: Proposal, decision: Decision, now: float) -> None:
        """Take a proposal out of the queue. Raises OSError."""
        make_private_folder(self._settled)
        _write(self._settled, replace(proposal, decision=decision, decided_at=now))
        (self.folder / f"{proposal.id}.json").unlink(missing_ok=True)
        for old in self.settled()[:-SETTLED_KEPT]:
            (self._settled / f"{old.id}.json").unlink(missing_ok=True)


def proposal_from(record: Mapping[str, Any]) -> Proposal | None:
    """Read a record; None for one that is not ours or that asks for nothing that can be done."""
    identity, time = record.get("id"), record.get("time")
    actor, op, target = record.get("actor"), record.get("operation"), record.get("target")
    old, new, reason = record.get("old"), record.get("new"), record.get("reason")
    if not isinstance(identity, str) or not identity.isalnum() or not isinstance(time, int | float):
        return None
    if actor not in ACTORS or op not in OPS or target not in TARGETS or reason not in REASONS:
        return None
    if isinstance(old, str) != (op != "add") or isinstance(new, str) != (op != "remove"):
        return None
    evidence, origin = record.get("evidence"), record.get("origin")
    decision, decided_at = record.get("decision"), record.get("decidedAt")
    return Proposal(
        identity,
        float(time),
        actor,
        op,
        target,
        old,
        new,
        reason,
        evidence if isinstance(evidence, str) else "",
        origin_from(cast("dict[str, Any]", origin)) if isinstance(origin, dict) else None,
        decision=decision if decision in get_args(Decision) else None,
        decided_at=float(decided_at) if isinstance(decided_at, int | float) else None,
    )


def _read_all(folder: Path) -> tuple[Proposal, ...]:
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".json")]  # noqa: PTH208 - names are enough
    except OSError:
        return ()
    found: list[Proposal] = []
    for name in names:
        with contextlib.suppress(OSError, ValueError, RecursionError):
            record: Any = json.loads(read_bytes(folder / name))
            proposal = proposal_from(cast("dict[str, Any]", record)) if isinstance(record, dict) else None
            if proposal is not None and name == f"{proposal.id}.json":
                found.append(proposal)
    return tuple(sorted(found, key=lambda proposal: (proposal.decided_at or proposal.time, proposal.id)))


def _write(folder: Path, proposal: Proposal) -> None:
    content = json.dumps(proposal.to_dict(), ensure_ascii=False, indent=1)
    # A lone surrogate has no UTF-8 form; what stands for it here is its escape in JSON.
    write_atomic(folder / f"{proposal.id}.json", content.encode("utf-8", "backslashreplace"))
