"""Pins: entries that only a person may change through silcrow. Kept beside the files, never in them."""

import contextlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from silcrow.curated.results import Target
from silcrow.curated.store_file import StoreFile
from silcrow.files import read_bytes, write_atomic


@dataclass(frozen=True, slots=True)
class Pin:
    """An entry that is pinned. Its full text is its identity."""

    target: Target
    text: str
    time: float
    """When it was pinned, unix seconds."""


def read_pins(file: StoreFile) -> tuple[Pin, ...]:
    """The pins of a file, oldest first. A file that is broken holds none."""
    path = file.pins_path
    if not os.path.exists(path):  # noqa: PTH110 - runs at every write
        return ()
    try:
        found: Any = json.loads(read_bytes(path))
    except (OSError, ValueError, RecursionError):
        return ()
    pins: list[Pin] = []
    for each in cast("list[Any]", found) if isinstance(found, list) else []:
        if not isinstance(each, dict):
            continue
        fields = cast("dict[str, Any]", each)
        text, time = fields.get("text"), fields.get("time")
        if isinstance(text, str) and isinstance(time, int | float):
            pins.append(Pin(file.target, text, float(time)))
    return tuple(pins)


def write_pins(file: StoreFile, pins: Iterable[Pin]) -> None:
    """Replace the pins of a file; its lock must be held. Raises OSError."""
    records = [{"text": pin.text, "time": pin.time} for pin in pins]
    write_atomic(file.pins_path, json.dumps(records, ensure_ascii=False, indent=1).encode())


@dataclass(frozen=True, slots=True)
class Followed:
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
    pins = read_pins(file)
    if not pins and not again:
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
