"""The formats that fewer speak, and where a price comes from when nobody has told us one."""

from decimal import Decimal

import pytest

from silcrow.settings.types import ModelPrice, WorkerModel
from silcrow.workers import RunFolder, TokenUsage
from silcrow.workers.models.connection import Connection
from tests.models_wire.orders import HANDED_IN, LAST_WORDS, PARTS, ROLES, STEPS, do_here, hand_sum, limits
from tests.models_wire.scenarios import usage_of
from tests.models_wire.server import KEY, ModelsServer

PRICE = ModelPrice(3.0, 15.0, 0.3)
ADDRESSES = {
    "openai-responses": "/v1",
    "google-generative-ai": "/v1beta",
    "openrouter": "/openrouter",
    "ollama": "/v1",
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("api", ADDRESSES)
def test_the_work_is_done_in_every_format(server: ModelsServer, runs: RunFolder, role, api):
    scenario = "openai/tool-loop" if api == "openrouter" else "tool-loop"
    connection = Connection(
        "loopback", scenario, api, server.address + ADDRESSES[api], KEY, price=PRICE, price_source="models.json"
    )
    done = do_here(runs, ROLES[role](runs, WorkerModel("loopback", scenario), limits()), connection)
    run = done.outcome.run
    assert run.state == "done", run.error
    assert len(done.outcome.result[PARTS[role]]) == HANDED_IN[role]
    replies = STEPS[role] + LAST_WORDS[role]
    told = [usage_of(turn) for turn in range(replies)]
    fresh = sum(usage.fresh + usage.written for usage in told)
    assert run.usage == TokenUsage(fresh, sum(u.output for u in told), sum(u.cached for u in told), 0)
    if api == "openrouter":
        assert (run.cost_usd, run.cost_source) == (float(Decimal("0.00123") * replies), "provider")
    else:
        assert run.cost_usd == float(hand_sum(replies, ("3", "15", "0.3", "0"), written=False))


def test_headers_go_with_every_request(server, runs):
    connection = Connection(
        "loopback", "ok", "openai-completions", server.base_url, headers={"Authorization": "Basic 123", "X-Team": "a"}
    )
    do_here(runs, ROLES["observer"](runs, WorkerModel("loopback", "ok"), limits()), connection)
    headers = server.requests[-1].headers
    assert (headers["authorization"], headers["x-team"]) == ("Basic 123", "a")


def test_a_known_model_of_a_known_provider_is_priced_by_the_table(monkeypatch, server, runs):
    from tests.models_wire import scenarios

    model = "claude-sonnet-4-6"
    monkeypatch.setattr(scenarios, "SCENARIOS", {**scenarios.SCENARIOS, model: scenarios.SCENARIOS["ok"]})
    connection = Connection("anthropic", model, "anthropic-messages", server.address, KEY)
    run = do_here(runs, ROLES["observer"](runs, WorkerModel("anthropic", model), limits()), connection).outcome.run
    assert run.state == "done", run.error
    assert run.cost_source == "price table"
    assert run.cost_usd == float(hand_sum(1, ("3", "15", "0.3", "3.75"), written=True))


def test_the_same_name_at_somebody_elses_address_has_no_price_of_the_table(monkeypatch, server, runs):
    from tests.models_wire import scenarios

    model = "claude-sonnet-4-6"
    monkeypatch.setattr(scenarios, "SCENARIOS", {**scenarios.SCENARIOS, model: scenarios.SCENARIOS["ok"]})
    connection = Connection("corp", model, "anthropic-messages", server.address, KEY)
    run = do_here(runs, ROLES["observer"](runs, WorkerModel("corp", model), limits()), connection).outcome.run
    assert (run.cost_usd, run.cost_source) == (None, "unpriced")


def test_what_a_model_can_not_take_in_is_not_sent(server, runs):
    before = len(server.requests)
    connection = Connection("loopback", "ok", "openai-completions", server.base_url, KEY, context_window=50)
    run = do_here(runs, ROLES["observer"](runs, WorkerModel("loopback", "ok"), limits()), connection).outcome.run
    assert run.error and run.error.kind == "context_too_long" and "loopback/ok takes 50" in run.error.words
    assert (run.cost_usd, len(server.requests)) == (0.0, before)


def test_a_provider_that_can_not_be_reached_holds_the_clock_and_blames_no_chunk(monkeypatch, runs):
    monkeypatch.setattr("silcrow.workers.models.conversing._FIRST_WAIT", 0.0)
    connection = Connection("loopback", "ok", "openai-completions", "http://127.0.0.1:9/v1", KEY)
    run = do_here(runs, ROLES["observer"](runs, WorkerModel("loopback", "ok"), limits()), connection).outcome.run
    assert run.error and run.error.kind == "busy" and run.error.words.startswith("loopback/ok can't be reached")
