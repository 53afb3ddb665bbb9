"""What a dream leaves in its book: how far it read, or why it is tried again and when. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from silcrow.dreaming.applying import Applied
from silcrow.dreaming.book import Book, SessionMark, Trouble
from silcrow.dreaming.gate import retry_after
from silcrow.dreaming.gathering import Gathered
from silcrow.dreaming.unread import mark_after
from silcrow.dreaming.working import Worked
from silcrow.workers.run import RunError

SESSIONS_MOST: Final = 10_000
"""Sessions that a book knows; what is older than those it has lost counts as read."""
_PASSING: Final = frozenset({"busy", "io", "drift", "unreadable"})
"""Refusals that say nothing about what was wanted: another try may go through."""


def why_in_vain(worked: Worked, applied: Applied) -> RunError | None:
    """Why nothing that was read counts as read, so that it is tried again; None where the dream did its work.

    What a person or the gate refused is done with: the same turns would only bring the same again.
    """
    if worked.stopped and not worked.turns:
        return RunError("killed", "stopped by a person")
    if not worked.turns:
        return worked.error or RunError("no_result", "no turn was read")
    if worked.failed_calls and not worked.proposals:
        words = f"all {len(worked.failed_calls):,} calls of the worker failed ({worked.failed_calls[0].words})"
        return RunError("no_result", words)
    refused = [each for each in applied.refused if each.code in _PASSING]
    if refused and not applied.taken and not applied.held:
        return RunError("busy", refused[0].words)
    return None


def after_success(book: Book, gathered: Sequence[Gathered], worked: Worked, horizon: float) -> Book:
    """The book once these turns are read."""
    read: dict[str, set[str]] = {}
    for turn in worked.turns:
        read.setdefault(turn.session, set()).add(turn.entry)
    marks: Mapping[str, SessionMark] = {
        each.summary.id: mark_after(each.reading, read[each.summary.id], horizon)
        for each in gathered
        if each.summary.id in read
    }
    kept, lowest = _newest({**book.sessions, **marks})
    reached = horizon if book.horizon is None else min(book.horizon, horizon)
    return replace(
        book,
        dreams=book.dreams + 1,
        horizon=max(reached, lowest),
        sessions=kept,
        trouble=None,
        attempt=None,
        heard=worked.heard,
    )


def _newest(marks: Mapping[str, SessionMark]) -> tuple[Mapping[str, SessionMark], float]:
    """As many marks as a book holds, and the time up to which sessions without one count as read."""
    oldest_first = sorted(marks.items(), key=lambda each: each[1].time)
    dropped = oldest_first[:-SESSIONS_MOST]
    return dict(oldest_first[-SESSIONS_MOST:]), max((mark.time for _, mark in dropped), default=0.0)


def after_failure(book: Book, error: RunError, now: float) -> Book:
    """The book with one more failure, and the time before which nothing starts by itself."""
    count = (book.trouble.count if book.trouble else 0) + 1
    trouble = Trouble(count, error.kind, error.words, now, now + retry_after(count, error.retry_after))
    return replace(book, trouble=trouble, attempt=None)


def after_crash(book: Book, now: float) -> Book:
    """The book after a dream whose program ended in the middle."""
    return (
        book if book.attempt is None else after_an_early_end(book, now, "the program that dreamt ended in the middle")
    )


def after_an_early_end(book: Book, now: float, words: str) -> Book:
    """The book after a dream that nobody let come to its end: the next one takes over at once, but only once.

    Sessions that are always shorter than a dream would otherwise begin one each time, and pay for it.
    """
    failed = after_failure(book, RunError("killed", words), now)
    if failed.trouble is None or failed.trouble.count > 1:
        return failed
    return replace(failed, trouble=replace(failed.trouble, next_try=now))
