import json
from pathlib import Path

import pytest

from silcrow.observational import drafts
from silcrow.observational.coverage import overtaken
from silcrow.observational.ledger import Ledger
from silcrow.observational.observation import ChunkRange, Observation
from silcrow.sessions import SessionFile
from tests.observational.small_tree import SmallTree, contents, header, record, recorded

FACT = Observation("2026-01-01T10:00:00", "uses uv — always", 10, ("a",))


@pytest.fixture
def tree() -> SmallTree:
    return SmallTree().say("a", "b", "c")


@pytest.fixture
def ledger(tree: SmallTree, tmp_path: Path) -> Ledger:
    return Ledger(tree, tmp_path / ".memory" / "s1")


def test_reading_a_ledger_that_is_not_there_makes_nothing(ledger: Ledger, tmp_path: Path):
    assert not ledger.refresh()
    assert contents(ledger.view()) == []
    assert list(tmp_path.iterdir()) == []


def test_an_appended_record_counts_after_the_next_refresh(ledger: Ledger):
    ledger.append(*drafts.recorded(ChunkRange("a", "b"), [FACT], run_id="obs-1", attempt=1), now=1_767_261_600.5)
    assert contents(ledger.view()) == []
    assert ledger.refresh()
    view = ledger.view()
    assert (contents(view), view.settled_to) == (["uses uv — always"], "b")
    assert (view.pool[0].sources, view.pool[0].run_id) == (("a",), "obs-1")


def test_a_line_of_the_ledger_has_the_shape_of_a_session_entry(ledger: Ledger):
    record_id = ledger.append(*drafts.chunk_note(ChunkRange("a", "b"), "empty", run_id="obs-1"), now=1_767_261_600.5)
    line = json.loads(ledger.path.read_bytes())
    assert line == {
        "type": "custom",
        "id": record_id,
        "parentId": "b",
        "timestamp": "2026-01-01T10:00:00.500Z",
        "customType": "om.chunk",
        "data": {"fromId": "a", "toId": "b", "outcome": "empty", "attempt": 1, "runId": "obs-1"},
    }
    assert ledger.path.stat().st_mode & 0o777 == 0o600
    assert ledger.path.parent.stat().st_mode & 0o777 == 0o700


def test_every_draft_reads_back_as_what_it_says(ledger: Ledger, tree: SmallTree):
    chunk = ChunkRange("a", "b")
    for draft in (
        drafts.session_note(session_id="s1", utc_offset=3600),
        drafts.enabled(True),
        drafts.paused("observer", "by you"),
        drafts.recorded(chunk, [FACT], run_id="obs-1", attempt=1),
        drafts.chunk_note(ChunkRange("c", "c"), "failed", run_id="obs-2", error=("exit", "exit 3")),
        drafts.dropped([FACT], covers_up_to="c", run_id="cons-1", session_id="s1"),
        drafts.seeded(session_id="s1", parent_id="p", runs=["cons-0"]),
        drafts.cost(
            run_id="obs-1",
            role="observer",
            session_id="s1",
            model="builtin/extractive",
            usd=0.0,
            usage={"input": 5},
            source="builtin",
            partial=False,
        ),
    ):
        ledger.append(*draft, now=1_767_261_600)
    ledger.refresh()
    view = ledger.view()
    assert (view.utc_offset, view.enabled, view.paused) == (3600, True, {"observer": "by you"})
    assert (view.total, view.dropped, view.retired_by) == (1, 1, {"cons-1": 1})
    assert [chunk.error for chunk in view.chunks] == [None, "exit: exit 3"]
    assert (view.cost.total_usd, view.cost.runs, view.cost.unpriced) == (0.0, 1, 0)
    ledger.append(*drafts.reverted(["cons-1"], session_id="s1"), now=1_767_261_700)
    ledger.refresh()
    assert contents(ledger.view()) == [FACT.content]


