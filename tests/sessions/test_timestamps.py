from hypothesis import given
from hypothesis import strategies as st

from silcrow.sessions.timestamps import TimestampColumn
from tests.sessions.writing import STAMP

batches = st.lists(st.lists(st.sampled_from([STAMP, "", "odd", "é" * 24, " " * 24]) | st.text(max_size=30)))


@given(batches)
def test_every_timestamp_comes_back_as_it_was(given_batches: list[list[str]]):
    column = TimestampColumn()
    for batch in given_batches:
        column.extend(batch)
    texts = [text for batch in given_batches for text in batch]
    assert [column[row] for row in range(len(texts))] == texts
