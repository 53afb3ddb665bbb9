"""From where on a session is observed: what lies before is accepted, and nothing that is settled already."""

import time

import pytest

from silcrow.observational import ChunkRange
from silcrow.pipeline import gate
from silcrow.pipeline.since import left_out, since_of, tokens_since_compaction
from tests.conversation import fill
from tests.pipeline.conftest import Bench


def test_from_the_start_leaves_nothing_out(bench: Bench) -> None:
    fill(bench.conversation, 3)
    assert left_out(bench.memory(), "start") == ()


def test_from_now_leaves_out_all_that_was_said(bench: Bench) -> None:
    fill(bench.conversation, 3)
    memory = bench.memory()
    source = memory.view().source
    assert left_out(memory, "now") == (ChunkRange(source[0].id, source[-1].id),)


def test_so_many_tokens_before_the_end_are_kept_at_least(bench: Bench) -> None:
    fill(bench.conversation, 6)
    memory = bench.memory()
    source = memory.view().source
    for tokens in (1, 200, 500):
        (stretch,) = left_out(memory, tokens)
        first_kept = [each.id for each in source].index(stretch.to_id) + 1
        kept = sum(each.tokens for each in source[first_kept:])
        assert kept >= tokens > kept - source[first_kept].tokens
    assert left_out(memory, 1_000_000) == ()


def test_from_the_last_compaction_keeps_what_the_host_kept(bench: Bench) -> None:
    ids = fill(bench.conversation, 4)
    bench.conversation.append(
        "compaction", summary="what was said", firstKeptEntryId=ids[1], tokensBefore=900, fromHook=False
    )
    fill(bench.conversation, 1, about="the lexer")
    memory = bench.memory()
    (stretch,) = left_out(memory, "compaction")
    source = [each.id for each in memory.view().source]
    assert source[source.index(stretch.to_id) + 1] == ids[1]
    assert stretch.from_id == source[0]
    kept = memory.view().source[source.index(ids[1]) :]
    assert tokens_since_compaction(memory) == sum(each.tokens for each in kept if each.observed) > 0


def test_without_a_compaction_all_is_since_the_last_one(bench: Bench) -> None:
    fill(bench.conversation, 2)
    assert left_out(bench.memory(), "compaction") == ()
    assert tokens_since_compaction(bench.memory()) is None


@pytest.mark.parametrize(
    ("typed", "point"),
    [(" Now ", "now"), ("20,000", 20_000), ("1_000", 1_000), ("0", None), ("-5", None), ("then", None), ("٣", None)],
)
def test_a_point_is_a_word_or_a_number_of_tokens(typed: str, point: object) -> None:
    assert since_of(typed) == point


def test_a_tool_result_is_never_the_first_to_be_observed(bench: Bench) -> None:
    talk = bench.conversation
    fill(talk, 2)
    call = talk.append(
        "message",
        message={
            "role": "assistant",
            "stopReason": "toolUse",
            "content": [{"type": "toolCall", "id": "c1", "name": "read", "arguments": {"path": "tide.txt"}}],
        },
    )
    talk.append(
        "message",
        message={"role": "toolResult", "toolCallId": "c1", "toolName": "read", "content": "high water 04:12"},
    )
    memory = bench.memory()
    (stretch,) = left_out(memory, 1)
    source = [each.id for each in memory.view().source]
    assert source[source.index(stretch.to_id) + 1] == call


async def test_what_was_observed_before_memory_was_off_is_not_left_out(bench: Bench) -> None:
    bench.turn_on()
    fill(bench.conversation, 6)
    driver = bench.driver()
    driver.take_over()
    await driver.finish_observing()
    await driver.close()
    gate.set_enabled(bench.memory(), False, now=time.time())
    observed = bench.memory().view()
    fill(bench.conversation, 3, about="the lexer")
    gate.set_enabled(bench.memory(), True, since="now", now=time.time())
    view = bench.memory().view()
    assert view.total == observed.total > 0
    assert view.settled_count == len(view.source)
    assert [each.outcome for each in view.chunks].count("accepted") == 1
