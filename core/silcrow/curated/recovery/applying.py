"""Carrying out a plan: one atomic write through the store's gate, and the backups move to their settled place."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from silcrow.curated.backups import find_same, keep_backup, list_backups
from silcrow.curated.file_refusals import busy, io_failed
from silcrow.curated.recovery.drafts import discard_draft
from silcrow.curated.recovery.obstacles import Obstacle, obstacles
from silcrow.curated.recovery.outcome import result_of
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.results import Code, Failure, Result, Success
from silcrow.curated.store_file import RESOLVED_FOLDER, Content, StoreFile, read_store_file
from silcrow.files import LockBusy, make_private_folder, read_bytes

if TYPE_CHECKING:
    from silcrow.curated.store import MemoryStore

OPERATION = "recover"
"""The name of the change in history."""


def apply_recovery(store: "MemoryStore", plan: RecoveryPlan, *, now: float) -> Result:
    """Write what the plan decided, if every line has its place and nothing changed since it was made.

    A live file that is damaged is first kept byte for byte. Afterwards the backups of what was decided on stand in the
    folder for settled ones. It is one change in history; undoing it moves a backup back. ``now`` is Unix seconds.
    """
    file = store.folder.file(plan.target)
    if file is None:
        raise ValueError(f"the plan is for {plan.target!r}")
    in_the_way = obstacles(plan)
    if in_the_way:
        return _stopped(plan, in_the_way)
    if _source_changed(plan):
        return _stale(plan, plan.stand.source)
    kept = _keep_damaged(plan, file, now)
    if isinstance(kept, Failure):
        return kept
    settle = _Settling(file, _to_settle(plan, file, kept))
    accepted = _acknowledge(store, file, plan, now)
    if isinstance(accepted, Failure):
        return accepted
    result = store.rewrite(
        plan.target,
        result_of(plan).texts,
        expected_sha256=plan.stand.live_sha256,
        operation=OPERATION,
        actor="recovery",
        allow_empty=True,
        renamed={entry.text: text for entry in plan.base if (text := plan.entry_text(entry.text)) != entry.text},
        sound=[entry.text for entry in plan.base],
        after_write=settle.run,
    )
    if isinstance(result, Failure):
        for text_hash in accepted:
            with contextlib.suppress(LockBusy, OSError):
                store.folder.screen.acknowledgements.revoke(text_hash)
        return result
    # Nothing to write when the entries are right as they are: then no change is recorded, and none has to move back.
    settle.run()
    discard_draft(store, plan)
    return _answer(plan, result, settle.moved)


def _stopped(plan: RecoveryPlan, in_the_way: Sequence[Obstacle]) -> Failure:
    first = in_the_way[0]
    more = f" ({len(in_the_way) - 1:,} more)" if len(in_the_way) > 1 else ""
    return Failure(
        first.code,
        f"{plan.file_name} was not changed: {first.words}{more}.",
        plan.target,
        usage=result_of(plan).usage,
        remediation=_WHAT_NOW.get(first.code, "Change that decision, then apply the plan again."),
        findings=tuple(finding.to_dict() for finding in first.findings),
        details={
            "obstacles": [
                {"code": obstacle.code, "piece": obstacle.piece, "words": obstacle.words} for obstacle in in_the_way
            ]
        },
    )


_WHAT_NOW: dict[Code, str] = {
    "invalid": "Decide on every part so that each of its lines has a place.",
    "over_limit": "Discard, shorten or merge parts until the rest fits.",
    "blocked": "Edit that part, discard it, or acknowledge exactly this text.",
}


def _source_changed(plan: RecoveryPlan) -> bool:
    try:
        return read_bytes(plan.stand.source) != plan.source_content
    except FileNotFoundError:
        return plan.source_content != b""
    except OSError:
        return True


def _stale(plan: RecoveryPlan, path: Path) -> Failure:
    return Failure(
        "stale",
        f"{plan.file_name} was not changed: {path} changed since the plan was made.",
        plan.target,
        remediation="Make the plan again; decisions on what is still there can be kept.",
    )


def _keep_damaged(plan: RecoveryPlan, file: StoreFile, now: float) -> Path | Failure | None:
    """A copy of a live file that reads as damaged; the plan takes it apart, so nothing but the copy has it whole."""
    if not plan.stand.damaged and not plan.stand.drifts and plan.stand.flaw is None:
        return None
    live = read_store_file(file.path)
    if not isinstance(live, Content):
        return None
    kept = keep_backup(file.path, live.data, now)
    if kept.path is None:
        return io_failed(file, OSError(None, kept.words.rstrip(".")))
    return Path(kept.path)


def _to_settle(plan: RecoveryPlan, file: StoreFile, kept: Path | None) -> tuple[Path, ...]:
    found = [plan.stand.backup, find_open_copy(file, plan.source_content), kept]
    return tuple(dict.fromkeys(path for path in found if path is not None and path.parent == file.folder))


def find_open_copy(file: StoreFile, content: bytes) -> Path | None:
    """The open backup with these bytes."""
    same = find_same(list_backups(file.folder, file.name), content)
    return same.path if same else None


def _acknowledge(store: "MemoryStore", file: StoreFile, plan: RecoveryPlan, now: float) -> tuple[str, ...] | Failure:
    """Let the acknowledged pieces pass the gate; the hashes of those that were not let through before."""
    screen = store.folder.screen
    hashes: list[str] = []
    for piece in plan.pieces:
        if piece.decision is None or piece.decision.kind != "acknowledged":
            continue
        screening = screen.judge(piece.text)
        if screening.blocked:
            try:
                made = screen.acknowledgements.add(piece.text, screening.scan.findings, now=now, by="recovery")
            except LockBusy as held:
                return busy(file, str(held.holder or "another program"), store.lock_timeout)
            except OSError as error:
                return io_failed(file, error)
            hashes.append(made.hash)
    return tuple(hashes)


class _Settling:
    """Moves backups out of the way, once."""

    def __init__(self, file: StoreFile, backups: Sequence[Path]) -> None:
        self._folder = file.folder / RESOLVED_FOLDER
        self._backups = backups
        self.moved: dict[str, str] | None = None

    def run(self) -> dict[str, Any]:
        """Move each backup; what history has to know to move the first one back."""
        if self.moved is not None:
            return {}
        self.moved = {}
        for backup in self._backups:
            # A backup that stays where it is costs a row in a list; the change is written already.
            with contextlib.suppress(OSError):
                self.moved[str(backup)] = str(_move(backup, self._folder))
        pairs = [{"from": old, "to": new} for old, new in self.moved.items()]
        return {"moved": pairs[0], "alsoMoved": pairs[1:]} if len(pairs) > 1 else {"moved": pairs[0]} if pairs else {}


def _move(backup: Path, folder: Path) -> Path:
    """Under the lock of the file, so nobody else moves a backup of it; an older one of that name is never replaced."""
    make_private_folder(folder)
    number = 1
    place = folder / backup.name
    while True:
        if not os.path.lexists(place):
            backup.rename(place)
            return place
        number += 1
        place = folder / f"{backup.name.partition('-')[0]}-{number}"


def _answer(plan: RecoveryPlan, result: Success, moved: dict[str, str] | None) -> Success:
    notes = [f"the backup is kept as {place}" for place in (moved or {}).values()]
    count = len(result.entries)
    message = f"Recovered: {plan.file_name} has {count:,} {'entry' if count == 1 else 'entries'} now."
    return replace(result, message=message, notes=(*result.notes, *notes))
