"""What a compaction would do, and the words for what keeps it from cutting."""

from silcrow.observational.compaction import LastCompaction, compaction_outlook, last_compaction
from silcrow.observational.status import Topic
from silcrow.sessions.entries import Context, ContextEntry, ContextMessage
from tests.observational.small_tree import Json, SmallTree, record, recorded, source_entry, view_of
from tests.observational.test_coverage import note

TOPIC = Topic("build.md", "build", "Build", "How it is built", "2026-03-01", 90)


def long_talk(entries: int = 8) -> SmallTree:
    return SmallTree().say(*(source_entry(f"e{number}", 1_000) for number in range(entries)))


ALL = [recorded("r1", ("e0", "e3"), "fact a"), recorded("r2", ("e4", "e7"), "fact b")]


def outlook(lines: list[Json], tail: int = 2_000, last: LastCompaction | None = None, **more: object):
    topics = (TOPIC,) if more.get("topics") else ()
    return compaction_outlook(view_of(long_talk(), lines), tail, topics, int(bool(more.get("journey"))), last)


def test_an_observed_session_can_be_cut_at_the_end_of_a_chunk():
    found = outlook(ALL)
    assert (found.count, found.first_kept, found.obstacle) == (4, "e4", "")
    assert found.tokens_before == 8_000
    assert 4_000 < found.tokens_after < 4_200


def test_an_unobserved_chunk_in_the_way_is_named():
    assert outlook([]).obstacle == "chunk 1 is not observed yet"
    assert outlook([ALL[1]]).obstacle == "chunk 1 is not observed yet"
    small = [recorded("r0", ("e0", "e0"), "fact"), recorded("r3", ("e2", "e3"), "more")]
    assert outlook(small).obstacle == "chunk 2 is not observed yet"


def test_a_failed_chunk_between_two_done_ones_holds_the_cut_and_loses_nothing():
    lines = [
        recorded("r1", ("e0", "e1"), "fact a"),
        note("n1", ("e2", "e3"), "failed", runId="obs-2"),
        recorded("r3", ("e4", "e5"), "fact c"),
    ]
    found = outlook(lines)
    assert (found.count, found.first_kept) == (2, "e2")


def test_less_than_a_fifth_saved_is_nothing_new_with_the_numbers():
    tree = long_talk(11)
    lines = [recorded("r1", ("e0", "e1"), "fact a"), recorded("r2", ("e2", "e10"), "fact b")]
    found = compaction_outlook(view_of(tree, lines), 11_000, (), 0, None)
    assert found.first_kept is None
    assert found.obstacle.startswith("nothing new to cut: 1,9")
    assert found.obstacle.endswith("of 11,000 tokens would be saved, less than a fifth")


def test_text_is_never_replaced_by_nothing():
    nothing = [note("n1", ("e0", "e3"), "empty", runId="obs-1"), note("n2", ("e4", "e7"), "accepted")]
    assert outlook(nothing).obstacle == "nothing is remembered yet, and text is never replaced by nothing"
    assert outlook(nothing, topics=True).first_kept == "e4"
    assert outlook(nothing, journey=True).first_kept == "e4"


def test_what_was_filed_into_topics_is_carried_by_the_map():
    filed = record(
        "om.observations.dropped",
        "d1",
        50,
        observationTimestamps=["2026-01-01T10:00:37"],
        coversUpToId="e7",
        runId="cons-1",
        sessionId="s1",
    )
    assert outlook([ALL[0], note("n2", ("e4", "e7"), "empty"), filed], topics=True).first_kept == "e4"


def test_a_tail_that_is_close_enough_is_not_cut_further():
    last = LastCompaction("e4", 100)
    found = outlook(ALL, tail=4_000, last=last)
    assert (found.first_kept, found.obstacle, found.tokens_before) == (None, "nothing new to cut", 4_100)


def test_the_hosts_own_compaction_moves_no_mark_but_is_not_cut_again():
    assert outlook([], last=LastCompaction("e6", 500)).obstacle == "chunk 1 is not observed yet"
    assert outlook(ALL, last=LastCompaction("e6", 500)).obstacle == "nothing new to cut"
    assert outlook(ALL, last=LastCompaction(None, 500)).tokens_before == 500


def test_the_last_compaction_is_read_from_the_context():
    message = ContextEntry("e1", "message", (ContextMessage("user", 5),))
    summary = ContextEntry("c1", "compaction", (ContextMessage("system", 90), ContextMessage("compactionSummary", 7)))
    assert last_compaction(Context((message,), 5, 5, None, "off")) is None
    assert last_compaction(Context((), 0, 0, None, "off")) is None
    assert last_compaction(Context((summary, message), 12, 12, None, "off")) == LastCompaction("e1", 7)
    assert last_compaction(Context((summary,), 7, 7, None, "off")) == LastCompaction(None, 7)