def test_both_files_fold_as_one(ledger: Ledger, tree: SmallTree):
    tree.write(recorded("r1", ("a", "a"), "in the session file"))
    ledger.append(*drafts.recorded(ChunkRange("b", "c"), [FACT], run_id="obs-1", attempt=1), now=1_767_261_600)
    ledger.refresh()
    assert sorted(contents(ledger.view())) == ["in the session file", "uses uv — always"]


def test_nothing_new_is_no_change_and_the_same_view(ledger: Ledger):
    ledger.append(*drafts.enabled(True), now=1)
    assert ledger.refresh()
    view = ledger.view()
    assert not ledger.refresh()
    assert ledger.view() is view


def test_views_follow_the_session_and_the_leaf(ledger: Ledger, tree: SmallTree):
    ledger.append(*drafts.recorded(ChunkRange("c", "c"), [FACT], run_id="obs-1", attempt=1), now=1)
    ledger.refresh()
    assert contents(ledger.view()) == [FACT.content]
    tree.go("b").say("d")
    assert contents(ledger.view()) == []
    tree.go("c")
    assert contents(ledger.view()) == [FACT.content]
    assert contents(ledger.view("b")) == []


def test_damaged_lines_are_counted_and_the_others_count(ledger: Ledger):
    ledger.append(*drafts.enabled(True), now=1)
    with ledger.path.open("ab") as file:
        file.write(b'not json\n\n[1, 2]\n{"customType": "om.enabled", "data"\n')
    ledger.append(*drafts.paused("observer", "why"), now=2)
    ledger.refresh()
    assert ledger.bad_lines == 3
    assert (ledger.view().enabled, ledger.view().paused) == (True, {"observer": "why"})


def test_a_torn_last_line_waits_for_its_end(ledger: Ledger):
    whole = json.dumps(record("om.enabled", "g1", enabled=True)).encode()
    ledger.path.parent.mkdir(parents=True)
    ledger.path.write_bytes(whole[:20])
    ledger.refresh()
    assert (ledger.view().enabled, ledger.bad_lines) == (False, 0)
    with ledger.path.open("ab") as file:
        file.write(whole[20:] + b"\n")
    ledger.refresh()
    assert ledger.view().enabled


def test_a_deleted_and_a_replaced_ledger_are_followed(ledger: Ledger):
    ledger.append(*drafts.enabled(True), now=1)
    ledger.refresh()
    ledger.path.unlink()
    assert ledger.refresh()
    assert not ledger.view().enabled
    assert not ledger.refresh()
    ledger.append(*drafts.paused("observer", "why"), now=2)
    assert ledger.refresh()
    assert (ledger.view().enabled, ledger.view().paused) == (False, {"observer": "why"})


def test_a_lone_surrogate_survives_the_ledger(ledger: Ledger):
    fact = Observation("2026-01-01T10:00:00", "half \ud83d of a pair", 10)
    ledger.append(*drafts.recorded(ChunkRange("a", "b"), [fact], run_id="obs-1", attempt=1), now=1)
    ledger.append(*drafts.dropped([fact], covers_up_to="b", run_id="cons-1", session_id="s1"), now=2)
    ledger.refresh()
    assert (ledger.view().total, ledger.view().dropped) == (1, 1)


def test_taken_ids_are_those_of_all_branches_dropped_ones_too(ledger: Ledger, tree: SmallTree):
    ledger.append(*drafts.recorded(ChunkRange("c", "c"), [FACT], run_id="obs-1", attempt=1), now=1)
    ledger.append(*drafts.dropped([FACT], covers_up_to="c", run_id="cons-1", session_id="s1"), now=2)
    tree.go("a").say("d")
    ledger.refresh()
    assert ledger.taken_ids() == {FACT.timestamp}


