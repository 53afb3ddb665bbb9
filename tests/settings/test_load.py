import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from silcrow.settings import (
    DreamingSettings,
    Limits,
    ModelPrice,
    ObservationalSettings,
    Origin,
    Settings,
    WorkerModel,
    agent_dir_from,
    load_settings,
)
from silcrow.settings.keys import KEYS

OM = "observational-memory"


class Home(Struct, frozen=True):
    agent: Path
    project: Path

    def write_global(self, content: dict[str, Any] | str) -> Path:
        return _write(self.agent / "settings.json", content)

    def write_project(self, content: dict[str, Any] | str, *, trusted: bool = True) -> Path:
        _write(self.agent / "trust.json", {str(self.project): trusted})
        return _write(self.project / ".pi" / "settings.json", content)

    def load(self, environ: dict[str, str] | None = None, **more: Any) -> Settings:
        return load_settings(self.agent, self.project, environ or {}, **more)


def _write(path: Path, content: dict[str, Any] | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


@pytest.fixture
def home(tmp_path: Path) -> Home:
    (tmp_path / "agent").mkdir()
    (tmp_path / "project").mkdir()
    return Home(tmp_path / "agent", tmp_path / "project")


def only_message(settings: Settings) -> str:
    (problem,) = settings.problems
    return f"{problem.key} {problem.message}"


def test_without_files_everything_is_a_default(home: Home):
    settings = home.load()
    assert settings.problems == ()
    assert settings.origins == {}
    assert settings.memory.data_dir == home.agent / "memories"
    assert (settings.memory.memory_char_limit, settings.memory.user_char_limit) == (2_200, 1_375)
    assert settings.observational.chunk_tokens == 5_000
    assert settings.observational.limits == Limits()
    assert set(settings.raw) == set(KEYS)


def test_every_key_of_the_namespaces_works(home: Home):
    home.write_global(
        {
            OM: {
                "chunkTokens": 1_000,
                "chunkOverlapTokens": 100,
                "poolTargetTokens": 2_000,
                "consolidateAtPoolTokens": 3_000,
                "compactAtContextTokens": 9_000,
                "tailTokens": 800,
                "journeyTargetTokens": 50,
                "observerConcurrency": 2,
                "models": {
                    "observer": {"provider": "anthropic", "id": "small", "thinking": "low"},
                    "consolidator": {"provider": "lab", "id": "large"},
                },
                "limits": {
                    "runSeconds": 1.5,
                    "runTurns": None,
                    "runUsd": 0,
                    "sessionUsd": 2,
                    "dayUsd": None,
                    "runsPerHour": 7,
                    "compactWaitSeconds": 3,
                    "allowUnpriced": True,
                },
                "passive": True,
                "compaction": False,
                "debugLog": True,
            },
            "pi-memory": {
                "dataDir": "/data",
                "memoryCharLimit": 3_210,
                "userCharLimit": 1_234,
                "promptBlock": False,
                "tools": False,
                "dreaming": {
                    "enabled": False,
                    "minHoursSinceLastRun": 0.5,
                    "minTurnsSinceLastRun": 3,
                    "mode": "review",
                    "maxRemovalShare": 0.1,
                    "model": {"provider": "anthropic", "model": "small", "thinking": "low"},
                },
            },
        }
    )
    settings = home.load()
    assert settings.problems == ()
    om = settings.observational
    assert (om.chunk_tokens, om.chunk_overlap_tokens, om.pool_target_tokens) == (1_000, 100, 2_000)
    assert (om.consolidate_at_pool_tokens, om.compact_at_context_tokens, om.tail_tokens) == (3_000, 9_000, 800)
    assert (om.journey_target_tokens, om.observer_concurrency, om.passive, om.debug_log) == (50, 2, True, True)
    assert om.observer_model == WorkerModel("anthropic", "small", "low")
    assert om.consolidator_model == WorkerModel("lab", "large", None)
    assert om.limits == Limits(1.5, None, 0, 2, None, 7, 3, True)
    assert settings.memory.data_dir == Path("/data")
    assert (settings.memory.memory_char_limit, settings.memory.user_char_limit) == (3_210, 1_234)
    memory = settings.memory
    assert (memory.prompt_block, memory.tools, memory.dreaming.enabled, om.compaction) == (False,) * 4
    assert memory.dreaming == DreamingSettings(False, 0.5, 3, "review", 0.1, WorkerModel("anthropic", "small", "low"))
    assert settings.raw["pi-memory.dreaming.model.model"] == "small"
    assert settings.raw[f"{OM}.limits.runSeconds"] == 1.5
    assert settings.raw[f"{OM}.models.observer.id"] == "small"
    assert settings.raw["pi-memory.dataDir"] == "/data"


def test_the_project_wins_key_by_key_and_each_value_tells_its_line(home: Home):
    path = home.write_global(
        '{\n"pi-memory": {\n"memoryCharLimit": 3210,\n"userCharLimit": 1234},\n'
        f'"{OM}": {{"models": {{"observer": {{"provider": "a", "id": "global"}}}}}}\n}}'
    )
    local = home.write_project({"pi-memory": {"userCharLimit": 99}, OM: {"models": {"observer": {"id": "local"}}}})
    settings = home.load()
    assert settings.problems == ()
    assert settings.memory.memory_char_limit == 3_210
    assert settings.memory.user_char_limit == 99
    assert settings.observational.observer_model == WorkerModel("a", "local")
    assert settings.origins["pi-memory.memoryCharLimit"] == Origin("global", path, 3)
    assert settings.origins["pi-memory.userCharLimit"] == Origin("project", local, 1)
    assert settings.origins[f"{OM}.models.observer.provider"] == Origin("global", path, 5)


def test_comments_are_read_and_the_reader_learns_what_pi_makes_of_them(home: Home):
    home.write_global(f'{{\n  // chunks\n  "{OM}": {{"chunkTokens": 1000,}},\n}}')
    settings = home.load()
    assert settings.observational.chunk_tokens == 1_000
    assert "pi ignores" in only_message(settings)
    assert settings.problems[0].line == 2


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("chunkTokens", True),
        ("chunkTokens", 0),
        ("chunkTokens", 5.5),
        ("chunkTokens", "5000"),
        ("chunkTokens", None),
        ("chunkTokens", [1]),
        ("passive", 1),
        ("passive", "false"),
        ("limits", []),
        ("limits.runUsd", -1),
        ("limits.runUsd", True),
        ("limits.runTurns", 0),
        ("models", "anthropic/x"),
        ("models.observer", "anthropic/x"),
        ("models.observer.thinking", "very"),
        ("models.observer.thinking", ["low"]),
        ("models.observer.provider", " "),
    ],
)
def test_a_bad_value_costs_one_message_and_one_default(home: Home, key: str, value: Any):
    inner: Any = value
    for part in reversed(key.split(".")):
        inner = {part: inner}
    home.write_global({OM: inner | {"tailTokens": 123}, "pi-memory": {"userCharLimit": 77}})
    settings = home.load()
    assert only_message(settings).startswith(f"{OM}.{key} must be ")
    assert settings.problems[0].line == 1
    assert settings.observational.tail_tokens == 123
    assert settings.memory.user_char_limit == 77
    assert settings.observational == replace(ObservationalSettings(), tail_tokens=123)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ({OM: {"observerConcurency": 2}}, f"{OM}.observerConcurrency"),
        ({OM: {"ChunkTokens": 2}}, f"{OM}.chunkTokens"),
        ({OM: {"limits": {"runUSD": 2}}}, f"{OM}.limits.runUsd"),
        ({OM: {"model": {}}}, f"{OM}.models"),
        ({"pi-memory": {"memory_char_limit": 2}}, "pi-memory.memoryCharLimit"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_known_one(home: Home, content: dict[str, Any], named: str):
    home.write_global(content)
    assert f"did you mean {named}?" in only_message(home.load())


def test_an_unknown_key_like_no_other_is_named_alone(home: Home):
    home.write_global({OM: {"zzz": 1}})
    assert only_message(home.load()) == f"{OM}.zzz is unknown and was ignored"


def test_what_other_programs_keep_in_the_file_is_none_of_our_business(home: Home):
    home.write_global({"theme": "dark", "observational_memory": 1, "packages": [{"chunkTokens": "x"}]})
    assert home.load().problems == ()


@pytest.mark.parametrize(
    "content",
    ["{not json", "[]", '"text"', '{"a": 1} x', "\x00"],
)
def test_a_file_that_is_no_json_costs_one_message_and_all_its_values(home: Home, content: str):
    home.write_global(content)
    settings = home.load()
    assert "no JSON" in only_message(settings)
    assert settings.origins == {}


def test_bytes_that_are_no_text_cost_one_message(home: Home):
    (home.agent / "settings.json").write_bytes(b'{"a": "\xff"}')
    assert "no UTF-8 (byte 7)" in only_message(home.load())


def test_a_folder_in_place_of_the_file_costs_one_message(home: Home):
    (home.agent / "settings.json").mkdir()
    assert "a folder" in only_message(home.load())


@pytest.mark.parametrize(
    ("given", "low", "fallen_back"),
    [
        ({"poolTargetTokens": 30_000}, "poolTargetTokens", ("pool_target_tokens", 10_000)),
        ({"consolidateAtPoolTokens": 10_000}, "consolidateAtPoolTokens", ("consolidate_at_pool_tokens", 20_000)),
        ({"tailTokens": 100_000}, "tailTokens", ("tail_tokens", 20_000)),
        ({"chunkOverlapTokens": 6_000}, "chunkOverlapTokens", ("chunk_overlap_tokens", 0)),
        ({"chunkTokens": 10, "chunkOverlapTokens": 10}, "chunkOverlapTokens", ("chunk_tokens", 5_000)),
    ],
)
def test_a_pair_that_cannot_work_is_left_out(home: Home, given: dict[str, int], low: str, fallen_back: tuple[str, int]):
    home.write_global({OM: given | {"journeyTargetTokens": 7}})
    settings = home.load()
    assert only_message(settings).startswith(f"{OM}.{low} ")
    field, value = fallen_back
    assert getattr(settings.observational, field) == value
    assert settings.observational.journey_target_tokens == 7
    assert not {f"{OM}.{key}" for key in given} & set(settings.origins)


def test_a_pair_broken_by_the_project_falls_back_to_the_global_values(home: Home):
    home.write_global({OM: {"poolTargetTokens": 500, "consolidateAtPoolTokens": 1_000}})
    local = home.write_project({OM: {"consolidateAtPoolTokens": 400}})
    settings = home.load()
    assert settings.observational.pool_target_tokens == 500
    assert settings.observational.consolidate_at_pool_tokens == 1_000
    assert [problem.path for problem in settings.problems] == [local]


def test_a_bad_value_of_the_project_falls_back_to_the_global_one(home: Home):
    home.write_global({OM: {"chunkTokens": 1_234}})
    home.write_project({OM: {"chunkTokens": "x"}})
    settings = home.load()
    assert settings.observational.chunk_tokens == 1_234
    assert settings.origins[f"{OM}.chunkTokens"].kind == "global"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("minHoursSinceLastRun", -1),
        ("minTurnsSinceLastRun", 0),
        ("minTurnsSinceLastRun", 1.5),
        ("mode", "ask"),
        ("maxRemovalShare", 1.1),
        ("maxRemovalShare", True),
        ("enabled", 1),
    ],
)
def test_a_bad_value_of_dreaming_costs_its_default(home: Home, key: str, value: Any):
    home.write_global({"pi-memory": {"dreaming": {key: value}}})
    settings = home.load()
    assert only_message(settings).startswith(f"pi-memory.dreaming.{key} must be ")
    assert settings.memory.dreaming == DreamingSettings()


