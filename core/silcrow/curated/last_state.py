"""Drift that shows only beside the last known entries of the file.

A shell append, a lost delimiter or a cut-off copy leaves bytes that look like any other memory file. What gives them
away is an entry that silcrow knew, that is gone, and that now stands inside another one. Hand edits that extend,
shorten, merge or rewrite entries are honest: the rules below ask for a seam that nobody would write.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import islice, pairwise

from msgspec import Struct

from silcrow.curated.drift import drift_at, heading_places, unsplit_entry
from silcrow.curated.entry_format import Parsed, Part, strip
from silcrow.curated.seams import glued_before, glued_behind, glued_to_entries, separates_nothing
from silcrow.curated.states import Drift, DriftCheck

BESIDE_THE_LAST_STATE: frozenset[DriftCheck] = frozenset({"glued", "lost_delimiter", "truncated", "emptied"})
"""Checks that nothing raises when no last state is known."""

_TELLING_LENGTH = 3
"""Code points from which an old entry inside another text is more than chance."""


def compare_with_last(parsed: Parsed, last: Parsed) -> tuple[Drift, ...]:
    """What the file lost or ran together since the last known state, in the order of the checks."""
    pair = _Pair(parsed, last)
    return (*_unsplit(pair), *_glued(pair), *_lost_delimiter(pair), *_truncated(pair), *_emptied(pair))


class _Pair(Struct, frozen=True, dict=True):
    now: Parsed
    last: Parsed

    @cached_property
    def fresh(self) -> tuple[tuple[int, Part], ...]:
        """Entries that were not there before, with their numbers."""
        known = set(self.last.entries)
        return tuple((number, part) for number, part in enumerate(self.now.parts, 1) if part.text not in known)

    @cached_property
    def vanished(self) -> tuple[str, ...]:
        """Entries that are not there any more, very short ones left out."""
        present = set(self.now.entries)
        return tuple(entry for entry in self.last.entries if entry not in present and len(entry) >= _TELLING_LENGTH)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {entry: place for place, entry in reversed(tuple(enumerate(self.vanished)))}

    @cached_property
    def _by_length(self) -> tuple[str, ...]:
        return tuple(sorted(self.vanished, key=len))

    @cached_property
    def _lengths(self) -> tuple[int, ...]:
        return tuple(sorted({len(entry) for entry in self.vanished}))

    def vanished_at_an_end(self, text: str) -> list[str]:
        """Those of `vanished` that the text begins with, and the first entry of all; in their order.

        Found without a look at each: a large file may have been rewritten as a whole.
        """
        starts = (text[:length] for length in self._lengths[: bisect_right(self._lengths, len(text))])
        found = {start for start in (*starts, *self.last.entries[:1]) if start in self._places}
        return sorted(found, key=self._places.__getitem__)

    def may_hold_two(self, text: str) -> bool:
        """Two vanished entries can stand in the text without overlapping."""
        if len(self._by_length) < 2:
            return False
        room = len(text) - len(self._by_length[0])
        short = self._by_length[: bisect_right(self._by_length, room, key=len)]
        return len(tuple(islice((entry for entry in short if entry in text), 2))) == 2


def _unsplit(pair: _Pair) -> Iterator[Drift]:
    if len(pair.now.parts) == 1:
        return  # The bytes alone tell that.
    for number, part in pair.fresh:
        headings = heading_places(part)
        if len(headings) > 1:
            yield unsplit_entry(number, part, headings)


def _glued(pair: _Pair) -> Iterator[Drift]:
    numbers_of_fresh = {number for number, _ in pair.fresh}
    for number, part in pair.fresh:
        for entry in pair.vanished_at_an_end(part.text):
            more_follows = entry == pair.last.entries[-1] and number + 1 in numbers_of_fresh
            seam = _seam(part.text, entry, first=entry == pair.last.entries[0], more_follows=more_follows)
            if seam is not None:
                message = f"entry {number:,} is a known entry with other text glued to it, as by a shell append."
                yield _at_seam(part, number, seam, "glued", message)
                break


def _seam(text: str, entry: str, *, first: bool, more_follows: bool) -> int | None:
    """Where in the text other words are glued to the entry."""
    if text.startswith(entry):
        rest = text[len(entry) :]
        if glued_behind(entry, rest) or (more_follows and glued_to_entries(rest)):
            return len(entry)
    if first and text.endswith(entry) and glued_before(text[: -len(entry)]):
        return len(text) - len(entry)
    return None


def _lost_delimiter(pair: _Pair) -> Iterator[Drift]:
    for number, part in pair.fresh:
        if not pair.may_hold_two(part.text):
            continue
        spans = sorted((place, place + len(entry)) for entry in pair.vanished if (place := part.text.find(entry)) >= 0)
        for (_, end), (start, _) in pairwise(spans):
            if end <= start and separates_nothing(part.text[end:start]):
                message = f"entry {number:,} is two known entries without the delimiter between them."
                yield _at_seam(part, number, end, "lost_delimiter", message)
                break


def _truncated(pair: _Pair) -> Iterator[Drift]:
    now, last = strip(pair.now.text), strip(pair.last.text)
    if not now or now == last or not last.startswith(now) or not pair.fresh:
        return
    number, part = pair.fresh[-1]
    entries_gone = len(pair.now.parts) < len(pair.last.parts)
    word_cut = now[-1].isalnum() and last[len(now)].isalnum()
    if entries_gone or word_cut:
        gone = len(pair.last.parts) - len(pair.now.parts)
        rest = f" and {gone:,} entries after it are gone" if entries_gone else ""
        yield _at_seam(part, number, len(part.text), "truncated", f"entry {number:,} is cut off{rest}.")


def _emptied(pair: _Pair) -> Iterator[Drift]:
    if pair.now.blank and len(pair.last.parts) > 1:
        yield Drift("emptied", f"the file is blank, and {len(pair.last.parts):,} entries were in it.")


def _at_seam(part: Part, number: int, seam: int, check: DriftCheck, message: str) -> Drift:
    line = part.line + part.text.count("\n", 0, seam)
    return drift_at(check, message, number, part, offset=part.offset + seam, line=line)
