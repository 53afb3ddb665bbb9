"""The changes themselves, on lists of entries: pure, so that one rule serves store, batches and plans.

Each takes the entries as read and texts that passed the gate, and answers with the new list or with the failure.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from silcrow.curated import refusals
from silcrow.curated.drift import find_drift_between
from silcrow.curated.entry_format import joined_length, parse_entries
from silcrow.curated.matching import find_entry
from silcrow.curated.results import Failure, Target, Usage
from silcrow.curated.similar import similar_entries


class Outcome(Struct, frozen=True):
    """What an operation makes of the entries."""

    entries: tuple[str, ...]
    message: str
    touched: int | None = None
    """Number of the entry, from 1 in the old list, that was replaced or removed."""
    replaced: str | None = None
    similar: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict[str, str])
    """Which old text became which new one, so that what is kept beside an entry stays with it."""
    pinned: tuple[str, ...] = ()
    """Entries that were pinned when they went, and come back so."""
    content: bytes | None = None
    """What the file is to hold, where that is not the canonical form of the entries."""
    notes: tuple[str, ...] = ()
    accepted: bool = True
    """These bytes are known to be sound. Without it they are judged at the next look like anybody else's."""


def add_entry(
    target: Target, entries: Sequence[str], content: str, limit: int, notes: tuple[str, ...] = ()
) -> Outcome | Failure:
    """Append an entry. An exact duplicate is a success that changes nothing."""
    return judged(target, entries, appended(entries, content, notes), limit)


def replace_entry(
    target: Target, entries: Sequence[str], old_text: str, content: str, limit: int, notes: tuple[str, ...] = ()
) -> Outcome | Failure:
    """Put a new text in the place of the whole entry that ``old_text`` names."""
    return judged(target, entries, swapped(target, entries, old_text, content, limit, notes), limit)


def remove_entry(target: Target, entries: Sequence[str], old_text: str, limit: int) -> Outcome | Failure:
    """Take out the whole entry that ``old_text`` names."""
    place = find_place(target, entries, old_text, limit)
    if isinstance(place, Failure):
        return place
    after = (*entries[:place], *entries[place + 1 :])
    return Outcome(after, f"Removed entry {place + 1:,}.", place + 1, entries[place])


def merge_entries(
    target: Target,
    entries: Sequence[str],
    old_texts: Sequence[str],
    content: str,
    limit: int,
    notes: tuple[str, ...] = (),
) -> Outcome | Failure:
    """Put one text in the place of several entries, where the first of them was."""
    places: list[int] = []
    for old_text in old_texts:
        place = find_place(target, entries, old_text, limit)
        if isinstance(place, Failure):
            return place
        places.append(place)
    merged = sorted(set(places))
    if len(merged) < _FEWEST_TO_MERGE:
        return refusals.nothing_to_merge(target)
    rest = [(content if place == merged[0] else entry) for place, entry in enumerate(entries) if _stays(place, merged)]
    after = tuple(dict.fromkeys(rest))
    freed = joined_length(entries) - joined_length(after)
    words = f"{freed:,} chars freed" if freed >= 0 else f"{-freed:,} chars more"
    renamed = {entries[place]: content for place in merged}
    outcome = Outcome(after, f"Merged {len(merged):,} into 1, {words}.", renamed=renamed, notes=notes)
    return judged(target, entries, outcome, limit)


def appended(entries: Sequence[str], content: str, notes: tuple[str, ...] = ()) -> Outcome:
    """The entries with one more, not judged yet."""
    if content in entries:
        return Outcome(tuple(entries), f"Already there as entry {entries.index(content) + 1:,}; nothing was changed.")
    after = (*entries, content)
    similar = similar_entries(entries, content)
    return Outcome(after, f"Added as entry {len(after):,}.", similar=similar, notes=notes)


def swapped(
    target: Target, entries: Sequence[str], old_text: str, content: str, limit: int, notes: tuple[str, ...] = ()
) -> Outcome | Failure:
    """The entries with a new text for an old one, not judged yet."""
    place = find_place(target, entries, old_text, limit)
    if isinstance(place, Failure):
        return place
    old = entries[place]
    if content == old:
        return Outcome(tuple(entries), f"Entry {place + 1:,} already reads so; nothing was changed.", replaced=old)
    after = (*entries[:place], content, *entries[place + 1 :])
    others = [*entries[:place], *entries[place + 1 :]]
    if content in others:
        twin = entries.index(content) + 1
        message = f"Replaced entry {place + 1:,}. The new text equals entry {twin:,}: the two are one now."
        return Outcome(tuple(dict.fromkeys(after)), message, place + 1, old, renamed={old: content}, notes=notes)
    similar = similar_entries(others, content)
    return Outcome(after, f"Replaced entry {place + 1:,}.", place + 1, old, similar, {old: content}, notes=notes)


def judged(target: Target, before: Sequence[str], outcome: Outcome | Failure, limit: int) -> Outcome | Failure:
    """The outcome, unless the store would grow past its limit or could be taken for damaged."""
    if isinstance(outcome, Failure) or outcome.entries == tuple(before):
        return outcome
    refusal = refuse_growth(target, before, outcome.entries, limit) or refuse_damage(target, before, outcome.entries)
    return refusal or outcome


_FEWEST_TO_MERGE = 2


def _stays(place: int, merged: Sequence[int]) -> bool:
    return place == merged[0] or place not in merged


def find_place(target: Target, entries: Sequence[str], old_text: str, limit: int) -> int | Failure:
    """The place, from 0, of the one entry that a text names."""
    match = find_entry(entries, old_text)
    if match.place is not None:
        return match.place
    if match.places:
        return refusals.ambiguous(target, old_text, [entries[place] for place in match.places])
    return refusals.no_match(target, old_text, entries, Usage(joined_length(entries), limit))


def refuse_growth(target: Target, before: Sequence[str], after: Sequence[str], limit: int) -> Failure | None:
    """Past the limit a store may only become smaller, or keep its size."""
    wanted = joined_length(after)
    if wanted <= limit:
        return None
    used = joined_length(before)
    if wanted <= used:
        return None
    return refusals.over_limit(target, before, Usage(used, limit), needed=wanted - used)


def refuse_damage(target: Target, before: Sequence[str], after: Sequence[str]) -> Failure | None:
    """Refuse a list that a reader of the bare file would take for damage, as the one before was not."""
    found = find_drift_between(parse_entries(after))
    if not found:
        return None
    old = {drift.check for drift in find_drift_between(parse_entries(before))}
    return next((refusals.passes_for_damage(target, drift) for drift in found if drift.check not in old), None)
