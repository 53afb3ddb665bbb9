"""Roles and models over the wire: what comes of each thing that a provider can do, to the last token and digit."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from silcrow.settings.types import ModelPrice, WorkerModel
from silcrow.workers import RunFolder, TokenUsage
from silcrow.workers.models.connection import Connection
from tests.models_wire.orders import HANDED_IN, LAST_WORDS, PARTS, ROLES, STEPS, Done, do_here, hand_sum, limits
from tests.models_wire.scenarios import usage_of
from tests.models_wire.server import KEY, ModelsServer

PRICES = ("3", "15.1", "0.3", "3.75")
PRICE = ModelPrice(*map(float, PRICES))
APIS = ("openai-completions", "anthropic-messages")

Do = Callable[..., Done]


@pytest.fixture(params=ROLES)
def role(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=APIS)
def api(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def do(server: ModelsServer, runs: RunFolder, role: str, api: str, request: pytest.FixtureRequest) -> Do:
    """Let a scenario do the work of the role."""

    def done(scenario: str, *, price: ModelPrice | None = PRICE, thinking: str | None = None, **given: Any) -> Done:
        model = WorkerModel("loopback", scenario, thinking)
        return do_here(runs, ROLES[role](runs, model, limits(**given)), connection(server, api, scenario, price))

    return done


def connection(server: ModelsServer, api: str, scenario: str, price: ModelPrice | None = PRICE) -> Connection:
    base_url = server.address if api == "anthropic-messages" else server.base_url
    return Connection("loopback", scenario, api, base_url, KEY, price=price, price_source="models.json")


def usd(replies: int, api: str) -> float:
    return float(hand_sum(replies, PRICES, written=api == "anthropic-messages"))


def tokens(replies: int, api: str) -> TokenUsage:
    told = [usage_of(turn) for turn in range(replies)]
    written = sum(usage.written for usage in told)
    fresh = sum(usage.fresh for usage in told)
    cached, output = sum(usage.cached for usage in told), sum(usage.output for usage in told)
    if api == "anthropic-messages":
        return TokenUsage(fresh, output, cached, written)
    return TokenUsage(fresh + written, output, cached, 0)


def failed(done: Done) -> tuple[str, str]:
    assert done.outcome.run.state == "failed" and done.outcome.run.error
    return done.outcome.run.error.kind, done.outcome.run.error.words


@pytest.mark.parametrize(
    ("scenario", "replies"), [("ok", 1), ("unknown-tool", 2), ("malformed", 2), ("reminded", 2), ("429-twice:", 1)]
)
def test_the_work_is_done_and_paid_to_the_last_digit(do, role, api, scenario, replies):
    if scenario == "429-twice:":
        # The server counts requests by the name of the model, so this one is for this test alone.
        scenario = f"429-twice:{[*ROLES].index(role) * 10 + APIS.index(api)}"
    done = do(scenario)
    run, replies = done.outcome.run, replies + LAST_WORDS[role]
    assert run.state == "done"
    assert len(done.outcome.result[PARTS[role]]) == HANDED_IN[role]
    assert (run.turns, run.usage) == (replies, tokens(replies, api))
    assert (run.cost_usd, run.cost_source, run.partial) == (usd(replies, api), "models.json", False)


def test_calls_one_after_another_are_answered_one_after_another(do, role, api, server):
    before = len(server.requests)
    run = do("tool-loop").outcome.run
    replies = STEPS[role] + LAST_WORDS[role]
    assert (run.state, run.turns) == ("done", replies)
    assert (run.usage, run.cost_usd) == (tokens(replies, api), usd(replies, api))
    assert len(server.requests) - before == replies


@pytest.mark.parametrize(
    ("scenario", "kind", "words"),
    [
        ("401", "auth", "loopback/401 answered 401: Incorrect API key provided: [secret left out]"),
        ("402", "auth", "loopback/402 answered 402: Your credit balance is too low"),
        ("404", "spawn", "loopback/404 answered 404: The model does not exist"),
        ("429:77", "rate_limit", "loopback/429:77 answered 429: Rate limit reached"),
        ("500", "busy", "loopback/500 answered 500: The server had an error"),
        ("too-long", "context_too_long", "loopback/too-long answered 400: This model's maximum context length is"),
        ("bad-request", "exit", "loopback/bad-request answered 400: Unsupported parameter"),
    ],
)
def test_a_request_that_is_turned_down_fails_in_the_providers_words_and_costs_nothing(do, scenario, kind, words):
    done = do(scenario)
    run = done.outcome.run
    told = failed(done)
    assert told[0] == kind and told[1].startswith(words)
    assert (run.cost_usd, run.turns, run.partial) == (0.0, 0, False)
    assert KEY not in str(done.left)


def test_a_provider_that_is_busy_is_asked_three_times(do, server):
    before = len(server.requests)
    assert failed(do("429:0"))[0] == "rate_limit"
    assert len(server.requests) - before == 3


def test_who_asks_for_a_long_wait_is_not_asked_again_by_this_run(do, server):
    before = len(server.requests)
    done = do("429:300")
    assert failed(done)[0] == "rate_limit"
    assert done.outcome.run.error.retry_after == 300
    assert len(server.requests) - before == 1


@pytest.mark.parametrize("scenario", ["broken-json", "empty-choices"])
def test_what_is_no_reply_is_a_failure_with_a_cost_that_may_be_more(do, api, scenario):
    done = do(scenario)
    run = done.outcome.run
    if scenario == "empty-choices" and api == "anthropic-messages":
        # There a reply without content is one.
        assert failed(done)[0] == "no_result"
    else:
        assert failed(done)[0] == "exit"
        assert (run.cost_usd, run.partial) == (None, True)


def test_a_provider_that_does_not_answer_is_given_up_and_what_came_before_is_kept(do, role, api):
    done = do("hang:2", run_seconds=1.0)
    run = done.outcome.run
    assert failed(done) == ("timeout", "loopback/hang:2 did not answer within 0.8 s")
    assert (run.turns, run.cost_usd, run.partial) == (2, usd(2, api), True)
    if role == "observer":
        assert [note["content"] for note in done.left["observations"]] == ["Fact number 0.", "Fact number 1."]


def test_a_key_that_expires_on_the_way_costs_what_came_before(do, api):
    done = do("expires:3")
    assert failed(done)[0] == "auth"
    assert (done.outcome.run.turns, done.outcome.run.cost_usd, done.outcome.run.partial) == (3, usd(3, api), False)


def test_a_reply_without_usage_makes_the_sum_a_lower_bound(do, role, api):
    run = do("no-usage").outcome.run
    assert (run.state, run.partial) == ("done", True)
    replies = STEPS[role] + LAST_WORDS[role]
    expected = float(Decimal(str(usd(replies, api))) - Decimal(str(usd(1, api))))
    assert run.cost_usd == pytest.approx(expected, abs=1e-15)


def test_a_model_that_never_stops_ends_at_the_cap_on_turns(do, role, api):
    done = do("never-stops", run_turns=6, run_usd=None)
    assert failed(done) == ("timeout", "turn cap: 6 turns taken, 6 allowed")
    assert (done.outcome.run.turns, done.outcome.run.cost_usd) == (6, usd(6, api))
    if role == "observer":
        assert len(done.left["observations"]) == 6


def test_a_model_that_never_stops_ends_at_the_cap_on_money(do, api):
    done = do("never-stops", run_usd=0.0105)
    assert failed(done)[0] == "budget"
    assert failed(done)[1] == "run cap: 0.01 USD spent, 0.01 allowed"
    assert (done.outcome.run.turns, done.outcome.run.cost_usd) == (
        3 if usd(2, api) < 0.0105 else 2,
        usd(3 if usd(2, api) < 0.0105 else 2, api),
    )


def test_a_model_that_repeats_one_invalid_call_is_ended(do):
    kind, words = failed(do("same-error"))
    assert kind == "invalid_result"
    assert words.startswith("the model made the same invalid call 5 times in a row (bash: There is no tool 'bash'.")


def test_a_model_that_only_talks_has_handed_nothing_in(do):
    done = do("talks")
    assert failed(done) == (
        "no_result",
        "no result: the model called no tool; it said: Nice conversation. Shall I go on with it?",
    )
    assert done.outcome.run.turns == 2


def test_without_a_price_the_cost_is_unknown_and_the_tokens_are_not(do, role, api):
    run = do("ok", price=None).outcome.run
    assert (run.state, run.cost_usd, run.cost_source) == ("done", None, "unpriced")
    assert run.usage == tokens(1 + LAST_WORDS[role], api)


def test_the_request_is_bounded_and_carries_rules_tools_and_thinking(do, role, api, server):
    do("ok", thinking="low")
    request = server.requests[-1]
    body = request.body
    assert body["max_tokens"] == 16_000
    assert not body.get("stream")
    if api == "anthropic-messages":
        assert KEY in (request.headers.get("x-api-key"), request.headers.get("authorization", "")[7:])
        assert "is addressed to you" in str(body["system"]) and body["thinking"]
    else:
        assert request.headers["authorization"] == f"Bearer {KEY}"
        assert body["reasoning_effort"] == "low"
        assert "is addressed to you" in body["messages"][0]["content"]
    do("ok")
    assert server.requests[-1].body["max_tokens"] == 8_000
