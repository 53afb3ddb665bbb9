"""Which entry a text names: equality first, then a part of exactly one entry. Never a guess."""

import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from silcrow.text import whole_characters

PREVIEW_LENGTH = 80
"""Code points of an entry that an ambiguous answer shows."""
NEAREST_SHOWN = 3
_COMPARED_LENGTH = 2_000
"""Code points of a text that are enough to find what it resembles."""


class Match(Struct, frozen=True):
    """Places of the entries that the text names, from 0; exactly one is a hit."""

    places: tuple[int, ...]

    @property
    def place(self) -> int | None:
        return self.places[0] if len(self.places) == 1 else None


def find_entry(entries: Sequence[str], text: str) -> Match:
    """An entry equal to the text wins; else the entries that contain it, case-sensitively.

    Tried on the raw text first, then on its NFC form, so that composed and decomposed accents meet.
    """
    for form in (_as_it_is, _nfc):
        wanted = form(text)
        formed = [form(entry) for entry in entries]
        equal = tuple(place for place, entry in enumerate(formed) if entry == wanted)
        places = equal[:1] or tuple(place for place, entry in enumerate(formed) if wanted in entry)
        if places:
            return Match(places)
    return Match(())


def preview(entry: str) -> str:
    """The first 80 code points, fewer where they would end inside a character, with ``...`` for what was left out."""
    return entry if len(entry) <= PREVIEW_LENGTH else whole_characters(entry, PREVIEW_LENGTH) + "..."


def nearest_entries(entries: Sequence[str], text: str) -> tuple[str, ...]:
    """The entries most like the text, best first, in full."""
    from rapidfuzz import fuzz, process, utils

    ranked = process.extract(
        text[:_COMPARED_LENGTH], list(entries), scorer=fuzz.WRatio, processor=utils.default_process, limit=NEAREST_SHOWN
    )
    return tuple(entry for entry, _, _ in ranked)


def _as_it_is(text: str) -> str:
    return text


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