def test_a_replaced_session_brings_its_own_records(ledger: Ledger, tree: SmallTree):
    tree.write(recorded("r1", ("a", "a"), "old"))
    ledger.refresh()
    assert contents(ledger.view()) == ["old"]
    tree.customs.clear()
    tree.generation += 1
    tree.write(recorded("r2", ("a", "a"), "new"))
    assert ledger.refresh()
    assert contents(ledger.view()) == ["new"]


def test_a_session_that_turns_out_to_be_a_fork_is_folded_as_one(ledger: Ledger, tree: SmallTree):
    ledger.append(*drafts.recorded(ChunkRange("a", "b"), [FACT], run_id="obs-1", attempt=1), now=1)
    ledger.append(*drafts.dropped([FACT], covers_up_to="b", run_id="cons-1", session_id="parent"), now=2)
    tree.header = header("parent")
    ledger.refresh()
    assert contents(ledger.view()) == []
    tree.header = header("child", parent="/p/parent.jsonl")
    tree.version += 1
    ledger.refresh()
    assert contents(ledger.view()) == [FACT.content]


def test_a_ledger_over_a_real_session_file(tmp_path: Path):
    path = tmp_path / "session.jsonl"
    at = "2026-01-01T10:00:00.000Z"
    said = {"role": "user", "content": "Always use uv.", "timestamp": 1_767_261_600_000}
    lines = [
        {"type": "session", "version": 3, "id": "s1", "timestamp": at, "cwd": str(tmp_path)},
        {"type": "message", "id": "a", "parentId": None, "timestamp": at, "message": said},
        {"type": "message", "id": "b", "parentId": "a", "timestamp": at, "message": said},
        {**recorded("r1", ("a", "a"), "written by a host"), "parentId": "b"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    session = SessionFile(path)
    session.refresh()
    ledger = Ledger(session, tmp_path / ".memory" / "s1")
    assert ledger.refresh()
    view = ledger.view()
    assert (contents(view), view.settled_to) == (["written by a host"], "a")
    assert not overtaken(ledger.view("b"), ChunkRange("b", "b"))
    ledger.append(*drafts.recorded(ChunkRange("b", "b"), [FACT], run_id="obs-1", attempt=1), now=1_767_261_700)
    ledger.refresh()
    assert overtaken(ledger.view("b"), ChunkRange("b", "b"))
    assert ledger.view().settled_count == 2


def test_a_session_that_becomes_another_brings_the_records_of_its_file_along(ledger: Ledger, tree: SmallTree):
    tree.write(recorded("r1", ("a", "a"), "in the session file"))
    ledger.refresh()
    assert contents(ledger.view()) == ["in the session file"]
    tree.header = header("other")
    tree.version += 1
    assert ledger.refresh()
    assert contents(ledger.view()) == ["in the session file"]


def test_what_is_retired_is_read_again_when_somebody_asks_for_its_text(ledger: Ledger):
    ledger.append(*drafts.recorded(ChunkRange("a", "b"), [FACT], run_id="obs-1", attempt=1), now=1)
    ledger.append(*drafts.dropped([FACT], covers_up_to="b", run_id="cons-1", session_id="s1"), now=2)
    ledger.refresh()
    fold = ledger.session_fold()
    assert [each.record.observations for each in fold.holdings.values()] == [()]
    assert [fact.key for each in fold.recorded for fact in each.observations] == [FACT.key]
    assert list(fold.unretired()) == []
    assert fold.is_retired(FACT)


def test_a_revert_brings_the_text_back(ledger: Ledger):
    ledger.append(*drafts.recorded(ChunkRange("a", "b"), [FACT], run_id="obs-1", attempt=1), now=1)
    ledger.append(*drafts.dropped([FACT], covers_up_to="b", run_id="cons-1", session_id="s1"), now=2)
    ledger.refresh()
    assert contents(ledger.view()) == []
    ledger.append(*drafts.reverted(["cons-1"], session_id="s1"), now=3)
    ledger.refresh()
    assert contents(ledger.view()) == [FACT.content]
