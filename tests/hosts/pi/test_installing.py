"""The extension comes into pi, and leaves everything as it was."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from silcrow.hosts.pi.installing import InstallPlan, install, neighbours_of, plan_install, uninstall
from silcrow.hosts.pi.record import Mode, packaged, read_record
from silcrow.hosts.pi.scope import Scope, agent_scope, project_scope
from silcrow.settings.json_text import parse_json_text
from silcrow.workspace.place import Answer
from tests.hosts.pi.conftest import put_extension

COMMAND = ("/venv/bin/python", "-m", "silcrow_tui")
WITH_NEIGHBOURS = """{
  // what I work with
  "packages": [
    "npm:pi-observational-memory@0.3", "npm:other", // pinned
    {"source": "git:github.com/ada/pi-memory", "skills": ["all"]},
  ],
  "unknown": {"key": [1, 2]}
}
"""


def put_in(target: Scope, scopes: Sequence[Scope], choice: Mode | None = None) -> Answer:
    plan = plan_install(target, scopes, choice)
    return install(plan, scopes, COMMAND) if isinstance(plan, InstallPlan) else plan


def code(answer: InstallPlan | Answer) -> str:
    return answer.code if isinstance(answer, Answer) else "planned"


def tree_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_loader_and_its_record_are_all_that_an_installation_writes(agent: Scope, project: Scope) -> None:
    agent.settings.write_text('{"theme": "dark"}')
    assert put_in(agent, (agent, project)).done
    assert agent.loader.read_bytes() == packaged("loader.ts").read_bytes()
    record = json.loads(agent.record.read_text())
    assert (record["command"], record["mode"]) == (list(COMMAND), "alone")
    assert Path(record["extension"]).read_text().startswith("// Memory for pi")
    assert agent.settings.read_text() == '{"theme": "dark"}'
    assert agent.record.stat().st_mode & 0o777 == 0o600
    assert not project.folder.exists()


def test_uninstalling_leaves_nothing_behind(agent: Scope, project: Scope) -> None:
    put_in(agent, (agent, project))
    assert uninstall(agent).done
    assert list(agent.folder.iterdir()) == []


def test_other_extensions_stay_when_ours_goes(agent: Scope, project: Scope) -> None:
    put_extension(agent.extensions, "other.ts")
    before = tree_of(agent.folder)
    put_in(agent, (agent, project))
    uninstall(agent)
    assert tree_of(agent.folder) == before


def test_it_can_be_put_into_a_project_alone(agent: Scope, project: Scope) -> None:
    assert put_in(project, (agent, project)).done
    assert project.loader.exists()
    assert not agent.extensions.exists()
    assert uninstall(project).done
    assert code(uninstall(agent)) == "not_installed"


def test_a_neighbour_without_a_choice_is_refused_and_nothing_is_written(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    before = tree_of(agent.folder)
    answer = put_in(agent, (agent, project))
    assert (answer.done, answer.code) == (False, "undecided")
    assert "pi-memory and pi-observational-memory" in answer.words
    assert "--replace" in answer.words and "--beside" in answer.words
    assert tree_of(agent.folder) == before


def test_replacing_switches_neighbours_off_wherever_they_are(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    put_extension(agent.extensions, "pi-memory/index.ts")
    project.folder.mkdir()
    project.settings.write_text('{"packages": ["npm:pi-memory"]}')
    put_extension(project.extensions, "pi-observational-memory.ts")
    scopes = (agent, project)
    assert [each.on for each in neighbours_of(scopes)] == [True] * 5
    assert put_in(agent, scopes, "replace").done
    assert [each.on for each in neighbours_of(scopes)] == [False] * 5
    text = agent.settings.read_text()
    assert "// what I work with" in text and "// pinned" in text
    assert '"unknown": {"key": [1, 2]}' in text
    assert '"-extensions/pi-memory/index.ts"' in text


def test_uninstalling_puts_settings_back_byte_for_byte(agent: Scope, project: Scope) -> None:
    raw = b"\xef\xbb\xbf" + WITH_NEIGHBOURS.replace("\n", "\r\n").encode()
    agent.settings.write_bytes(raw)
    agent.settings.chmod(0o640)
    put_extension(project.extensions, "pi-memory.ts")
    assert put_in(agent, (agent, project), "replace").done
    assert agent.settings.read_bytes().startswith(b"\xef\xbb\xbf{\r\n")
    assert project.settings.exists()
    assert uninstall(agent).done
    assert agent.settings.read_bytes() == raw
    assert agent.settings.stat().st_mode & 0o777 == 0o640
    assert not project.settings.exists()


def test_what_a_person_changed_meanwhile_stays(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    put_extension(agent.extensions, "pi-memory.ts")
    put_in(agent, (agent, project), "replace")
    text = agent.settings.read_text().replace('"npm:other"', '"npm:another"')
    agent.settings.write_text(text.replace('"unknown"', '"known"'))
    assert uninstall(agent).done
    wanted = WITH_NEIGHBOURS.replace('"npm:other"', '"npm:another"').replace('"unknown"', '"known"')
    assert agent.settings.read_text() == wanted


def test_neighbours_come_back_after_pi_wrote_its_settings_anew(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    put_extension(agent.extensions, "pi-memory.ts")
    before = parse_json_text(WITH_NEIGHBOURS).value
    put_in(agent, (agent, project), "replace")
    held = parse_json_text(agent.settings.read_text()).value
    agent.settings.write_text(json.dumps({**held, "defaultModel": "m"}, indent=2))
    assert uninstall(agent).done
    # No comment comes back into a file that has none, since pi would ignore all of it.
    assert json.loads(agent.settings.read_text()) == {**before, "defaultModel": "m"}


def test_a_neighbour_that_a_person_switched_on_again_is_left_alone(agent: Scope, project: Scope) -> None:
    agent.settings.write_text('{"packages": ["npm:pi-memory"]}')
    put_in(agent, (agent, project), "replace")
    agent.settings.write_text('{"packages": ["npm:pi-memory@2"]}')
    assert uninstall(agent).done
    assert agent.settings.read_text() == '{"packages": ["npm:pi-memory@2"]}'


def test_beside_changes_no_settings(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    assert put_in(agent, (agent, project), "beside").done
    assert agent.settings.read_text() == WITH_NEIGHBOURS
    record = read_record(agent)
    assert record is not None and record.mode == "beside"


def test_installing_again_keeps_the_choice_and_what_it_switched_off(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    scopes = (agent, project)
    put_in(agent, scopes, "replace")
    agent.loader.write_text("// silcrow: of an older version\n")
    assert put_in(agent, scopes).done
    record = read_record(agent)
    assert record is not None and record.mode == "replace"
    assert agent.loader.read_bytes() == packaged("loader.ts").read_bytes()
    uninstall(agent)
    assert agent.settings.read_text() == WITH_NEIGHBOURS


def test_a_neighbour_that_came_later_is_asked_for_and_comes_back_as_well(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    scopes = (agent, project)
    put_in(agent, scopes, "replace")
    put_extension(agent.extensions, "pi-memory.ts")
    assert code(put_in(agent, scopes)) == "undecided"
    assert put_in(agent, scopes, "replace").done
    assert not any(each.on for each in neighbours_of(scopes))
    uninstall(agent)
    assert agent.settings.read_text() == WITH_NEIGHBOURS


def test_changing_the_mind_to_beside_switches_neighbours_on_again(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    put_in(agent, (agent, project), "replace")
    assert put_in(agent, (agent, project), "beside").done
    assert agent.settings.read_text() == WITH_NEIGHBOURS


def test_settings_that_another_program_holds_are_left_and_the_answer_is_busy(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    lock = agent.folder / "settings.json.lock"
    lock.mkdir()
    answer = put_in(agent, (agent, project), "replace")
    assert (answer.done, answer.code) == (False, "busy")
    assert agent.settings.read_text() == WITH_NEIGHBOURS
    assert not agent.loader.exists()
    lock.rmdir()
    assert put_in(agent, (agent, project), "replace").done
    uninstall(agent)
    assert agent.settings.read_text() == WITH_NEIGHBOURS


def test_a_lock_that_died_long_ago_holds_nobody_up(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    lock = agent.folder / "settings.json.lock"
    lock.mkdir()
    os.utime(lock, (1, 1))
    assert put_in(agent, (agent, project), "replace").done
    assert not lock.exists()


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[]", b'{"extensions": "one.ts"}', b'{"packages": {}}'])
def test_settings_that_cannot_be_read_are_named_and_not_touched(agent: Scope, project: Scope, content: bytes) -> None:
    agent.settings.write_bytes(content)
    answer = put_in(agent, (agent, project), "replace")
    assert (answer.done, answer.code) == (False, "unreadable")
    assert str(agent.settings) in answer.words
    assert agent.settings.read_bytes() == content
    assert not agent.extensions.exists()


def test_a_folder_that_is_one_extension_is_no_place_for_ours(agent: Scope, project: Scope) -> None:
    put_extension(agent.extensions, "index.ts")
    assert code(put_in(agent, (agent, project))) == "obstructed"


def test_a_file_of_somebody_else_with_our_name_stays(agent: Scope, project: Scope) -> None:
    put_extension(agent.extensions, "silcrow.ts")
    before = tree_of(agent.folder)
    assert code(put_in(agent, (agent, project))) == "obstructed"
    assert code(uninstall(agent)) == "not_installed"
    assert tree_of(agent.folder) == before


def test_a_record_that_cannot_be_read_stops_both_ways(agent: Scope, project: Scope) -> None:
    put_in(agent, (agent, project))
    agent.record.write_text("{")
    assert code(put_in(agent, (agent, project))) == "unreadable"
    assert code(uninstall(agent)) == "unreadable"
    assert agent.loader.exists()


def test_an_installation_that_ended_behind_its_record_is_taken_back(agent: Scope, project: Scope) -> None:
    agent.settings.write_text(WITH_NEIGHBOURS)
    put_in(agent, (agent, project), "replace")
    agent.settings.write_text(WITH_NEIGHBOURS)
    agent.loader.unlink()
    assert uninstall(agent).done
    assert agent.settings.read_text() == WITH_NEIGHBOURS
    assert not agent.extensions.exists()


SOURCES = ["npm:pi-memory", "npm:other", "git:github.com/ada/pi-observational-memory@v2", "npm:é\n"]
ENTRIES = st.one_of(
    st.sampled_from(SOURCES),
    st.fixed_dictionaries(
        {"source": st.sampled_from(SOURCES)},
        optional={"extensions": st.lists(st.just("+a.ts"), max_size=1), "skills": st.just([])},
    ),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(ENTRIES, max_size=4), st.lists(st.sampled_from(["!x", "a.ts", "-b.ts"]), max_size=3), st.data())
def test_whatever_the_settings_hold_they_come_back(
    tmp_path_factory: pytest.TempPathFactory, packages: list[Any], extensions: list[str], data: st.DataObject
) -> None:
    base = tmp_path_factory.mktemp("pi")
    scopes = (agent_scope(base / "agent"), project_scope(base))
    agent = scopes[0]
    put_extension(agent.extensions, "pi-memory.ts")
    members: dict[str, Any] = {"packages": packages, "extensions": extensions, "theme": "dark"}
    kept = {key: members[key] for key in data.draw(st.permutations(sorted(members))) if data.draw(st.booleans())}
    text = json.dumps(kept, indent=data.draw(st.sampled_from([None, 2, "\t"])))
    agent.settings.write_text(text)
    assert put_in(agent, scopes, "replace").done
    assert not any(each.on for each in neighbours_of(scopes))
    held = json.loads(agent.settings.read_text())
    anew = data.draw(st.booleans())
    if anew:
        agent.settings.write_text(json.dumps({**held, "later": 1}))
    assert uninstall(agent).done
    if anew:
        assert json.loads(agent.settings.read_text()) == {**kept, "later": 1}
    else:
        assert agent.settings.read_text() == text
