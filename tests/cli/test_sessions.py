"""``silcrow sessions``: the host's sessions as documents and lines."""

import os

from tests.cli.conftest import Desk
from tests.conversation import Conversation


def test_list_has_the_sessions_of_this_project_newest_first(desk: Desk, tmp_path):
    older = desk.session(1, number=1, name="older")
    newer = desk.session(1, number=2, name="newer")
    desk.session(1, number=3, name="foreign", cwd=tmp_path / "elsewhere")
    os.utime(older.path, (1_000, 1_000))
    rows = desk("sessions", "list", "--json").document["sessions"]
    assert [row["path"] for row in rows] == [str(newer.path), str(older.path)]
    assert set(rows[0]) >= {"id", "path", "cwd", "started", "mtime", "size", "name"}
    assert len(desk("sessions", "list", "--all", "--json").document["sessions"]) == 3


def test_list_without_a_session_says_where_the_others_are(desk: Desk, tmp_path):
    desk.session(1, cwd=tmp_path / "elsewhere")
    answer = desk("sessions", "list")
    assert answer.code == 0
    assert answer.out == f"No session for {desk.project}. --all lists those of other folders.\n"
    assert desk("sessions", "list", "--json").document == {"sessions": []}


def test_show_as_json_has_the_fixed_names(desk: Desk):
    conversation = desk.session(3)
    conversation.append("session_info", name="the parser")
    document = desk("sessions", "show", "019f0000", "--json").document
    assert set(document) >= {
        "sessionId", "header", "entryCount", "badLines", "leafId", "recoverableLeafId", "branchIds", "roots", "labels",
        "sessionName", "model", "thinkingLevel", "context", "contextTokens", "projectedTokens",
    }  # fmt: skip
    assert document["sessionName"] == "the parser"
    assert document["entryCount"] == len(document["branchIds"]) == 7
    assert document["leafId"] == conversation.leaf
    assert set(document["context"][0]) >= {"id", "type", "messages"}
    assert set(document["context"][0]["messages"][0]) >= {"role", "tokens"}


def test_show_finds_a_session_by_file_id_and_beginning_of_an_id(desk: Desk):
    conversation = desk.session(1)
    for name in (str(conversation.path), "019f0000-aaaa-7000-8000-000000000001", "019f"):
        answer = desk("sessions", "show", name)
        assert answer.code == 0
        assert answer.err == ""
        assert "session   019f0000-aaaa-7000-8000-000000000001\n" in answer.out


def test_a_beginning_that_two_ids_have_is_refused_with_both(desk: Desk):
    desk.session(1, number=1, name="one")
    desk.session(1, number=2, name="two")
    for arguments in (
        ("sessions", "show", "019f"),
        ("status", "--session", "019f"),
        ("om", "status", "--session", "019f"),
    ):
        answer = desk(*arguments)
        assert answer.code == 2
        assert answer.out == ""
        assert "2" in answer.err and "019f" in answer.err


def test_an_unknown_session_is_told_by_name(desk: Desk):
    desk.session(1)
    answer = desk("sessions", "show", "nowhere", "--json")
    assert answer.code == 2
    assert "nowhere" in answer.document["error"]


def test_bad_lines_are_counted_and_not_fatal(desk: Desk):
    conversation = desk.session(2)
    with conversation.path.open("a") as file:
        file.write("{broken\n")
    conversation.turn("again", "done")
    answer = desk("sessions", "show", str(conversation.path), "--json")
    assert answer.code == 0
    assert len(answer.document["badLines"]) == 1
    assert answer.document["leafId"] == conversation.leaf


def test_a_file_that_is_no_session_is_read_as_far_as_it_goes_with_warnings(desk: Desk, tmp_path):
    stray = tmp_path / "notes.txt"
    stray.write_text("just notes\n")
    answer = desk("sessions", "show", str(stray))
    assert answer.code == 0
    assert "warning   The file has no session header" in answer.out


def test_the_nearest_parent_with_a_session_is_taken(desk: Desk):
    desk.session(1)
    below = desk.project / "src" / "deep"
    below.mkdir(parents=True)
    assert desk.process("status", "--json", cwd=below).document["project"] == str(desk.project)


def test_nothing_of_it_writes(desk: Desk):
    conversation: Conversation = desk.session(2)
    before = conversation.path.read_bytes()
    for arguments in (
        ("sessions", "list"),
        ("sessions", "show", "019f"),
        ("status",),
        ("om", "status"),
        ("om", "runs"),
    ):
        assert desk(*arguments).code == 0
    assert conversation.path.read_bytes() == before
    assert list(desk.project.iterdir()) == []
    assert list(desk.memories.iterdir()) == []
