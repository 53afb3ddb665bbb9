"""Sessions that another program's extension observes: watched, and driven only when somebody takes them over."""

import hashlib
import json

import pytest

from tests.cli.conftest import Desk
from tests.conversation import Conversation

TYPESCRIPT = {
    "observations": [{"timestamp": "2026-05-04T09:00:00", "content": "The gauge is read hourly.", "tokenCount": 8}],
    "coversUpToId": "e0000002",
}
FOREIGN = {"observations": [{"id": "o1", "text": "The gauge is read hourly."}], "reflections": []}


@pytest.fixture(params=[TYPESCRIPT, FOREIGN], ids=["typescript", "foreign"])
def elsewhere(request: pytest.FixtureRequest, desk: Desk) -> Conversation:
    """A session with a record that another extension wrote into its file, memory on."""
    conversation = desk.session(6)
    assert desk("om", "on", "--from", "start").code == 0
    conversation.append("custom", customType="om.observations.recorded", data=request.param)
    return conversation


@pytest.mark.parametrize("command", [["om", "observe", "--wait"], ["om", "consolidate", "--wait"], ["watch"]])
def test_nothing_is_started_beside_the_other_extension(desk: Desk, elsewhere: Conversation, command: list[str]):
    before = hashlib.sha256(elsewhere.path.read_bytes()).hexdigest()
    answer = desk(*command, "--json")
    assert (answer.code, answer.document["code"]) == (3, "foreign")
    assert "--take-over" in answer.err
    assert desk("om", "runs", "--json").document == {"runs": []}
    assert hashlib.sha256(elsewhere.path.read_bytes()).hexdigest() == before


def test_status_names_the_other_driver(desk: Desk, elsewhere: Conversation):
    assert desk("om", "status", "--json").document["driver"]["state"] == "foreign"
    assert "another extension drives" in desk("om", "status").out


def test_taking_over_is_asked_for_by_name(desk: Desk, elsewhere: Conversation):
    before = elsewhere.path.read_bytes()
    answer = desk("om", "observe", "--wait", "--take-over", "--json")
    assert answer.code == 0
    assert answer.document["workers"]["running"] == 0
    assert desk("om", "runs", "--json").document["runs"]
    assert elsewhere.path.read_bytes() == before


def test_an_observation_of_another_writer_shows_and_what_is_no_observation_does_not(desk: Desk):
    conversation = desk.session(6)
    for data in (TYPESCRIPT, FOREIGN):
        conversation.append("custom", customType="om.observations.recorded", data=data)
    document = desk("om", "status", "--json").document
    assert document["observations"]["active"] == 1
    assert json.dumps(document).count("o1") == 0
