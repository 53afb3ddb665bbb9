"""Keeping answers to models within bounds, without ever cutting a record in the middle.

An answer is a JSON object whose lists hold records. Records that do not fit are left out whole, and the answer says
that and how many there were. A record that would not fit alone is reduced to its id and its small values; one without
an id can't be named, so then the whole answer is `TooLarge`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

LARGEST_ANSWER = 12 * 1024
"""Bytes of an answer as JSON in UTF-8, and separately of its readable text."""
MOST_RECORDS = 100
"""Records in one list."""

_SMALL = 200
_MARKS = 400
"""Bytes kept free for the marks that say what was left out."""
_BETWEEN = 2
_Path = tuple[str, ...]


class TooLarge(Struct, frozen=True):
    """A record without an id that is larger than a whole answer may be."""

    field: str
    """The list that it stands in, or the value that it is."""
    number: int | None
    """Place in the list, from 1; None for a single value."""
    size: int
    """Bytes as JSON."""


def bound_answer(answer: Mapping[str, Any]) -> dict[str, Any] | TooLarge:
    """The answer within both bounds.

    Where records were left out: ``truncated`` is true, ``total`` is how many the first cut list held, and ``totals``
    says so for each cut list. Lists within an object of the answer are bounded like its own.
    """
    lists = dict(_lists(answer))
    if json_size(answer) <= LARGEST_ANSWER and all(len(records) <= MOST_RECORDS for records in lists.values()):
        return dict(answer)
    kept = _without_lists(answer)
    alone = room = LARGEST_ANSWER - _MARKS - json_size(kept)
    if room < 0:
        return _largest_value(kept)
    chosen: dict[_Path, list[Any]] = {}
    # Short lists are whole before the longest one takes what is left.
    for path in sorted(lists, key=lambda each: json_size(lists[each])):
        taken = _take(path, lists[path], room, alone)
        if isinstance(taken, TooLarge):
            return taken
        chosen[path] = taken
        room -= json_size(taken)
    for path in lists:
        _put(kept, path, chosen[path])
    totals = {".".join(path): len(lists[path]) for path in lists if len(chosen[path]) < len(lists[path])}
    if totals:
        kept |= {"truncated": True, "total": next(iter(totals.values())), "totals": totals}
    elif any(_is_marked(record) for records in chosen.values() for record in records):
        kept["truncated"] = True
    return kept


def bound_text(records: Sequence[str], *, largest: int = LARGEST_ANSWER) -> str:
    """The records as lines of a readable text of at most ``largest`` bytes, cut between two of them."""
    text = "\n".join(records)
    if len(text.encode()) <= largest:
        return text
    room = largest - len(_left_out_words(len(records), len(records)).encode()) - 1
    kept: list[str] = []
    for record in records:
        room -= len(record.encode()) + 1
        if room < 0:
            break
        kept.append(record)
    return "\n".join([*kept, _left_out_words(len(records) - len(kept), len(records))])


def json_size(value: Any) -> int:
    """Bytes of a value as JSON in UTF-8, with the usual blanks."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _take(path: _Path, records: list[Any], room: int, alone: int) -> list[Any] | TooLarge:
    taken: list[Any] = []
    for number, record in enumerate(records, start=1):
        size = json_size(record) + _BETWEEN
        if size > alone:
            small = _reduced(record)
            if small is None:
                return TooLarge(".".join(path), number, size)
            record, size = small, json_size(small) + _BETWEEN
        if len(taken) == MOST_RECORDS or size > room:
            # The ones behind are looked at all the same: one of them may be too large to be left out quietly.
            room = 0
            continue
        taken.append(record)
        room -= size
    return taken


def _lists(answer: Mapping[str, Any]) -> Iterator[tuple[_Path, list[Any]]]:
    for name, value in answer.items():
        if isinstance(value, list):
            yield (name,), cast(list[Any], value)
        elif isinstance(value, Mapping):
            for inner, part in cast(Mapping[str, Any], value).items():
                if isinstance(part, list):
                    yield (name, inner), cast(list[Any], part)


def _without_lists(answer: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in answer.items():
        if isinstance(value, Mapping):
            inner = cast(Mapping[str, Any], value)
            kept[name] = {key: ([] if isinstance(part, list) else part) for key, part in inner.items()}
        else:
            kept[name] = [] if isinstance(value, list) else value
    return kept


def _put(answer: dict[str, Any], path: _Path, records: list[Any]) -> None:
    place = answer
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = records


def _reduced(record: Any) -> dict[str, Any] | None:
    if not isinstance(record, Mapping) or "id" not in record:
        return None
    fields = cast(Mapping[str, Any], record)
    small = {name: value for name, value in fields.items() if name == "id" or _is_small(value)}
    return {**small, "truncated": True}


def _is_small(value: Any) -> bool:
    if isinstance(value, str):
        return len(value.encode("utf-8", "surrogatepass")) <= _SMALL
    return value is None or isinstance(value, bool | int | float)


def _is_marked(record: Any) -> bool:
    return isinstance(record, Mapping) and cast(Mapping[str, Any], record).get("truncated") is True


def _largest_value(answer: Mapping[str, Any]) -> TooLarge:
    name = max(answer, key=lambda each: json_size(answer[each]))
    return TooLarge(name, None, json_size(answer[name]))


def _left_out_words(left_out: int, total: int) -> str:
    return f"[{left_out:,} of {total:,} parts of this text are left out: it is bounded at {LARGEST_ANSWER:,} bytes.]"
