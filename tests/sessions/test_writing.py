"""A compaction appended to an idle session file, and all the reasons not to."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from silcrow.sessions import SessionFile, entry_lines
from silcrow.sessions.writing import Appended, CompactionDraft, NotAppended, append_compaction
from tests.sessions.writing import append, call, chain, compaction, entry, header, message, opened, reply, result, user
from tests.sessions.writing import write as write_lines

NOW = 1_800_000_000.25
"""2027-01-15T08:00:00.250Z."""
LONG_AGO_NS = 1_700_000_000_123_456_789
DRAFT = CompactionDraft(
    leaf_id="e6", summary="So far: § 日本", first_kept="e5", tokens_before=120, details={"by": "silcrow"}
)
TALK = chain(
    user("e1", None),
    reply("e2", None, [call("read", {})], stop="toolUse"),
    result("e3", None),
    reply("e4", None),
    user("e5", None),
    reply("e6", None),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return idle(write_lines(tmp_path / "s.jsonl", TALK))


def idle(path: Path) -> Path:
    os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))
    return path


def nobody(_: Path) -> tuple[int, ...]:
    return ()


def attempt(path: Path, draft: CompactionDraft = DRAFT, **more: Any) -> Appended | NotAppended:
    return append_compaction(path, draft, clock=lambda: NOW, **{"hosts_in": nobody, **more})


def refused(path: Path, draft: CompactionDraft = DRAFT, **more: Any) -> NotAppended:
    """The refusal, of an attempt that left the file as it was."""
    before = path.read_bytes()
    answer = attempt(path, draft, **more)
    assert path.read_bytes() == before
    assert isinstance(answer, NotAppended)
    return answer


def test_the_entry_hangs_from_the_last_one_and_has_all_that_the_host_reads(path: Path):
    before = path.read_bytes()
    answer = attempt(path)
    assert isinstance(answer, Appended)
    after = path.read_bytes()
    assert after.startswith(before) and after.endswith(b"\n")
    written = json.loads(after[len(before) :])
    assert written == {
        "type": "compaction",
        "id": answer.entry_id,
        "parentId": "e6",
        "timestamp": "2027-01-15T08:00:00.250Z",
        "summary": "So far: § 日本",
        "firstKeptEntryId": "e5",
        "tokensBefore": 120,
        "details": {"by": "silcrow"},
        "fromHook": True,
    }
    assert len(answer.entry_id) == 8 and int(answer.entry_id, 16) >= 0


def test_what_is_sent_then_is_summary_and_kept_tail(path: Path):
    answer = attempt(path)
    assert isinstance(answer, Appended)
    assert [each.id for each in opened(path).context().entries] == [answer.entry_id, "e5", "e6"]


def test_the_time_of_the_file_stays_so_that_the_host_goes_on_with_the_same_session(path: Path):
    attempt(path)
    assert path.stat().st_mtime_ns == LONG_AGO_NS


def test_a_missing_line_feed_is_added_before(path: Path):
    path.write_bytes(path.read_bytes()[:-1])
    assert isinstance(attempt(idle(path)), Appended)
    assert opened(path).bad_lines == ()
    assert opened(path).entry_count == 7


def test_a_torn_last_line_stays_and_is_skipped(path: Path):
    with path.open("ab") as file:
        file.write(b'{"type":"message","id":"e7","pare')
    assert isinstance(attempt(idle(path)), Appended)
    session = opened(path)
    assert len(session.bad_lines) == 1
    assert session.branch_ids()[:-1] == ("e1", "e2", "e3", "e4", "e5", "e6")


def test_a_new_id_is_one_that_no_entry_has(path: Path, monkeypatch: pytest.MonkeyPatch):
    append(path, entry("custom", "aaaaaaaa", "e6", customType="x", data={}))
    made = iter(("aaaaaaaa", "bbbbbbbb"))
    monkeypatch.setattr(entry_lines.secrets, "token_hex", lambda _: next(made))
    answer = attempt(idle(path), replace(DRAFT, leaf_id="aaaaaaaa"), force=True)
    assert answer == Appended("bbbbbbbb", "aaaaaaaa")


def test_it_is_never_older_than_the_last_reply(path: Path):
    late = message("e7", "e6", role="assistant", content="x", stopReason="stop")
    late["message"]["timestamp"] = 1_900_000_000_500
    append(path, late)
    attempt(idle(path), replace(DRAFT, leaf_id="e7"))
    assert json.loads(path.read_bytes().splitlines()[-1])["timestamp"] == "2030-03-17T17:46:40.500Z"


def test_lone_surrogates_in_the_summary_are_escaped(path: Path):
    attempt(path, replace(DRAFT, summary="half \ud83d"))
    assert b"half \\ud83d" in path.read_bytes()


def test_a_file_that_changed_just_now_is_refused_unless_forced(path: Path):
    os.utime(path, (NOW - 2, NOW - 2))
    assert refused(path).code == "busy"
    assert isinstance(attempt(path, force=True), Appended)


def test_a_session_whose_folder_pi_runs_in_is_refused_unless_forced(path: Path):
    def here(folder: Path) -> tuple[int, ...]:
        return (4711,) if folder == Path("/work") else ()

    refusal = refused(path, hosts_in=here)
    assert refusal.code == "busy"
    assert "4711" in refusal.words
    assert isinstance(attempt(path, force=True, hosts_in=here), Appended)


@pytest.mark.parametrize("force", [False, True])
def test_a_session_that_went_on_is_refused_even_when_forced(path: Path, force: bool):
    append(path, user("e7", "e6"))
    assert refused(idle(path), force=force).code == "changed"


def test_text_is_not_kept_from_a_tool_result_on(path: Path):
    refusal = refused(path, replace(DRAFT, first_kept="e3"), force=True)
    assert (refusal.code, "tool result" in refusal.words) == ("invalid", True)


@pytest.mark.parametrize("first_kept", ["nowhere", "", "b1"])
def test_text_is_kept_from_an_entry_of_the_path_on(path: Path, first_kept: str):
    branched = path.with_name("branched.jsonl")
    idle(write_lines(branched, [user("b1", None), *TALK]))
    assert refused(branched, replace(DRAFT, first_kept=first_kept), force=True).code == "invalid"


def test_text_is_never_replaced_by_nothing(path: Path):
    assert refused(path, replace(DRAFT, summary=" \n"), force=True).code == "invalid"


DAMAGED = {
    "no header": [*TALK],
    "old format": [header(version=2), *TALK],
    "its own ancestor": [header(), {**TALK[0], "parentId": "e6"}, *TALK[1:]],
    "an id twice": [header(), *TALK, {**TALK[5], "parentId": "e6"}],
    "a stray last line": [header(), *TALK, {}],
    "a last entry from nowhere": [header(), *TALK, entry("custom", "c1", "gone", customType="x", data={})],
    "empty": [],
}


@pytest.mark.parametrize("lines", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_refused_even_when_forced(tmp_path: Path, lines: list[Any]):
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(json.dumps(each).encode() + b"\n" for each in lines))
    assert refused(idle(path), force=True).code == "damaged"


def test_a_missing_file_is_an_error_in_words(tmp_path: Path):
    answer = attempt(tmp_path / "none.jsonl")
    assert isinstance(answer, NotAppended)
    assert answer.code == "io"
    assert not (tmp_path / "none.jsonl").exists()


def let_in(path: Path, monkeypatch: pytest.MonkeyPatch, *late: Any, times: int = 1) -> None:
    """Somebody else's lines come right before our write, the first ``times`` times."""
    write, left = os.write, [times]

    def os_write(descriptor: int, block: bytes) -> int:
        if left[0] and block.startswith(b'{"type":"compaction"'):
            left[0] -= 1
            append(path, *late)
        return write(descriptor, block)

    monkeypatch.setattr(os, "write", os_write)


