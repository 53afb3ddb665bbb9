"""What a memory file amounts to: clean, damaged, no text at all, or nothing that can be read."""

from msgspec import Struct

from silcrow.curated.drift import find_drift
from silcrow.curated.entry_format import NotText, Parsed, parse, parse_entries
from silcrow.curated.last_state import compare_with_last
from silcrow.curated.states import Drift
from silcrow.curated.store_file import FileRead, Missing, Unreadable


class Clean(Struct, frozen=True):
    parsed: Parsed


class Damaged(Struct, frozen=True):
    parsed: Parsed
    drifts: tuple[Drift, ...]
    """At least one, the gravest first."""


Verdict = Clean | Damaged | NotText | Unreadable


def examine(read: FileRead, limit: int, last: bytes | None) -> Verdict:
    """Judge what was read by its bytes and, where they are known, by the bytes of its last known state.

    Bytes that equal the last state are clean whatever they hold: silcrow wrote them, or a person accepted them.
    A missing file is an empty store.
    """
    if isinstance(read, Unreadable):
        return read
    if isinstance(read, Missing):
        return Clean(parse_entries(()))
    parsed = parse(read.data)
    if isinstance(parsed, NotText):
        return parsed
    if read.data == last:
        return Clean(parsed)
    before = parse(last) if last is not None else None
    if before is None or isinstance(before, NotText):
        drifts = find_drift(parsed, limit)
    else:
        drifts = (*find_drift(parsed, limit, frozenset(before.entries)), *compare_with_last(parsed, before))
    return Damaged(parsed, drifts) if drifts else Clean(parsed)