def test_the_old_name_of_the_turns_of_a_dream_counts_and_is_told(home: Home):
    home.write_global({"pi-memory": {"dreaming": {"minSessionsSinceLastRun": 9}}})
    settings = home.load()
    assert settings.memory.dreaming.min_turns_since_last_run == 9
    assert "old name of pi-memory.dreaming.minTurnsSinceLastRun" in only_message(settings)


@pytest.mark.parametrize("names", ["Sessions Turns", "Turns Sessions"])
def test_the_name_of_today_wins_over_the_old_one(home: Home, names: str):
    given = {f"min{name}SinceLastRun": 9 if name == "Sessions" else 3 for name in names.split()}
    home.write_global({"pi-memory": {"dreaming": given}})
    assert home.load().memory.dreaming.min_turns_since_last_run == 3


def test_half_a_model_of_dreaming_is_no_model(home: Home):
    home.write_global({"pi-memory": {"dreaming": {"model": {"provider": "anthropic"}}}})
    settings = home.load()
    assert settings.memory.dreaming.model.builtin
    assert "lacks model; the built-in worker is used" in only_message(settings)


@pytest.mark.parametrize("half", [{"provider": "anthropic"}, {"id": "x", "thinking": "low"}])
def test_half_a_model_is_no_model(home: Home, half: dict[str, str]):
    home.write_global({OM: {"models": {"observer": half}}})
    settings = home.load()
    assert settings.observational.observer_model.builtin
    assert "the built-in worker is used" in only_message(settings)


