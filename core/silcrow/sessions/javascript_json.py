"""How long a value is as JavaScript's ``JSON.stringify`` prints it.

pi estimates the tokens of a tool call by that length; its numbers and escapes differ from Python's.
"""

import json
from typing import Any, cast

import msgspec

from silcrow.text import utf16_length

_SAFE_INTEGER = 2**53
_encode = msgspec.json.encode


def stringified_length(value: Any) -> int:
    """UTF-16 units of the compact JSON text of a decoded JSON value."""
    if isinstance(value, str):
        return _string_length(value)
    if isinstance(value, dict):
        items = cast(dict[str, Any], value)
        inside = sum(_string_length(key) + 1 + stringified_length(item) for key, item in items.items())
        return inside + max(len(items) - 1, 0) + 2
    if isinstance(value, list):
        elements = cast(list[Any], value)
        return sum(map(stringified_length, elements)) + max(len(elements) - 1, 0) + 2
    if value is None or value is True:
        return 4
    if value is False:
        return 5
    return len(number_text(value))


def _string_length(text: str) -> int:
    if text.isascii():
        return len(_encode(text))
    try:
        return utf16_length(_encode(text).decode())
    except UnicodeEncodeError:
        # A lone surrogate is printed as \udXXX: six units for one.
        lone = sum(0xD800 <= ord(character) <= 0xDFFF for character in text)
        return utf16_length(json.dumps(text, ensure_ascii=False)) + 5 * lone


def number_text(number: int | float) -> str:
    """A finite number as ECMAScript prints it: ``1`` for 1.0, ``0.00001`` for 1e-05, ``1e+21`` from there on."""
    if isinstance(number, int):
        if abs(number) <= _SAFE_INTEGER:
            return str(number)
        try:
            number = float(number)
        except OverflowError:
            return "null"
    if number == 0:
        return "0"
    if number in (float("inf"), float("-inf")):
        return "null"
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
