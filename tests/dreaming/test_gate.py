import pytest
from msgspec.structs import replace

from silcrow.dreaming.book import Trouble
from silcrow.dreaming.gate import RETRY_SECONDS, Standing, judge, retry_after, span
from silcrow.dreaming.report import Report
from silcrow.dreaming.steps import Refused, Step
from silcrow.settings import DreamingSettings
from silcrow.workers.run import Run

HOUR = 3_600.0
NOW = 1_800_000_000.0
STANDING = Standing(DreamingSettings(), NOW, last_at=NOW - 30 * HOUR, turns=9)
RUN = Run("dream-20261201000000-1-1", "dream", "running", "builtin/extractive", "dream", 1, 0.0, NOW - 12, handed=40)
TROUBLE = Trouble(2, "exit", "exit 3: no such model", NOW - 60, NOW + 900)


@pytest.mark.parametrize(
    ("standing", "state", "words", "due"),
    [
        (
            replace(STANDING, settings=DreamingSettings(enabled=False)),
            "off",
            "off: no session is read, nothing is run or spent",
            False,
        ),
        (replace(STANDING, last_at=None, turns=3), "never_run", "never run, 2 turns to go", False),
        (replace(STANDING, last_at=None), "never_run", "never run, due: at least 9 turns to read", True),
        (STANDING, "due", "due: 30 h and at least 9 turns since the last one", True),
        (replace(STANDING, last_at=NOW - 17 * HOUR), "not_due", "not due: 7 h to go", False),
        (replace(STANDING, turns=4), "not_due", "not due: 1 turn to go", False),
        (replace(STANDING, last_at=NOW - 17 * HOUR, turns=3), "not_due", "not due: 7 h and 2 turns to go", False),
        (replace(STANDING, holder="process 4711 (dreaming)"), "locked", "locked by process 4711 (dreaming)", False),
        (
            replace(STANDING, holder="process 4711", running=RUN),
            "running",
            "running for 12 s, 40 turns handed over",
            False,
        ),
        (
            replace(STANDING, trouble=TROUBLE),
            "failed",
            "failed 2 times in a row (exit 3: no such model), next try in 15 min",
            False,
        ),
        (
            replace(STANDING, trouble=replace(TROUBLE, count=1, next_try=NOW)),
            "failed",
            "failed once (exit 3: no such model), tries again at the next start",
            True,
        ),
        (
            replace(STANDING, trouble=replace(TROUBLE, next_try=NOW), turns=0),
            "failed",
            "failed 2 times in a row (exit 3: no such model), 5 turns to go",
            False,
        ),
        (
            replace(STANDING, cap="day cap reached, nothing starts"),
            "not_due",
            "not due: day cap reached, nothing starts",
            False,
        ),
    ],
)
def test_each_state_has_a_sentence_of_its_own_with_its_numbers(standing: Standing, state: str, words: str, due: bool):
    status = judge(standing)
    assert (status.state, status.words, status.due) == (state, words, due)


def test_no_two_states_say_the_same():
    sentences = {
        judge(replace(STANDING, last_at=NOW - hours * HOUR, turns=turns)).words
        for hours, turns in ((30, 9), (17, 9), (30, 3), (17, 3))
    }
    assert len(sentences) == 4


def test_a_dream_that_went_half_wrong_shows_at_the_next_start():
    step = Step("add", "memory", None, "x")
    last = Report("d", NOW, NOW, "m", taken=(step,), refused=(Refused(step, "blocked", "It is a threat."),))
    assert judge(replace(STANDING, last=last)).words.endswith("; the last one partly failed (1 of 2 refused)")
    assert "failed" not in judge(replace(STANDING, last=replace(last, reverted_at=NOW))).words
    unread = replace(last, refused=(), error="exit 3")
    assert judge(replace(STANDING, last=unread)).words.endswith("; the last one partly failed (exit 3)")


def test_the_settings_of_the_gate_count():
    settings = DreamingSettings(min_hours_since_last_run=0, min_turns_since_last_run=1)
    assert judge(replace(STANDING, settings=settings, last_at=NOW, turns=1)).due


def test_failures_wait_longer_and_longer_and_a_provider_may_ask_for_more():
    waits = [retry_after(count) for count in range(1, 9)]
    assert waits == sorted(waits)
    assert waits[0] == RETRY_SECONDS[0]
    assert waits[-1] == RETRY_SECONDS[-1]
    assert retry_after(1, 1_000.0) == 1_000.0
    assert retry_after(1, 1e9) == RETRY_SECONDS[-1]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (0.2, "1 s"),
        (59, "59 s"),
        (61, "2 min"),
        (900, "15 min"),
        (3_599, "1 h"),
        (3_601, "2 h"),
        (24 * HOUR, "24 h"),
        (6.4 * HOUR, "7 h"),
        (50 * HOUR, "2 days"),
    ],
)
def test_spans_are_told_in_the_unit_that_fits(seconds: float, words: str):
    assert span(seconds) == words


def test_the_json_holds_the_numbers_of_the_sentence():
    document = judge(replace(STANDING, last_at=NOW - 17 * HOUR, turns=3)).to_dict()
    assert (document["state"], document["hoursToGo"], document["turnsToGo"]) == ("not_due", 7.0, 2)
    assert document["due"] is False
