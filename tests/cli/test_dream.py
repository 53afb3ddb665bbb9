import json
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Desk
from tests.dreaming.talk import DAY, Talk

WISH = "Always use uv, never pip."


def talk(desk: Desk, name: str, *, days_ago: float = 1.0, cwd: Path | None = None) -> Talk:
    path = desk.agent_dir / "sessions" / "--project--" / f"{name}.jsonl"
    return Talk(path, cwd or desk.project, f"019f0000-0000-7000-8000-{name:0>12}", time.time() - days_ago * DAY)


@pytest.fixture
def told(desk: Desk) -> Desk:
    """Two sessions in which the user said the same, and enough turns for a dream."""
    one, two = talk(desk, "one", days_ago=2), talk(desk, "two")
    for each in (one, two):
        each.turn(WISH)
        each.turns(3)
    return desk


def switched_off(desk: Desk) -> None:
    (desk.agent_dir / "settings.json").write_text(json.dumps({"pi-memory": {"dreaming": {"enabled": False}}}))


def test_status_says_whether_a_dream_is_due(told: Desk):
    answer = told("dream", "status")
    assert "never run, due: at least 8 turns to read" in answer.out
    document = told("dream", "status", "--json").document
    assert (document["state"], document["due"], document["model"]) == ("never_run", True, "builtin/extractive")


def test_a_dream_proposes_and_the_review_shows_what_it_rests_on(told: Desk):
    answer = told("dream", "run")
    assert answer.code == 0
    assert "1 waits for review. 8 turns in 2 sessions read." in answer.out
    (proposal,) = told("review", "list", "--json").document["proposals"]
    shown = told("review", "show", proposal["id"]).out
    assert "evidence:" in shown
    assert shown.count("session 019f0000-") == 2
    assert proposal["origin"]["entryId"] == "e0000002"
    assert told("review", "accept", proposal["id"]).code == 0
    assert WISH in told("memory", "list").out


def test_a_second_one_right_after_says_what_is_missing_and_is_no_failure(told: Desk):
    told("dream", "run")
    answer = told("dream", "run")
    assert (answer.code, answer.out.strip()) == (0, "Nothing was started: not due: 24 h and 5 turns to go.")
    document = told("dream", "run", "--json").document
    assert (document["success"], document["code"]) == (True, "not_due")
    assert told("dream", "run", "--force").out.strip() == "Nothing to read: no turn is new."


def test_the_report_tells_everything_and_is_the_same_as_json(told: Desk):
    assert told("dream", "report").code == 0
    told("dream", "run")
    text = told("dream", "report").out
    assert f"add in USER.md: {WISH}" in text
    assert text.count("rests on: session 019f0000-") == 2
    assert "everything waits in this dream" in text
    document = told("dream", "report", "--json").document
    assert (document["outcome"], document["turns"], len(document["held"])) == ("changed", 8, 1)
    assert told("dream", "report", document["id"][:-2]).code == 0
    assert told("dream", "report", "nope").code == 3


def test_a_dry_run_changes_nothing(told: Desk):
    answer = told("dream", "run", "--dry-run")
    assert "Would wait for review" in answer.out
    assert told("review", "list", "--json").document["proposals"] == []
    assert told("dream", "status", "--json").document["state"] == "never_run"


def test_sessions_from_before_the_last_month_are_read_on_request(desk: Desk):
    talk(desk, "old", days_ago=50).turns(5)
    talk(desk, "new").turns(5)
    assert desk("dream", "run", "--json").document["turns"] == 5
    assert desk("dream", "run", "--force", "--json").document["code"] == "nothing"
    day = time.strftime("%Y-%m-%d", time.localtime(time.time() - 60 * DAY))
    assert desk("dream", "run", "--force", "--since", day, "--json").document["turns"] == 5
    answer = desk("dream", "run", "--since", "yesterday")
    assert (answer.code, "yesterday is no date" in answer.err) == (2, True)


def test_there_is_nothing_to_take_back_from_a_dream_that_only_proposed(told: Desk):
    told("dream", "run")
    answer = told("dream", "revert")
    assert (answer.code, answer.out.strip()) == (0, "No dream stands that changed anything by itself.")


def test_switched_off_it_is_refused_and_leaves_no_trace(told: Desk):
    switched_off(told)
    before = sorted(told.home.parent.rglob("*"))
    answer = told("dream", "run", "--force")
    assert answer.code == 3
    assert "pi-memory.dreaming.enabled" in answer.err
    assert told("dream", "run", "--json").document["code"] == "off"
    assert told("dream", "status", "--json").document["state"] == "off"
    assert sorted(told.home.parent.rglob("*")) == before


def test_the_status_of_everything_tells_of_dreaming(told: Desk):
    assert "dream     never run, due" in told("status").out
    assert told("status", "--json").document["dream"]["state"] == "never_run"
    switched_off(told)
    assert "dream     " not in told("status").out
    assert told("status", "--json").document["dream"]["state"] == "off"


def test_another_memory_folder_learns_from_the_sessions_of_its_project_only(told: Desk, tmp_path: Path):
    talk(told, "far", cwd=tmp_path / "elsewhere").turns(9)
    other = str(tmp_path / "other")
    assert told("dream", "run", "--json").document["turns"] == 17
    assert told("--memory-dir", other, "dream", "run", "--json").document["turns"] == 8


def test_a_held_lock_is_told_with_its_exit_code(told: Desk):
    from silcrow.dreaming.dream_lock import DreamLock

    lock = DreamLock(told.memories, "test")
    assert lock.acquire() is None
    answer = told("dream", "run", "--force")
    lock.release()
    assert (answer.code, "locked by process" in answer.err) == (5, True)
