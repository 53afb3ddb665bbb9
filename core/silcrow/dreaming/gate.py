"""Whether a dream is due, and in one sentence why not. Pure: all that it looks at comes in."""

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from silcrow.dreaming.book import Trouble
from silcrow.settings.types import DreamingSettings
from silcrow.text.instants import iso_instant

if TYPE_CHECKING:
    from silcrow.dreaming.report import Report
    from silcrow.workers.run import Run

DreamState = Literal["off", "never_run", "due", "not_due", "locked", "running", "failed"]
_HOUR = 3_600.0
_MINUTE = 60.0
RETRY_SECONDS = (300.0, 1_800.0, 7_200.0, 21_600.0, 86_400.0)
"""Waits after the first, second ... failure in a row; the last one holds for all that follow."""


class Standing(Struct, frozen=True):
    """What is known at one moment, Unix seconds and turns."""

    settings: DreamingSettings
    now: float
    last_at: float | None = None
    """Start of the last dream that succeeded, whichever program dreamt."""
    turns: int = 0
    """Turns that are due, counted up to what the gate asks for."""
    holder: str | None = None
    """Who has the lock."""
    running: "Run | None" = None
    trouble: Trouble | None = None
    last: "Report | None" = None
    cap: str | None = None
    """The cap on money or runs that is in the way."""
    notes: tuple[str, ...] = ()


class DreamStatus(Struct, frozen=True):
    """Whether the next start would dream, and why not."""

    state: DreamState
    words: str
    """One sentence with its numbers."""
    due: bool
    """A start now would dream."""
    last_at: float | None = None
    hours_to_go: float = 0.0
    turns: int = 0
    turns_to_go: int = 0
    next_try: float | None = None
    """Unix seconds before which nothing starts by itself after a failure."""
    holder: str | None = None
    run_id: str | None = None
    model: str = ""
    mode: str = "apply"
    last: "Report | None" = None
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """``dream status --json``, and ``dream`` in ``status --json``."""
        return {
            "state": self.state,
            "words": self.words,
            "due": self.due,
            "lastAt": _instant(self.last_at),
            "hoursToGo": round(self.hours_to_go, 2),
            "turns": self.turns,
            "turnsToGo": self.turns_to_go,
            "nextTry": _instant(self.next_try),
            "holder": self.holder,
            "runId": self.run_id,
            "model": self.model,
            "mode": self.mode,
            "lastOutcome": self.last.outcome if self.last else None,
            "lastReport": self.last.id if self.last else None,
            "notes": list(self.notes),
        }


def judge(standing: Standing) -> DreamStatus:
    """The answer of the gate."""
    settings, now = standing.settings, standing.now
    hours = _hours_to_go(standing)
    turns_to_go = max(0, settings.min_turns_since_last_run - standing.turns)
    blank = DreamStatus(
        "due",
        "",
        due=False,
        last_at=standing.last_at,
        hours_to_go=hours,
        turns=standing.turns,
        turns_to_go=turns_to_go,
        next_try=standing.trouble.next_try if standing.trouble else None,
        holder=standing.holder,
        run_id=standing.running.run_id if standing.running else None,
        model=str(settings.model),
        mode=settings.mode,
        last=standing.last,
        notes=standing.notes,
    )

    def answer(state: DreamState, words: str, *, due: bool = False) -> DreamStatus:
        return replace(blank, state=state, words=words + _about_the_last(standing), due=due)

    if not settings.enabled:
        return replace(blank, state="off", words="off: no session is read, nothing is run or spent")
    if standing.running is not None:
        return answer("running", _running_words(standing.running, now))
    if standing.holder is not None:
        return answer("locked", f"locked by {standing.holder}")
    trouble = standing.trouble
    if trouble is not None and trouble.next_try > now:
        wait = span(trouble.next_try - now)
        return answer("failed", f"failed {_times(trouble.count)} ({trouble.words}), next try in {wait}")
    to_go = _and_words([f"{span(hours * _HOUR)}" if hours else "", _counted(turns_to_go) if turns_to_go else ""])
    ready = not to_go and standing.cap is None
    if trouble is not None:
        more = f"{to_go} to go" if to_go else standing.cap or "tries again at the next start"
        return answer("failed", f"failed {_times(trouble.count)} ({trouble.words}), {more}", due=ready)
    if standing.last_at is None:
        waits = f"{to_go} to go" if to_go else standing.cap or f"due: {_at_least(standing)} to read"
        return answer("never_run", f"never run, {waits}", due=ready)
    if to_go:
        return answer("not_due", f"not due: {to_go} to go")
    if standing.cap is not None:
        return answer("not_due", f"not due: {standing.cap}")
    return answer("due", f"due: {span(now - standing.last_at)} and {_at_least(standing)} since the last one", due=True)


def retry_after(failures: int, asked: float | None = None) -> float:
    """Seconds until the next try after so many failures in a row; a provider may ask for more."""
    wait = RETRY_SECONDS[min(failures, len(RETRY_SECONDS)) - 1]
    return max(wait, min(asked or 0.0, RETRY_SECONDS[-1]))


def span(seconds: float) -> str:
    """A time in words: ``7 h``, ``40 min``, ``12 s``; beyond two days ``3 days``. Rounded up."""
    if seconds >= 48 * _HOUR:
        return f"{int(seconds // (24 * _HOUR))} days"
    if seconds > _HOUR - _MINUTE:
        return f"{-int(-seconds // _HOUR)} h"
    if seconds > _MINUTE:
        return f"{-int(-seconds // _MINUTE)} min"
    return f"{max(0, -int(-seconds // 1))} s"


def _hours_to_go(standing: Standing) -> float:
    if standing.last_at is None:
        return 0.0
    since = max(0.0, standing.now - standing.last_at)
    return max(0.0, standing.settings.min_hours_since_last_run - since / _HOUR)


def _about_the_last(standing: Standing) -> str:
    last = standing.last
    if last is None or last.reverted_at is not None or last.outcome != "partly_failed":
        return ""
    why = f"{len(last.refused):,} of {last.wanted:,} refused" if last.refused else last.error
    return f"; the last one partly failed ({why})"


def _running_words(run: "Run", now: float) -> str:
    doing = f": {run.summary}" if run.summary else ""
    return f"running for {span(now - run.started_at)}, {run.handed:,} turns handed over{doing}"


def _at_least(standing: Standing) -> str:
    more = "at least " if standing.turns >= standing.settings.min_turns_since_last_run else ""
    return f"{more}{_counted(standing.turns)}"


def _counted(turns: int) -> str:
    return f"{turns:,} turn{'' if turns == 1 else 's'}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times in a row"


def _and_words(parts: list[str]) -> str:
    return " and ".join(part for part in parts if part)


def _instant(unix: float | None) -> str | None:
    return None if unix is None else iso_instant(unix)
