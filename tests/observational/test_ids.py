import re
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from silcrow.observational.ids import assign_ids
from silcrow.sessions.entries import SourceEntry

CHUNK = (
    SourceEntry("e1", "user", 5, "2026-03-01T13:05:20.500Z"),
    SourceEntry("e2", "assistant", 5, "2026-03-01T13:40:00.000Z"),
)
ONE_HOUR = 3600


class Raw(Struct, frozen=True):
    timestamp: str
    content: str = "a fact"
    sources: tuple[str, ...] = ()


def ids(*raw: Raw, taken: frozenset[str] = frozenset(), offset: int = ONE_HOUR) -> list[str]:
    return [each.timestamp for each in assign_ids(raw, CHUNK, taken, offset)]


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("2026-03-01 14:30", "2026-03-01T14:30:00"),
        ("2026-03-01T14:30:09", "2026-03-01T14:30:09"),
        ("2026-03-01T13:30:09Z", "2026-03-01T14:30:09"),
        ("2026-03-01T15:30:09+02:00", "2026-03-01T14:30:09"),
        ("2026-03-01T14:30:09.250", "2026-03-01T14:30:09"),
        ("[14:30]", "2026-03-01T14:30:00"),
        ("14:05", "2026-03-01T14:05:00"),
    ],
)
def test_known_shapes_become_local_times_of_the_session(written: str, becomes: str):
    assert ids(Raw(written)) == [becomes]


@pytest.mark.parametrize(
    "written",
    ["", "Mar 1", "25:61", "2026-02-30 14:30", "9999-99-99 99:99", "2099-01-01 00:00", "2026-03-01 13:30", "x" * 5000],
)
def test_a_time_that_cannot_be_becomes_that_of_the_first_named_source_else_of_the_chunks_end(written: str):
    assert ids(Raw(written, sources=("gone", "e1"))) == ["2026-03-01T14:05:20"]
    assert ids(Raw(written)) == ["2026-03-01T14:40:00"]


def test_a_minute_around_the_chunk_is_still_within_it():
    assert ids(Raw("2026-03-01 14:41"), Raw("2026-03-01 14:42")) == ["2026-03-01T14:41:00", "2026-03-01T14:40:00"]


def test_a_taken_id_gets_a_suffix_that_sorts_behind_it():
    taken = frozenset({"2026-03-01T14:30:00", "2026-03-01T14:30:00.001"})
    given_ids = ids(*[Raw("2026-03-01 14:30")] * 12, taken=taken)
    assert given_ids[0] == "2026-03-01T14:30:00.002"
    assert given_ids == sorted(given_ids)


def test_the_thousandth_collision_moves_to_the_next_second():
    given_ids = ids(*[Raw("2026-03-01 14:30")] * 1002)
    assert given_ids[999:] == ["2026-03-01T14:30:00.999", "2026-03-01T14:30:01", "2026-03-01T14:30:01.001"]
    assert given_ids == sorted(given_ids)


def test_an_overflow_into_the_next_second_and_its_own_ids_never_meet():
    given_ids = ids(*[Raw("2026-03-01 14:30")] * 1001, Raw("2026-03-01T14:30:01"))
    assert given_ids[-2:] == ["2026-03-01T14:30:01", "2026-03-01T14:30:01.001"]


def test_without_any_known_time_nothing_is_dropped():
    chunk = (SourceEntry("e1", "user", 5, "whenever"),)
    assert [each.timestamp for each in assign_ids([Raw("?"), Raw("2026-03-01 14:30")], chunk, (), 0)] == [
        "1970-01-01T00:00:00",
        "2026-03-01T14:30:00",
    ]


def test_a_clock_time_near_midnight_takes_the_day_it_fits():
    chunk = (
        SourceEntry("e1", "user", 5, "2026-03-01T23:50:00.000Z"),
        SourceEntry("e2", "user", 5, "2026-03-02T00:10:00.000Z"),
    )
    given_ids = [each.timestamp for each in assign_ids([Raw("23:55"), Raw("00:05")], chunk, (), 0)]
    assert given_ids == ["2026-03-01T23:55:00", "2026-03-02T00:05:00"]


def test_tokens_are_counted_with_the_id():
    (given_one,) = assign_ids([Raw("14:30", content="ok")], CHUNK, (), ONE_HOUR)
    assert given_one.token_count == 6


@given(
    st.lists(st.one_of(st.text(max_size=25), st.sampled_from(["2026-03-01 14:30", "14:31", "2026-03-01T14:30:59"]))),
    st.integers(-14 * 3600, 14 * 3600),
)
@settings(max_examples=150, deadline=None)
def test_ids_are_unique_well_formed_and_within_the_chunk(written: list[str], offset: int):
    given_ids = [each.timestamp for each in assign_ids([Raw(each) for each in written], CHUNK, (), offset)]
    assert len(set(given_ids)) == len(written)
    for each in given_ids:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?", each)
        utc = datetime.fromisoformat(each[:19]) - timedelta(seconds=offset)
        assert datetime(2026, 3, 1, 13, 4) <= utc <= datetime(2026, 3, 1, 13, 41)  # noqa: DTZ001
