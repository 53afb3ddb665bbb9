"""Where to look and how to answer: options on both sides of a command's name, variables, settings."""

import json
import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Desk

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json", "memory", "list"),
        ("memory", "--json", "list"),
        ("memory", "list", "--json"),
        ("--json", "memory", "list", "--json"),
    ],
)
def test_json_is_taken_on_either_side_of_the_command(desk: Desk, arguments):
    answer = desk(*arguments)
    assert answer.code == 0
    assert answer.document["folder"] == str(desk.memories)


def test_one_document_and_nothing_else_is_on_standard_output(desk: Desk):
    desk.settings({"pi-memory": {"memoryCharLimit": "many"}})
    answer = desk.process("status", "--json")
    assert answer.code == 0
    json.loads(answer.raw)
    assert answer.out.count("\n{\n") == 0 and answer.out.startswith("{\n") and answer.out.endswith("}\n")


def test_later_options_win_over_earlier_ones(desk: Desk, tmp_path):
    answer = desk("--memory-dir", str(tmp_path / "a"), "memory", "list", "--memory-dir", str(tmp_path / "b"), "--json")
    assert answer.document["folder"] == str(tmp_path / "b")


@pytest.mark.parametrize(
    ("variable", "value"),
    [("SILCROW_MEMORY_DIR", "{}/mine"), ("SILCROW_AGENT_DIR", "{}"), ("PI_CODING_AGENT_DIR", "{}")],
)
def test_variables_name_the_folders(desk: Desk, tmp_path, variable, value):
    folder = tmp_path / "elsewhere"
    answer = desk("memory", "list", "--json", **{variable: value.format(folder)})
    assert answer.document["folder"].startswith(str(folder))


def test_an_option_wins_over_its_variable(desk: Desk, tmp_path):
    answer = desk(
        "memory", "list", "--memory-dir", str(tmp_path / "o"), SILCROW_MEMORY_DIR="/nowhere", SILCROW_JSON="1"
    )
    assert answer.document["folder"] == str(tmp_path / "o")


def test_without_any_of_them_the_home_of_pi_is_taken(desk: Desk):
    answer = desk.process("memory", "list", "--json", environ={"PI_CODING_AGENT_DIR": ""})
    assert answer.document["folder"] == str(desk.home / ".pi" / "agent" / "memories")


def test_variables_name_session_and_project(desk: Desk, tmp_path):
    conversation = desk.session(2)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    answer = desk.process(
        "status", cwd=elsewhere, environ={"SILCROW_SESSION": str(conversation.path), "SILCROW_JSON": "1"}
    )
    assert answer.document["sessionId"] == "019f0000-aaaa-7000-8000-000000000001"
    answer = desk.process("status", "--json", cwd=elsewhere, environ={"SILCROW_PROJECT": str(desk.project)})
    assert answer.document["sessionId"] == "019f0000-aaaa-7000-8000-000000000001"


def test_the_folder_for_sessions_can_be_moved(desk: Desk, tmp_path):
    conversation = desk.session(2)
    moved = tmp_path / "moved"
    conversation.path.parent.rename(moved)
    answer = desk("sessions", "list", "--json", PI_CODING_AGENT_SESSION_DIR=str(moved))
    assert [row["path"] for row in answer.document["sessions"]] == [str(moved / "session.jsonl")]


def test_a_bad_setting_is_told_once_on_standard_error_with_file_line_and_key(desk: Desk):
    desk.settings({"pi-memory": {"userCharLimit": "many"}})
    for arguments in (("memory", "list"), ("memory", "list", "--json"), ("status", "--json"), ("config", "show")):
        answer = desk(*arguments)
        assert answer.code == 0
        (line,) = answer.err.splitlines()
        assert line.startswith(f"{desk.agent_dir / 'settings.json'}:3: pi-memory.userCharLimit: must be ")


def test_status_has_a_bad_setting_on_its_screen_and_not_beside_it(desk: Desk):
    desk.settings({"pi-memory": {"userCharLimit": "many"}})
    answer = desk("status")
    assert answer.err == ""
    assert answer.out.count("pi-memory.userCharLimit") == 1
    assert answer.out.startswith("waits     1 settings error")


def test_quiet_says_nothing_beside_the_answer(desk: Desk):
    desk.settings({"pi-memory": {"userCharLimit": "many"}})
    answer = desk("--quiet", "memory", "add", "--target", "memory", "x")
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_quiet_still_says_why_something_was_refused(desk: Desk):
    answer = desk("--quiet", "memory", "add", "--target", "memory", "")
    assert answer.code == 3
    assert answer.err.startswith("empty: ")


@pytest.mark.parametrize("arguments", [("--version",), ("status", "--version"), ("om", "runs", "--version")])
def test_the_version_is_that_of_the_package(desk: Desk, arguments):
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert desk(*arguments).out == f"silcrow {version}\n"
