"""What only a person may do: pins, and the queue of changes that wait for review."""

import json
from pathlib import Path

import pytest

from silcrow.curated import Actor, MemoryStore, Origin
from silcrow.curated.proposals import Wish
from tests.curated.answers import refused, succeeded

ANIMALS = ("ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay")
TEN = [f"Fact number {number}: {word}" for number, word in enumerate(ANIMALS)]


@pytest.fixture
def ten(store: MemoryStore) -> MemoryStore:
    for text in TEN:
        succeeded(store.add("memory", text))
    return store


@pytest.mark.parametrize("actor", ["tool", "import"])
def test_a_pin_binds_everybody_but_a_person(ten: MemoryStore, memory: Path, actor: Actor) -> None:
    succeeded(ten.pin("memory", "ant"))
    before = memory.read_bytes()
    for answer in (
        ten.remove("memory", "ant", actor=actor),
        ten.replace("memory", "ant", "changed", actor=actor),
        ten.merge("memory", ["ant", "bee"], "both", actor=actor),
        ten.move("memory", "ant", actor=actor),
        ten.batch("memory", [{"op": "remove", "oldText": "ant"}], actor=actor),
        ten.rewrite("memory", ["x"], expected_sha256=ten.state().memory.sha256, operation="x", actor=actor),
    ):
        assert refused(answer, "pinned").details["pinned"] == [TEN[0]]
    assert memory.read_bytes() == before
    succeeded(ten.remove("memory", "bee", actor=actor))


def test_a_pin_follows_what_a_person_does(ten: MemoryStore) -> None:
    ten.pin("memory", "ant")

    def pinned() -> list[str]:
        return [pin.text for pin in ten.pins()]

    ten.replace("memory", "ant", "Fact 0, said better")
    assert pinned() == ["Fact 0, said better"]
    ten.undo()
    assert pinned() == [TEN[0]]
    ten.batch(
        "memory",
        [{"op": "replace", "oldText": "ant", "content": "x1"}, {"op": "replace", "oldText": "x1", "content": "x2"}],
    )
    assert pinned() == ["x2"]
    ten.undo()
    ten.merge("memory", ["ant", "bee"], "ant and bee")
    assert pinned() == ["ant and bee"]
    ten.undo()
    assert pinned() == [TEN[0]]
    ten.remove("memory", "ant")
    assert pinned() == []
    ten.undo()
    assert pinned() == [TEN[0]]
    ten.move("memory", "ant")
    assert [(pin.target, pin.text) for pin in ten.pins()] == [("user", TEN[0])]
    ten.undo()
    assert [(pin.target, pin.text) for pin in ten.pins()] == [("memory", TEN[0])]


def test_pinned_and_lost_show_in_the_state(ten: MemoryStore, memory: Path) -> None:
    ten.pin("memory", "bee")
    assert [entry.number for entry in ten.state().memory.entries if entry.pinned] == [2]
    memory.write_text("\n§\n".join(text for text in TEN if "bee" not in text))
    ten.note_external()
    assert ten.state().memory.lost_pins == (TEN[1],)
    succeeded(ten.restore_text("memory", [TEN[1]]))
    state = ten.state().memory
    assert state.lost_pins == ()
    assert [entry.text for entry in state.entries if entry.pinned] == [TEN[1]]


def test_pins_are_set_and_taken_by_a_unique_part(ten: MemoryStore) -> None:
    refused(ten.pin("memory", "Fact"), "ambiguous")
    refused(ten.pin("memory", "zebra"), "no_match")
    refused(ten.pin("memory", " "), "empty")
    refused(ten.pin("profile", "ant"), "unknown_target")
    succeeded(ten.pin("memory", "ant"))
    assert "already" in str(succeeded(ten.pin("memory", "ant")).message)
    refused(ten.unpin("memory", "bee"), "no_match")
    succeeded(ten.unpin("memory", "ant"))
    assert ten.pins() == ()


BROKEN_PINS = '[{"text": "ant colony", "time": 1}, {"text": 2}, {'


