"""``silcrow config``: what is in force and why, and changing one value."""

import json

import pytest

from tests.cli.conftest import Desk

CHUNK = "observational-memory.chunkTokens"


def trust(desk: Desk) -> None:
    (desk.agent_dir / "trust.json").write_text(json.dumps({str(desk.project): True}))


def project_file(desk: Desk, values: object) -> None:
    (desk.project / ".pi").mkdir(exist_ok=True)
    (desk.project / ".pi" / "settings.json").write_text(json.dumps(values))


def found(desk: Desk, **environ: str) -> dict[str, str]:
    return {place["kind"]: place["found"] for place in desk("config", "path", "--json", **environ).document["places"]}


def test_places_that_are_not_there_are_named_too(desk: Desk):
    assert found(desk) == {"global": "absent", "project": "absent", "environment": "absent"}
    out = desk("config", "path").out
    assert f"{desk.agent_dir}/settings.json" in out and f"{desk.project}/.pi/settings.json" in out
    assert out.count("is not there") == 3


def test_each_place_says_what_it_decides(desk: Desk):
    desk.settings({"observational-memory": {"chunkTokens": 900, "passive": False}, "theme": "dark"})
    trust(desk)
    project_file(desk, {"observational-memory": {"chunkTokens": 1_000}})
    places = desk("config", "path", "--json", PI_OM_PASSIVE="1").document["places"]
    assert [(place["kind"], place["decides"]) for place in places] == [
        ("global", []),
        ("project", [CHUNK]),
        ("environment", ["observational-memory.passive"]),
    ]


def test_the_project_of_a_stranger_is_ignored_and_that_is_said(desk: Desk):
    project_file(desk, {"pi-memory": {"dataDir": "/etc", "memoryCharLimit": 99_999}})
    assert found(desk)["project"] == "not trusted"
    shown = desk("config", "show", "--json")
    assert shown.document["pi-memory.memoryCharLimit"]["value"] == 2_200
    assert "not trusted" in shown.err


def test_a_file_that_cannot_be_parsed_is_told_with_its_line(desk: Desk):
    (desk.agent_dir / "settings.json").write_text('{\n  "a": 1,\n  "b" 2\n}')
    assert found(desk)["global"] == "unreadable"
    assert f"{desk.agent_dir}/settings.json:3" in desk("config", "path").err


def test_a_slip_of_the_pen_is_told_with_the_nearest_key_and_the_rest_applies(desk: Desk):
    desk.settings({"observational-memory": {"observerConcurency": 2, "chunkTokens": 900}})
    shown = desk("config", "show", "--json")
    assert shown.document[CHUNK]["value"] == 900
    assert "observerConcurency" in shown.err and "observerConcurrency" in shown.err


def test_all_surfaces_name_the_same_limit(desk: Desk):
    desk.settings({"pi-memory": {"memoryCharLimit": 3_210, "userCharLimit": 1_234}})
    desk.memory_file.write_text("one")
    desk.user_file.write_text("two")
    assert desk("config", "show", "--json").document["pi-memory.memoryCharLimit"]["value"] == 3_210
    assert "3,210" in desk("status").out and "1,234" in desk("status").out
    assert "3,210" in desk("memory", "list").out
    refused = desk("memory", "add", "--target", "user", "--json", "x" * 1_235)
    assert refused.code == 3
    assert "1,234" in refused.document["error"]


def test_the_switch_of_the_environment_is_shown_as_active(desk: Desk):
    desk.session()
    desk("om", "on", "--from", "start")
    assert "passive" in desk("om", "status", PI_OM_PASSIVE="TRUE ").out
    for off in ("", "0", "FALSE ", "no"):
        assert "passive" not in desk("om", "status", PI_OM_PASSIVE=off).out


def test_a_value_is_set_and_comments_stay(desk: Desk):
    path = desk.agent_dir / "settings.json"
    path.write_text('{\n  // how much is read at once\n  "observational-memory": { "chunkTokens": 900, },\n}\n')
    answer = desk("config", "set", "chunkTokens", "1200", "--json")
    assert answer.code == 0
    assert answer.document == {"success": True, "key": CHUNK, "value": 1_200, "inForce": True}
    assert path.read_text() == (
        '{\n  // how much is read at once\n  "observational-memory": { "chunkTokens": 1200, },\n}\n'
    )


def test_a_value_goes_to_the_file_that_decides_it(desk: Desk):
    trust(desk)
    project_file(desk, {"observational-memory": {"chunkTokens": 1_000}})
    assert desk("config", "set", CHUNK, "1200").out == f"{CHUNK} is changed in {desk.project}/.pi/settings.json.\n"
    assert not (desk.agent_dir / "settings.json").exists()


def test_a_value_is_written_to_the_project_on_request(desk: Desk):
    trust(desk)
    assert desk("config", "set", "--in-project", "passive", "true").code == 0
    assert json.loads((desk.project / ".pi" / "settings.json").read_text()) == {
        "observational-memory": {"passive": True}
    }


def test_a_project_that_is_not_trusted_gets_no_settings(desk: Desk):
    answer = desk("config", "set", "--in-project", "passive", "true")
    assert answer.code == 3
    assert "not trusted" in answer.err
    assert not (desk.project / ".pi").exists()


@pytest.mark.parametrize(
    ("key", "value", "read"),
    [
        ("models.observer.id", "gpt-4.1", "gpt-4.1"),
        ("models.observer.id", "123", "123"),
        ("limits.dayUsd", "null", None),
        ("limits.runUsd", "0.25", 0.25),
        ("allowUnpriced", "true", True),
    ],
)
def test_a_value_is_read_as_its_key_wants_it(desk: Desk, key: str, value: str, read: object):
    assert desk("config", "set", key, value, "--json").document["value"] == read


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("chunkToken", "Did you mean observational-memory.chunkTokens?"),
        ("provider", "is the end of several keys"),
        ("zzz", "There is no key zzz."),
    ],
)
def test_a_key_that_is_not_one_is_wrong_usage(desk: Desk, key: str, words: str):
    answer = desk("config", "set", key, "1")
    assert answer.code == 2
    assert words in " ".join(answer.err.split())


def test_a_bad_value_changes_nothing_and_says_what_is_expected(desk: Desk):
    answer = desk("config", "set", "chunkTokens", "many", "--json")
    assert answer.code == 3
    assert "a whole number" in answer.document["error"]
    assert not (desk.agent_dir / "settings.json").exists()


def test_a_pair_that_cannot_work_is_told_when_it_is_made(desk: Desk):
    answer = desk("config", "set", "poolTargetTokens", "30000", "--json")
    assert answer.document["inForce"] is False
    assert "consolidateAtPoolTokens" in answer.err


def test_what_the_environment_decides_is_not_written_in_vain(desk: Desk):
    answer = desk("config", "set", "passive", "false", PI_OM_PASSIVE="1")
    assert answer.code == 3
    assert "environment" in answer.err
    assert not (desk.agent_dir / "settings.json").exists()
