"""``silcrow pi``: the extension comes and goes with one command each."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import COMMAND, SECONDS, Desk


def settings_of(desk: Desk) -> Path:
    return desk.agent_dir / "settings.json"


def test_one_command_puts_it_into_pi_and_one_takes_it_out(desk: Desk):
    answer = desk("pi", "install")
    assert answer.code == 0
    assert str(desk.agent_dir / "extensions") in answer.out
    record = json.loads((desk.agent_dir / "extensions/silcrow.json").read_text())
    assert record["command"] == [sys.executable, "-P", "-m", "silcrow_tui"]
    assert desk("pi", "uninstall").code == 0
    assert not (desk.agent_dir / "extensions").exists()
    assert desk("pi", "uninstall").code == 3


def test_beside_a_neighbour_scripts_must_choose(desk: Desk):
    settings_of(desk).write_text('{"packages": ["npm:pi-memory"]}')
    answer = desk("pi", "install", "--json")
    assert (answer.code, answer.document["code"]) == (3, "undecided")
    assert not (desk.agent_dir / "extensions").exists()
    answer = desk("pi", "install", "--replace", "--json")
    assert answer.code == 0
    assert answer.document["mode"] == "replace"
    assert answer.document["switchedOff"] == [{"name": "pi-memory", "settings": str(settings_of(desk))}]
    assert desk("pi", "uninstall", "--quiet").out == ""
    assert settings_of(desk).read_text() == '{"packages": ["npm:pi-memory"]}'


def test_replace_and_beside_together_are_wrong_usage(desk: Desk):
    assert desk("pi", "install", "--replace", "--beside").code == 2


def test_in_project_keeps_to_the_project(desk: Desk):
    assert desk("pi", "install", "--in-project").code == 0
    assert (desk.project / ".pi/extensions/silcrow.ts").exists()
    assert not (desk.agent_dir / "extensions").exists()
    assert desk("pi", "uninstall", "--in-project", "--json").document["success"] is True


def test_check_says_what_is_there_and_ends_with_what_is_wrong(desk: Desk):
    assert desk("pi", "check").code == 7
    desk("pi", "install")
    answer = desk("pi", "check", "--json", PATH=str(desk.home))
    assert answer.code == 7
    assert answer.document["problems"] == ["pi is not on the path."]
    assert answer.document["installed"][0]["scope"] == "agent"
    shown = desk("pi", "check", PATH=str(desk.home))
    assert "installed for the agent" in shown.out
    assert "pi is not on the path." in shown.err


def test_names_of_settings_are_made_safe_to_show(desk: Desk):
    settings_of(desk).write_text(json.dumps({"packages": ["npm:pi-memory@\x1b[31m"]}))
    assert "\x1b" not in desk("pi", "check").out


def test_the_loader_can_ask_where_the_extension_is(desk: Desk):
    path = Path(desk("pi", "where").out.strip())
    assert path.name == "silcrow.ts" and path.exists()


def at_a_terminal(desk: Desk, typed: str, *arguments: str) -> tuple[int, str]:
    """Run the program with a terminal as its input; its exit code, and what it printed on both outputs."""
    master, terminal = os.openpty()
    try:
        os.write(master, typed.encode())
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=desk.project,
            env=desk.environ,
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return done.returncode, done.stdout
    finally:
        os.close(master)
        os.close(terminal)


def test_a_person_is_asked_which_of_both_keeps_memory(desk: Desk):
    settings_of(desk).write_text('{"packages": ["npm:pi-memory"]}')
    code, shown = at_a_terminal(desk, "replace\n", "pi", "install")
    assert code == 0
    assert "pi has pi-memory already" in shown and "replace or beside?" in shown
    assert "pi-memory is switched off in" in shown
    assert '"extensions": []' in settings_of(desk).read_text()


def test_a_person_can_keep_the_other_one(desk: Desk):
    settings_of(desk).write_text('{"packages": ["npm:pi-memory"]}')
    code, shown = at_a_terminal(desk, "beside\n", "pi", "install")
    assert code == 0
    assert "/silcrow-memory" in shown
    assert settings_of(desk).read_text() == '{"packages": ["npm:pi-memory"]}'


def test_a_person_who_says_no_changes_nothing(desk: Desk):
    settings_of(desk).write_text('{"packages": ["npm:pi-memory"]}')
    code, shown = at_a_terminal(desk, "n\n", "pi", "install", "--replace")
    assert code == 1
    assert "pi-memory will be switched off in" in shown
    assert not (desk.agent_dir / "extensions").exists()
    assert at_a_terminal(desk, "", "pi", "install", "--replace", "--yes")[0] == 0
