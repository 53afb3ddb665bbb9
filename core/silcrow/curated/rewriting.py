"""Replacing all entries of a file at once, for whoever worked them out from a known state of it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from silcrow.curated import refusals
from silcrow.curated.changes import Intent
from silcrow.curated.changing import change_all
from silcrow.curated.drift import find_drift
from silcrow.curated.entry_format import NotText, parse, parse_entries, serialise
from silcrow.curated.gate import Admitted, Refused
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.operations import Outcome, refuse_growth
from silcrow.curated.results import Failure, Result
from silcrow.curated.screening import RefusedRow
from silcrow.curated.seen import Seen
from silcrow.curated.store_file import StoreFile


def rewrite_entries(
    folder: MemoryFolder,
    file: StoreFile,
    entries: Sequence[str],
    intent: Intent,
    *,
    expected_sha256: str | None,
    allow_empty: bool = False,
    renamed: Mapping[str, str] | None = None,
    sound: Collection[str] = (),
    after_write: Callable[[], dict[str, Any]] | None = None,
) -> Result:
    """See `MemoryStore.rewrite`."""

    def plan(seen: tuple[Seen, ...]) -> tuple[Outcome, ...] | Failure:
        live = seen[0]
        if live.sha256 != expected_sha256:
            return refusals.stale_file(file.target, live.sha256)
        admitted = _admit_new(folder, entries, _entries_there(live))
        if isinstance(admitted, RefusedRow):
            return refusals.refused_row(file.target, admitted)
        texts = tuple(dict.fromkeys(admitted))
        if not texts and live.entries and not allow_empty:
            return refusals.would_empty(file.target, len(live.entries))
        refusal = refuse_growth(file.target, live.entries, texts, file.limit) or _refuse_damage(live, texts, sound)
        if refusal is not None:
            return refusal
        message = f"Rewritten: {len(texts):,} {'entry' if len(texts) == 1 else 'entries'}."
        return (Outcome(texts, message, renamed=renamed or {}, content=serialise(texts)),)

    answer = change_all(folder, (file,), plan, intent, over_damage=True, after_write=after_write)
    return answer if isinstance(answer, Failure) else answer[0]


def _entries_there(live: Seen) -> Collection[str]:
    """The entries of the file; of one with wrong bytes those that hold none."""
    if live.parsed is not None or live.data is None:
        return live.entries
    parsed = parse(live.data.decode("utf-8", "replace").encode("utf-8"))
    return () if isinstance(parsed, NotText) else parsed.entries


def _admit_new(folder: MemoryFolder, entries: Sequence[str], there: Collection[str]) -> tuple[str, ...] | RefusedRow:
    """The texts in stored form. One that stands in the file already stays, whatever the gate would say of it now."""
    known = frozenset(there)
    texts: list[str] = []
    for number, entry in enumerate(entries, start=1):
        admitted = Admitted(entry) if entry in known else folder.screen.admit(entry)
        if isinstance(admitted, Refused):
            return RefusedRow(number, admitted)
        texts.append(admitted.text)
    return tuple(texts)


def _refuse_damage(live: Seen, texts: tuple[str, ...], sound: Collection[str]) -> Failure | None:
    """Never leave a file that the next look would call damaged."""
    known = frozenset(sound)
    before = parse(live.last) if live.last is not None else None
    if before is not None and not isinstance(before, NotText):
        known |= frozenset(before.entries)
    found = find_drift(parse_entries(texts), live.file.limit, known)
    return refusals.passes_for_damage(live.file.target, found[0]) if found else None
