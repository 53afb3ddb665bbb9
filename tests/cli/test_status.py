"""``silcrow status``: waiting things first, then everything on one screen."""

from tests.cli.conftest import Desk

DAMAGED = "x" * 3_000


def test_nothing_waits_on_a_fresh_machine(desk: Desk):
    lines = desk("status").out.splitlines()
    assert lines[0] == "Nothing waits."
    assert lines[-2].startswith(f"session   none for {desk.project}")
    assert lines[-1] == "dream     never run, 5 turns to go"


def test_each_waiting_thing_has_its_count_and_a_command(desk: Desk):
    desk.memory_file.write_text(DAMAGED)
    desk.user_file.write_bytes(b"\xff")
    desk.settings({"pi-memory": {"userCharLimit": "many"}})
    lines = desk("status").out.splitlines()
    assert lines[0].startswith("waits     1 drift") and lines[0].endswith("`silcrow drift list` says where")
    assert lines[1].startswith("waits     1 unreadable") and lines[1].endswith("`silcrow memory list` says why")
    assert lines[2].startswith("waits     1 settings error")


def test_the_document_has_the_fixed_names(desk: Desk):
    desk.memory_file.write_text(DAMAGED)
    document = desk("status", "--json").document
    assert document["waiting"] == [{"kind": "drift", "count": 1}]
    assert set(document["memory"]) == {"memory", "user"}
    assert document["memory"]["memory"]["entries"] == 1
    assert document["memory"]["memory"]["usage"] == "136% — 3,000/2,200 chars"
    assert document["memory"]["memory"]["drift"]["check"] == "oversize"
    assert document["memory"]["user"]["drift"] is None
    assert document["session"] is None


def test_with_a_session_it_holds_the_status_of_its_memory(desk: Desk):
    desk.session(3)
    document = desk("status", "--json").document
    # How a fork stands to its parent takes a look at the parent; only the command on the session itself takes it.
    assert {**document["session"], "fork": None} == desk("om", "status", "--json").document
    assert "session   019f0000-aaaa · 6 entries" in desk("status").out


def test_counts_of_one_are_singular(desk: Desk):
    desk.memory_file.write_text("only one")
    out = desk("status").out
    assert "1 entry" in out and "1 entries" not in out
