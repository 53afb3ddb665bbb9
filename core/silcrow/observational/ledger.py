"""The ledger of one session: two files, each line read once."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from silcrow.files import TailReader, append_line
from silcrow.observational.file_names import LEDGER_FILE
from silcrow.observational.fold import SessionFold, fold_path, fold_session
from silcrow.observational.instants import iso_instant
from silcrow.observational.json_line import json_line, parse_json_line
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.records import Foreign, Record
from silcrow.observational.session_tree import SessionTree
from silcrow.observational.view import LedgerView
from silcrow.sessions.entries import EntryPayload, SessionHeader

PREFIXES = ("om.", "memory.")
_VIEWS_KEPT = 8


class Ledger:
    """Records of a session, from its own file and from the ledger file in its memory folder.

    Reading never writes. ``session`` is refreshed by whoever owns it; ``refresh`` here takes over what is new in it.
    """

    def __init__(self, session: SessionTree, folder: Path) -> None:
        self.path = folder / LEDGER_FILE
        self.version = 0
        """Goes up with each change of the records."""
        self.bad_lines = 0
        """Lines of the ledger file that are no JSON object."""
        self._session = session
        self._tail = TailReader(self.path)
        self._beside: list[Record | Foreign] = []
        self._inside: list[Record | Foreign] = []
        self._entries: tuple[EntryPayload, ...] = ()
        self._session_version: int | None = None
        self._fold: tuple[int, SessionHeader | None, SessionFold] | None = None
        self._taken: tuple[int, frozenset[str]] | None = None
        self._views: dict[tuple[int, int, str | None], LedgerView] = {}

    def refresh(self) -> bool:
        """Read what is new in both files; True when a record came or went."""
        changed = self._refresh_beside()
        changed = self._refresh_inside() or changed
        if changed:
            self.version += 1
        return changed

    def view(self, leaf: str | None = None) -> LedgerView:
        """What holds on the path to a leaf; None is the session's current one."""
        leaf = self._session.leaf_id if leaf is None else leaf
        key = (self.version, self._session.version, leaf)
        known = self._views.get(key)
        if known is None:
            known = fold_path(
                self._folded(), self._session, self._session.branch_ids(leaf), self._session.source_path(leaf)
            )
            while len(self._views) >= _VIEWS_KEPT:
                del self._views[next(iter(self._views))]
            self._views[key] = known
        return known

    def session_fold(self) -> SessionFold:
        """What holds in the session whatever the path: held runs, costs, the session's clock."""
        return self._folded()

    def taken_ids(self) -> frozenset[str]:
        """Ids of all observations of all branches, dropped ones too: a new one must differ from each."""
        if self._taken is None or self._taken[0] != self.version:
            ids = (each.timestamp for record in self._folded().recorded for each in record.observations)
            self._taken = (self.version, frozenset(ids))
        return self._taken[1]

    def append(self, custom_type: str, data: Mapping[str, Any], *, now: float, durable: bool = False) -> str:
        """Add one record to the ledger file in a single write and return its id; ``now`` is Unix seconds.

        The caller holds the session's lock where a rule says so. The folder is made when it is missing. The record
        counts from the next ``refresh`` on.
        """
        record_id = os.urandom(8).hex()
        line = {
            "type": "custom",
            "id": record_id,
            "parentId": _about(data),
            "timestamp": iso_instant(now),
            "customType": custom_type,
            "data": data,
        }
        append_line(self.path, json_line(line), durable=durable)
        return record_id

    def _folded(self) -> SessionFold:
        header = self._session.header
        if self._fold is None or self._fold[:2] != (self.version, header):
            self._fold = (self.version, header, fold_session(header, [*self._inside, *self._beside]))
        return self._fold[2]

    def _refresh_beside(self) -> bool:
        read = self._tail.read()
        gone = bool(self._beside or self.bad_lines) and (read.replaced or read.missing)
        if gone:
            self._beside, self.bad_lines = [], 0
        for line in read.lines:
            self._take(line.raw)
        return gone or bool(read.lines)

    def _take(self, raw: bytes) -> None:
        if not raw.strip():
            return
        decoded = parse_json_line(raw)
        if decoded is None:
            self.bad_lines += 1
            return
        record = parse_record(decoded)
        if record is not None:
            self._beside.append(record)

    def _refresh_inside(self) -> bool:
        if self._session_version == self._session.version:
            return False
        self._session_version = self._session.version
        before, entries = self._entries, self._session.custom_entries(PREFIXES)
        self._entries = entries
        known = len(before)
        if entries[:known] != before:
            self._inside, known = [], 0
        new = [parse_record(entry, in_file=True) for entry in entries[known:]]
        self._inside.extend(record for record in new if record is not None)
        return len(entries) != len(before) or known == 0 < len(entries)


def _about(data: Mapping[str, Any]) -> str | None:
    """The entry that a record is about, as its parent: what concerns the whole session hangs from nothing."""
    chunk = data.get("chunk")
    to_id = cast(Mapping[str, Any], chunk).get("toId") if isinstance(chunk, Mapping) else None
    about = to_id or data.get("toId") or data.get("coversUpToId")
    return about if isinstance(about, str) else None
