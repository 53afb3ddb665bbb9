from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.observational.coverage import settled_marks
from silcrow.observational.covering import Covering
from silcrow.observational.observation import ChunkRange
from silcrow.observational.placement import SourcePlaces
from silcrow.observational.records import ChunkNote, Recorded
from tests.observational.small_tree import source_entry

SOURCE = tuple(source_entry(f"e{number}") for number in range(12))
PLACES = SourcePlaces.on([each.id for each in SOURCE], SOURCE)


def recorded(number: int, first: int, last: int, *, only_end: bool = False) -> Recorded:
    return Recorded(
        id=f"r{number}",
        timestamp=f"{number % 5}",
        observations=(),
        chunk=None if only_end else ChunkRange(f"e{first}", f"e{last}"),
        covers_up_to=f"e{last}",
    )


@st.composite
def records(draw: st.DrawFn) -> list[Recorded | ChunkNote]:
    made: list[Recorded | ChunkNote] = []
    for number in range(draw(st.integers(1, 10))):
        last = draw(st.integers(0, 12))
        first = draw(st.integers(0, last))
        kind = draw(st.sampled_from(["chunk", "chunk", "end", "empty", "failed"]))
        if kind in ("chunk", "end"):
            made.append(recorded(number, first, last, only_end=kind == "end"))
        else:
            outcome = "empty" if kind == "empty" else "failed"
            chunk = ChunkRange(f"e{first}", f"e{last}")
            made.append(ChunkNote(id=f"n{number}", timestamp="1", chunk=chunk, outcome=outcome))
    return made


@dataclass
class Followed:
    """A covering that is kept up, with what its reports of turns add up to."""

    covering: Covering = field(default_factory=lambda: Covering(PLACES))
    shown: dict[str, bool] = field(default_factory=dict[str, bool])

    def settle(self) -> "Followed":
        for record_id in self.covering.turned():
            self.shown[record_id] = self.covering.shows(record_id)
        return self


@settings(max_examples=200)
@given(records(), st.data())
def test_whatever_came_and_went_before_leaves_no_trace(made: list[Recorded | ChunkNote], data: st.DataObject):
    followed, here = Followed(), dict[str, Recorded | ChunkNote]()
    for record in data.draw(st.lists(st.sampled_from(made), max_size=25)):
        if here.pop(record.id, None) is None:
            here[record.id] = record
            followed.covering.add(record)
        else:
            followed.covering.remove(record)
        followed.settle()
        anew = Followed()
        for each in here.values():
            anew.covering.add(each)
        anew.settle()
        assert followed.covering.chunks == anew.covering.chunks
        assert followed.covering.marks() == settled_marks(len(SOURCE), anew.covering.chunks)
        assert {each: followed.shown.get(each) for each in here} == {each: anew.shown.get(each) for each in here}


def test_of_chunks_within_each_other_only_the_largest_is_shown():
    covering = Covering(PLACES)
    inner, outer = recorded(1, 2, 3), recorded(2, 0, 5)
    covering.add(inner)
    assert covering.shows("r1")
    covering.add(outer)
    assert (covering.shows("r1"), covering.shows("r2")) == (False, True)
    covering.remove(outer)
    assert covering.shows("r1")


def test_what_only_says_how_far_it_covers_begins_behind_the_nearest_end_before_it():
    covering = Covering(PLACES)
    covering.add(recorded(1, 0, 8, only_end=True))
    assert [(each.first, each.last) for each in covering.chunks] == [(0, 8)]
    covering.add(recorded(2, 2, 4))
    assert [(each.first, each.last) for each in covering.chunks] == [(2, 4), (5, 8)]
    covering.remove(recorded(2, 2, 4))
    assert [(each.first, each.last) for each in covering.chunks] == [(0, 8)]
