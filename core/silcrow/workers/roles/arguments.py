"""Whether the arguments of a call fit the schema of its tool: the small part of JSON Schema that the tools use."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, cast

_TOLD_MOST: Final = 5
_SHOWN_MOST: Final = 40
_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (Mapping,),
    "array": (list, tuple),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_NAMES: Final[Mapping[str, str]] = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}


def problems_with(value: object, schema: Mapping[str, Any]) -> tuple[str, ...]:
    """What does not fit, each in a few words with its place; the first five. Nothing when all fits.

    Known are ``type``, ``enum``, ``properties``, ``required``, ``additionalProperties: false``, ``items``,
    ``maxItems`` and ``maxLength`` (code points).
    """
    return tuple(islice(_problems(value, schema, ""), _TOLD_MOST))


def _problems(value: object, schema: Mapping[str, Any], place: str) -> Iterator[str]:
    kind = cast("str | None", schema.get("type"))
    if kind is not None and not _is_a(value, kind):
        yield f"{place or 'what was given'} has to be {_NAMES[kind]}, not {_name_of(value)}"
    elif "enum" in schema and value not in schema["enum"]:
        allowed = ", ".join(map(str, schema["enum"]))
        yield f"{place} has to be one of {allowed}, not {str(value)[:_SHOWN_MOST]!r}"
    elif isinstance(value, Mapping):
        yield from _in_object(cast("Mapping[str, object]", value), schema, place)
    elif isinstance(value, (list, tuple)):
        yield from _in_list(cast("Sequence[object]", value), schema, place)
    elif isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        yield f"{place} has {len(value)} characters, {schema['maxLength']} are allowed"


def _in_object(value: Mapping[str, object], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    known: Mapping[str, Mapping[str, Any]] = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{_below(place, name)} is missing"
    for name, part in value.items():
        if name in known:
            yield from _problems(part, known[name], _below(place, name))
        elif schema.get("additionalProperties") is False:
            yield f"{_below(place, str(name)[:_SHOWN_MOST])} is not known"


def _in_list(value: Sequence[object], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    if len(value) > schema.get("maxItems", len(value)):
        yield f"{place} has {len(value)} items, {schema['maxItems']} are allowed at once"
    for index, item in enumerate(value):
        yield from _problems(item, schema.get("items", {}), f"{place}[{index}]")


def _is_a(value: object, kind: str) -> bool:
    # A truth value is a number in Python, and none in JSON.
    return isinstance(value, _KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _name_of(value: object) -> str:
    if value is None:
        return "nothing"
    kind = next((kind for kind in ("boolean", *_KINDS) if _is_a(value, kind)), None)
    return _NAMES[kind] if kind is not None else type(value).__name__


def _below(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