def test_a_turn_that_comes_in_between_is_not_hidden(path: Path, monkeypatch: pytest.MonkeyPatch):
    let_in(path, monkeypatch, user("e7", "e6", "just now"))
    answer = attempt(path)
    assert isinstance(answer, Appended)
    assert answer.parent_id == "e7"
    session = opened(path)
    assert session.leaf_id == answer.entry_id
    assert [each.id for each in session.context().entries] == [answer.entry_id, "e5", "e6", "e7"]


def test_a_turn_on_another_branch_that_comes_in_between_is_told(path: Path, monkeypatch: pytest.MonkeyPatch):
    let_in(path, monkeypatch, user("e7", "e1", "another way"))
    answer = attempt(path)
    assert isinstance(answer, NotAppended)
    assert answer.code == "changed"


def test_a_second_compaction_hangs_from_the_first(path: Path):
    first = attempt(path)
    assert isinstance(first, Appended)
    second = attempt(path, replace(DRAFT, leaf_id=first.entry_id, first_kept="e6"))
    assert isinstance(second, Appended)
    assert second.parent_id == first.entry_id
    assert [each.id for each in opened(path).context().entries if each.messages] == [second.entry_id, "e6"]


def test_a_compaction_can_stand_over_one_of_the_host(path: Path):
    append(path, compaction("c1", "e6", "e4"), user("e8", "c1"), reply("e9", "e8"))
    answer = attempt(idle(path), replace(DRAFT, leaf_id="e9", first_kept="e8"))
    assert isinstance(answer, Appended)
    assert [each.id for each in opened(path).context().entries] == [answer.entry_id, "e8", "e9"]


def test_reading_alone_never_writes(path: Path):
    before = path.read_bytes()
    SessionFile(path).refresh()
    assert path.read_bytes() == before
