"""When a change may touch a damaged file: only if it takes the damage out, and nothing else with it."""

from silcrow.curated.drift import find_drift, heading_places
from silcrow.curated.entry_format import NotText, Part, parse, parse_entries
from silcrow.curated.examination import Damaged
from silcrow.curated.operations import Outcome

_TELLING_LENGTH = 4
"""Code points from which an old entry inside a longer text is more than chance."""


def mends(damage: Damaged, change: Outcome, limit: int, last: bytes | None) -> bool:
    """Whether the change removes or shortens the one entry that is too long, and leaves a clean file.

    An entry that looks like several is left to a person: whoever names a part of it may not know of the rest.
    """
    if change.touched is None or any(
        drift.check != "oversize" or drift.entry != change.touched for drift in damage.drifts
    ):
        return False
    known = _entries_of(last)
    if _looks_like_several(damage.parsed.parts[change.touched - 1], set(known) - set(damage.parsed.entries)):
        return False
    # Whatever stands there now is no longer than the limit, so it is shorter than what it replaces.
    return not find_drift(parse_entries(change.entries), limit, frozenset(known))


def _entries_of(last: bytes | None) -> tuple[str, ...]:
    parsed = parse(last) if last is not None else None
    return () if parsed is None or isinstance(parsed, NotText) else parsed.entries


def _looks_like_several(part: Part, vanished: set[str]) -> bool:
    if any(offset > part.offset for _, offset in heading_places(part)):
        return True
    return any(
        len(entry) >= _TELLING_LENGTH
        and (part.text.startswith(entry) or part.text.endswith(entry) or f"\n{entry}\n" in part.text)
        for entry in vanished
    )
