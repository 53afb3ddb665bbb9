"""Where panes stand, from the size of the terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow_tui.panes.arrangement import (
    BARS,
    PANES,
    SIZES,
    Focus,
    Wants,
    arranged,
    has_hint_line,
    shape_of,
)


@pytest.mark.parametrize(
    ("width", "height", "shape"),
    [
        (59, 40, "too_small"),
        (80, 14, "too_small"),
        (60, 15, "narrow"),
        (99, 50, "narrow"),
        (100, 30, "medium"),
        (139, 30, "medium"),
        (140, 30, "wide"),
    ],
)
def test_the_shape_follows_from_the_size(width: int, height: int, shape: str):
    assert shape_of(width, height) == shape


def test_the_hint_line_needs_twenty_four_rows():
    assert has_hint_line(80, 24)
    assert not has_hint_line(80, 23)
    assert not has_hint_line(120, 36)


def test_medium_has_entries_drift_and_detail_beside_pool_workers_and_cost():
    placed = arranged("medium", 120, 33, Focus("entries"))
    assert [placed[name].x for name in ("entries", "drift", "detail", "pool", "workers", "cost")] == [
        0,
        0,
        0,
        64,
        64,
        64,
    ]
    assert placed["entries"].width == 64


def test_wide_has_the_detail_in_full_height():
    placed = arranged("wide", 200, 47, Focus("workers"))
    assert placed["detail"].height == 47
    assert placed["entries"].width == 72
    assert placed["pool"].width == 60


def test_with_little_height_cost_is_one_line_and_the_detail_comes_when_asked_for():
    placed = arranged("medium", 120, 24, Focus("pool"))
    assert placed["cost"].height == 3
    assert "detail" not in placed
    assert "detail" in arranged("medium", 120, 24, Focus("pool", detail=True))


def test_narrow_shows_one_pane_and_a_small_detail():
    placed = arranged("narrow", 80, 19, Focus("drift"))
    assert set(placed) == {"drift", "detail"}
    assert placed["drift"].height > placed["detail"].height
    assert set(arranged("narrow", 80, 11, Focus("drift"))) == {"drift"}


def test_a_full_pane_stands_alone():
    assert set(arranged("wide", 200, 40, Focus("cost", size="full"))) == {"cost"}
    assert set(arranged("narrow", 80, 19, Focus("cost", detail=True, size="full"))) == {"detail"}


@given(
    width=st.integers(60, 320),
    height=st.integers(15, 120),
    pane=st.sampled_from(PANES),
    detail=st.booleans(),
    size=st.sampled_from(SIZES),
    drift=st.integers(0, 60),
    cost=st.integers(0, 60),
)
def test_panes_fill_the_area_without_overlap_and_the_focus_is_among_them(
    width: int, height: int, pane: str, detail: bool, size: str, drift: int, cost: int
):
    area = height - BARS
    focus = Focus(pane, detail, size)  # type: ignore[arg-type]
    placed = arranged(shape_of(width, height), width, area, focus, Wants(drift, cost))
    assert ("detail" if detail else pane) in placed
    assert sum(region.area for region in placed.values()) == width * area
    regions = list(placed.values())
    for index, one in enumerate(regions):
        assert one.height >= 3 and one.width >= 20
        assert not any(one.overlaps(other) for other in regions[index + 1 :])