@pytest.mark.parametrize("content", [BROKEN_PINS, "", "{}", '[{"text": "ant"}]', "[1]"])
def test_while_the_pins_cannot_be_read_only_a_person_takes_entries_away(
    ten: MemoryStore, folder: Path, content: str
) -> None:
    pins = folder / ".silcrow" / "MEMORY.md.pins.json"
    pins.write_text(content)
    assert ten.pins() == ()
    assert str(pins) in str(refused(ten.remove("memory", "ant", actor="tool"), "pinned").remediation)
    refused(ten.remove("memory", "ant", actor="dream"), "held")
    for actor in ("tool", "dream"):
        succeeded(ten.add("memory", f"added by a {actor}", actor=actor))
    succeeded(ten.remove("memory", "ant"))
    assert pins.read_text() == content


def test_pins_that_cannot_be_read_are_told_and_kept_beside_the_next_ones(ten: MemoryStore, folder: Path) -> None:
    pins = folder / ".silcrow" / "MEMORY.md.pins.json"
    pins.write_text(BROKEN_PINS)
    assert any(str(pins) in note for note in ten.state().memory.notes)
    assert not any("pins" in note for note in ten.state().user.notes)
    answer = succeeded(ten.pin("memory", "bee"))
    kept = pins.with_name("MEMORY.md.pins.json.broken")
    assert any(str(kept) in note for note in answer.notes)
    assert kept.read_text() == BROKEN_PINS
    assert [pin.text for pin in ten.pins()] == [TEN[1]]
    pins.write_text("again")
    succeeded(ten.pin("memory", "cat"))
    assert kept.read_text() == BROKEN_PINS
    assert pins.with_name("MEMORY.md.pins.json.broken-2").read_text() == "again"


def test_a_background_actor_removes_a_few_but_not_many(ten: MemoryStore, memory: Path) -> None:
    succeeded(ten.batch("memory", [{"op": "remove", "oldText": word} for word in ("ant", "bee", "cat")], actor="dream"))
    before = memory.read_bytes()
    rows = [{"op": "remove", "oldText": word} for word in ("dog", "elk", "fox")]
    failure = refused(ten.batch("memory", rows, actor="dream", origin=Origin(run_id="r2")), "held")
    assert memory.read_bytes() == before
    assert len(failure.details["proposals"]) == 3
    waiting = ten.proposals()
    assert [(each.op, each.old, each.reason, each.actor) for each in waiting] == [
        ("remove", text, "share", "dream") for text in TEN[3:6]
    ]
    assert waiting[0].origin == Origin(run_id="r2")
    assert ten.state().proposals == waiting


def test_rewording_counts_only_where_little_is_left(ten: MemoryStore) -> None:
    alike = [{"op": "replace", "oldText": text, "content": f"{text}, checked"} for text in TEN[:8]]
    succeeded(ten.batch("memory", alike, actor="dream"))
    other = [
        {"op": "replace", "oldText": text, "content": f"{'zyx' * 12}{place}"} for place, text in enumerate(TEN[:4])
    ]
    refused(ten.batch("memory", other, actor="dream"), "held")
    assert [each.op for each in ten.proposals()] == ["replace"] * 4


def test_what_one_run_takes_away_bit_by_bit_adds_up(ten: MemoryStore) -> None:
    origin = Origin(run_id="r1")
    for word in ("ant", "bee", "cat"):
        succeeded(ten.remove("memory", word, actor="dream", origin=origin))
    refused(ten.remove("memory", "dog", actor="dream", origin=origin), "held")
    succeeded(ten.remove("memory", "dog", actor="dream", origin=Origin(run_id="r2")))


def test_a_background_actor_that_hits_a_pin_or_an_edited_entry_asks(ten: MemoryStore) -> None:
    ten.pin("memory", "ant")
    refused(ten.replace("memory", "ant", "Fact number 0: aunt", actor="dream"), "held")
    ten.replace("memory", "bee", "edited by the user")
    refused(ten.replace("memory", TEN[1], "Fact number 1: wasp", actor="dream"), "held")
    pinned, edited = ten.proposals()
    assert (pinned.reason, pinned.stale) == ("pinned", False)
    assert (edited.reason, edited.old, edited.stale) == ("edited", TEN[1], True)


def test_the_same_wish_waits_once(ten: MemoryStore) -> None:
    ten.pin("memory", "ant")
    answers = [refused(ten.remove("memory", "ant", actor="dream"), "held") for _ in range(3)]
    assert len({answer.details["proposals"][0] for answer in answers}) == 1
    assert len(ten.proposals()) == 1


