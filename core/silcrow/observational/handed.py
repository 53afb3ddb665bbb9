"""Records that a host is to write: they count from the moment they are handed over, and are kept until they are read.

A host that runs a session is the only one that may write into its file. It gets each record with an id of ours in its
data, since the entry that it makes of it has an id of its own; by that id the record is known again in the file.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

RECORD_ID: Final = "recordId"
"""The field in the data of a record that names it, where the entry around it has another id."""

HandOver = Callable[[str, Mapping[str, Any]], None]
"""Gives a record to the host: its custom type and its data. Returns at once; the host writes when it can."""


def is_handed(line: Mapping[str, Any]) -> bool:
    """Whether an entry is a record of ours that a host wrote."""
    data = line.get("data")
    return isinstance(data, Mapping) and isinstance(cast("Mapping[str, Any]", data).get(RECORD_ID), str)


class HandedRecords:
    """What was handed over and is not yet seen in the session file."""

    def __init__(self, hand_over: HandOver) -> None:
        self._hand_over = hand_over
        self._waiting: dict[str, Mapping[str, Any]] = {}
        self._new: list[str] = []

    def hand(self, line: Mapping[str, Any]) -> None:
        """Give a line of the ledger to the host."""
        record_id = line["id"]
        self._waiting[record_id] = line
        self._new.append(record_id)
        self._hand_over(line["customType"], {**line["data"], RECORD_ID: record_id})

    @property
    def waiting(self) -> tuple[Mapping[str, Any], ...]:
        """All that the file does not hold yet, in the order in which it was handed over."""
        return tuple(self._waiting.values())

    def take_new(self) -> tuple[Mapping[str, Any], ...]:
        """What was handed over since the last call and still waits."""
        new, self._new = self._new, []
        return tuple(self._waiting[each] for each in new if each in self._waiting)

    def arrived(self, record_id: str) -> bool:
        """The file holds this record now. True when it was waited for, and `take_new` has given it already."""
        return self._waiting.pop(record_id, None) is not None and record_id not in self._new

    def forget(self) -> None:
        """Nothing waits any more: it is kept elsewhere."""
        self._waiting.clear()
        self._new.clear()
