"""One JSON object a line, as session files, the ledger and the archive hold them."""

import json
from collections.abc import Mapping
from typing import Any, cast

import msgspec


def json_line(value: Mapping[str, Any]) -> bytes:
    """Compact UTF-8 without a line feed, keys in the order given; what reads back is equal.

    Raises ValueError for a number that JSON has no form for.
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8 form, only an escape.
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def parse_json_line(raw: bytes) -> Mapping[str, Any] | None:
    """The object of a line; None when it is none. As lenient as JSON.parse, bad UTF-8 becomes U+FFFD."""
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # msgspec is stricter in a few places, such as lone surrogates.
        try:
            value = json.loads(raw.decode("utf-8", "replace"), parse_constant=_refuse)
        except (ValueError, RecursionError):
            return None
    return cast(Mapping[str, Any], value) if isinstance(value, dict) else None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