def test_an_accepted_proposal_is_done_and_recorded_as_the_persons(ten: MemoryStore, memory: Path) -> None:
    ten.pin("memory", "ant")
    refused(ten.replace("memory", "ant", "Fact number 0: aunt", actor="dream", origin=Origin(run_id="r")), "held")
    (proposal,) = ten.proposals()
    succeeded(ten.accept(proposal.id[:5]))
    assert memory.read_text().startswith("Fact number 0: aunt\n")
    change = ten.history()[0]
    assert (change.actor, change.origin, change.details["proposer"]) == ("user", Origin(run_id="r"), "dream")
    assert ten.proposals() == ()
    (settled,) = ten.settled_proposals()
    assert settled.decision == "accepted"
    succeeded(ten.undo())
    assert memory.read_text().startswith(TEN[0])


def test_a_proposal_can_be_edited_before_it_is_accepted(ten: MemoryStore) -> None:
    ten.propose(
        [Wish("add", "user", new="likes tea"), Wish("remove", "memory", TEN[0])], actor="dream", evidence="said so"
    )
    tea, removal = ten.proposals()
    assert tea.evidence == "said so"
    assert succeeded(ten.accept(tea.id, "likes green tea")).entries == ("likes green tea",)
    assert ten.settled_proposals()[0].decision == "edited"
    refused(ten.accept(removal.id, "x"), "invalid")
    assert len(ten.proposals()) == 1


def test_a_stale_proposal_is_refused_and_stays(ten: MemoryStore, memory: Path) -> None:
    ten.propose([Wish("replace", "memory", TEN[0], "new")], actor="dream")
    (proposal,) = ten.proposals()
    ten.replace("memory", "ant", TEN[0] + " and more")
    assert ten.proposals()[0].stale
    before = memory.read_bytes()
    refused(ten.accept(proposal.id), "stale")
    assert memory.read_bytes() == before
    assert len(ten.proposals()) == 1


def test_an_accepted_text_passes_the_gate(ten: MemoryStore, memory: Path) -> None:
    ten.propose([Wish("add", "memory", new="one\n§\ntwo")], actor="dream")
    before = memory.read_bytes()
    refused(ten.accept(ten.proposals()[0].id), "delimiter")
    assert memory.read_bytes() == before


def test_rejecting_takes_all_of_them_or_none(ten: MemoryStore) -> None:
    ten.propose([Wish("remove", "memory", text) for text in TEN[:3]], actor="dream")
    ids = [proposal.id for proposal in ten.proposals()]
    refused(ten.reject([ids[0], "nonsense"]), "no_match")  # type: ignore[arg-type]
    assert len(ten.proposals()) == 3
    assert isinstance(ten.reject(ids[:2]), tuple)
    assert [proposal.id for proposal in ten.proposals()] == ids[2:]
    assert [each.decision for each in ten.settled_proposals()] == ["rejected", "rejected"]


def test_files_that_are_no_proposals_are_passed_over(ten: MemoryStore, folder: Path) -> None:
    queue = folder / ".silcrow" / "proposals"
    queue.mkdir()
    good = {
        "id": "aa",
        "time": 1,
        "actor": "dream",
        "operation": "add",
        "target": "memory",
        "new": "x",
        "reason": "asked",
    }
    for name, record in {
        "aa.json": good,
        "bb.json": good,
        "cc.json": {**good, "id": "cc", "operation": "remove"},
        "dd.json": {**good, "id": "dd", "target": "profile"},
        "ee.json": [good],
    }.items():
        (queue / name).write_text(json.dumps(record))
    (queue / "ff.json").write_text("{")
    (queue / "gg.json").mkdir()
    assert [proposal.id for proposal in ten.proposals()] == ["aa"]


def test_a_batch_that_hits_an_edited_entry_waits_as_a_whole(ten: MemoryStore, memory: Path) -> None:
    ten.replace("memory", "bee", "edited by the user")
    before = memory.read_bytes()
    rows = [{"op": "add", "content": "new"}, {"op": "remove", "oldText": TEN[1]}]
    refused(ten.batch("memory", rows, actor="dream"), "held")
    assert memory.read_bytes() == before
    assert [(each.op, each.stale) for each in ten.proposals()] == [("add", False), ("remove", True)]


def test_a_proposal_with_what_is_no_text_waits_like_any_other(ten: MemoryStore) -> None:
    ten.propose([Wish("add", "memory", new="half a pair \ud83d")], actor="dream")
    (waiting,) = ten.proposals()
    assert waiting.new == "half a pair \ud83d"