def test_an_untrusted_project_steers_nothing_and_that_is_said_once(home: Home):
    home.write_project({"pi-memory": {"dataDir": "/etc", "memoryCharLimit": 999_999}, OM: {"zzz": 1}}, trusted=False)
    settings = home.load()
    assert settings.memory.data_dir == home.agent / "memories"
    assert settings.memory.memory_char_limit == 2_200
    assert "not trusted" in only_message(settings)


def test_an_untrusted_project_without_our_settings_is_not_worth_a_word(home: Home):
    home.write_project({"theme": "dark"}, trusted=False)
    assert home.load().problems == ()


def test_variables_are_filled_in_for_global_settings(home: Home):
    home.write_global({"pi-memory": {"dataDir": "${STORE}/x/${STORE_2}"}})
    assert home.load({"STORE": "/store", "STORE_2": "y"}).memory.data_dir == Path("/store/x/y")


def test_an_unset_variable_is_an_error_and_costs_the_default(home: Home):
    home.write_global({"pi-memory": {"dataDir": "${NOPE}/x"}})
    settings = home.load()
    assert "NOPE, which is not set" in only_message(settings)
    assert settings.memory.data_dir == home.agent / "memories"


def test_variables_are_never_filled_in_for_a_project(home: Home):
    home.write_project({"pi-memory": {"dataDir": "${SECRET}"}})
    settings = home.load({"SECRET": "/secret"})
    assert settings.memory.data_dir == home.agent / "memories"
    assert "global settings only" in only_message(settings)


