"""What the latest word on a session is: gate, pauses and clock; and what was booked."""

from bisect import insort
from collections.abc import Mapping

from silcrow.observational.records import CostNote, Enabled, Paused, RecordLine, SessionNote


class SessionStates:
    """Kept up record by record, in any order: the order that counts is (timestamp, id)."""

    def __init__(self) -> None:
        self.enabled: list[Enabled] = []
        """In order."""
        self._paused: dict[str, Paused] = {}
        self._clock: SessionNote | None = None
        self._costs: list[tuple[CostNote, bool]] = []
        self._costs_told: tuple[tuple[CostNote, bool], ...] | None = None

    @property
    def paused(self) -> Mapping[str, str]:
        """Role to reason."""
        return {role: each.reason for role, each in sorted(self._paused.items()) if each.reason is not None}

    @property
    def utc_offset(self) -> int | None:
        """Seconds east of UTC, as the first word on it says; None until the session's clock is fixed."""
        return self._clock.utc_offset if self._clock else None

    @property
    def costs(self) -> tuple[tuple[CostNote, bool], ...]:
        """In order, each with whether this session spent it."""
        if self._costs_told is None:
            self._costs_told = tuple(self._costs)
        return self._costs_told

    def take(self, record: Enabled | Paused | SessionNote) -> None:
        match record:
            case Enabled():
                insort(self.enabled, record, key=_order)
            case Paused():
                known = self._paused.get(record.role)
                if known is None or record.order > known.order:
                    self._paused[record.role] = record
            case SessionNote():
                if self._clock is None or record.order < self._clock.order:
                    self._clock = record

    def book(self, note: CostNote, *, own: bool) -> None:
        """``own`` says whether this session spent it."""
        insort(self._costs, (note, own), key=_note_order)
        self._costs_told = None


def _order(line: RecordLine) -> tuple[str, str]:
    return line.order


def _note_order(booked: tuple[CostNote, bool]) -> tuple[str, str]:
    return booked[0].order
