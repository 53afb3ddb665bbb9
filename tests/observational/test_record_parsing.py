import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.observational.observation import ChunkRange
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.records import ChunkNote, CostNote, Dropped, Foreign, Recorded, Reverted
from tests.observational.small_tree import Json, record

FACT = {"timestamp": "2026-01-01T10:00:00", "content": "uses uv", "tokenCount": 2}


def observed(*observations: object, **data: object) -> Json:
    return record("om.observations.recorded", "r1", observations=list(observations), **{"coversUpToId": "e9", **data})


def test_a_record_of_our_own_keeps_all_its_fields():
    line = observed({**FACT, "sources": ["e1", "e2"]}, chunk={"fromId": "e1", "toId": "e9"}, runId="obs-1", attempt=2)
    parsed = parse_record(line)
    assert isinstance(parsed, Recorded)
    assert (parsed.chunk, parsed.run_id, parsed.attempt) == (ChunkRange("e1", "e9"), "obs-1", 2)
    assert parsed.observations[0].sources == ("e1", "e2")
    assert parsed.observations[0].run_id == "obs-1"


def test_a_record_of_the_typescript_extension_needs_none_of_our_fields():
    parsed = parse_record(observed(FACT))
    assert isinstance(parsed, Recorded)
    assert (parsed.chunk, parsed.covers_up_to, parsed.run_id) == (None, "e9", None)


def test_tokens_are_those_of_the_rendered_line_whatever_the_record_says():
    parsed = parse_record(observed({**FACT, "content": "ok", "tokenCount": 1}))
    assert isinstance(parsed, Recorded)
    assert parsed.observations[0].token_count == 6  # 19 + 2 + 2 characters


@pytest.mark.parametrize(
    "bad",
    [
        "text",
        {"timestamp": "2026-01-01T10:00:00"},
        {"timestamp": "2026-01-01T10:00:00", "content": ""},
        {"timestamp": "2026-01-01T10:00:00", "content": "  "},
        {"timestamp": "2026-01-01T10:00:00", "content": "two\nlines"},
        {"timestamp": "2026-01-01T10:00:00", "content": 7},
        {"timestamp": "", "content": "no time"},
        {"timestamp": "10:00 or so", "content": "a time with blanks"},
        {"timestamp": None, "content": "no time"},
    ],
)
def test_one_bad_observation_is_skipped_and_counted_and_the_others_stay(bad: object):
    parsed = parse_record(observed(bad, FACT))
    assert isinstance(parsed, Recorded)
    assert ([each.content for each in parsed.observations], parsed.skipped) == (["uses uv"], 1)


def test_a_record_of_which_nothing_can_be_used_covers_nothing():
    assert parse_record(observed({"content": "no time"})) is None


@pytest.mark.parametrize(
    ("custom_type", "data"),
    [
        ("om.observations.recorded", {"n": 1}),
        ("om.observations.recorded", {"observations": "all"}),
        ("om.chunk", {"fromId": "a", "toId": "b", "outcome": "splendid"}),
        ("om.chunk", {"toId": "b", "outcome": "empty"}),
        ("om.observations.dropped", {"observationTimestamps": []}),
        ("om.observations.dropped", {"observationTimestamps": ["a", "b"], "hashes": ["12345678"], "runId": "x"}),
        ("om.enabled", {"enabled": "yes"}),
        ("om.cost", {"costUsd": 1.0}),
        ("om.session", {"utcOffset": 10**9}),
        ("om.something.new", {"of": "ours"}),
        ("memory.snapshot", {"block": "text"}),
        ("other", {}),
    ],
)
def test_a_record_without_usable_content_is_none(custom_type: str, data: Json):
    assert parse_record(record(custom_type, "r1", **data)) is None


@pytest.mark.parametrize(
    ("custom_type", "data"),
    [
        ("om.observations.recorded", {"observations": [{**FACT, "id": "abc"}], "coversUpToId": "e9"}),
        ("om.observations.dropped", {"observationIds": ["abc"]}),
        ("om.reflections.recorded", {"reflections": []}),
    ],
)
def test_another_extensions_shapes_under_our_names_are_foreign(custom_type: str, data: Json):
    assert isinstance(parse_record(record(custom_type, "f1", **data)), Foreign)


def test_a_line_without_an_id_gets_the_same_one_each_time():
    line = {**observed(FACT), "id": None}
    first, again = parse_record(line), parse_record(dict(line))
    other = parse_record({**observed({**FACT, "content": "else"}), "id": None})
    assert first is not None
    assert other is not None
    assert again == first
    assert other.id != first.id


def test_a_revert_may_name_one_run_or_many():
    one = parse_record(record("om.reverted", "v1", runId="cons-1"))
    many = parse_record(record("om.run.reverted", "v2", runIds=["cons-1", "cons-2"], sessionId="s1"))
    assert isinstance(one, Reverted)
    assert isinstance(many, Reverted)
    assert (one.run_ids, many.run_ids) == (("cons-1",), ("cons-1", "cons-2"))


@pytest.mark.parametrize("cost", [None, "0.1", True, -1, float("nan"), float("inf"), 10**400])
def test_a_cost_that_is_no_amount_is_unpriced(cost: object):
    parsed = parse_record(record("om.cost", "k1", costUsd=cost, runId="obs-1", role="observer"))
    assert isinstance(parsed, CostNote)
    assert parsed.usd is None


def test_a_failure_keeps_its_kind_and_words():
    parsed = parse_record(
        record("om.chunk", "c1", fromId="a", toId="b", outcome="failed", error={"kind": "exit", "words": "exit 3"})
    )
    assert isinstance(parsed, ChunkNote)
    assert parsed.error == "exit: exit 3"


def test_a_drop_of_the_typescript_extension_is_named_by_its_own_id():
    parsed = parse_record(record("om.observations.dropped", "d1", observationTimestamps=["a"], coversUpToId="e"))
    assert isinstance(parsed, Dropped)
    assert (parsed.run, parsed.hashes) == ("d1", None)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = ["observations", "observationTimestamps", "hashes", "chunk", "runId", "fromId", "toId", "outcome", "error"]
KEYS += ["enabled", "role", "reason", "costUsd", "sessionId", "runs", "runIds", "utcOffset", "sources", "attempt"]
TYPES = ["om.observations.recorded", "om.observations.dropped", "om.chunk", "om.run.reverted", "om.enabled"]
TYPES += ["om.paused", "om.cost", "om.seeded", "om.session", "om.reflections", "else"]


@given(st.sampled_from(TYPES), st.dictionaries(st.sampled_from(KEYS), json_values))
@settings(max_examples=200, deadline=None)
def test_no_shape_of_data_raises(custom_type: str, data: Json):
    parse_record({"customType": custom_type, "data": data, "id": "r1", "timestamp": "t"})
