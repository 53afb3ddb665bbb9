from collections.abc import Callable

import pytest

from silcrow.sessions import SessionFile
from tests.sessions.writing import chain, compaction, entry, reply, user

Read = Callable[..., SessionFile]

TALK = chain(user("u1", None), reply("a1", None), user("u2", None), reply("a2", None))


@pytest.mark.parametrize(
    "stray",
    [
        {},
        42,
        {"type": "custom", "customType": "om.a", "parentId": "a2", "timestamp": "t"},
        entry("custom", "x1", None, customType="om.a"),
        entry("custom", "x1", "gone", customType="om.a"),
        entry("custom", "x1", "u1", customType="om.a"),
        entry("om_thing", "x1", "a1"),
        entry("label", "x1", None, targetId="u1", label="x"),
        compaction("x1", "gone", "u1"),
    ],
    ids=[
        "an empty object",
        "a number",
        "no id",
        "no parent",
        "an unknown parent",
        "a parent left behind",
        "an unknown type, parent left behind",
        "a label without parent",
        "a compaction with an unknown parent",
    ],
)
def test_a_stray_last_entry_leaves_the_conversation_recoverable(read: Read, stray: object):
    session = read([*TALK, stray])
    assert session.leaf_id != "a2"
    assert session.recoverable_leaf_id == "a2"
    assert session.branch_ids("a2") == ("u1", "a1", "u2", "a2")
    assert any("hides the conversation that ends at a2" in warning for warning in session.warnings)


def test_several_strays_in_a_row_are_looked_through(read: Read):
    strays = [entry("custom", f"x{n}", "u1", customType="om.a") for n in range(3)]
    assert read([*TALK, *strays, 42]).recoverable_leaf_id == "a2"


@pytest.mark.parametrize(
    "last",
    [
        entry("custom", "x1", "a2", customType="om.a"),
        entry("label", "x1", "u1", targetId="u1", label="x"),
        user("x1", "u1"),
        user("x1", None),
        compaction("x1", "a1", "u1"),
        entry("branch_summary", "x1", "u1", summary="s", fromId="a2"),
    ],
    ids=[
        "a record at the leaf",
        "a label after going back",
        "a message after going back",
        "a message as a new root",
        "a compaction after going back",
        "a branch summary",
    ],
)
def test_going_back_in_the_tree_hides_nothing(read: Read, last: object):
    session = read([*TALK, last])
    assert session.leaf_id == "x1"
    assert session.recoverable_leaf_id is None
    assert session.warnings == ()


def test_a_broken_chain_is_told_with_the_place_where_it_breaks(read: Read):
    session = read([*TALK[:2], b'{"type":"message","id":"u2","par\n', *TALK[3:]])
    assert session.branch_ids() == ("a2",)
    assert session.recoverable_leaf_id is None
    assert session.warnings == (
        "1 unreadable line was skipped, the first is line 4.",
        "History before a2 is cut off: its parent u2 is not in the file.",
    )


def test_a_lone_entry_with_an_unknown_parent_has_nothing_to_recover(read: Read):
    session = read([user("u1", "gone")])
    assert session.recoverable_leaf_id is None
    assert session.branch_ids() == ("u1",)
