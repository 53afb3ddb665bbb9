"""The index of a session file: where each entry stands, what it hangs from and what it weighs.

Rows are entries in file order, kept in arrays; the payloads stay in the file. Ids are numbered once (slots), so that a
parent may stand behind its child, and a later line with the same id takes the place of an earlier one, as in pi.
"""

from array import array
from collections.abc import Iterable
from typing import NamedTuple, Protocol

import msgspec

from silcrow.sessions.entries import BadLine, SessionHeader
from silcrow.sessions.header import header_of
from silcrow.sessions.line_shape import Line, UnreadableLine, decode_any, decode_fast
from silcrow.sessions.timestamps import TimestampColumn
from silcrow.sessions.weight import weigh, weigh_message

NO_SLOT = -1
NO_ROW = -1
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class RawLine(Protocol):
    @property
    def offset(self) -> int: ...
    @property
    def raw(self) -> bytes: ...


class EntryClass(NamedTuple):
    """What rows have in common; there are a few dozen of these in a file."""

    type: str | None
    role: str | None
    """Of a message."""
    kind: int
    """See `silcrow.sessions.source_kind`."""
    observed: bool


class SessionIndex:
    """Grows line by line. Rows never move, so what was derived from them stays true until the file is replaced."""

    def __init__(self) -> None:
        self.header: SessionHeader | None = None
        self.opened = False
        """The first line that parses was seen; only that one can be the header."""
        self.byte_order_mark = False
        self.lines = 0
        self.bad_lines: list[BadLine] = []
        self.last_entry_line = 0
        """Number of the line that holds the last row."""

        self.offsets = array("q")
        self.end = 0
        """Where the last line that was no bad one ends."""
        self.own_slots = array("i")
        self.parent_slots = array("i")
        self.class_codes = array("i")
        self.tokens = array("q")
        self.usage = array("q")
        """Context size that a good reply reported; 0 everywhere else."""
        self.timestamps = TimestampColumn()

        self.classes: list[EntryClass] = []
        self._codes: dict[tuple[str | None, str | None, int, bool], int] = {}
        self.ids: list[str] = []
        self.slots: dict[str, int] = {}
        self.slot_rows = array("i")
        self.earlier_rows: dict[int, int] = {}
        """Row of a repeated id to the row that had the id before."""
        self.relinked = 0
        """Rows that came with an id that earlier rows already had or hung from: these may have moved in the tree."""

        self.labels: dict[str, str] = {}
        self.name: str | None = None
        self.customs: list[tuple[int, str]] = []
        """Row and type of each ``custom`` entry."""
        self._is_linear = False

    def __len__(self) -> int:
        return len(self.offsets)

    # -- reading what is there

    def row_of(self, entry_id: str) -> int:
        slot = self.slots.get(entry_id)
        return NO_ROW if slot is None else self.slot_rows[slot]

    def id_of(self, row: int) -> str | None:
        slot = self.own_slots[row]
        return None if slot == NO_SLOT else self.ids[slot]

    def parent_id_of(self, row: int) -> str | None:
        slot = self.parent_slots[row]
        return None if slot == NO_SLOT else self.ids[slot]

    def parent_row_of(self, row: int) -> int:
        slot = self.parent_slots[row]
        return NO_ROW if slot == NO_SLOT else self.slot_rows[slot]

    def class_of(self, row: int) -> EntryClass:
        return self.classes[self.class_codes[row]]

    def codes_of(self, *, entry_type: str | None = None, role: str | None = None) -> frozenset[int]:
        """The class codes of a type or of a role, for scanning many rows."""
        return frozenset(
            code
            for code, each in enumerate(self.classes)
            if (entry_type is not None and each.type == entry_type) or (role is not None and each.role == role)
        )

    def span_of(self, row: int) -> tuple[int, int]:
        """Offset and size of a range that begins with the line of ``row`` and may hold skipped lines behind it."""
        start = self.offsets[row]
        end = self.offsets[row + 1] if row + 1 < len(self.offsets) else self.end
        return start, end - start

    @property
    def version(self) -> int:
        """1 and 2 are older formats; all that came later is read as 3, by content."""
        if self.header is None:
            return 3
        return min(self.header.version or 1, 3)

    # -- growing

    def add(self, lines: Iterable[RawLine]) -> None:
        """Takes lines of the file in order, each without its LF."""
        number, entry_line, end = self.lines, self.last_entry_line, self.end
        timestamps: list[str] = []
        for line in lines:
            number += 1
            raw = line.raw
            try:
                shape = decode_fast(raw)
            except msgspec.MsgspecError:
                shape = self._decode_odd(number, line)
                if shape is None:
                    continue
            if not self.opened:
                self._open(shape, raw)
            if shape.type != "session":
                self._add_entry(line.offset, shape)
                timestamps.append(shape.timestamp or "")
                entry_line = number
            end = line.offset + len(raw)
        self.timestamps.extend(timestamps)
        self.lines, self.last_entry_line, self.end = number, entry_line, end

    def _open(self, shape: Line, raw: bytes) -> None:
        self.opened = True
        self.header = header_of(shape, raw.removeprefix(BYTE_ORDER_MARK))
        self._is_linear = self.version == 1

    def _decode_odd(self, number: int, line: RawLine) -> Line | None:
        raw = line.raw
        if not raw or raw.isspace():
            return None
        if number == 1 and raw.startswith(BYTE_ORDER_MARK):
            self.byte_order_mark = True
            raw = raw.removeprefix(BYTE_ORDER_MARK)
        try:
            shape = decode_any(raw)
        except UnreadableLine as error:
            reason = str(error)
        else:
            if shape is not None:
                return shape
            reason = "null"
        self.bad_lines.append(BadLine(number, line.offset, reason))
        return None

    def _add_entry(self, offset: int, line: Line) -> None:
        row = len(self.offsets)
        self.offsets.append(offset)
        self._link(row, line)
        message = line.message
        if message is None or line.type != "message":
            role = None
            kind, tokens, observed, usage = weigh(line)
        else:
            role = message.role
            kind, tokens, observed, usage = weigh_message(message)
        key = (line.type, role, kind, observed)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = len(self.classes)
            self.classes.append(EntryClass(*key))
        self.class_codes.append(code)
        self.tokens.append(tokens)
        self.usage.append(usage)
        if line.type != "message":
            self._note(row, line)

    def _link(self, row: int, line: Line) -> None:
        own, parent = line.id, line.parentId
        if self._is_linear:
            # The first format has neither; entries hang from each other in file order.
            own, parent = f"v1-{row + 1}", f"v1-{row}" if row else None
        if own is None:
            # To pi such an entry has no past, whatever parent it names.
            self.own_slots.append(NO_SLOT)
            self.parent_slots.append(NO_SLOT)
            return
        slots = self.slots
        if parent:
            slot = slots.get(parent)
            self.parent_slots.append(self._new_slot(parent) if slot is None else slot)
        else:
            self.parent_slots.append(NO_SLOT)
        slot = slots.get(own)
        if slot is None:
            slot = self._new_slot(own)
        else:
            self.relinked += 1
            if (earlier := self.slot_rows[slot]) != NO_ROW:
                self.earlier_rows[row] = earlier
        self.own_slots.append(slot)
        self.slot_rows[slot] = row

    def _new_slot(self, entry_id: str) -> int:
        slot = self.slots[entry_id] = len(self.ids)
        self.ids.append(entry_id)
        self.slot_rows.append(NO_ROW)
        return slot

    def _note(self, row: int, line: Line) -> None:
        match line.type:
            case "custom":
                self.customs.append((row, line.customType or ""))
            case "session_info":
                self.name = (line.name or "").strip() or None
            case "label" if line.targetId:
                self.labels.pop(line.targetId, None)
                if line.label:
                    self.labels[line.targetId] = line.label
            case _:
                pass
