"""Taking changes back, and bringing back what a change took away."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from silcrow.curated import history_refusals, refusals
from silcrow.curated.actors import Actor
from silcrow.curated.changes import Change, Intent
from silcrow.curated.changing import change_all, change_one
from silcrow.curated.entry_format import NotText, parse
from silcrow.curated.history import new_change_id
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.operations import Outcome, refuse_damage, refuse_growth
from silcrow.curated.results import Failure, Result, Success, Target
from silcrow.curated.reversal import described, put_back, reverse
from silcrow.curated.screening import RefusedRow
from silcrow.curated.seen import Seen
from silcrow.curated.store_file import RESOLVED_FOLDER
from silcrow.curated.undo_order import REDO, UNDO, next_redo, next_undo, parts_of


def undo(folder: MemoryFolder, change_id: str | None, actor: Actor) -> Result:
    """See `MemoryStore.undo`."""
    change = _named(folder, change_id) if change_id is not None else next_undo(folder.history.changes())
    if change is None:
        problem = folder.history.problem()
        return history_refusals.unreadable(problem) if problem else history_refusals.nothing_to_undo()
    if isinstance(change, Failure):
        return change
    return _take_back(folder, change, REDO if change.operation == UNDO else UNDO, actor)


def redo(folder: MemoryFolder, actor: Actor) -> Result:
    """See `MemoryStore.redo`."""
    change = next_redo(folder.history.changes())
    return history_refusals.nothing_to_redo() if change is None else _take_back(folder, change, REDO, actor)


def restore_change(folder: MemoryFolder, change_id: str, actor: Actor) -> Result:
    """Bring back the entries that a change took away."""
    change = _named(folder, change_id)
    if isinstance(change, Failure):
        return change
    order = entries_before(folder, change) or change.old
    return restore_texts(folder, change.target, change.old, order, actor)


def restore_whole(folder: MemoryFolder, change_id: str, actor: Actor) -> Result:
    """Bring back all entries of the file as it was before a change."""
    change = _named(folder, change_id)
    if isinstance(change, Failure):
        return change
    entries = entries_before(folder, change)
    if entries is None:
        return history_refusals.content_lost(change.target, change)
    admitted = folder.screen.admit_all(entries)
    if isinstance(admitted, RefusedRow):
        return refusals.refused_row(change.target, admitted)
    texts = tuple(dict.fromkeys(admitted))
    file = folder.files[change.target]

    def operation(live: tuple[str, ...]) -> Outcome | Failure:
        refusal = refuse_growth(file.target, live, texts, file.limit) or refuse_damage(file.target, live, texts)
        return refusal or Outcome(texts, f"Back to before it was {described(change)}.")

    return change_one(folder, file, operation, Intent("restore", actor))


def restore_texts(
    folder: MemoryFolder, target: Target, texts: Sequence[str], order: Sequence[str], actor: Actor
) -> Result:
    """Bring entries back near their old neighbours, through the gate. Those that are there already stay."""
    admitted = folder.screen.admit_all(texts)
    if isinstance(admitted, RefusedRow):
        return refusals.refused_row(target, admitted)
    file = folder.files[target]

    def operation(live: tuple[str, ...]) -> Outcome | Failure:
        after = put_back(live, admitted, order, len(live))
        count = len(after) - len(live)
        if not count:
            return Outcome(live, "Nothing to restore: it is all there.")
        refusal = refuse_growth(target, live, after, file.limit) or refuse_damage(target, live, after)
        return refusal or Outcome(after, f"Restored {count:,} {'entry' if count == 1 else 'entries'}.")

    return change_one(folder, file, operation, Intent("restore", actor))


def find_vanished(folder: MemoryFolder, text: str) -> Change | None:
    """The newest change that took away an entry with just this text."""
    return next((change for change in reversed(folder.history.changes()) if text in change.old), None)


_LOST = "lost"
"""Names no content."""


def entries_before(folder: MemoryFolder, change: Change) -> tuple[str, ...] | None:
    """The entries of the file before a change; None when its bytes are lost or were no text."""
    content = folder.history.content(change.before_hash)
    parsed = parse(content) if content is not None else None
    return None if parsed is None or isinstance(parsed, NotText) else parsed.entries


def _named(folder: MemoryFolder, change_id: str) -> Change | Failure:
    found = folder.history.find(change_id)
    if len(found) == 1:
        return found[0]
    problem = folder.history.problem()
    if problem and not found:
        return history_refusals.unreadable(problem)
    return history_refusals.no_such_change(change_id, [change.id for change in found])


def _take_back(folder: MemoryFolder, change: Change, operation: str, actor: Actor) -> Result:
    parts = _by_target(parts_of(folder.history.changes(), change))
    # What was written last goes first, so that an entry that moved is never in no file.
    parts.reverse()
    files = tuple(folder.files[part.target] for part in parts)
    before = {part.target: folder.history.content(part.before_hash) for part in parts}
    action = new_change_id() if len(parts) > 1 else None

    def plan(seen: tuple[Seen, ...]) -> tuple[Outcome, ...] | Failure:
        outcomes: list[Outcome] = []
        for each, part in zip(seen, parts, strict=True):
            outcome = reverse(each, part, before[part.target])
            if isinstance(outcome, Failure):
                return outcome
            found = (note for text in part.old for note in folder.screen.judge(text).notes)
            outcomes.append(replace(outcome, notes=(*outcome.notes, *found)))
        return tuple(outcomes)

    intent = Intent(operation, actor, undoes=change.id, action=action)
    moved = _moved(folder, change)
    answer = change_all(
        folder, files, plan, intent, over_damage=True, after_write=(lambda: _move_all_back(moved)) if moved else None
    )
    if isinstance(answer, Failure):
        return answer
    return _first_written(answer, change)


def _first_written(answers: tuple[Success, ...], change: Change) -> Success:
    return next((answer for answer in answers if answer.target == change.target), answers[0])


def _by_target(parts: tuple[Change, ...]) -> list[Change]:
    """The parts of one action, those of one file as a single change."""
    merged: dict[Target, Change] = {}
    for part in parts:
        first = merged.pop(part.target, None)
        merged[part.target] = part if first is None else _joined(first, part)
    return list(merged.values())


def _joined(first: Change, second: Change) -> Change:
    old = [*first.old, *(text for text in second.old if text not in first.new)]
    new = [*(text for text in first.new if text not in second.old), *second.new]
    in_a_row = first.after_hash == second.before_hash
    return replace(
        second,
        old=tuple(text for text in old if text not in new),
        new=tuple(text for text in new if text not in old),
        # With a change of somebody else in between, only the entries can be put back.
        before_hash=first.before_hash if in_a_row else _LOST,
        details={**second.details, **first.details},
    )


def _moved(folder: MemoryFolder, change: Change) -> tuple[tuple[Path, Path], ...]:
    """Where backups that moved with the change are, and where they were. Only backups, only between their places."""
    more = change.details.get("alsoMoved")
    records = [change.details.get("moved"), *(cast("list[object]", more) if isinstance(more, list) else ())]
    places = (folder.path, folder.path / RESOLVED_FOLDER)
    start = f"{folder.files[change.target].name}.bak."
    moved: list[tuple[Path, Path]] = []
    for record in records:
        fields = cast("dict[str, Any]", record) if isinstance(record, dict) else {}
        there, back = Path(str(fields.get("to"))), Path(str(fields.get("from")))
        if all(path.parent in places and path.name.startswith(start) for path in (there, back)):
            moved.append((there, back))
    return tuple(moved)


def _move_all_back(moved: Sequence[tuple[Path, Path]]) -> dict[str, Any]:
    done = [record for there, back in moved if (record := _move_back(there, back)) is not None]
    return {"moved": done[0], **({"alsoMoved": done[1:]} if len(done) > 1 else {})} if done else {}


def _move_back(there: Path, back: Path) -> dict[str, str] | None:
    if there.is_symlink() or not there.is_file() or back.exists():
        return None
    try:
        back.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        there.rename(back)
    except OSError:
        return None
    return {"from": str(there), "to": str(back)}
