"""Decoding whole entries from their place in the file, when somebody asks for them."""

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import msgspec

from silcrow.files.plain_file import open_plain
from silcrow.sessions.entries import EntryPayload
from silcrow.sessions.index import SessionIndex
from silcrow.sessions.line_shape import UnreadableLine, decode_value

_decode_plain = msgspec.json.Decoder().decode


def read_payload(path: Path, index: SessionIndex, row: int) -> EntryPayload:
    """One entry as the file has it, with the id and parent that the index gave it.

    When the file was replaced since it was indexed, only what the index knows comes back.
    """
    return next(read_payloads(path, index, (row,)))


def read_payloads(path: Path, index: SessionIndex, rows: Iterable[int]) -> Iterator[EntryPayload]:
    """Several entries, with the file opened once."""
    with _opened(path) as descriptor:
        for row in rows:
            raw = b"" if descriptor is None else _line_at(descriptor, *index.span_of(row))
            yield _payload(index, row, raw)


def read_bytes_at(path: Path, offset: int, size: int) -> bytes:
    """Bytes from the middle of a file; fewer, or none, when the file changed meanwhile."""
    with _opened(path) as descriptor:
        return b"" if descriptor is None else os.pread(descriptor, size, offset)


def _line_at(descriptor: int, offset: int, size: int) -> bytes:
    return os.pread(descriptor, size, offset).partition(b"\n")[0]


@contextmanager
def _opened(path: Path) -> Generator[int | None]:
    try:
        descriptor = open_plain(path, os.O_RDONLY)
    except OSError:
        yield None
        return
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _payload(index: SessionIndex, row: int, raw: bytes) -> EntryPayload:
    known: dict[str, Any] = {
        "type": index.class_of(row).type,
        "id": index.id_of(row),
        "parentId": index.parent_id_of(row),
        "timestamp": index.timestamps[row],
    }
    value = _value(raw)
    if not isinstance(value, dict):
        return known
    found = cast(dict[str, Any], value)
    if index.version == 1:
        found = {**found, "id": known["id"], "parentId": known["parentId"], **_first_kept(index, found)}
    elif found.get("id") != known["id"] and known["id"] is not None:
        return known
    return _with_present_role(found)


def _value(raw: bytes) -> Any:
    try:
        return _decode_plain(raw)
    except msgspec.MsgspecError:
        pass
    try:
        return decode_value(raw)
    except UnreadableLine:
        return None


def _first_kept(index: SessionIndex, compaction: dict[str, Any]) -> dict[str, Any]:
    """The first format names the first kept entry by its number, with the header as 0."""
    number = compaction.get("firstKeptEntryIndex")
    if isinstance(number, int) and 0 < number <= len(index):
        return {"firstKeptEntryId": index.id_of(number - 1)}
    return {}


def _with_present_role(entry: dict[str, Any]) -> dict[str, Any]:
    message = entry.get("message")
    if isinstance(message, dict) and cast(dict[str, Any], message).get("role") == "hookMessage":
        return {**entry, "message": {**cast(dict[str, Any], message), "role": "custom"}}
    return entry
