"""What observing is expected to cost, from every place that knows a price."""

import json
from pathlib import Path

import pytest

from silcrow.observational.status_of import Forecast
from silcrow.pipeline.expected_cost import expected_usd
from silcrow.settings import ModelPrice, WorkerModel

AHEAD = Forecast(tokens=41_300, chunks=9)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    described = {"corp": {"models": [{"id": "big", "cost": {"input": 2, "output": 8}}, {"id": "free"}]}}
    (tmp_path / "models.json").write_text(json.dumps({"providers": described}))
    return {"PI_CODING_AGENT_DIR": str(tmp_path)}


def test_the_built_in_worker_is_free(environ):
    assert expected_usd(WorkerModel(), environ, AHEAD) == 0.0


def test_nothing_ahead_costs_nothing(environ):
    assert expected_usd(WorkerModel("corp", "free"), environ, Forecast(0, 0)) == 0.0


def test_text_rules_and_notes_of_each_chunk_are_counted(environ):
    expected = ((41_300 + 9 * 1_800) * 2 + 9 * 600 * 8) / 1_000_000
    assert expected_usd(WorkerModel("corp", "big"), environ, AHEAD) == pytest.approx(expected)


def test_the_settings_win_over_the_description(environ):
    dear = WorkerModel("corp", "big", price=ModelPrice(20.0, 80.0))
    cheap = expected_usd(WorkerModel("corp", "big"), environ, AHEAD)
    assert cheap is not None
    assert expected_usd(dear, environ, AHEAD) == pytest.approx(10 * cheap)


def test_the_price_list_is_asked_for_known_providers(environ):
    expected = ((41_300 + 9 * 1_800) * 3 + 9 * 600 * 15) / 1_000_000
    assert expected_usd(WorkerModel("anthropic", "claude-sonnet-4-6"), environ, AHEAD) == pytest.approx(expected)


@pytest.mark.parametrize("model", [("corp", "free"), ("corp", "gone"), ("nobody", "x"), ("ollama", "qwen3")])
def test_a_price_that_nobody_knows_is_unknown(environ, model):
    assert expected_usd(WorkerModel(*model), environ, AHEAD) is None


def test_a_model_that_the_list_does_not_know_is_unknown(environ):
    assert expected_usd(WorkerModel("anthropic", "claude-of-tomorrow-99"), environ, AHEAD) is None
