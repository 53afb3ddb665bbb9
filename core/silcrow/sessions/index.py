"""The index of a session file: where each entry stands, what it hangs from and what it weighs.

Rows are entries in file order, kept in arrays; the payloads stay in the file. Ids are numbered once (slots), so that a
parent may stand behind its child, and a later line with the same id takes the place of an earlier one, as in pi.
"""

from array import array
from collections.abc import Iterable
from typing import Protocol

import msgspec

from silcrow.sessions.entries import BadLine, SessionHeader
from silcrow.sessions.header import header_of
from silcrow.sessions.line_shape import Line, UnreadableLine, decode_any, decode_fast
from silcrow.sessions.source_kind import NOT_SENT, is_observed, line_kind, message_kind
from silcrow.sessions.tokens import content_tokens, message_tokens, text_tokens, usage_tokens

NO_SLOT = -1
NO_ROW = -1
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class RawLine(Protocol):
    @property
    def offset(self) -> int: ...
    @property
    def raw(self) -> bytes: ...


class SessionIndex:
    """Grows line by line; `rows` never move, so what was derived from them stays true until the file is replaced."""

    def __init__(self) -> None:
        self.header: SessionHeader | None = None
        self.opened = False
        """The first line that parses was seen; only that one can be the header."""
        self.byte_order_mark = False
        self.lines = 0
        self.bad_lines: list[BadLine] = []

        self.offsets = array("q")
        self.sizes = array("q")
        self.line_numbers = array("q")
        self.own_slots = array("q")
        self.parent_slots = array("q")
        self.types = array("L")
        self.roles = array("L")
        self.kinds = array("B")
        self.observed = array("B")
        self.tokens = array("q")
        self.usage = array("q")
        """Context size that a good reply reported; 0 everywhere else."""
        self.timestamps: list[str] = []

        self.ids: list[str] = []
        self.slots: dict[str, int] = {}
        self.slot_rows = array("q")
        self.earlier_rows: dict[int, int] = {}
        """Row of a repeated id to the row that had the id before."""

        self.words: list[str | None] = [None]
        self._word_codes: dict[str | None, int] = {None: 0}

        self.labels: dict[str, str] = {}
        self.name: str | None = None
        self.customs: list[tuple[int, str]] = []
        """Row and type of each ``custom`` entry."""

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

    def type_of(self, row: int) -> str | None:
        return self.words[self.types[row]]

    def role_of(self, row: int) -> str | None:
        return self.words[self.roles[row]]

    def word_code(self, word: str | None) -> int:
        """The number that stands for a type or role; a word that never occurred gets a new one."""
        code = self._word_codes.get(word)
        if code is None:
            code = self._word_codes[word] = len(self.words)
            self.words.append(word)
        return code

    @property
    def version(self) -> int:
        """1 and 2 are older formats; all that came later is read as 3, by content."""
        if self.header is None:
            return 3
        return min(self.header.version or 1, 3)

    # -- growing

    def add(self, lines: Iterable[RawLine]) -> None:
        """Takes lines of the file in order, each without its LF."""
        for line in lines:
            raw = line.raw
            self.lines += 1
            try:
                shape = decode_fast(raw)
            except msgspec.MsgspecError:
                shape = self._decode_odd(line)
                if shape is None:
                    continue
            if not self.opened:
                self.opened = True
                self.header = header_of(shape, raw)
                if self.header is not None:
                    continue
            if shape.type != "session":
                self._add_entry(line.offset, len(raw), shape)

    def _decode_odd(self, line: RawLine) -> Line | None:
        raw = line.raw
        if not raw or raw.isspace():
            return None
        if self.lines == 1 and raw.startswith(_BYTE_ORDER_MARK):
            self.byte_order_mark = True
            raw = raw.removeprefix(_BYTE_ORDER_MARK)
        try:
            shape = decode_any(raw)
        except UnreadableLine as error:
            reason = str(error)
        else:
            if shape is not None:
                return shape
            reason = "null"
        self.bad_lines.append(BadLine(self.lines, line.offset, reason))
        return None

    def _add_entry(self, offset: int, size: int, line: Line) -> None:
        row = len(self.offsets)
        self.offsets.append(offset)
        self.sizes.append(size)
        self.line_numbers.append(self.lines)
        self._link(row, line)
        self.types.append(self.word_code(line.type))
        self.timestamps.append(line.timestamp or "")
        self._weigh(line)
        if line.type not in ("message", "compaction"):
            self._note(row, line)

    def _link(self, row: int, line: Line) -> None:
        own, parent = line.id, line.parentId
        if self.version == 1:
            # The first format has neither; entries hang from each other in file order.
            own, parent = f"v1-{row + 1}", f"v1-{row}" if row else None
        self.parent_slots.append(self._slot(parent) if parent and own is not None else NO_SLOT)
        if own is None:
            self.own_slots.append(NO_SLOT)
            return
        slot = self._slot(own)
        self.own_slots.append(slot)
        earlier = self.slot_rows[slot]
        if earlier != NO_ROW:
            self.earlier_rows[row] = earlier
        self.slot_rows[slot] = row

    def _slot(self, entry_id: str) -> int:
        slot = self.slots.get(entry_id)
        if slot is None:
            slot = self.slots[entry_id] = len(self.ids)
            self.ids.append(entry_id)
            self.slot_rows.append(NO_ROW)
        return slot

    def _weigh(self, line: Line) -> None:
        message = line.message if line.type == "message" else None
        if message is not None:
            kind, tokens = message_kind(message), message_tokens(message)
            good_reply = message.role == "assistant" and kind != NOT_SENT
            usage = usage_tokens(message.usage) if good_reply else 0
            role = "custom" if message.role == "hookMessage" else message.role
        else:
            kind, usage, role = line_kind(line), 0, None
            tokens = content_tokens(line.content) if line.type == "custom_message" else text_tokens(line.summary)
        self.roles.append(self.word_code(role))
        self.kinds.append(kind)
        self.observed.append(is_observed(line))
        self.tokens.append(tokens)
        self.usage.append(usage)

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
