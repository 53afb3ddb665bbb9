"""The ledger of one session: two files, each line read once."""

import gc
import os
from collections.abc import Generator, Iterable, Mapping, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from silcrow.files import TailLine, TailReader, append_line
from silcrow.observational.file_names import LEDGER_FILE
from silcrow.observational.fold import fold_session
from silcrow.observational.handed import HandedRecords, HandOver
from silcrow.observational.path_fold import PathFold
from silcrow.observational.plain_line import plain_recorded
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.records import Foreign, Record, Recorded
from silcrow.observational.session_fold import SessionFold
from silcrow.observational.session_tree import SessionTree
from silcrow.observational.view import LedgerView
from silcrow.text.instants import iso_instant
from silcrow.text.json_line import json_line, parse_json_line

PREFIXES = ("om.", "memory.")
_VIEWS_KEPT = 4


class _Beside(Struct, frozen=True):
    """What one reading of the ledger file told."""

    records: Sequence[Record | Foreign]
    holds_lines: bool
    """There were lines, usable or not."""
    is_anew: bool
    """All that was told before is void."""


class Ledger:
    """Records of a session, from its own file and from the ledger file in its memory folder.

    Reading never writes. ``session`` is refreshed by whoever owns it; ``refresh`` here takes over what is new in it. A
    new record costs its own size, however long the ledger is.

    In a session that a host has open, ``hand_over`` gives it new records for the session file. They count at once.
    """

    def __init__(self, session: SessionTree, folder: Path, *, hand_over: HandOver | None = None) -> None:
        self.path = folder / LEDGER_FILE
        self.version = 0
        """Goes up with each change of the records."""
        self.bad_lines = 0
        """Lines of the ledger file that are no JSON object."""
        self._session = session
        self._handed = None if hand_over is None else HandedRecords(hand_over)
        self._tail = TailReader(self.path)
        self._holds_lines = False
        self._generation, self._header = session.generation, session.header
        self._customs_seen = 0
        self._fold = fold_session(self._header, (), self._recorded_again)
        self._path: PathFold | None = None
        self._path_at: tuple[int, str | None] | None = None
        self._views: dict[tuple[int, int, str | None], LedgerView] = {}

    def refresh(self) -> bool:
        """Read what is new in both files; True when a record came or went."""
        inside, is_anew = self._read_inside()
        read = self._read_beside()
        if self._handed is not None and not is_anew:
            handed = self._handed
            inside = [record for record in inside if not handed.arrived(record.id)]
            inside += _parsed_as_inside(handed.take_new())
        if is_anew or (self._holds_lines and read.is_anew):
            changed = is_anew or self._holds_lines
            self._fold_anew()
        else:
            self._holds_lines = self._holds_lines or read.holds_lines
            changed = bool(inside) or read.holds_lines
            if changed and not self._fold:
                self._begin(inside, read)
            else:
                self._take([*inside, *read.records])
        if changed:
            self.version += 1
        return changed

    def view(self, leaf: str | None = None) -> LedgerView:
        """What holds on the path to a leaf; None is the session's current one."""
        session = self._session
        leaf = session.leaf_id if leaf is None else leaf
        key = (self.version, session.version, leaf)
        known = self._views.pop(key, None)
        if known is None:
            known = self._path_to(leaf).view()
            while len(self._views) >= _VIEWS_KEPT:
                del self._views[next(iter(self._views))]
        self._views[key] = known
        return known

    def _path_to(self, leaf: str | None) -> PathFold:
        session = self._session
        if self._path is None:
            self._path, self._path_at = PathFold(self._fold, session), None
        if self._path_at != (session.version, leaf):
            with _no_collection():
                self._path.go(session.branch_ids(leaf), session.source_path(leaf))
            self._path_at = (session.version, leaf)
        return self._path

    def session_fold(self) -> SessionFold:
        """What holds in the session whatever the path: held runs, costs, the session's clock. It grows by `refresh`."""
        return self._fold

    def taken_ids(self) -> Set[str]:
        """Ids of all observations of all branches, dropped ones too: a new one must differ from each."""
        return self._fold.holders.keys()

    def append(
        self, custom_type: str, data: Mapping[str, Any], *, now: float, durable: bool = False, beside: bool = False
    ) -> str:
        """Add one record to the ledger file in a single write and return its id; ``now`` is Unix seconds.

        The caller holds the session's lock where a rule says so. The folder is made when it is missing. The record
        counts from the next ``refresh`` on. Where a host writes the session it gets the record instead, unless it has
        to be on the disk ``beside`` the session before anything else is done.
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
        if self._handed is None or beside:
            append_line(self.path, json_line(line), durable=durable)
        else:
            self._handed.hand(line)
        return record_id

    def keep_handed(self) -> int:
        """Write into the ledger file what was handed over and never came into the session file; how many records.

        To be called when the host is done with the session. Should it write one of them all the same, it counts once.
        """
        if self._handed is None:
            return 0
        waiting = self._handed.waiting
        for line in waiting:
            append_line(self.path, json_line(line), durable=line is waiting[-1])
        self._handed.forget()
        return len(waiting)

    def _take(self, records: Iterable[Record | Foreign]) -> None:
        for record in records:
            change = self._fold.take(record)
            if change is None:
                self._fold_anew()
                return
            if self._path is not None:
                self._path.take(change)

    def _fold_anew(self) -> None:
        session = self._session
        self._tail, self.bad_lines, self._customs_seen = TailReader(self.path), 0, 0
        self._generation, self._header = session.generation, session.header
        inside, _ = self._read_inside()
        self._begin([*inside, *self._not_inside_yet(inside)], self._read_beside())

    def _not_inside_yet(self, inside: Iterable[Record | Foreign]) -> list[Record | Foreign]:
        """Records that a host was given and that are none of these."""
        if self._handed is None:
            return []
        for record in inside:
            self._handed.arrived(record.id)
        self._handed.take_new()
        return _parsed_as_inside(self._handed.waiting)

    def _begin(self, inside: Iterable[Record | Foreign], beside: "_Beside") -> None:
        self._holds_lines, self._path = beside.holds_lines, None
        with _no_collection():
            self._fold = fold_session(self._header, [*inside, *beside.records], self._recorded_again)

    def _recorded_again(self) -> Iterable[Recorded]:
        """All recorded chunks as the files have them now, for texts that are not kept."""
        again = Ledger(self._session, self.path.parent)
        records = [*again._read_inside()[0], *again._read_beside().records]
        if self._handed is not None:
            records += _parsed_as_inside(self._handed.waiting)
        return fold_session(self._session.header, records).recorded

    def _read_inside(self) -> tuple[list[Record | Foreign], bool]:
        """New records of the session file, and whether all that was read of it before is void."""
        session = self._session
        if session.generation != self._generation or session.header != self._header:
            return [], True
        seen, entries = session.custom_entries_behind(self._customs_seen, PREFIXES)
        self._customs_seen = seen
        records = [parse_record(entry, in_file=True) for entry in entries]
        return [record for record in records if record is not None], False

    def _read_beside(self) -> "_Beside":
        """What is new in the ledger file, piece by piece: its text is never in memory as a whole."""
        records: list[Record | Foreign] = []
        holds_lines = is_anew = False
        with _no_collection():
            for block in self._tail.blocks():
                holds_lines = holds_lines or bool(block.lines)
                is_anew = is_anew or block.replaced or block.missing
                records += self._parsed(block.lines)
        return _Beside(records, holds_lines, is_anew)

    def _parsed(self, lines: Sequence[TailLine]) -> list[Record | Foreign]:
        records: list[Record | Foreign] = []
        for line in lines:
            record = plain_recorded(line.raw)
            if record is None:
                decoded = parse_json_line(line.raw)
                if decoded is None:
                    self.bad_lines += bool(line.raw.strip())
                    continue
                record = parse_record(decoded)
            if record is not None:
                records.append(record)
        return records


def _parsed_as_inside(lines: Iterable[Mapping[str, Any]]) -> list[Record | Foreign]:
    """What a host is to write counts as if it stood in the session file."""
    records = [parse_record(line, in_file=True) for line in lines]
    return [record for record in records if record is not None]


@contextmanager
def _no_collection() -> Generator[None]:
    """Nothing that is made here is garbage: to look for some again and again would cost a fifth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _about(data: Mapping[str, Any]) -> str | None:
    """The entry that a record is about, as its parent: what concerns the whole session hangs from nothing."""
    chunk = data.get("chunk")
    to_id = cast(Mapping[str, Any], chunk).get("toId") if isinstance(chunk, Mapping) else None
    about = to_id or data.get("toId") or data.get("coversUpToId")
    return about if isinstance(about, str) else None
