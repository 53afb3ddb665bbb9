import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.sessions import SessionFile, session_document
from tests.sessions.writing import (
    STAMP,
    append,
    chain,
    compaction,
    entry,
    header,
    line,
    opened,
    reply,
    text_of,
    user,
    write,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def test_nothing_is_read_before_the_first_refresh(path: Path):
    session = SessionFile(write(path, [user("u1", None)]))
    assert (session.entry_count, session.version, session.leaf_id) == (0, 0, None)


def test_a_refresh_takes_in_what_was_appended(path: Path):
    session = opened(write(path, [user("u1", None)]))
    append(path, reply("a1", "u1"), user("u2", "a1"))
    change = session.refresh()
    assert (change.grown, change.replaced, change.missing) == (2, False, False)
    assert session.branch_ids() == ("u1", "a1", "u2")


def test_a_refresh_without_news_changes_nothing(path: Path):
    session = opened(write(path, [user("u1", None)]))
    version = session.version
    assert not session.refresh()
    assert session.version == version


def test_the_version_grows_with_entries_and_with_bad_lines(path: Path):
    session = opened(write(path, [user("u1", None)]))
    first = session.version
    append(path, reply("a1", "u1"))
    session.refresh()
    second = session.version
    append(path, b"not json\n")
    session.refresh()
    assert first < second < session.version


def test_a_header_that_comes_late_is_a_change(path: Path):
    path.write_bytes(b"")
    session = opened(path)
    version = session.version
    append(path, header("late"))
    session.refresh()
    assert session.session_id == "late"
    assert session.version > version


def test_only_new_bytes_are_read(path: Path, monkeypatch: pytest.MonkeyPatch):
    session = opened(write(path, [user("u1", None, "x" * 100_000)]))
    append(path, reply("a1", "u1"))
    taken: list[int] = []
    pread = os.pread
    monkeypatch.setattr(os, "pread", lambda *given: (data := pread(*given), taken.append(len(data)))[0])
    session.refresh()
    assert session.leaf_id == "a1"
    assert 0 < sum(taken) < 2_000


def test_a_torn_last_line_waits_until_it_is_whole(path: Path):
    whole = line(reply("a1", "u1"))
    session = opened(write(path, [user("u1", None), whole[:30]]))
    assert session.leaf_id == "u1"
    assert any("not complete" in warning for warning in session.warnings)
    append(path, whole[30:])
    assert session.refresh().grown == 1
    assert session.leaf_id == "a1"
    assert session.warnings == ()


def test_after_a_torn_line_that_was_closed_the_next_entries_stand_on_their_own(path: Path):
    session = opened(write(path, [user("u1", None), line(reply("a1", "u1"))[:30]]))
    append(path, b"\n", user("u2", "u1"), reply("a2", "u2"))
    session.refresh()
    assert session.branch_ids() == ("u1", "u2", "a2")
    assert [bad.line for bad in session.bad_lines] == [3]


def test_a_whole_last_line_counts_before_its_line_feed_comes(path: Path):
    session = opened(write(path, [user("u1", None), line(reply("a1", "u1")).rstrip(b"\n")]))
    assert session.leaf_id == "a1"
    assert session.warnings == ()
    assert session.entry("a1")["message"]["role"] == "assistant"
    append(path, b"\n", user("u2", "a1"))
    assert session.refresh().grown == 1
    assert session.branch_ids() == ("u1", "a1", "u2")


@pytest.mark.parametrize("last", [b"42", b"{}", b'"text"', b"true"])
def test_any_whole_value_at_the_end_is_an_entry_before_its_line_feed_comes(path: Path, last: bytes):
    session = opened(write(path, [user("u1", None), last]))
    assert (session.entry_count, session.leaf_id, session.recoverable_leaf_id) == (2, None, "u1")


def test_two_entries_that_run_into_one_line_are_one_bad_line(path: Path):
    session = opened(write(path, [user("u1", None), line(reply("a1", "u1")).rstrip(b"\n")]))
    append(path, user("u2", "a1"), user("u3", "u1"))
    assert session.refresh().replaced
    assert session.branch_ids() == ("u1", "u3")
    assert [bad.line for bad in session.bad_lines] == [3]


def test_a_shorter_file_is_read_anew(path: Path):
    session = opened(write(path, chain(user("u1", None), reply("a1", None), user("u2", None))))
    write(path, [user("u9", None)])
    change = session.refresh()
    assert (change.grown, change.replaced) == (1, True)
    assert session.branch_ids() == ("u9",)


def test_a_file_renamed_over_it_is_read_anew(path: Path, tmp_path: Path):
    session = opened(write(path, [user("u1", None)]))
    other = write(tmp_path / "other", [user("u1", None), user("u2", "u1"), user("u3", "u2")], head=header("other"))
    other.rename(path)
    assert session.refresh().replaced
    assert session.session_id == "other"
    assert session.entry_count == 3


def test_a_rewrite_in_place_with_the_same_header_and_more_bytes_is_noticed(path: Path):
    old = [{"type": "message", "timestamp": "t", "message": {"role": "user", "content": "x"}}] * 3
    session = opened(write(path, old, head=header(version=None)))
    ids = session.branch_ids()
    text = text_of(
        [header(version=None), *chain(user("n1", None), user("n2", None), user("n3", None), user("n4", None))]
    )
    with path.open("r+b") as file:
        file.write(text)
    assert session.refresh().replaced
    assert session.branch_ids() != ids


def test_a_missing_file_is_no_error_and_keeps_what_was_read(path: Path):
    session = opened(write(path, [user("u1", None)]))
    path.unlink()
    change = session.refresh()
    assert change.missing
    assert not change
    assert session.branch_ids() == ("u1",)
    assert session.entry("u1")["type"] == "message"
    assert "message" not in session.entry("u1")


def test_a_file_that_comes_back_is_read_from_its_start(path: Path):
    session = opened(write(path, [user("u1", None)]))
    path.unlink()
    session.refresh()
    write(path, [user("u5", None), user("u6", "u5")])
    change = session.refresh()
    assert (change.grown, change.replaced, change.missing) == (2, True, False)


def test_a_file_that_never_was_is_an_empty_session(path: Path):
    session = SessionFile(path)
    assert session.refresh().missing
    assert session_document(session)["leafId"] is None


def test_payloads_come_from_the_file_with_all_their_fields(path: Path):
    wanted = entry("custom", "x1", "u1", customType="lab.note", data={"é": [1, 2.5, None]})
    session = opened(write(path, [user("u1", None), b"\n", b"junk\n", wanted, b"\n", user("u2", "x1")]))
    assert session.entry("x1") == wanted
    with pytest.raises(KeyError):
        session.entry("nobody")


def test_a_payload_of_a_file_that_was_replaced_is_never_somebody_elses(path: Path):
    session = opened(write(path, [user("u1", None, "one")]))
    write(path, [user("u7", None, "two")])
    assert session.entry("u1") == {
        "type": "message",
        "id": "u1",
        "parentId": None,
        "timestamp": STAMP,
    }


def test_custom_entries_of_all_branches_come_in_file_order_and_grow(path: Path):
    records = [
        entry("custom", f"x{n}", "u1", customType=kind, data=n) for n, kind in enumerate(["om.a", "lab", "memory.b"])
    ]
    session = opened(write(path, [user("u1", None), *records]))
    prefixes = ("om.", "memory.")
    assert [each["data"] for each in session.custom_entries(prefixes)] == [0, 2]
    append(path, entry("custom", "x3", "u1", customType="om.c", data=3))
    session.refresh()
    assert [each["data"] for each in session.custom_entries(prefixes)] == [0, 2, 3]
    assert [each["data"] for each in session.custom_entries(("lab",))] == [1]


def test_custom_entries_of_a_replaced_file_are_forgotten(path: Path):
    session = opened(write(path, [entry("custom", "x1", None, customType="om.a", data=1)]))
    session.custom_entries(("om.",))
    write(path, [user("u1", None)])
    session.refresh()
    assert session.custom_entries(("om.",)) == ()


def test_names_and_labels_follow_the_last_line_that_sets_them(path: Path):
    session = opened(
        write(
            path,
            chain(
                user("u1", None),
                entry("session_info", "i1", None, name=" first "),
                entry("label", "l1", None, targetId="u1", label="start"),
                entry("label", "l2", None, targetId="i1", label="other"),
            ),
        )
    )
    assert session.name == "first"
    assert session.labels == {"u1": "start", "i1": "other"}
    append(path, entry("session_info", "i2", "l2", name=""), entry("label", "l3", "i2", targetId="u1"))
    session.refresh()
    assert session.name is None
    assert session.labels == {"i1": "other"}


def test_bytes_that_are_not_utf8_become_replacement_characters(path: Path):
    bad = line(user("u1", None, "a?b")).replace(b"?", b"\xff")
    session = opened(write(path, [bad]))
    assert session.entry("u1")["message"]["content"] == "a\ufffdb"
    assert session.bad_lines == ()


@pytest.mark.parametrize(
    "raw",
    [b"{", b"junk", b"null", b"NaN", b'{"id":"x","n":NaN}', b"{}{}", b'{"a":"\n"}', b"[" * 100_000, b"\x00\x00"],
    ids=["open", "words", "null", "NaN", "NaN inside", "two", "split", "deep", "NUL"],
)
def test_a_line_that_pi_skips_is_skipped_counted_and_locatable(path: Path, raw: bytes):
    session = opened(write(path, [user("u1", None), raw + b"\n", user("u2", "u1")]))
    assert session.branch_ids() == ("u1", "u2")
    bad = session.bad_lines[0]
    assert bad.line == 3
    assert path.read_bytes()[bad.offset :].startswith(raw.partition(b"\n")[0])


def test_blank_lines_are_no_bad_lines(path: Path):
    session = opened(write(path, [user("u1", None), b"\n", b" \r\n", user("u2", "u1")]))
    assert session.bad_lines == ()
    assert session.branch_ids() == ("u1", "u2")


def test_a_first_line_that_is_no_header_leaves_the_session_without_one(path: Path):
    path.write_bytes(text_of([user("u1", None), header(), user("u2", "u1")]))
    session = opened(path)
    assert (session.header, session.session_id) == (None, "")
    assert session.branch_ids() == ("u1", "u2")
    assert any("no session header" in warning for warning in session.warnings)


def test_a_header_may_stand_behind_lines_that_do_not_parse(path: Path):
    path.write_bytes(b"junk\n\n" + text_of([header("late"), user("u1", None)]))
    assert opened(path).session_id == "late"


def test_a_file_that_grows_under_the_reader_is_read_to_the_same_end(path: Path):
    write(path, [])
    script = """
import os, sys
descriptor = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND)
for n in range(400):
    text = '{"type":"message","id":"e%d","parentId":%s,"message":{"role":"user","content":"%s"}}\\n'
    data = (text % (n, 'null' if n == 0 else '"e%d"' % (n - 1), 'x' * (n * 37 % 5000))).encode()
    os.write(descriptor, data[: len(data) // 2])
    os.write(descriptor, data[len(data) // 2 :])
"""
    session = SessionFile(path)
    grown = 0
    with subprocess.Popen([sys.executable, "-c", script, str(path)]) as writer:
        while writer.poll() is None:
            grown += session.refresh().grown
    grown += session.refresh().grown
    assert writer.returncode == 0
    assert grown == session.entry_count == 400
    assert session_document(session) == session_document(opened(path))
    assert session.branch_ids() == tuple(f"e{n}" for n in range(400))


ENTRIES = chain(
    user("u1", None, "é漢😀"),
    reply("a1", None),
    entry("custom", "x1", None, customType="om.a", data=1),
    entry("label", "l1", None, targetId="u1", label="start"),
    compaction("c1", None, "a1"),
    entry("session_info", "i1", None, name="a name"),
)
PIECES: list[Any] = [
    *ENTRIES,
    *(user(f"v{n}", parent) for n, parent in enumerate(["u1", "gone", None, "v0", "v5", "i1"])),
    entry("context_edit", "e1", "i1", targetId="u1", replacement=None),
    user("u1", "a1", "again"),
    {"type": "custom"},
    42,
    None,
    b"junk\n",
    b"\n",
    b'{"type":"message","id":"b\xff","parentId":"u1"}\r\n',
    line(ENTRIES[1])[:-1],
    b"4",
    b"{}",
]


@settings(max_examples=120, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=10), st.lists(st.integers(0, 3_000), max_size=8), st.booleans())
def test_reading_piece_by_piece_shows_at_each_step_what_reading_at_once_shows(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[Any], cuts: list[int], headed: bool
):
    path = tmp_path_factory.mktemp("split") / "session.jsonl"
    text = text_of([header(), *pieces] if headed else pieces)
    path.write_bytes(b"")
    session = SessionFile(path)
    start = 0
    for cut in [*sorted(cuts), len(text)]:
        append(path, text[start : max(start, cut)])
        start = max(start, cut)
        session.refresh()
        at_once = opened(path)
        assert session_document(session) == session_document(at_once)
        assert session.source_path() == at_once.source_path()
        assert session.custom_entries(("om.",)) == at_once.custom_entries(("om.",))


def test_the_document_is_plain_json(path: Path):
    document = session_document(opened(write(path, ENTRIES, head=header(parentSession="/old/x_parent.jsonl"))))
    assert json.loads(json.dumps(document)) == document
    assert document["header"]["parentSession"] == "/old/x_parent.jsonl"


def test_all_entries_of_all_branches_come_in_file_order(path: Path):
    session = opened(write(path, [user("a", None), user("b", "a"), user("c", "a", "other"), {"type": "odd"}]))
    assert [each.get("id") for each in session.entries()] == ["a", "b", "c", None]
    assert [each.get("type") for each in session.entries()] == ["message", "message", "message", "odd"]


def test_of_a_repeated_id_only_the_last_line_is_an_entry(path: Path):
    session = opened(write(path, [user("a", None, "first"), user("b", "a"), user("a", None, "second")]))
    said = [(each["id"], each["message"]["content"]) for each in session.entries()]
    assert said == [("b", "hello"), ("a", "second")]
