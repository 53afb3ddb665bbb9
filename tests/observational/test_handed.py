"""A host writes the records: they count at once, once, and none is lost on the way."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.observational import drafts
from silcrow.observational.ledger import Ledger
from silcrow.observational.observation import ChunkRange, Observation
from silcrow.sessions import SessionFile
from tests.conversation import Conversation
from tests.observational.small_tree import SmallTree, contents

FACT = Observation("2026-01-01T10:00:00", "uses uv", 10, ("a",))
CHUNK = ChunkRange("a", "b")
NOW = 1_767_261_600.0


class Host:
    """Gets records, and writes them into the tree when a test says so, under ids of its own."""

    def __init__(self, tree: SmallTree) -> None:
        self.tree = tree
        self.entries: list[tuple[str, Mapping[str, Any]]] = []
        self.written = 0

    def take(self, custom_type: str, data: Mapping[str, Any]) -> None:
        self.entries.append((custom_type, data))

    def write(self, number: int = 1) -> None:
        for custom_type, data in self.entries[self.written : self.written + number]:
            self.written += 1
            self.tree.write(
                {
                    "type": "custom",
                    "id": f"host{self.written}",
                    "timestamp": f"2026-01-01T10:00:{self.written:02}.000Z",
                    "customType": custom_type,
                    "data": data,
                }
            )


@pytest.fixture
def host() -> Host:
    return Host(SmallTree().say("a", "b", "c"))


@pytest.fixture
def ledger(host: Host, tmp_path: Path) -> Ledger:
    return Ledger(host.tree, tmp_path / ".memory" / "s1", hand_over=host.take)


def record(ledger: Ledger, chunk: ChunkRange = CHUNK) -> str:
    return ledger.append(*drafts.recorded(chunk, [FACT], run_id="obs-1", attempt=1), now=NOW)


def test_a_record_goes_to_the_host_and_to_no_file(ledger: Ledger, host: Host, tmp_path: Path):
    record_id = record(ledger)
    ((custom_type, data),) = host.entries
    assert (custom_type, data["recordId"], data["runId"]) == ("om.observations.recorded", record_id, "obs-1")
    assert list(tmp_path.iterdir()) == []


def test_it_counts_before_the_host_has_written_it_and_once_after(ledger: Ledger, host: Host):
    record(ledger)
    ledger.refresh()
    assert contents(ledger.view()) == ["uses uv"]
    host.write()
    ledger.refresh()
    assert contents(ledger.view()) == ["uses uv"]
    assert ledger.view().total == 1
    again = Ledger(host.tree, ledger.path.parent)
    again.refresh()
    assert contents(again.view()) == ["uses uv"]


def test_what_the_host_wrote_at_once_is_folded_from_its_file(ledger: Ledger, host: Host):
    record(ledger)
    host.write()
    assert ledger.refresh()
    assert ledger.view().total == 1
    assert ledger.keep_handed() == 0


def test_what_never_came_into_the_session_is_kept_beside_it(ledger: Ledger, host: Host):
    ledger.append(*drafts.enabled(True), now=NOW)
    record(ledger)
    ledger.refresh()
    host.write(1)
    ledger.refresh()
    assert ledger.keep_handed() == 1
    assert len(ledger.path.read_bytes().splitlines()) == 1
    again = Ledger(host.tree, ledger.path.parent)
    again.refresh()
    assert (again.view().enabled, contents(again.view())) == (True, ["uses uv"])
    host.write()
    again.refresh()
    assert (again.view().total, again.bad_lines) == (1, 0)


def test_what_files_are_changed_after_is_on_the_disk_whoever_writes_the_session(ledger: Ledger, host: Host):
    ledger.append(*drafts.reverted(["cons-1"], session_id="s1"), now=NOW, durable=True, beside=True)
    assert host.entries == []
    assert b"cons-1" in ledger.path.read_bytes()


def test_a_session_that_was_written_anew_keeps_what_the_host_has_still_to_write(tmp_path: Path):
    conversation = Conversation(tmp_path / "s.jsonl", tmp_path)
    first, last = conversation.say("user", "Use uv."), conversation.say("assistant", "Yes.", stopReason="stop")
    session = SessionFile(conversation.path)
    session.refresh()
    ledger = Ledger(session, tmp_path / ".memory" / session.session_id, hand_over=lambda *_: None)
    record(ledger, ChunkRange(first, last))
    ledger.refresh()
    whole = conversation.path.read_bytes()
    conversation.path.unlink()
    conversation.path.write_bytes(whole)
    session.refresh()
    ledger.refresh()
    assert contents(ledger.view()) == ["uses uv"]


@given(st.lists(st.sampled_from(["hand", "write", "lose", "refresh", "drop", "end"]), max_size=25))
def test_each_record_counts_once_whatever_is_written_lost_and_read_when(tmp_path_factory: Any, steps: list[str]):
    host = Host(SmallTree().say(*(f"e{number}" for number in range(25)), "c"))
    folder = tmp_path_factory.mktemp("ledger")
    ledger = Ledger(host.tree, folder, hand_over=host.take)
    made: list[str] = []
    dropped: set[str] = set()
    for number, step in enumerate(steps):
        if step == "hand":
            fact = Observation(f"2026-01-01T10:00:{number:02}", f"fact {number}", 5, (f"e{number}",))
            chunk = ChunkRange(f"e{number}", f"e{number}")
            ledger.append(*drafts.recorded(chunk, [fact], run_id=f"obs-{number}", attempt=1), now=NOW + number)
            made.append(fact.content)
        elif step == "drop" and made:
            ledger.refresh()
            out = ledger.view().pool[:1]
            draft = drafts.dropped(out, covers_up_to="c", run_id=f"cons-{number}", session_id="s1")
            if out:
                ledger.append(*draft, now=NOW + number)
                dropped.update(each.content for each in out)
        elif step == "write":
            host.write()
        elif step == "lose":
            host.written = min(host.written + 1, len(host.entries))
        elif step == "end":
            ledger.refresh()
            ledger.keep_handed()
            ledger = Ledger(host.tree, folder, hand_over=host.take)
        else:
            ledger.refresh()
    ledger.refresh()
    here = contents(ledger.view())
    assert set(here) == set(made) - dropped
    # So it is for whoever reads the files, once the host has written what it will, and the session has ended.
    host.write(len(host.entries))
    ledger.refresh()
    assert contents(ledger.view()) == here
    ledger.keep_handed()
    again = Ledger(host.tree, folder)
    again.refresh()
    assert (contents(again.view()), again.view().total) == (here, len(made))
