"""The page on models says what the code takes: settings, providers, defaults."""

import json
import re
from pathlib import Path

import pytest

from silcrow.settings import ModelPrice, WorkerModel, load_settings
from silcrow.settings.types import Limits
from silcrow.workers.models.connection import Connection
from silcrow.workers.models.providers import KNOWN_PROVIDERS, connection_for

PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text()
SNIPPETS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
SETTINGS = [snippet for snippet in SNIPPETS if '"providers"' not in snippet]
PROVIDERS = [snippet for snippet in SNIPPETS if '"providers"' in snippet]


@pytest.mark.parametrize("snippet", SETTINGS)
def test_settings_on_the_page_are_taken_without_a_problem(snippet: str, tmp_path: Path):
    (tmp_path / "settings.json").write_text(snippet)
    settings = load_settings(tmp_path, tmp_path / "project", {})
    assert settings.problems == ()
    assert len(settings.origins) >= len(re.findall(r'"(?:provider|id|model|prices)":', snippet)) // 2


def test_the_first_example_gives_each_role_its_model(tmp_path: Path):
    (tmp_path / "settings.json").write_text(SETTINGS[0])
    settings = load_settings(tmp_path, tmp_path / "project", {})
    assert settings.observational.observer_model == WorkerModel("anthropic", "claude-haiku-4-5")
    assert settings.observational.consolidator_model == WorkerModel("anthropic", "claude-sonnet-4-6", "low")
    assert settings.memory.dreaming.model == WorkerModel("openai", "gpt-5-mini")


def test_a_price_of_the_page_goes_to_its_model(tmp_path: Path):
    prices = json.loads(SETTINGS[-1])
    prices["observational-memory"]["models"] = {"observer": {"provider": "ollama", "id": "qwen3:8b"}}
    (tmp_path / "settings.json").write_text(json.dumps(prices))
    settings = load_settings(tmp_path, tmp_path / "project", {})
    assert settings.observational.observer_model.price == ModelPrice(0.0, 0.0)


def test_the_provider_on_the_page_is_reached_as_it_says(tmp_path: Path):
    (tmp_path / "models.json").write_text(PROVIDERS[0])
    environ = {"PI_CODING_AGENT_DIR": str(tmp_path), "OFFICE_KEY": "k-1234"}
    connection = connection_for(WorkerModel("office", "large"), environ)
    assert isinstance(connection, Connection)
    assert (connection.base_url, connection.key) == ("https://models.example.org/v1", "k-1234")
    assert connection.price == ModelPrice(1.5, 6.0, 0.15, 1.5)


def test_every_provider_stands_in_the_table():
    for provider in (*KNOWN_PROVIDERS, "builtin", "pi"):
        assert f"| `{provider}`" in PAGE


def test_the_caps_of_the_page_are_the_defaults():
    limits = Limits()
    for key, value in {
        "runUsd": f"{limits.run_usd:.2f}",
        "sessionUsd": f"{limits.session_usd:.2f}",
        "dayUsd": f"{limits.day_usd:.2f}",
        "runsPerHour": str(limits.runs_per_hour),
        "runTurns": str(limits.run_turns),
        "runSeconds": f"{limits.run_seconds:g}",
    }.items():
        assert f"| `{key}` | {value} |" in PAGE
