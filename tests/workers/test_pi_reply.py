"""Replies in the events of pi, read and priced."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.workers.models.pi_reply import PiReply, event_of, reply_of
from silcrow.workers.run import TokenUsage


def message(**changes: Any) -> dict[str, Any]:
    cost = {"input": 0.00036, "output": 0.00030000000000000003, "cacheRead": 0, "cacheWrite": 0, "total": 0.00066}
    usage = {"input": 120, "output": 20, "cacheRead": 3, "cacheWrite": 4, "totalTokens": 147, "cost": cost}
    return {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "hm"},
            {"type": "text", "text": "done"},
            {"type": "toolCall", "id": "1", "name": "note", "arguments": {}},
        ],
        "provider": "loopback",
        "model": "scripted",
        "usage": usage,
        "stopReason": "stop",
        **changes,
    }


def read(message: dict[str, Any], kind: str = "message_end") -> PiReply | None:
    event = event_of(json.dumps({"type": kind, "message": message}).encode())
    return reply_of(event) if event else None


def priced(total: float | None, tokens: int = 120) -> PiReply:
    reply = read(message(usage={"input": tokens, "output": 0, "cost": {"total": total}}))
    assert reply
    return reply


def test_a_reply_tells_who_gave_it_what_it_took_and_what_it_cost():
    reply = read(message())
    assert reply == PiReply("loopback/scripted", TokenUsage(120, 20, 3, 4), Decimal("0.00066"), "stop", "", "done")
    assert reply and reply.measured and not reply.failed


def test_costs_add_up_to_the_last_digit():
    assert sum((priced(0.1).usd or Decimal(0) for _ in range(3)), Decimal(0)) == Decimal("0.3")
    # 7 tokens at 3 USD a million, as a program that counts in binary fractions writes it.
    assert priced(0.000021000000000000002).usd == Decimal("0.000021")


def test_a_model_that_pi_has_no_price_for_is_unpriced_and_not_free():
    assert priced(0).usd is None
    assert priced(None).usd is None
    assert priced(-1).usd is None


def test_a_reply_without_usage_is_told_from_a_measured_one():
    reply = priced(0, tokens=0)
    assert not reply.measured and reply.usd == 0


@pytest.mark.parametrize("stop", ["error", "aborted"])
def test_a_reply_that_failed_keeps_the_words_of_the_provider(stop: str):
    reply = read(message(stopReason=stop, errorMessage="401 wrong key"))
    assert reply and reply.failed and reply.error == "401 wrong key"


def test_what_the_user_and_the_tools_say_is_no_reply():
    assert read(message(role="user")) is None
    assert read(message(role="toolResult")) is None
    assert read(message(), kind="turn_end") is None


@pytest.mark.parametrize(
    "line",
    [b"", b"Warning: old", b"{", b"[]", b"null", b'{"type":"message_update","x":1}', b"{" + b'"a":[' * 100_000],
)
def test_what_is_no_event_is_passed_over(line: bytes):
    assert event_of(line) is None


@pytest.mark.parametrize(
    "event",
    [
        {"type": "message_end"},
        {"type": "message_end", "message": None},
        {"type": "message_end", "message": {"role": ["assistant"]}},
    ],
)
def test_events_of_another_shape_are_no_replies(event: dict[str, Any]):
    assert reply_of(event) is None


def test_a_reply_of_another_shape_is_still_one():
    reply = reply_of({"type": "message_end", "message": {"role": "assistant", "usage": [], "content": "x"}})
    assert reply == PiReply("?/?", TokenUsage(), None, "stop")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=8,
)
USAGE = st.fixed_dictionaries({"input": JSON, "cost": st.fixed_dictionaries({"total": JSON}) | JSON}) | JSON
MESSAGE = st.fixed_dictionaries(
    {"role": st.just("assistant"), "usage": USAGE, "content": JSON, "stopReason": JSON, "errorMessage": JSON}
)


@given(MESSAGE | JSON)
def test_whatever_stands_in_an_event_is_read_or_passed_over(message: Any):
    event = event_of(json.dumps({"type": "message_end", "message": message}).encode())
    reply = reply_of(event) if event is not None else None
    if reply is not None:
        assert reply.usd is None or reply.usd >= 0
        assert reply.usage.input >= 0
