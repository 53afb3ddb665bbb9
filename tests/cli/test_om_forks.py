"""``silcrow sessions seed`` and forks in ``silcrow om``: memory travels along, and says what it did."""

import json
import subprocess

import pytest

from tests.cli.conftest import Desk
from tests.conversation import Conversation, fill
from tests.forks import FORK_ID, fork


@pytest.fixture
def parent(desk: Desk) -> Conversation:
    """A session of a few chunks, observed and partly filed."""
    conversation = desk.session(12)
    assert desk("om", "on", "--from", "start").code == 0
    assert desk("om", "observe", "--wait").code == 0
    assert desk("om", "consolidate", "--wait").code == 0
    return conversation


def forked(parent: Conversation, **more) -> Conversation:
    return fork(parent, parent.path.with_name("fork.jsonl"), **more)


def status(desk: Desk, session: str) -> dict:
    return desk("om", "status", "--json", "--session", session).document


def test_seeding_says_what_was_taken_over_and_the_fork_shows_it(desk: Desk, parent: Conversation):
    before = status(desk, str(parent.path))
    forked(parent)
    answer = desk("sessions", "seed", FORK_ID)
    assert answer.code == 0
    assert answer.out.startswith("Took over from the parent 019f0000-aaaa-7000-8000-000000000001: ")
    assert "topic" in answer.out and "the journey" in answer.out
    after = status(desk, FORK_ID)
    for key in ("enabled", "observations", "pool", "topics", "journeyTokens", "timeline"):
        assert after[key] == before[key]


def test_seeding_answers_scripts_with_the_status_and_what_came(desk: Desk, parent: Conversation):
    forked(parent)
    document = desk("sessions", "seed", "--session", FORK_ID, "--json").document
    assert document["seeded"]["parentId"] == "019f0000-aaaa-7000-8000-000000000001"
    assert document["seeded"]["observations"] == document["observations"]["active"] > 0
    assert document["seeded"]["topics"] == document["topics"] > 0


def test_a_second_seeding_is_refused_and_changes_nothing(desk: Desk, parent: Conversation):
    forked(parent)
    assert desk("sessions", "seed", FORK_ID).code == 0
    ledger = (desk.project / ".memory" / FORK_ID / "ledger.jsonl").read_bytes()
    answer = desk("sessions", "seed", FORK_ID, "--json")
    assert (answer.code, answer.document["code"]) == (3, "seeded")
    assert (desk.project / ".memory" / FORK_ID / "ledger.jsonl").read_bytes() == ledger


def test_what_can_not_be_seeded_leaves_no_folder(desk: Desk, parent: Conversation):
    answer = desk("sessions", "seed", "--session", str(parent.path), "--json")
    assert (answer.code, answer.document["code"]) == (3, "no_fork")
    child = forked(parent)
    text = child.path.read_text().replace(json.dumps(str(parent.path)), '"/gone/nowhere_x.jsonl"')
    child.path.write_text(text)
    answer = desk("sessions", "seed", FORK_ID)
    assert answer.code == 3
    assert "/gone/nowhere_x.jsonl" in answer.err and "starts afresh" in answer.err
    assert not (desk.project / ".memory" / FORK_ID).exists()


def test_turning_memory_on_in_a_fork_takes_over_and_asks_nothing(desk: Desk, parent: Conversation):
    fill(forked(parent), 12, about="the printer")
    answer = desk("om", "on", "--session", FORK_ID)
    assert answer.code == 0
    assert answer.out.startswith("Took over from the parent")
    assert "Observing is on." in answer.out


def test_turning_memory_on_says_that_the_parent_is_gone(desk: Desk):
    conversation = desk.session(1)
    child = forked(conversation)
    conversation.path.unlink()
    answer = desk("om", "on", "--session", str(child.path))
    assert answer.code == 0
    assert "The parent is not there any more" in answer.out
    assert status(desk, FORK_ID)["enabled"] is True


def test_a_first_run_takes_over_what_travels_with_the_fork(desk: Desk, parent: Conversation):
    fill(forked(parent), 4, about="the printer")
    assert status(desk, FORK_ID)["enabled"] is False
    answer = desk("om", "observe", "--wait", "--json", "--session", FORK_ID)
    assert answer.code == 0
    assert answer.document["enabled"] is True
    assert answer.document["observations"]["total"] > status(desk, str(parent.path))["observations"]["total"]


def test_a_fork_of_a_session_whose_memory_was_off_stays_off(desk: Desk, parent: Conversation):
    assert desk("om", "off").code == 0
    forked(parent)
    answer = desk("om", "observe", "--wait", "--json", "--session", FORK_ID)
    assert (answer.code, answer.document["code"]) == (3, "off")
    assert not (desk.project / ".memory" / FORK_ID).exists()


def test_recorded_runs_are_listed_only_on_request(desk: Desk, parent: Conversation):
    plain = desk("sessions", "list", "--json").document["sessions"]
    assert [each["id"] for each in plain] == ["019f0000-aaaa-7000-8000-000000000001"]
    runs = desk("om", "runs", "--json").document["runs"]
    listed = desk("sessions", "list", "--workers", "--json").document["sessions"]
    assert {each["id"] for each in listed if each["worker"]} == {run["runId"] for run in runs}
    path = next(each["path"] for each in listed if each["worker"])
    assert desk("sessions", "show", path, "--json").document["entryCount"] == 4
    refused = desk("om", "on", "--session", path, "--json")
    assert (refused.code, refused.document["code"]) == (3, "read_only")


def test_status_says_how_a_fork_stands_to_its_parents_memory(desk: Desk, parent: Conversation):
    assert status(desk, str(parent.path))["fork"] is None
    forked(parent)
    before = status(desk, FORK_ID)["fork"]
    assert before == {"parentId": "019f0000-aaaa-7000-8000-000000000001", "state": "ready", "reason": None}
    assert "takes its memory over" in desk("om", "status", "--session", FORK_ID).out
    assert not (desk.project / ".memory" / FORK_ID).exists()
    desk("sessions", "seed", FORK_ID)
    assert status(desk, FORK_ID)["fork"]["state"] == "seeded"
    assert "whose memory was taken over" in desk("om", "status", "--session", FORK_ID).out


def test_two_that_seed_one_fork_at_once_take_it_over_once(desk: Desk, parent: Conversation):
    forked(parent)
    both = [desk.start("sessions", "seed", FORK_ID, "--json", stdout=subprocess.PIPE) for _ in range(2)]
    answers = [json.loads(each.communicate(timeout=60)[0]) for each in both]
    assert sorted(each.returncode for each in both) in ([0, 3], [0, 5])
    assert {each.get("code") for each in answers} <= {None, "seeded", "busy"}
    lines = (desk.project / ".memory" / FORK_ID / "ledger.jsonl").read_text().splitlines()
    ids = [json.loads(line)["id"] for line in lines]
    assert len(ids) == len(set(ids))
    assert sum('"om.seeded"' in line for line in lines) == 1
