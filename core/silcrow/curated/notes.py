"""Harmless oddities of a memory file, in words for people."""

import os
from collections.abc import Sequence

from silcrow.curated.entry_format import NotText, Parsed, join, parse
from silcrow.curated.pins import BrokenPins
from silcrow.curated.screening import Screen
from silcrow.curated.states import Entry
from silcrow.curated.store_file import Content, FileRead, Missing, StoreFile
from silcrow.text import utf16_length


def tidied_by_a_write(parsed: Parsed) -> tuple[str, ...]:
    """What the next write puts in order without losing anything."""
    notes: list[str] = []
    if parsed.byte_order_mark:
        notes.append("byte-order mark")
    if parsed.line_ends:
        notes.append(f"{' and '.join(parsed.line_ends)} line ends")
    if parsed.duplicates:
        notes.append(_count(parsed.duplicates, "duplicate entry folded", "duplicate entries folded"))
    if parsed.empty_parts:
        notes.append(_count(parsed.empty_parts, "blank entry dropped", "blank entries dropped"))
    return tuple(notes)


def too_long_elsewhere(entries: tuple[str, ...], limit: int) -> tuple[str, ...]:
    """A note when the text fits, but not for programs that count UTF-16 units as JavaScript does."""
    if all(map(str.isascii, entries)):
        return ()
    text = join(entries)
    units = utf16_length(text)
    if len(text) <= limit < units:
        return (f"over the limit for programs that count UTF-16 units: {units:,}/{limit:,}",)
    return ()


def place_notes(file: StoreFile, read: FileRead, last: bytes | None) -> tuple[str, ...]:
    """Where the file really is, or that it is gone."""
    if isinstance(read, Content):
        return (f"link to {read.real}",) if file.path.is_symlink() else ()
    if isinstance(read, Missing) and last:
        before = parse(last)
        number = 0 if isinstance(before, NotText) else len(before.entries)
        return (f"file missing; {_count(number, 'entry was', 'entries were')} in it",) if number else ()
    return ()


def editor_notes(file: StoreFile) -> tuple[str, ...]:
    """A note for the swap or lock file that an editor keeps while it has the file open."""
    for pattern in _WHILE_OPEN:
        name = pattern.format(file.name)
        if os.path.lexists(file.folder / name):
            return (f"open in an editor ({name})",)
    return ()


_WHILE_OPEN = (".{}.swp", ".{}.swo", ".#{}", "#{}#", ".{}.kate-swp", ".~lock.{}#")


def broken_pins(pins: object) -> tuple[str, ...]:
    """Which entries are pinned is not known."""
    if not isinstance(pins, BrokenPins):
        return ()
    return (f"the pins can't be read ({pins.path}: {pins.why}), so tools and workers may only add entries",)


def broken_acknowledgements(screen: Screen, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Entries are kept out of the prompt, and whether a person accepted them is not known."""
    if not any(entry.blocked for entry in entries):
        return ()
    problem = screen.acknowledgements.problem()
    return (f"what was accepted can't be read ({problem}), so nothing counts as accepted",) if problem else ()


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
