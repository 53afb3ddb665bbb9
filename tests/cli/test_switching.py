"""``silcrow off`` and ``silcrow on``: five parts as a whole."""

import json

import pytest

from silcrow.settings.switches import KINDS
from tests.cli.conftest import Desk
from tests.cli.test_config import project_file, trust


def states(desk: Desk, **environ: str) -> dict[str, str]:
    return {each["name"]: each["state"] for each in desk("on", "--json", **environ).document["switches"]}


@pytest.mark.parametrize("word", ["on", "off"])
def test_without_a_name_all_are_listed_and_nothing_is_written(desk: Desk, word: str):
    answer = desk(word)
    assert answer.code == 0
    for name in KINDS:
        assert f"{name} " in answer.out
    assert f"`silcrow {word} --all` all of them" in answer.out
    assert not (desk.agent_dir / "settings.json").exists()


def test_the_list_says_what_decides_each(desk: Desk):
    desk.settings({"pi-memory": {"tools": False}})
    listed = {each["name"]: each for each in desk("off", "--json", PI_OM_PASSIVE="1").document["switches"]}
    assert listed["tools"]["place"] == f"{desk.agent_dir}/settings.json:3"
    assert (listed["tools"]["state"], listed["tools"]["origin"]) == ("off", "global")
    assert (listed["observing"]["state"], listed["observing"]["place"]) == ("off", "PI_OM_PASSIVE")
    assert (listed["dreaming"]["origin"], listed["dreaming"]["place"]) == ("default", None)


def test_a_part_is_switched_off_and_on_and_comments_stay(desk: Desk):
    path = desk.agent_dir / "settings.json"
    path.write_text('{\n  // mine\n  "theme": "dark"\n}\n')
    answer = desk("off", "tools", "dreaming", "--quiet")
    assert (answer.code, answer.out) == (0, "")
    assert states(desk) == {**dict.fromkeys(KINDS, "on"), "tools": "off", "dreaming": "off"}
    assert "// mine" in path.read_text()
    assert desk("on", "tools").out == f"tools is on in {path}.\n"
    assert states(desk)["tools"] == "on"


def test_all_of_them_go_together_and_what_was_so_already_is_said(desk: Desk):
    desk("off", "compaction")
    out = desk("off", "--all").out
    assert "compaction was off already." in out and out.count(" is off in ") == 4
    assert set(states(desk).values()) == {"off"}
    desk("on", "--all")
    assert set(states(desk).values()) == {"on"}


def test_what_is_so_by_default_is_not_written(desk: Desk):
    assert desk("on", "observing").out == "observing was on already.\n"
    assert not (desk.agent_dir / "settings.json").exists()


def test_a_project_has_switches_of_its_own(desk: Desk):
    trust(desk)
    assert desk("off", "observing", "--in-project").code == 0
    written = json.loads((desk.project / ".pi" / "settings.json").read_text())
    assert written == {"observational-memory": {"passive": True}}
    assert not (desk.agent_dir / "settings.json").exists()


def test_the_file_of_a_project_that_is_not_trusted_is_left_alone(desk: Desk):
    answer = desk("off", "observing", "--in-project", "--json")
    assert (answer.code, answer.document["code"]) == (3, "not_trusted")
    assert not (desk.project / ".pi").exists()


def test_what_a_project_decides_is_told_when_the_agents_file_is_written(desk: Desk):
    trust(desk)
    project_file(desk, {"pi-memory": {"tools": True}})
    answer = desk("off", "tools")
    place = f"{desk.project}/.pi/settings.json:1"
    assert answer.code == 3
    assert answer.err.endswith(f"settings.json, but {place} decides it here: it stays on.\n")
    document = desk("off", "tools", "--json").document
    assert (document["success"], document["code"]) == (False, "overridden")
    assert document["switches"][0]["outcome"] == "already"
    assert json.loads((desk.agent_dir / "settings.json").read_text()) == {"pi-memory": {"tools": False}}


def test_a_variable_that_decides_is_told_too(desk: Desk):
    answer = desk("off", "observing", PI_OM_PASSIVE="0")
    assert answer.code == 3 and "but PI_OM_PASSIVE decides it here: it stays on" in answer.err
    assert states(desk)["observing"] == "off"


def test_a_file_that_cannot_be_parsed_is_not_touched(desk: Desk):
    path = desk.agent_dir / "settings.json"
    path.write_text("{ broken")
    answer = desk("off", "tools")
    assert answer.code == 3 and "tools is not changed" in answer.err
    assert path.read_text() == "{ broken"


@pytest.mark.parametrize("arguments", [("off", "everything"), ("off", "tools", "--all")])
def test_a_wrong_name_is_wrong_usage(desk: Desk, arguments: tuple[str, ...]):
    answer = desk(*arguments)
    assert answer.code == 2 and not (desk.agent_dir / "settings.json").exists()


def test_status_has_a_line_for_what_is_off_and_none_else(desk: Desk):
    assert not [line for line in desk("status").out.splitlines() if line.startswith("off ")]
    desk("off", "tools", "dreaming")
    assert "off       tools, dreaming; `silcrow on` says what decides it" in desk("status").out.splitlines()
    assert desk("status", "--json").document["switches"]["tools"] == "off"
