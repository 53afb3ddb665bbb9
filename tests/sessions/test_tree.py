from collections.abc import Callable

import pytest

from silcrow.sessions import SessionFile
from tests.sessions.writing import chain, entry, header, line, reply, user

Read = Callable[..., SessionFile]


def test_the_leaf_is_the_last_entry_of_the_file_whatever_its_type(read: Read):
    session = read(chain(user("u1", None), reply("a1", None), entry("label", "l1", None, targetId="u1", label="x")))
    assert session.leaf_id == "l1"
    assert session.branch_ids() == ("u1", "a1", "l1")


def test_a_branch_left_behind_is_not_on_the_path(read: Read):
    left_behind = [user(f"x{n}", f"x{n - 1}" if n else "u1") for n in range(40)]
    session = read([user("u1", None), *left_behind, user("u2", "u1"), reply("a2", "u2")])
    assert session.branch_ids() == ("u1", "u2", "a2")
    assert [source.id for source in session.source_path()] == ["u1", "u2", "a2"]


def test_going_back_to_another_branch_restores_its_view(read: Read):
    session = read([user("u1", None), reply("a1", "u1"), user("u2", "u1")])
    assert session.branch_ids("a1") == ("u1", "a1")
    assert [part.id for part in session.context("a1").entries] == ["u1", "a1"]


def test_several_roots_are_listed_in_file_order(read: Read):
    session = read([user("u1", None), user("u2", None), user("u3", "gone"), reply("a3", "u3")])
    assert session.roots == ("u1", "u2", "u3")
    assert session.branch_ids() == ("u3", "a3")


def test_a_parent_may_stand_behind_its_child(read: Read):
    session = read([user("u2", "u1"), user("u1", None), user("u3", "u2")])
    assert session.branch_ids() == ("u1", "u2", "u3")
    assert session.roots == ("u1",)


def test_a_later_line_with_the_same_id_takes_the_place_of_the_earlier(read: Read):
    session = read([user("u1", None), user("u2", None), user("x", "u1"), user("x", "u2", "new"), reply("a", "x")])
    assert session.branch_ids() == ("u2", "x", "a")
    assert session.entry("x")["message"]["content"] == "new"
    assert any("more than once" in warning for warning in session.warnings)


@pytest.mark.parametrize(
    ("entries", "path"),
    [
        ([user("u1", None), user("u2", "u2")], ("u2",)),
        ([user("u1", "u2"), user("u2", "u1")], ("u1", "u2")),
        ([user("u1", None), user("u2", "u1"), user("u1", "u2"), user("u3", "u1")], ("u1", "u2", "u1", "u3")),
    ],
    ids=["its own parent", "each other's parent", "a repeated id"],
)
def test_a_circle_of_parents_ends_with_a_warning(read: Read, entries: list[dict[str, object]], path: tuple[str, ...]):
    session = read(entries)
    assert session.branch_ids() == path
    assert any("circle" in warning for warning in session.warnings)


def test_a_file_written_twice_over_is_walked_in_bounded_time(read: Read):
    once = chain(*(user(f"u{n}", None) for n in range(2_000)))
    session = read([*once, *once])
    assert session.branch_ids() == tuple(f"u{n}" for n in range(2_000))


def test_an_entry_without_an_id_has_nothing_above_it(read: Read):
    orphan = {"type": "custom", "parentId": "u1", "customType": "note", "timestamp": "x"}
    session = read([user("u1", None), orphan])
    assert session.leaf_id is None
    assert session.branch_ids() == ()
    assert session.roots == ("u1", None)
    assert [part.id for part in session.context().entries] == [None]


def test_an_unknown_type_is_kept_and_can_be_a_parent(read: Read):
    session = read(chain(user("u1", None), entry("om_thing", "x1", None), user("u2", None)))
    assert session.branch_ids() == ("u1", "x1", "u2")


def test_a_second_header_is_no_entry(read: Read):
    session = read([user("u1", None), line(header("other")), user("u2", "u1")])
    assert session.session_id == "session-1"
    assert session.entry_count == 2
    assert session.branch_ids() == ("u1", "u2")


def test_the_parent_of_an_entry_is_told_even_if_no_line_has_it(read: Read):
    session = read([user("u1", "gone")])
    assert session.parent_of("u1") == "gone"
    assert "gone" not in session
    with pytest.raises(KeyError):
        session.parent_of("gone")


def test_an_empty_file_is_an_empty_session(tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_bytes(b"")
    session = SessionFile(path)
    session.refresh()
    assert (session.leaf_id, session.branch_ids(), session.roots, session.warnings) == (None, (), (), ())
    assert session.context().context_tokens == 0
