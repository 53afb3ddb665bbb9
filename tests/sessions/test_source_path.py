from collections.abc import Callable

import pytest

from silcrow.sessions import SessionFile, SourceEntry
from tests.sessions.writing import STAMP, call, chain, compaction, entry, line, message, reply, result, user

Read = Callable[..., SessionFile]


def kinds(session: SessionFile) -> dict[str, str]:
    return {each.id: each.kind for each in session.source_path()}


def test_what_a_model_would_be_sent_is_a_source_entry(read: Read):
    session = read(
        chain(
            user("u1", None),
            reply("a1", None, [call("read", {})]),
            result("t1", None),
            reply("a2", None),
            message("s1", None, role="bashExecution", command="ls", output="x"),
            entry("custom_message", "n1", None, customType="lab.note", content="x", display=False),
            entry("branch_summary", "b1", None, summary="x", fromId="u1"),
        )
    )
    assert kinds(session) == {
        "u1": "user",
        "a1": "calls",
        "t1": "result",
        "a2": "assistant",
        "s1": "bash",
        "n1": "custom",
        "b1": "branch_summary",
    }


@pytest.mark.parametrize(
    "silent",
    [
        message("x1", None, role="system", content="prompt"),
        reply("x1", None, stop="error"),
        reply("x1", None, stop="aborted"),
        message("x1", None, role="bashExecution", command="ls", output="x", excludeFromContext=True),
        message("x1", None, role="narrator", content="x"),
        entry("custom", "x1", None, customType="om.a", data=1),
        entry("branch_summary", "x1", None, summary="", fromId="u1"),
        entry("model_change", "x1", None, provider="lab", modelId="m"),
        entry("thinking_level_change", "x1", None, thinkingLevel="off"),
        entry("label", "x1", None, targetId="u1", label="x"),
        entry("session_info", "x1", None, name="x"),
        entry("usage", "x1", None, usage={}),
        compaction("x1", None, "u1"),
        entry("unheard_of", "x1", None),
    ],
    ids=lambda value: value.get("message", {}).get("role", value["type"]),
)
def test_what_no_model_is_sent_is_no_source_entry(read: Read, silent: dict[str, object]):
    assert list(kinds(read(chain(user("u1", None), silent, user("u2", None))))) == ["u1", "u2"]


def test_a_source_entry_carries_tokens_and_time(read: Read):
    session = read([user("u1", None, "x" * 9)])
    assert session.source_path() == (SourceEntry("u1", "user", 3, STAMP, observed=True),)


def test_history_before_a_compaction_stays_in_the_path(read: Read):
    session = read(chain(user("u1", None), reply("a1", None), compaction("c1", None, "a1"), user("u2", None)))
    assert list(kinds(session)) == ["u1", "a1", "u2"]


def test_an_edit_takes_an_entry_out_or_changes_its_weight(read: Read):
    session = read(
        chain(
            user("u1", None, "x" * 40),
            result("t1", None, "x" * 40),
            entry("custom_message", "n1", None, customType="lab", content="x" * 40),
            entry("context_edit", "e1", None, targetId="u1", replacement=None),
            entry("context_edit", "e2", None, targetId="t1", replacement={"content": "1234"}),
            entry("context_edit", "e3", None, targetId="n1", replacement={"content": "12345678"}),
            entry("context_edit", "e4", None, targetId="nobody", replacement=None),
        )
    )
    assert [(each.id, each.tokens) for each in session.source_path()] == [("t1", 1), ("n1", 2)]
    assert [each.id for each in session.source_path("n1")] == ["u1", "t1", "n1"]


def observed(session: SessionFile) -> list[bool]:
    return [each.observed for each in session.source_path()]


@pytest.mark.parametrize("tool", ["memory_add", "memory_search", "memory", "recall", "recall_observation"])
def test_results_of_memory_tools_are_covered_but_not_observed(read: Read, tool: str):
    assert observed(read(chain(user("u1", None), result("t1", None, tool=tool)))) == [True, False]


@pytest.mark.parametrize(("kind", "seen"), [("om.note", False), ("silcrow.block", False), ("lab.note", True)])
def test_messages_of_memory_itself_are_covered_but_not_observed(read: Read, kind: str, seen: bool):
    assert observed(read([entry("custom_message", "n1", None, customType=kind, content="x")])) == [seen]


def test_results_of_other_tools_are_observed(read: Read):
    assert observed(read([result("t1", None, tool="read")])) == [True]


def test_the_sources_of_a_growing_session_grow(read: Read):
    session = read([user("u1", None)])
    assert len(session.source_path()) == 1
    with session.path.open("ab") as file:
        file.write(b'{"type":"message","id":"u2","parentId":"u1","timestamp":"odd","message":{"role":"user"}}\n')
    session.refresh()
    assert [(each.id, each.timestamp) for each in session.source_path()] == [("u1", STAMP), ("u2", "odd")]


def test_an_edit_that_comes_later_changes_sources_that_were_asked_for_before(read: Read):
    session = read(chain(user("u1", None), reply("a1", None)))
    assert [each.id for each in session.source_path()] == ["u1", "a1"]
    with session.path.open("ab") as file:
        file.write(line(entry("context_edit", "e1", "a1", targetId="a1", replacement=None)) + line(user("u2", "e1")))
    session.refresh()
    assert [each.id for each in session.source_path()] == ["u1", "u2"]
    assert [each.id for each in session.source_path("a1")] == ["u1", "a1"]
