"""The strip at length: what comes next and when, and what became of each chunk."""

from msgspec.structs import replace

from silcrow.observational.status import CompactionOutlook
from silcrow_tui.panes.chunk_lines import MOST_CHUNKS, chunk_lines, next_lines
from silcrow_tui.widgets.line import plain
from tests.scenes import NOW
from tests.scenes.observing import observational
from tests.tui.driver import NARROW, at_the_workbench


def test_it_says_when_observer_consolidation_and_cut_come_next():
    observer, consolidation, cut = (plain(row) for row in next_lines(observational()))
    assert observer == "next observer      in 1,188 tokens"
    assert consolidation == "next consolidation in 5,790 tokens, takes the oldest 6 observations"
    assert cut.startswith("next cut           in 38,796 tokens of context; now it would keep the text from e0198 on")


def test_what_is_due_says_so():
    state = observational(raw_tokens=5_000, pool_tokens=20_000, context_tokens=100_000)
    assert [plain(row).split()[2].strip(",;") for row in next_lines(state)] == ["due"] * 3


def test_a_cut_that_can_not_be_made_says_why():
    state = observational(compaction=CompactionOutlook(0, None, 9, 9, "chunk 1 is not observed yet"))
    assert plain(next_lines(state)[2]).endswith("nothing can be cut now: chunk 1 is not observed yet")
    assert plain(next_lines(observational(compaction=None))[2]).endswith("nothing can be cut now")


def test_each_chunk_has_its_state_as_a_word_newest_first():
    rows = [plain(row) for row in chunk_lines(observational(), NOW)[4:]]
    assert rows[0].split()[0] == "12"
    words = [
        "not read yet",
        "running",
        "running",
        "failed",
        "in the pool",
        "gap",
        "in the pool",
        "nothing noted",
        "in the pool",
        "partly filed",
        "consolidated",
        "consolidated",
    ]
    assert all(word in row for word, row in zip(words, rows, strict=True))
    assert "next try in 21 s" in rows[3]
    assert "3 in the pool, 9 filed" in rows[9]


def test_of_very_many_chunks_the_newest_are_listed():
    state = observational()
    many = replace(state, chunks=state.chunks * 100)
    rows = [plain(row) for row in chunk_lines(many, NOW)]
    assert len(rows) == 4 + MOST_CHUNKS + 1
    assert rows[-1] == "and 1,000 older chunks"


async def test_the_strip_is_a_tab_of_the_pool():
    async with at_the_workbench("busy", NARROW) as user:
        await user.presses("3", "0", "[", "0")
        await user.sees("next consolidation in 5,790 tokens", "● running", "✗ failed")