def test_a_relative_folder_is_meant_from_its_settings_and_a_tilde_is_home(home: Home):
    home.write_global({"pi-memory": {"dataDir": "notes"}})
    assert home.load().memory.data_dir == home.agent / "notes"
    home.write_project({"pi-memory": {"dataDir": "notes"}})
    assert home.load().memory.data_dir == home.project / "notes"
    home.write_project({"pi-memory": {"dataDir": "~/notes"}})
    assert home.load({"HOME": "/home/user"}).memory.data_dir == Path("/home/user/notes")


@pytest.mark.parametrize("value", ["1", "true", "yes", "on", "TRUE", " On "])
def test_the_passive_variable_switches_on(home: Home, value: str):
    settings = home.load({"PI_OM_PASSIVE": value})
    assert settings.observational.passive
    assert settings.origins[f"{OM}.passive"] == Origin("environment")


@pytest.mark.parametrize("value", ["0", "false", "no", "off", "", "FALSE "])
def test_the_passive_variable_switches_off_whatever_the_files_say(home: Home, value: str):
    home.write_global({OM: {"passive": True}})
    assert not home.load({"PI_OM_PASSIVE": value}).observational.passive
    assert home.load().observational.passive


def test_a_passive_variable_that_means_nothing_is_reported_and_ignored(home: Home):
    settings = home.load({"PI_OM_PASSIVE": "maybe"})
    assert only_message(settings).startswith("PI_OM_PASSIVE must be")
    assert not settings.observational.passive


def test_a_folder_given_as_an_argument_wins(home: Home, tmp_path: Path):
    home.write_global({"pi-memory": {"dataDir": "/elsewhere"}})
    settings = home.load(memory_dir=tmp_path / "mine")
    assert settings.memory.data_dir == tmp_path / "mine"
    assert settings.origins["pi-memory.dataDir"] == Origin("argument")


def hermes_config(tmp_path: Path, content: str) -> Path:
    return _write(tmp_path / ".hermes" / "config.yaml", content)


