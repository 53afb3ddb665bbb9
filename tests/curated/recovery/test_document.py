"""A plan survives the way through JSON, and is refused when it is about other bytes."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from silcrow.curated import Failure, MemoryStore
from silcrow.curated.recovery import (
    DISCARD,
    KEEP,
    RecoveryPlan,
    edited_to,
    merged_into,
    plan_document,
    plan_from_document,
    plan_recovery,
)
from tests.curated.recovery.test_coverage import damaged_files

NOTES = "Sound.\n§\nLikes fish.\n§\n# A\n- one\n# B\n- two\n" + "x" * 2_300


@pytest.fixture
def plan(store: MemoryStore, memory: Path) -> RecoveryPlan:
    memory.write_text(NOTES)
    made = plan_recovery(store, "memory")
    assert isinstance(made, RecoveryPlan)
    return made


def through_json(plan: RecoveryPlan) -> dict[str, Any]:
    return json.loads(json.dumps(plan_document(plan)))


def read_back(store: MemoryStore, document: object) -> RecoveryPlan:
    made = plan_from_document(store, document)
    assert isinstance(made, RecoveryPlan), made
    return made


def refusal(store: MemoryStore, document: object) -> Failure:
    made = plan_from_document(store, document)
    assert isinstance(made, Failure)
    return made


def test_it_has_the_names_that_scripts_rely_on(plan: RecoveryPlan) -> None:
    document = through_json(plan)
    assert {"target", "source", "sourceHash", "liveHash", "pieces", "usageAfter", "proof"} <= document.keys()
    assert {"id", "start", "end", "text", "status", "similarTo", "ratio", "findings", "decision"} <= document["pieces"][
        0
    ].keys()
    assert {"kept", "changed", "discarded", "nowhere"} <= document["proof"].keys()


def test_every_decision_comes_back(store: MemoryStore, plan: RecoveryPlan) -> None:
    decisions = {
        "3": KEEP,
        "4": merged_into("Likes fish.", "Likes fish.\none", discards_rest=True),
        "5": DISCARD,
        "6": edited_to("two and more"),
        "2": None,
    }
    for piece_id, decision in decisions.items():
        plan = plan.with_decision(piece_id, decision)
    assert read_back(store, through_json(plan)) == plan


def test_splits_and_joins_come_back(store: MemoryStore, plan: RecoveryPlan) -> None:
    plan = plan.join("1").split("6", plan.piece("6").start + 6)
    assert read_back(store, through_json(plan)).pieces == plan.pieces


@given(damaged_files())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_plan_of_any_bytes_comes_back(store: MemoryStore, memory: Path, content: bytes) -> None:
    memory.write_bytes(content)
    plan = plan_recovery(store, "memory")
    assert isinstance(plan, RecoveryPlan)
    assert read_back(store, through_json(plan)) == plan


def test_a_decision_may_be_a_single_word(store: MemoryStore, plan: RecoveryPlan) -> None:
    document = through_json(plan)
    document["pieces"][3]["decision"] = "keep"
    document["pieces"][4]["decision"] = "discard"
    made = read_back(store, document)
    assert (made.piece("4").decision, made.piece("5").decision) == (KEEP, DISCARD)


def test_a_changed_text_is_an_edit(store: MemoryStore, plan: RecoveryPlan) -> None:
    document = through_json(plan)
    document["pieces"][3]["text"] = "one, and then some"
    assert read_back(store, document).piece("4").decision == edited_to("one, and then some")


def test_texts_and_statuses_of_a_document_are_not_believed(store: MemoryStore, plan: RecoveryPlan) -> None:
    document = through_json(plan)
    document["pieces"][3] |= {"status": "captured", "findings": [], "origin": "live", "decision": "discard"}
    assert read_back(store, document).piece("4").status == "missing"


def test_a_plan_for_other_bytes_is_stale(store: MemoryStore, plan: RecoveryPlan, memory: Path) -> None:
    document = through_json(plan)
    memory.write_text(NOTES + "more")
    assert refusal(store, document).code == "stale"


def test_a_plan_for_another_live_file_is_stale(store: MemoryStore, memory: Path) -> None:
    backup = memory.with_name("MEMORY.md.bak.1700000000")
    backup.write_text("Then.")
    plan = plan_recovery(store, "memory", backup)
    assert isinstance(plan, RecoveryPlan)
    document = through_json(plan)
    memory.write_text("Now.")
    assert refusal(store, document).code == "stale"
    memory.unlink()
    backup.write_text("Then!")
    assert refusal(store, document).code == "stale"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"decision": "burn"}, "no decision 'burn'"),
        ({"decision": {"kind": "merged", "entry": 99, "text": "a"}}, "no entry 99"),
        ({"decision": {"kind": "merged", "entry": 3, "text": "a"}}, "no entry 3"),
        ({"decision": {"kind": "edited"}}, "needs the new text"),
        ({"start": 0}, "overlap"),
        ({"end": 10**9}, "holds no text"),
        ({"start": "0"}, "lacks id, start or end"),
        ({"id": "1"}, "same id"),
    ],
)
def test_a_row_that_can_t_be_understood_says_why(
    store: MemoryStore, plan: RecoveryPlan, change: dict[str, Any], words: str
) -> None:
    document = through_json(plan)
    document["pieces"][3] |= change
    failure = refusal(store, document)
    assert failure.code == "invalid"
    assert words in failure.error


@pytest.mark.parametrize("document", [None, [], "text", {}, {"target": "memory"}, {"target": "memory", "source": 1}])
def test_anything_but_a_plan_is_an_answer(store: MemoryStore, document: object) -> None:
    assert refusal(store, document).code in ("invalid", "unknown_target")


def test_two_merges_into_one_entry_have_one_text(store: MemoryStore, plan: RecoveryPlan) -> None:
    document = through_json(plan)
    for place, text in ((3, "a"), (5, "b")):
        document["pieces"][place]["decision"] = {"kind": "merged", "entry": 2, "text": text}
    assert "different texts" in refusal(store, document).error


def test_a_piece_left_out_of_a_document_is_nowhere(store: MemoryStore, plan: RecoveryPlan) -> None:
    from silcrow.curated.recovery import obstacles

    document = through_json(plan.keep_rest())
    del document["pieces"][3]
    assert [o.words for o in obstacles(read_back(store, document)) if "nowhere" in o.words] == [
        "line 6 is nowhere: - one"
    ]
