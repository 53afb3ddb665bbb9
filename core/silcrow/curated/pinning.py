"""Setting and taking away pins."""

from collections.abc import Callable

from silcrow.curated import file_refusals, refusals
from silcrow.curated.entry_format import joined_length, strip, unify_line_ends
from silcrow.curated.invisible import shows_nothing
from silcrow.curated.memory_folder import MemoryFolder
from silcrow.curated.operations import find_place
from silcrow.curated.pins import Pin, read_pins, write_pins
from silcrow.curated.results import Failure, Result, Success, Usage
from silcrow.curated.seen import look_at
from silcrow.curated.store_file import StoreFile, Unreadable
from silcrow.files import LockBusy, hold_lock

_Decide = Callable[[tuple[str, ...], tuple[Pin, ...]], tuple[str, tuple[Pin, ...]] | Failure]


def pin(folder: MemoryFolder, file: StoreFile, text: str) -> Result:
    """See `MemoryStore.pin`."""
    named = strip(unify_line_ends(text))
    if shows_nothing(named):
        return refusals.empty_reference(file.target)

    def decide(entries: tuple[str, ...], pins: tuple[Pin, ...]) -> tuple[str, tuple[Pin, ...]] | Failure:
        place = find_place(file.target, entries, named, file.limit)
        if isinstance(place, Failure):
            return place
        entry = entries[place]
        if any(each.text == entry for each in pins):
            return f"Entry {place + 1:,} is pinned already.", pins
        return f"Pinned entry {place + 1:,}. Other programs can still change it.", (
            *pins,
            Pin(file.target, entry, folder.clock()),
        )

    return _change_pins(folder, file, decide)


def unpin(folder: MemoryFolder, file: StoreFile, text: str) -> Result:
    """See `MemoryStore.unpin`."""
    named = strip(unify_line_ends(text))
    if shows_nothing(named):
        return refusals.empty_reference(file.target)

    def decide(_: tuple[str, ...], pins: tuple[Pin, ...]) -> tuple[str, tuple[Pin, ...]] | Failure:
        place = find_place(file.target, [each.text for each in pins], named, file.limit)
        if isinstance(place, Failure):
            return place
        return "Unpinned.", (*pins[:place], *pins[place + 1 :])

    return _change_pins(folder, file, decide)


def _change_pins(folder: MemoryFolder, file: StoreFile, decide: _Decide) -> Result:
    try:
        with hold_lock(file.lock_path, timeout=folder.patience, purpose=f"pin in {file.name}"):
            seen = look_at(file)
            if isinstance(seen.verdict, Unreadable):
                return file_refusals.unreadable_now(file, seen.verdict.why)
            pins = read_pins(file)
            decided = decide(seen.entries, pins)
            if isinstance(decided, Failure):
                return decided
            message, after = decided
            kept = None
            if after != pins:
                kept = write_pins(file, after)
    except LockBusy as busy:
        holder = str(busy.holder) if busy.holder else "another program"
        return file_refusals.busy(file, holder, folder.patience)
    except OSError as error:
        return file_refusals.io_failed(file, error)
    notes = (f"the pins before could not be read; they are kept in {kept}",) if kept is not None else ()
    return Success(file.target, seen.entries, Usage(joined_length(seen.entries), file.limit), message, notes=notes)
