import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.observational.observation import ChunkRange, ChunkState
from silcrow.observational.status import Cell
from silcrow.observational.strip import WORST_FIRST, shared_cells, timeline


def chunk(outcome: str, first: int = 0, active: int = 0, retired: int = 0) -> ChunkState:
    return ChunkState(ChunkRange("a", "b"), outcome, 10, first, first, active=active, retired=retired)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("state", "cell"),
    [
        (chunk("recorded", retired=3), "consolidated"),
        (chunk("recorded", active=1, retired=2), "partly"),
        (chunk("recorded", active=3), "pool"),
        (chunk("recorded"), "nothing"),
        (chunk("empty"), "nothing"),
        (chunk("accepted"), "nothing"),
        (chunk("running"), "running"),
        (chunk("queued"), "queued"),
        (chunk("raw"), "raw"),
        (chunk("failed"), "failed"),
        (chunk("parked"), "gap"),
    ],
)
def test_each_state_has_its_cell(state: ChunkState, cell: Cell):
    assert timeline([state]) == (cell, "tip")


def test_the_cut_stands_before_the_first_chunk_it_kept():
    chunks = [chunk("recorded", 0, retired=1), chunk("recorded", 1, active=1)]
    assert timeline(chunks, 1) == ("consolidated", "cut", "pool", "tip")
    assert timeline(chunks, 2) == ("consolidated", "pool", "cut", "tip")
    assert timeline(chunks, 0) == ("consolidated", "pool", "tip")


def test_cells_that_fit_are_not_shared():
    assert shared_cells(("pool", "tip"), 2) == (("pool", "tip"), 1)


def test_the_oldest_share_cells_and_the_worst_state_shows():
    cells: tuple[Cell, ...] = ("consolidated", "failed", "pool", "pool", "raw", "tip")
    assert shared_cells(cells, 5) == (("failed", "pool", "pool", "raw", "tip"), 2)
    assert shared_cells(cells, 4) == (("failed", "pool", "raw", "tip"), 2)


def test_of_very_many_the_newest_keep_cells_of_their_own():
    cells: tuple[Cell, ...] = (*["consolidated"] * 5_000, *["pool", "raw"] * 10, "tip")
    shown, per_cell = shared_cells(cells, 40)
    assert len(shown) <= 40
    assert shown[-20:] == cells[-20:]
    assert 200 < per_cell < 300


cells_of_a_path = st.lists(st.sampled_from(WORST_FIRST)).map(lambda cells: (*cells, "tip"))


@given(cells_of_a_path, st.integers(3, 40))
def test_a_shared_strip_fits_ends_at_the_tip_and_hides_no_failure(cells: tuple[Cell, ...], width: int):
    shown, per_cell = shared_cells(cells, width)
    assert len(shown) <= width
    assert shown[-1] == "tip"
    assert (per_cell == 1) == (len(cells) <= width)
    assert ("failed" in shown) == ("failed" in cells)


@given(cells_of_a_path, st.integers(6, 40), st.integers(0))
def test_a_shared_strip_keeps_its_cut(cells: tuple[Cell, ...], width: int, place: int):
    place %= len(cells)
    shown, _ = shared_cells((*cells[:place], "cut", *cells[place:]), width)
    assert len(shown) <= width
    assert shown.count("cut") == 1
