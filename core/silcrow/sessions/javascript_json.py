"""JSON as JavaScript prints it.

pi estimates the tokens of a tool call by the length of ``JSON.stringify(arguments)``, and JavaScript's numbers and
escapes differ from Python's.
"""

import json
import math
import re
from typing import Any, cast

import msgspec

from silcrow.text import utf16_length

_SAFE_INTEGER = 2**53
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

_encode = msgspec.json.encode


def printed_number(text: str) -> msgspec.Raw:
    """A JSON number with a fraction or an exponent, spelled as JavaScript spells it: a float hook for decoders."""
    return msgspec.Raw(number_text(float(text)).encode())


def printed_units(value: Any) -> int:
    """UTF-16 units of the compact JSON text of a value whose fractions went through `printed_number`.

    Whole numbers are taken as they stand: JavaScript, which wrote them, has rounded those beyond 2**53 already.
    """
    text = _encode(value)
    return len(text) if text.isascii() else utf16_length(text.decode())


def printed(value: Any) -> msgspec.Raw:
    """A decoded JSON value as a JSON text that `printed_units` measures rightly, whatever is in it."""
    return msgspec.Raw(stringify(value).encode())


def stringify(value: Any) -> str:
    """``JSON.stringify`` of a decoded JSON value. The order of integer-like keys is kept, which leaves the length."""
    if isinstance(value, str):
        # A lone surrogate is escaped, a pair is not.
        return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
    if isinstance(value, dict):
        items = cast(dict[str, Any], value).items()
        return "{" + ",".join(f"{stringify(key)}:{stringify(item)}" for key, item in items) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(stringify, cast(list[Any], value))) + "]"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return number_text(value)


def number_text(number: int | float) -> str:
    """A number as ECMAScript prints it: ``1`` for 1.0, ``0.00001`` for 1e-05, ``1e+21`` from there on."""
    if isinstance(number, int) and abs(number) <= _SAFE_INTEGER:
        return str(number)
    try:
        number = float(number)
    except OverflowError:
        return "null"
    if not math.isfinite(number):
        return "null"
    if number == 0:
        return "0"
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(digits) + int(exponent or 0) - len(fraction)
    return ("-" if number < 0 else "") + _placed(digits.rstrip("0"), point)


def _placed(digits: str, point: int) -> str:
    """``digits`` with the decimal point after ``point`` of them, in the notation that ECMAScript chooses."""
    if len(digits) <= point <= 21:
        return digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    exponent = point - 1
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{'+' if exponent > 0 else '-'}{abs(exponent)}"
