import pytest

from silcrow.dreaming import finishing
from silcrow.dreaming.applying import Applied
from silcrow.dreaming.book import Attempt, Book, SessionMark, Trouble
from silcrow.dreaming.finishing import after_crash, after_failure, after_success, why_in_vain
from silcrow.dreaming.gate import RETRY_SECONDS
from silcrow.dreaming.steps import Refused, Step
from silcrow.dreaming.working import Worked
from silcrow.workers.dream import HandedTurn
from silcrow.workers.run import RunError

NOW = 1_800_000_000.0
TURN = HandedTurn("s1", "a1", ("u1", "a1"), NOW, "/shop", "Look.", "Yes.")
STEP = Step("add", "memory", None, "Uses uv.")
READ = Worked(turns=(TURN,), proposals=({},))


def refused(*codes: str) -> Applied:
    return Applied(refused=tuple(Refused(STEP, code, f"{code}.") for code in codes))


@pytest.mark.parametrize(
    ("worked", "applied", "kind"),
    [
        (READ, Applied(taken=(STEP,)), None),
        (READ, Applied(), None),
        (READ, refused("blocked", "stale", "implausible", "over_limit"), None),
        (READ, refused("drift"), "busy"),
        (READ, refused("blocked", "io"), "busy"),
        (Worked(error=RunError("auth", "no key")), Applied(), "auth"),
        (Worked(turns=(TURN,), failed_calls=(Refused(STEP, "over_limit", "Full."),)), Applied(), "no_result"),
        (Worked(stopped=True), Applied(), "killed"),
        (Worked(turns=(TURN,), stopped=True), Applied(), None),
    ],
)
def test_a_dream_was_in_vain_when_another_try_may_end_better(worked: Worked, applied: Applied, kind: str | None):
    error = why_in_vain(worked, applied)
    assert (error.kind if error is not None else None) == kind


def test_a_success_ends_trouble_and_keeps_the_lowest_horizon():
    book = Book(dreams=1, horizon=50.0, trouble=Trouble(2, "exit", "x", 1.0, 2.0), attempt=Attempt("d", 1.0))
    after = after_success(book, (), READ, 90.0)
    assert (after.dreams, after.horizon, after.trouble, after.attempt) == (2, 50.0, None, None)
    assert after_success(book, (), READ, 10.0).horizon == 10.0


def test_a_book_knows_only_so_many_sessions_and_forgets_none_into_being_read_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(finishing, "SESSIONS_MOST", 2)
    sessions = {f"s{number}": SessionMark((f"a{number}",), float(number)) for number in range(5)}
    after = after_success(Book(horizon=1.0, sessions=sessions), (), READ, 1.0)
    assert (set(after.sessions), after.horizon) == ({"s3", "s4"}, 2.0)


def test_failures_in_a_row_wait_longer_and_a_crash_once_not_at_all():
    book = after_failure(Book(), RunError("exit", "exit 3"), NOW)
    assert book.trouble is not None
    assert book.trouble.next_try == NOW + RETRY_SECONDS[0]
    again = after_failure(book, RunError("rate_limit", "slow down", retry_after=4_000.0), NOW)
    assert again.trouble is not None
    assert (again.trouble.count, again.trouble.next_try) == (2, NOW + 4_000.0)
    crashed = after_crash(Book(attempt=Attempt("d", NOW)), NOW)
    assert crashed.trouble is not None
    assert (crashed.trouble.next_try, crashed.attempt) == (NOW, None)
    assert after_crash(Book(), NOW) == Book()
