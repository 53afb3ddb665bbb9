"""What is wrong with the extension in pi is said with what to do."""

import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

import pytest

from silcrow.hosts.pi.checking import PiCheck, check_pi
from silcrow.hosts.pi.installing import InstallPlan, install, plan_install
from silcrow.hosts.pi.record import Mode
from silcrow.hosts.pi.scope import Scope
from tests.hosts.pi.conftest import put_extension


def program(folder: Path, name: str, said: str, *, on_errors: bool = False) -> Path:
    """A program that prints one line and ends."""
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{said}'{' >&2' if on_errors else ''}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """A path with a pi on it."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    program(bin_folder, "pi", "1.6.0")
    return {"PATH": f"{bin_folder}:/usr/bin:/bin"}


@pytest.fixture
def silcrow(tmp_path: Path) -> Path:
    return program(tmp_path, "silcrow", f"silcrow {version('silcrow')}")


def put_in(scope: Scope, scopes: tuple[Scope, ...], command: Path, choice: Mode | None = None) -> None:
    plan = plan_install(scope, scopes, choice)
    assert isinstance(plan, InstallPlan)
    assert install(plan, scopes, [str(command)]).done


def problem(found: PiCheck) -> str:
    (words,) = found.problems
    return words


def test_a_good_installation_has_no_problem(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    put_in(agent, (agent, project), silcrow)
    found = check_pi((agent, project), environ)
    assert found.problems == ()
    assert (found.pi_version, found.silcrow) == ("1.6.0", version("silcrow"))
    document = found.to_dict()
    assert document["installed"][0]["mode"] == "alone"
    assert document["installed"][0]["command"] == [str(silcrow)]
    assert document["neighbours"] == []


def test_nothing_installed_is_a_problem(agent: Scope, project: Scope, environ: Mapping[str, str]) -> None:
    assert "not installed" in problem(check_pi((agent, project), environ))


def test_a_program_that_is_gone_is_named(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    put_in(agent, (agent, project), silcrow)
    silcrow.unlink()
    assert problem(check_pi((agent, project), environ)) == f"{silcrow} does not start. Run: silcrow pi install"


def test_another_version_behind_the_extension_is_named(
    agent: Scope, project: Scope, environ: Mapping[str, str], tmp_path: Path
) -> None:
    put_in(project, (agent, project), program(tmp_path, "old", "silcrow 0.0.1"))
    words = problem(check_pi((agent, project), environ))
    assert "silcrow 0.0.1" in words and words.endswith("silcrow pi install --in-project")


def test_a_loader_that_is_missing_or_changed_is_named(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    put_in(agent, (agent, project), silcrow)
    agent.loader.write_text("// silcrow: of old\n")
    assert "another version" in problem(check_pi((agent, project), environ))
    agent.loader.unlink()
    assert "missing" in problem(check_pi((agent, project), environ))
    agent.record.unlink()
    agent.loader.write_text("// silcrow: of old\n")
    assert "without its record" in problem(check_pi((agent, project), environ))


def test_an_extension_that_pi_was_told_not_to_load_is_named(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    put_in(agent, (agent, project), silcrow)
    agent.settings.write_text('{"extensions": ["-extensions/silcrow.ts"]}')
    assert "switched off" in problem(check_pi((agent, project), environ))


def test_a_neighbour_that_came_later_is_named_with_both_ways(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    put_in(agent, (agent, project), silcrow)
    put_extension(agent.extensions, "pi-memory.ts")
    words = problem(check_pi((agent, project), environ))
    assert words.startswith("pi-memory is on as well")
    assert "--replace" in words and "--beside" in words


def test_beside_a_neighbour_all_is_well(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    put_extension(agent.extensions, "pi-memory.ts")
    put_in(agent, (agent, project), silcrow, "beside")
    found = check_pi((agent, project), environ)
    assert found.problems == ()
    assert [each.name for each in found.neighbours] == ["pi-memory"]


def test_two_installations_for_one_project_are_one_too_many(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    for scope in (agent, project):
        put_in(scope, (agent, project), silcrow)
    assert "remove one" in problem(check_pi((agent, project), environ))


@pytest.mark.parametrize(
    ("said", "on_errors", "words"),
    [("0.73.1", False, "too old"), ("0.74.2", True, ""), ("what?", False, "does not say its version")],
)
def test_the_version_of_pi_counts_on_either_output(
    agent: Scope,
    project: Scope,
    environ: Mapping[str, str],
    silcrow: Path,
    tmp_path: Path,
    said: str,
    on_errors: bool,
    words: str,
) -> None:
    put_in(agent, (agent, project), silcrow)
    program(tmp_path / "bin", "pi", said, on_errors=on_errors)
    found = check_pi((agent, project), environ)
    assert found.problems == () if not words else words in problem(found)


def test_no_pi_at_all_is_a_problem(agent: Scope, project: Scope, silcrow: Path, tmp_path: Path) -> None:
    put_in(agent, (agent, project), silcrow)
    found = check_pi((agent, project), {"PATH": str(tmp_path / "empty")})
    assert (found.pi, problem(found)) == (None, "pi is not on the path.")


def test_settings_that_cannot_be_read_are_a_problem_and_the_rest_is_told(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    put_in(agent, (agent, project), silcrow)
    agent.settings.write_text("{")
    assert str(agent.settings) in problem(check_pi((agent, project), environ))


def test_settings_that_pi_ignores_for_a_comment_are_a_problem(
    agent: Scope, project: Scope, environ: Mapping[str, str], silcrow: Path
) -> None:
    agent.settings.write_text('{\n  "theme": "dark" // mine\n}\n')
    put_in(agent, (agent, project), silcrow)
    assert problem(check_pi((agent, project), environ)).startswith(f"{agent.settings}:2 has a comment")


def test_the_python_that_runs_this_is_found_as_silcrow(
    agent: Scope, project: Scope, environ: Mapping[str, str]
) -> None:
    plan = plan_install(agent, (agent, project), None)
    assert isinstance(plan, InstallPlan)
    install(plan, (agent, project), (sys.executable, "-P", "-m", "silcrow_tui"))
    assert check_pi((agent, project), environ).problems == ()
