"""What taking a change back makes of a file: the bytes before it, else its entries one by one. Pure."""

from collections.abc import Sequence
from typing import Any, cast

from silcrow.curated.changes import Change
from silcrow.curated.entry_format import NotText, parse
from silcrow.curated.examination import Damaged, examine
from silcrow.curated.history_refusals import cannot_undo, unreadable_for_undo
from silcrow.curated.operations import Outcome
from silcrow.curated.results import Failure
from silcrow.curated.seen import Seen
from silcrow.curated.store_file import Content


def reverse(seen: Seen, change: Change, before: bytes | None) -> Outcome | Failure:
    """Take back a change of the file as it is now.

    ``before`` are the bytes before the change, None when they are lost. If the file is as the change left it, they are
    put back as they were, spelling and damage included. Else what came goes, and what went comes back near its old
    neighbours; if something that came is no longer there, both texts are shown and nothing is done.
    """
    if before is not None and seen.sha256 == change.after_hash:
        return _bytes_back(seen, change, before)
    if isinstance(seen.verdict, NotText):
        return unreadable_for_undo(seen.file.target, change)
    return _entries_back(seen, change, before)


def _bytes_back(seen: Seen, change: Change, before: bytes) -> Outcome:
    parsed = parse(before)
    if isinstance(parsed, NotText):
        entries, notes = (), (f"the file is again as it was: {parsed}",)
    else:
        entries, notes = parsed.entries, _damage_notes(seen, before)
    return Outcome(
        entries,
        _message(change),
        notes=notes,
        content=before,
        # Damage that comes back must show again, so these bytes are not taken for a known state.
        accepted=not change.damaged_before,
        **_pins(change),
    )


def _entries_back(seen: Seen, change: Change, before: bytes | None) -> Outcome | Failure:
    live = seen.entries
    if not (change.old or change.new) or any(text not in live for text in change.new):
        return cannot_undo(seen.file.target, change, live)
    parsed = parse(before) if before is not None else None
    order = parsed.entries if parsed is not None and not isinstance(parsed, NotText) else change.old
    entries = put_back([text for text in live if text not in change.new], change.old, order, _first_place(live, change))
    notes = ("the file changed since, so only these entries were put back",)
    return Outcome(entries, _message(change), notes=notes, accepted=not seen.damaged, **_pins(change))


def put_back(entries: Sequence[str], texts: Sequence[str], order: Sequence[str], place: int) -> tuple[str, ...]:
    """Insert texts behind the entry that stood before them in ``order``; else at ``place``. None twice."""
    result = list(entries)
    for text in texts:
        if text in result:
            continue
        earlier = order[: order.index(text)] if text in order else ()
        neighbour = next((each for each in reversed(earlier) if each in result), None)
        at = result.index(neighbour) + 1 if neighbour is not None else 0 if text in order else place
        result.insert(at, text)
    return tuple(result)


def _first_place(live: Sequence[str], change: Change) -> int:
    return min((live.index(text) for text in change.new), default=len(live))


def _damage_notes(seen: Seen, before: bytes) -> tuple[str, ...]:
    verdict = examine(Content(seen.file.path, before), seen.file.limit, None)
    if isinstance(verdict, Damaged):
        return (f"the file is again as it was, damage included: {verdict.drifts[0].message}",)
    return ()


def _message(change: Change) -> str:
    return f"Undone: {described(change)}."


def described(change: Change) -> str:
    """A change in a few words: what was done, and the beginning of its text."""
    verb = _VERBS.get(change.operation, change.operation)
    if change.operation in ("undo", "redo"):
        return verb
    texts = change.new if change.new and not change.old else change.old
    if not texts:
        return verb
    start = texts[0].split("\n", 1)[0]
    start = start if len(start) <= _START else start[:_START] + "…"
    more = f" and {len(texts) - 1:,} more" if len(texts) > 1 else ""
    return f"{verb} “{start}”{more}"


_START = 40
_VERBS = {
    "add": "added",
    "replace": "changed",
    "remove": "removed",
    "merge": "merged",
    "move": "moved",
    "tidy": "tidied the file",
    "batch": "a batch with",
    "recover": "a repair with",
    "rewrite": "a rewrite with",
    "import": "imported",
    "restore": "restored",
    "edit": "an outside change of",
    "undo": "an undo",
    "redo": "a redo",
}


def _pins(change: Change) -> dict[str, Any]:
    unpinned = change.details.get("unpinned")
    moved = change.details.get("pinsMoved")
    texts = cast("list[object]", unpinned) if isinstance(unpinned, list) else []
    pairs = cast("dict[object, object]", moved) if isinstance(moved, dict) else {}
    return {
        "pinned": tuple(text for text in texts if isinstance(text, str)),
        "renamed": {new: old for old, new in pairs.items() if isinstance(old, str) and isinstance(new, str)},
    }
