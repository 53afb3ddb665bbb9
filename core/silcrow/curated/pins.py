"""Pins: entries that only a person may change through silcrow. Kept beside the files, never in them."""

import contextlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from silcrow.curated.results import Target
from silcrow.curated.store_file import StoreFile, os_words
from silcrow.files import read_bytes, set_aside, write_atomic


class Pin(Struct, frozen=True):
    """An entry that is pinned. Its full text is its identity."""

    target: Target
    text: str
    time: float
    """When it was pinned, unix seconds."""


class BrokenPins(Struct, frozen=True):
    """There are pins, but which ones can't be told. Not the same as none."""

    path: Path
    why: str


def look_at_pins(file: StoreFile) -> tuple[Pin, ...] | BrokenPins:
    """The pins of a file, oldest first, or why they can't be read."""
    path = file.pins_path
    if not os.access(path, os.F_OK, follow_symlinks=False):
        return ()
    try:
        return tuple(_pin(file.target, record) for record in _list_of(json.loads(read_bytes(path))))
    except OSError as error:
        return BrokenPins(path, os_words(error))
    except (ValueError, TypeError, RecursionError):
        return BrokenPins(path, "it is no list of pins")


def read_pins(file: StoreFile) -> tuple[Pin, ...]:
    """The pins that can be read, for showing; of a broken file none."""
    found = look_at_pins(file)
    return () if isinstance(found, BrokenPins) else found


def write_pins(file: StoreFile, pins: Iterable[Pin]) -> Path | None:
    """Replace the pins of a file; its lock must be held. Where a broken file is kept that was in the way.

    Raises OSError.
    """
    kept = set_aside(file.pins_path) if isinstance(look_at_pins(file), BrokenPins) else None
    records = [{"text": pin.text, "time": pin.time} for pin in pins]
    write_atomic(file.pins_path, json.dumps(records, ensure_ascii=False, indent=1).encode())
    return kept


def _list_of(document: object) -> list[Any]:
    if not isinstance(document, list):
        raise TypeError("no list")
    return cast("list[Any]", document)


def _pin(target: Target, record: Any) -> Pin:
    """Raises TypeError or ValueError for what is no pin."""
    fields = dict(cast("Mapping[str, Any]", record))
    text, time = fields.get("text"), fields.get("time")
    if not isinstance(text, str) or not isinstance(time, int | float):
        raise TypeError("no pin")
    return Pin(target, text, float(time))


class Followed(Struct, frozen=True):
    """Pins after a change of entries."""

    pins: tuple[Pin, ...]
    moved: Mapping[str, str]
    """Old text to new text."""
    dropped: tuple[str, ...]
    """Pinned texts that went with their entries."""


def follow(
    file: StoreFile, after: Iterable[str], renamed: Mapping[str, str], again: Iterable[str], now: float
) -> Followed | None:
    """Let the pins of a file go where their entries went: along with a new text, or away; and pin ``again`` what was.

    The file's lock must be held. None when no pins are touched. A pin that can't be written shows as lost later.
    """
    pins = look_at_pins(file)
    if isinstance(pins, BrokenPins) or not (pins or again):
        return None
    followed = _followed(pins, after, renamed, tuple(Pin(file.target, text, now) for text in again))
    if followed.pins == pins:
        return None
    with contextlib.suppress(OSError):
        write_pins(file, followed.pins)
    return followed


def _followed(
    pins: tuple[Pin, ...], after: Iterable[str], renamed: Mapping[str, str], again: tuple[Pin, ...]
) -> Followed:
    present = set(after)
    kept: dict[str, Pin] = {}
    moved: dict[str, str] = {}
    dropped: list[str] = []
    for pin in (*pins, *again):
        new = renamed.get(pin.text)
        if pin.text in present:
            kept.setdefault(pin.text, pin)
        elif new is not None and new in present:
            moved[pin.text] = new
            kept.setdefault(new, Pin(pin.target, new, pin.time))
        else:
            dropped.append(pin.text)
    return Followed(tuple(kept.values()), moved, tuple(dropped))