def test_limits_of_a_hermes_home_come_from_its_own_configuration(home: Home, tmp_path: Path):
    path = hermes_config(tmp_path, "model: x\nmemory:\n  memory_char_limit: 4000\n  user_char_limit: 500\n")
    home.write_global({"pi-memory": {"memoryCharLimit": 3_210}})
    settings = home.load(memory_dir=tmp_path / ".hermes" / "memories")
    assert (settings.memory.memory_char_limit, settings.memory.user_char_limit) == (4_000, 500)
    assert settings.origins["pi-memory.memoryCharLimit"] == Origin("hermes", path, 3)
    assert home.load().memory.memory_char_limit == 3_210


def test_a_hermes_home_may_be_named_by_its_variable(home: Home, tmp_path: Path):
    _write(tmp_path / "bot" / "config.yaml", "memory: {user_char_limit: 500}")
    environ = {"HERMES_HOME": str(tmp_path / "bot")}
    assert home.load(environ, memory_dir=tmp_path / "bot" / "memories").memory.user_char_limit == 500


@pytest.mark.parametrize(
    "content", ["memory: {memory_char_limit: yes}", "memory: {memory_char_limit: -1}", "memory: [", "\x00"]
)
def test_a_bad_hermes_configuration_costs_one_message(home: Home, tmp_path: Path, content: str):
    hermes_config(tmp_path, content)
    settings = home.load(memory_dir=tmp_path / ".hermes" / "memories")
    assert len(settings.problems) == 1
    assert settings.memory.memory_char_limit == 2_200


@pytest.mark.parametrize("content", ["", "memory:", "memory: 3", "[]", "other: 1"])
def test_a_hermes_configuration_without_limits_leaves_the_defaults(home: Home, tmp_path: Path, content: str):
    hermes_config(tmp_path, content)
    settings = home.load(memory_dir=tmp_path / ".hermes" / "memories")
    assert settings.problems == ()
    assert settings.memory.memory_char_limit == 2_200


def test_the_agent_folder_comes_from_its_variable_or_from_home():
    assert agent_dir_from({"PI_CODING_AGENT_DIR": "/agent"}) == Path("/agent")
    assert agent_dir_from({"PI_CODING_AGENT_DIR": "~/a", "HOME": "/h"}) == Path("/h/a")
    assert agent_dir_from({"HOME": "/h"}) == Path("/h/.pi/agent")
    assert agent_dir_from({"HOME": "/h", "PI_CODING_AGENT_DIR": ""}) == Path("/h/.pi/agent")


PRICE = {"input": 3, "output": 15.5, "cacheRead": 0.3}


def test_a_model_gets_the_price_that_the_settings_give_it(home: Home):
    models = {"observer": {"provider": "corp", "id": "big"}, "consolidator": {"provider": "corp", "id": "small"}}
    dream = {"dreaming": {"model": {"provider": "corp", "model": "big"}}}
    home.write_global({OM: {"models": models, "prices": {"corp/big": PRICE}}, "pi-memory": dream})
    settings = home.load()
    assert settings.problems == ()
    price = ModelPrice(3, 15.5, 0.3, None)
    assert settings.observational.observer_model == WorkerModel("corp", "big", price=price)
    assert settings.observational.consolidator_model.price is None
    assert settings.memory.dreaming.model.price == price
    assert settings.raw[f"{OM}.prices"] == {"corp/big": PRICE}


@pytest.mark.parametrize(
    ("prices", "words"),
    [
        ([], "tokens"),
        ({"big": PRICE}, "big is not"),
        ({"corp/big": 3}, "corp/big is not"),
        ({"corp/big": {"input": 1}}, "corp/big lacks output"),
        ({"corp/big": {**PRICE, "cached": 1}}, "corp/big has the unknown part cached"),
        ({"corp/big": {**PRICE, "output": -1}}, "output of corp/big is not a number of at least 0"),
        ({"corp/big": {**PRICE, "cacheRead": True}}, "cacheRead of corp/big is not a number of at least 0"),
    ],
)
def test_prices_with_a_fault_are_not_used_in_part(home: Home, prices: Any, words: str):
    home.write_global({OM: {"prices": prices}})
    settings = home.load()
    assert only_message(settings).startswith(f"{OM}.prices must be an object")
    assert only_message(settings).endswith(words)
    assert settings.observational.prices == {}
