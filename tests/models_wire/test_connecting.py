"""From a provider's name to its address and key, and the one thing that is said when something is missing."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from silcrow.settings.types import ModelPrice, WorkerModel
from silcrow.workers import RunFolder
from silcrow.workers.models.connection import (
    CONNECTION_PIPE_VARIABLE,
    MOST_BYTES,
    Connection,
    filled_pipe,
    handed_over,
)
from silcrow.workers.models.key_syntax import NoValue, value_of
from silcrow.workers.models.providers import KNOWN_PROVIDERS, connection_for
from silcrow.workers.run import RunError

CORP = {
    "baseUrl": "http://127.0.0.1:1/v1",
    "api": "openai-completions",
    "apiKey": "$CORP_KEY",
    "models": [{"id": "big", "cost": {"input": 1, "output": 2.5}, "contextWindow": 9_000, "maxTokens": 400}],
}


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"PI_CODING_AGENT_DIR": str(tmp_path), "PATH": os.environ["PATH"]}


def describe(environ: dict[str, str], text: str | None = None, **providers: Any) -> Path:
    path = Path(environ["PI_CODING_AGENT_DIR"]) / "models.json"
    path.write_text(text or json.dumps({"providers": providers}))
    return path


def refused(model: WorkerModel, environ: dict[str, str]) -> RunError:
    found = connection_for(model, environ)
    assert isinstance(found, RunError)
    return found


def found(model: WorkerModel, environ: dict[str, str]) -> Connection:
    connection = connection_for(model, environ)
    assert isinstance(connection, Connection)
    return connection


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("sk-plain", "sk-plain"),
        ("$KEY", "secret"),
        ("${KEY}", "secret"),
        ("Bearer $KEY!", "Bearer secret!"),
        ("${KEY}${KEY}", "secretsecret"),
        ("$$KEY and $!", "$KEY and !"),
        ("a$", "a$"),
        ("${not a name}", "${not a name}"),
        ("!printf ' %s\\n' \"$KEY\"", "secret"),
    ],
)
def test_a_key_is_a_text_a_variable_or_what_a_command_prints(written, value):
    assert value_of(written, {"KEY": "secret", "PATH": os.environ["PATH"]}) == value


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("$GONE", "the environment variable GONE is not set"),
        ("x${EMPTY}", "the environment variable EMPTY is not set"),
        ("!exit 3", "its command ended with exit code 3"),
        ("!true", "its command printed nothing"),
    ],
)
def test_why_there_is_no_key_is_said_without_the_command(written, reason):
    assert value_of(written, {"EMPTY": "", "PATH": os.environ["PATH"]}) == NoValue(reason)


def test_a_described_provider_is_reached_as_described(environ):
    path = describe(environ, corp={**CORP, "headers": {"X-Team": "${TEAM}"}})
    connection = found(WorkerModel("corp", "big"), {**environ, "CORP_KEY": "k1", "TEAM": "tools"})
    assert connection == Connection(
        "corp",
        "big",
        "openai-completions",
        "http://127.0.0.1:1/v1",
        "k1",
        key_source=f"apiKey of corp in {path}",
        headers={"X-Team": "tools"},
        max_tokens=400,
        context_window=9_000,
        price=ModelPrice(1.0, 2.5),
        price_source="models.json",
    )


def test_comments_and_trailing_commas_are_read(environ):
    describe(environ, '{"providers": { // ours\n "corp": ' + json.dumps(CORP)[:-1] + ",},},}")
    assert found(WorkerModel("corp", "big"), {**environ, "CORP_KEY": "k"}).key == "k"


def test_a_price_in_the_settings_wins_over_the_list(environ):
    describe(environ, corp=CORP)
    model = WorkerModel("corp", "big", price=ModelPrice(7.0, 8.0))
    connection = found(model, {**environ, "CORP_KEY": "k"})
    assert (connection.price, connection.price_source) == (ModelPrice(7.0, 8.0), "settings")


def test_what_a_model_says_wins_over_its_provider(environ):
    model = {"id": "odd", "api": "anthropic-messages", "baseUrl": "http://127.0.0.1:2", "headers": {"A": "b"}}
    describe(environ, corp={**CORP, "models": [model]})
    connection = found(WorkerModel("corp", "odd"), {**environ, "CORP_KEY": "k"})
    assert (connection.api, connection.base_url) == ("anthropic-messages", "http://127.0.0.1:2")
    assert connection.headers == {"A": "b"}


@pytest.mark.parametrize(
    ("provider", "variable"),
    [
        ("anthropic", "ANTHROPIC_API_KEY"),
        ("openai", "OPENAI_API_KEY"),
        ("openrouter", "OPENROUTER_API_KEY"),
        ("google", "GEMINI_API_KEY"),
    ],
)
def test_a_known_provider_takes_its_usual_variable_and_its_absence_is_one_clear_failure(environ, provider, variable):
    model = WorkerModel(provider, "some/model")
    assert found(model, {**environ, variable: "k2"}).key == "k2"
    error = refused(model, environ)
    assert error.kind == "auth"
    path = Path(environ["PI_CODING_AGENT_DIR"]) / "models.json"
    assert error.words.startswith(f"no key for provider {provider}; looked for apiKey in {path} and the environment")
    assert variable in error.words


def test_the_key_of_another_provider_is_never_taken(environ):
    others = {"OPENAI_API_KEY": "a", "OPENROUTER_API_KEY": "b", "GEMINI_API_KEY": "c"}
    assert refused(WorkerModel("anthropic", "claude"), {**environ, **others}).kind == "auth"


def test_a_described_key_is_not_replaced_by_the_usual_variable(environ):
    describe(environ, anthropic={"apiKey": "$WORK_KEY"})
    error = refused(WorkerModel("anthropic", "claude"), {**environ, "ANTHROPIC_API_KEY": "private"})
    assert error.kind == "auth" and "the environment variable WORK_KEY is not set (apiKey in" in error.words


def test_ollama_needs_no_key(environ):
    connection = found(WorkerModel("ollama", "qwen3"), environ)
    assert (connection.key, connection.base_url) == (None, "http://localhost:11434/v1")


def test_a_changed_key_counts_from_the_next_run_on(environ):
    model = WorkerModel("corp", "big")
    describe(environ, corp={**CORP, "apiKey": "first"})
    assert found(model, environ).key == "first"
    describe(environ, corp={**CORP, "apiKey": "second"})
    assert found(model, environ).key == "second"


@pytest.mark.parametrize(
    ("provider", "changes", "words"),
    [
        ("corp", {"models": []}, "provider corp has no model big; {path} lists none"),
        (
            "corp",
            {"api": "carrier-pigeon"},
            "{path} gives the api carrier-pigeon, which is not known here for provider",
        ),
        ("corp", {"api": None}, "{path} gives no api for provider corp"),
        ("corp", {"baseUrl": None}, "{path} gives no baseUrl for provider corp"),
        ("crop", {}, "there is no provider crop: it is none of builtin, pi, anthropic"),
    ],
)
def test_what_is_wrong_with_a_description_is_said_with_its_place(environ, provider, changes, words):
    path = describe(environ, corp={**CORP, "apiKey": "k", **changes})
    error = refused(WorkerModel(provider, "big"), environ)
    assert error.kind == "spawn"
    assert error.words.startswith(f"could not start: {words.format(path=path)}")
    assert provider != "crop" or str(path) in error.words


@pytest.mark.parametrize(
    ("content", "words"), [("{", "is no JSON"), ("[]", "is no JSON"), ('{"providers": 3}', "does not describe it")]
)
def test_a_file_that_can_not_be_read_is_named(environ, content, words):
    path = describe(environ, content)
    error = refused(WorkerModel("corp", "big"), environ)
    assert str(path) in error.words and words in error.words


def test_a_description_without_a_key_needs_a_header(environ):
    describe(environ, corp={**CORP, "apiKey": None})
    assert refused(WorkerModel("corp", "big"), environ).kind == "auth"
    describe(environ, corp={**CORP, "apiKey": None, "headers": {"Authorization": "Basic $CORP_KEY"}})
    assert refused(WorkerModel("corp", "big"), environ).words.startswith("no header Authorization for provider corp")
    assert found(WorkerModel("corp", "big"), {**environ, "CORP_KEY": "x"}).headers == {"Authorization": "Basic x"}


def test_the_pipe_gives_the_connection(environ):
    connection = Connection(
        "corp", "big", "openai-completions", "http://x", "k", headers={"A": "b"}, price=ModelPrice(1.0, 2.0)
    )
    descriptor = filled_pipe(connection)
    assert descriptor is not None
    given = {CONNECTION_PIPE_VARIABLE: str(descriptor)}
    assert handed_over(given) == connection
    assert handed_over({}) is None
    assert filled_pipe(Connection("corp", "big", "openai-completions", key="k" * MOST_BYTES)) is None


def test_a_connection_shows_no_key():
    connection = Connection("corp", "big", "openai-completions", key="sk-1234", headers={"A": "Bearer 5678"})
    assert "1234" not in repr(connection) and "5678" not in f"{connection}"


async def test_a_missing_key_is_a_failed_run_that_started_nothing_and_cost_nothing(runs: RunFolder, environ):
    from silcrow.workers import Supervisor
    from tests.models_wire.orders import limits, observer

    order = observer(runs, WorkerModel("anthropic", "claude"), limits())
    run = (await (await Supervisor(runs, environ=environ).start(order)).finished()).run
    assert run.error and run.error.kind == "auth" and "ANTHROPIC_API_KEY" in run.error.words
    assert (run.state, run.pid, run.cost_usd, run.turns) == ("failed", None, 0.0, 0)
    assert runs.read(run.run_id) == run


def test_every_known_provider_has_a_name_of_its_own():
    assert KNOWN_PROVIDERS == ("anthropic", "openai", "openrouter", "google", "ollama")
