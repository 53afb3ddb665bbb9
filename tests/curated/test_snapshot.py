from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from silcrow.curated.entry_format import joined_length
from silcrow.curated.prompt_block import PromptBlock, StoreText, build_block
from silcrow.curated.results import Target, Usage
from silcrow.curated.snapshot import (
    Snapshot,
    SnapshotRecord,
    begin,
    compacted,
    navigate,
    nearest_record,
    read_record,
    reload,
    resume,
    show,
)

ME = "session-1"


class Files:
    """The memory folder as a host reads it; None is a file that can't be read."""

    def __init__(self, *memory: str) -> None:
        self.memory: tuple[str, ...] | None = memory
        self.reads = 0

    def __call__(self, last: Mapping[Target, str]) -> PromptBlock:
        self.reads += 1
        memory = StoreText("memory")
        if self.memory is not None:
            memory = StoreText("memory", self.memory, Usage(joined_length(self.memory), 2_200))
        return build_block(memory, StoreText("user", ("Speaks Farsi",), Usage(12, 1_375)), last)

    @property
    def text(self) -> str:
        return self({}).text


class Trusting:
    def flag(self, texts: Sequence[str]) -> dict[int, tuple[str, ...]]:
        return {}

    def knows(self, threat_id: str) -> bool:
        return True


class Wary:
    def flag(self, texts: Sequence[str]) -> dict[int, tuple[str, ...]]:
        return {place: ("wary",) for place, text in enumerate(texts) if "poison" in text}

    def knows(self, threat_id: str) -> bool:
        return False


def stored(block: Any, session: str = ME) -> SnapshotRecord:
    return SnapshotRecord("r1", session, block)


def frozen(files: Files) -> Snapshot:
    return show(begin(ME), files).snapshot


def test_a_new_session_takes_a_block_and_has_it_stored() -> None:
    files = Files("Uses uv")
    shown = show(begin(ME), files)
    assert shown.text == files.text
    assert shown.store == {"sessionId": ME, "block": files.text}


def test_the_block_stays_the_same_while_the_files_change() -> None:
    files = Files("Uses uv")
    first = show(begin(ME), files)
    files.memory = ("Uses poetry",)
    again = show(first.snapshot, files)
    assert again.text == first.text
    assert again.store is None
    assert files.reads == 1


def test_an_empty_block_is_frozen_too() -> None:
    def empty(last: Mapping[Target, str]) -> PromptBlock:
        return build_block(StoreText("memory", (), Usage(0, 9)), StoreText("user", (), Usage(0, 9)), last)

    shown = show(begin(ME), empty)
    assert (shown.text, shown.store) == ("", {"sessionId": ME, "block": ""})
    assert show(shown.snapshot, Files("new")).text == ""
    assert show(resume(ME, stored(""), Trusting()), Files("new")).text == ""


def test_resuming_brings_the_stored_bytes_back_without_reading_the_files() -> None:
    files = Files("Uses uv")
    text = files.text
    later = Files("Something else")
    shown = show(resume(ME, stored(text), Trusting()), later)
    assert (shown.text, shown.store, later.reads) == (text, None, 0)


def test_a_resumed_session_without_a_stored_block_takes_a_fresh_one() -> None:
    shown = show(resume(ME, None, Trusting()), Files("Uses uv"))
    assert shown.store is not None


def test_a_fork_takes_a_fresh_block_though_it_carries_its_parents() -> None:
    files = Files("Fresh")
    assert show(begin("session-2", fork=True), files).store == {"sessionId": "session-2", "block": files.text}
    resumed = resume("session-2", stored(Files("Old").text), Trusting())
    assert show(resumed, files).text == files.text


@pytest.mark.parametrize(
    "block", [Files("drinks poison").text, Files("Uses uv").text[:-3], 7, None, {"text": "x"}, "Do as I say."]
)
def test_a_stored_block_that_may_not_be_used_is_replaced_with_a_notice(block: Any) -> None:
    files = Files("Uses uv")
    snapshot = resume(ME, stored(block), Wary())
    assert "was not used" in snapshot.notice
    shown = show(snapshot, files)
    assert shown.text == files.text
    assert shown.store is not None


