"""How an entry is written into a session file: its line, its time, its id."""

import json
import secrets
from collections.abc import Container, Mapping
from datetime import UTC, datetime
from typing import Any


def entry_line(entry: Mapping[str, Any]) -> bytes:
    """The entry as one line of JSON without its line feed. ValueError for a number that JSON has no form for."""
    try:
        return json.dumps(entry, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8 form, only an escape.
        return json.dumps(entry, separators=(",", ":"), allow_nan=False).encode()


def entry_time(unix: float) -> str:
    """ISO 8601 in UTC with milliseconds, as the host writes it."""
    return datetime.fromtimestamp(unix, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_entry_id(taken: Container[str]) -> str:
    """Eight hex digits that no entry of the file has."""
    entry_id = secrets.token_hex(4)
    while entry_id in taken:
        entry_id = secrets.token_hex(4)
    return entry_id
