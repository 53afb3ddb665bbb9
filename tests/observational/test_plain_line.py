import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from silcrow.observational import drafts
from silcrow.observational.observation import ChunkRange, Observation
from silcrow.observational.plain_line import plain_recorded
from silcrow.observational.record_parsing import parse_record
from silcrow.text.json_line import json_line, parse_json_line
from tests.observational.small_tree import Json, recorded

ODD = st.none() | st.booleans() | st.integers(-2, 3) | st.just("") | st.lists(st.just("x"), max_size=1) | st.just({})
TEXT = st.text(max_size=8) | st.sampled_from(["a  b", "née", "\u00a0", "x\u2028y", "tab\there", "\ud83d", " "])


def observation(item: Any) -> st.SearchStrategy[Any]:
    fields = {"timestamp": TEXT, "content": TEXT, "sources": st.lists(TEXT, max_size=2), "id": ODD}
    whole = st.fixed_dictionaries(
        {"timestamp": st.just("2026-01-01T10:00:00"), "content": TEXT}, optional={"sources": fields["sources"]}
    )
    return whole | st.fixed_dictionaries({}, optional=fields) | item


DATA = st.fixed_dictionaries(
    {"observations": st.lists(observation(ODD), max_size=3), "runId": st.just("obs-1") | ODD},
    optional={
        "chunk": st.just({"fromId": "a", "toId": "b"}) | st.just({"fromId": "a", "toId": ""}) | ODD,
        "coversUpToId": TEXT | ODD,
        "attempt": ODD,
        "observationIds": ODD,
        "reflections": ODD,
    },
)
LINES = st.fixed_dictionaries(
    {"customType": st.just("om.observations.recorded") | TEXT, "data": DATA | ODD},
    optional={"id": TEXT, "timestamp": TEXT | ODD, "parentId": TEXT | ODD, "type": st.just("custom") | TEXT},
)


@given(LINES)
@example(recorded("r1", ("a", "b"), "plain"))
def test_the_short_way_gives_what_the_long_one_gives_or_nothing(line: Json):
    raw = json.dumps(line).encode()
    decoded = parse_json_line(raw)
    assert decoded is not None
    assert plain_recorded(raw) in (None, parse_record(decoded))


def test_a_record_as_silcrow_writes_it_goes_the_short_way():
    fact = Observation("2026-01-01T10:00:00.001", "heißt Jürgen", 10, ("a", "b"))
    kind, data = drafts.recorded(ChunkRange("a", "b"), [fact], run_id="obs-1", attempt=2)
    line = {"type": "custom", "id": "r1", "parentId": "b", "timestamp": "t", "customType": kind, "data": data}
    record = plain_recorded(json_line(line))
    assert record is not None
    assert record == parse_record(line)


@pytest.mark.parametrize(
    "raw", [b"", b"\xff", b'"om.observations.recorded"', b'{"customType":"om.enabled"}', b"[" * 99]
)
def test_what_is_no_such_line_is_left_to_the_long_way(raw: bytes):
    assert plain_recorded(raw) is None


def test_observations_that_rest_on_the_same_entries_share_their_ids():
    sources = (("e1",), ("e1", "e2"), ("e1",), ())
    noted = [Observation(f"2026-01-01T10:00:0{at}", "so it is", 8, each) for at, each in enumerate(sources)]
    _, data = drafts.recorded(ChunkRange("e1", "e2"), noted, run_id="obs-1", attempt=1)
    line = {"id": "r1", "timestamp": "2026-01-01T10:00:09Z", "customType": "om.observations.recorded", "data": data}
    read = plain_recorded(json_line(line))
    assert read is not None
    first, second, third, fourth = (each.sources for each in read.observations)
    assert (first, second, third, fourth) == sources
    assert first is third and first[0] is second[0]