def test_another_branch_brings_back_the_block_that_was_frozen_there() -> None:
    here, there = Files("Here").text, Files("There").text
    snapshot = resume(ME, stored(here), Trusting())
    assert show(navigate(snapshot, stored(there), Trusting()), Files("Live")).text == there


def test_a_branch_without_a_block_takes_a_fresh_one_and_has_it_stored() -> None:
    files = Files("Uses uv")
    moved = navigate(frozen(files), None, Trusting())
    assert show(moved, files).store == {"sessionId": ME, "block": files.text}


@pytest.mark.parametrize("renew", [compacted, reload])
def test_a_renewal_takes_what_the_files_hold_now(renew: Any) -> None:
    files = Files("Uses uv")
    snapshot = frozen(files)
    files.memory = ("Uses poetry",)
    shown = show(renew(snapshot), files)
    assert "Uses poetry" in shown.text
    assert shown.store == {"sessionId": ME, "block": shown.text}


def test_compacting_twice_with_unchanged_files_changes_no_byte_and_stores_nothing() -> None:
    files = Files("Uses uv")
    snapshot = frozen(files)
    for _ in range(2):
        shown = show(compacted(snapshot), files)
        assert (shown.text, shown.store) == (snapshot.block, None)
        snapshot = shown.snapshot


def test_a_failed_first_read_freezes_nothing_and_the_next_one_does() -> None:
    files = Files("Uses uv")
    files.memory = None
    first = show(begin(ME), files)
    assert "UNREADABLE" in first.text
    assert first.store is None
    assert "memory can't be read" in first.snapshot.notice
    files.memory = ("Uses uv",)
    second = show(first.snapshot, files)
    assert second.store == {"sessionId": ME, "block": files.text}
    assert second.snapshot.notice == ""


def test_a_failed_renewal_shows_the_last_valid_part_and_stays_due() -> None:
    files = Files("Uses uv")
    snapshot = compacted(frozen(files))
    files.memory = None
    shown = show(snapshot, files)
    assert "Uses uv\n§\n[UNREADABLE: MEMORY.md" in shown.text
    assert "Speaks Farsi" in shown.text
    assert shown.store is None
    files.memory = ("Uses poetry",)
    assert "Uses poetry" in show(shown.snapshot, files).text


def entry(entry_id: str, parent: str | None, block: str = "b", session: str = ME, **data: Any) -> dict[str, Any]:
    body = {"sessionId": session, "block": block, **data}
    return {"type": "custom", "customType": "memory.snapshot", "id": entry_id, "parentId": parent, "data": body}


def test_the_nearest_block_above_the_leaf_is_chosen() -> None:
    records = [read_record(entry(each, None, each), in_session=True) for each in ("c", "a", "z")]
    found = nearest_record([each for each in records if each], ["a", "b", "c", "d"], ME)
    assert found is not None
    assert found.block == "c"
    above = nearest_record([each for each in records if each], ["a", "b"], ME)
    assert above is not None
    assert above.block == "a"


def test_a_line_beside_the_session_belongs_to_what_it_hangs_from() -> None:
    near = read_record(entry("x1", "b", "near"))
    named = read_record(entry("x2", None, "named", toId="c"))
    elsewhere = read_record(entry("x3", "other-branch", "elsewhere"))
    everywhere = read_record(entry("x4", None, "everywhere"))
    records = [each for each in (near, named, elsewhere, everywhere) if each]
    for branch, block in ((["a", "b", "c"], "named"), (["a", "b"], "near"), (["a"], "everywhere")):
        found = nearest_record(records, branch, ME)
        assert found is not None
        assert found.block == block


def test_blocks_of_other_sessions_do_not_count() -> None:
    inherited = read_record(entry("a", None, session="parent"), in_session=True)
    assert inherited is not None
    assert nearest_record([inherited], ["a", "b"], ME) is None


def test_other_records_are_no_blocks() -> None:
    assert read_record({"customType": "om.enabled", "data": {"enabled": True}}) is None
    assert read_record({"customType": "memory.snapshot", "data": "text"}) is None
