"""Ids for new observations.

An id is the local time of what was observed, at the session's one fixed offset, so that sorting ids as text sorts by
time. Models write times in many shapes and sometimes wrong ones; nothing is dropped for its time.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol

from silcrow.observational.observation import Observation
from silcrow.sessions.entries import SourceEntry
from silcrow.text import estimate_tokens

_SLACK = timedelta(minutes=1)
_PER_SECOND = 1000
"""Ids within one second: the plain one and 999 with a suffix."""
_EARLIEST = datetime(1970, 1, 1)  # noqa: DTZ001 - local times without a zone, as ids are
_YEARS = range(1970, 9999)
_TIME = re.compile(
    r"(?:(?P<day>\d{4}-\d{2}-\d{2})[T ]+)?"
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"\s*(?P<zone>Z|[+-]\d{2}:?\d{2})?",
    re.ASCII | re.IGNORECASE,
)


class RawObservation(Protocol):
    """An observation as a worker gave it; content is a single line already."""

    @property
    def timestamp(self) -> str: ...

    @property
    def content(self) -> str: ...

    @property
    def sources(self) -> tuple[str, ...]: ...


def assign_ids(
    raw: Sequence[RawObservation],
    chunk: Sequence[SourceEntry],
    taken: Collection[str],
    utc_offset: int,
    *,
    run_id: str | None = None,
) -> tuple[Observation, ...]:
    """Observations with ids that differ from each other and from all of ``taken``, in the order given.

    ``chunk`` are the source entries that were observed, ``utc_offset`` is in seconds east of UTC. A time outside the
    chunk's span, give or take a minute, becomes the time of the first source that the observation names, else that of
    the chunk's last entry.
    """
    times = _times(chunk, utc_offset)
    span = (min(times.values()), max(times.values())) if times else None
    last = next((times[entry.id] for entry in reversed(chunk) if entry.id in times), None)
    used: set[str] = set()
    next_free: dict[str, Iterator[str]] = {}
    given: list[Observation] = []
    for each in raw:
        moment = _moment(each.timestamp, span, utc_offset)
        if moment is None:
            moment = next((times[source] for source in each.sources if source in times), last) or _EARLIEST
        base = moment.isoformat(timespec="seconds")
        candidates = next_free.setdefault(base, _candidates(moment))
        timestamp = next(candidate for candidate in candidates if candidate not in used and candidate not in taken)
        used.add(timestamp)
        tokens = estimate_tokens(f"{timestamp}  {each.content}")
        given.append(Observation(timestamp, each.content, tokens, each.sources, run_id))
    return tuple(given)


def _candidates(moment: datetime) -> Iterator[str]:
    while True:
        base = moment.isoformat(timespec="seconds")
        yield base
        for suffix in range(1, _PER_SECOND):
            yield f"{base}.{suffix:03}"
        moment += timedelta(seconds=1)


def _times(chunk: Sequence[SourceEntry], utc_offset: int) -> dict[str, datetime]:
    times: dict[str, datetime] = {}
    for entry in chunk:
        try:
            moment = datetime.fromisoformat(entry.timestamp)
        except ValueError:
            continue
        if moment.year in _YEARS:
            times[entry.id] = _at_offset(moment, utc_offset)
    return times


def _at_offset(moment: datetime, utc_offset: int) -> datetime:
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC).replace(tzinfo=None)
    return (moment + timedelta(seconds=utc_offset)).replace(microsecond=0)


def _moment(text: str, span: tuple[datetime, datetime] | None, utc_offset: int) -> datetime | None:
    """The local time that a model meant, if it lies in the chunk's span."""
    found = _TIME.fullmatch(text.strip().strip("[]()").strip())
    if found is None:
        return None
    clock = _clock(found)
    if clock is None:
        return None
    for day in _days(found["day"], span):
        moment = datetime.combine(day, clock)
        if found["zone"]:
            moment = moment - _zone(found["zone"]) + timedelta(seconds=utc_offset)
        if span is None or span[0] - _SLACK <= moment <= span[1] + _SLACK:
            return moment
    return None


def _clock(found: re.Match[str]) -> time | None:
    try:
        return time(int(found["hour"]), int(found["minute"]), int(found["second"] or 0))
    except ValueError:
        return None


def _days(text: str | None, span: tuple[datetime, datetime] | None) -> Iterator[date]:
    if text is not None:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            return
        if day.year in _YEARS:
            yield day
    elif span is not None:
        # A bare clock time: whichever day of the span it fits.
        yield span[1].date()
        yield span[0].date()


def _zone(text: str) -> timedelta:
    if text in "Zz":
        return timedelta()
    sign = -1 if text[0] == "-" else 1
    return sign * timedelta(hours=int(text[1:3]), minutes=int(text[-2:]))
