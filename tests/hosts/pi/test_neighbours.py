"""Other memory extensions are found wherever pi loads them from."""

import json
from pathlib import Path
from typing import Any

import pytest

from silcrow.hosts.pi.neighbours import kind_of, name_of_source, neighbours_in
from silcrow.hosts.pi.scope import Scope, agent_scope
from tests.hosts.pi.conftest import put_extension


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("npm:pi-memory", "pi-memory"),
        ("npm:pi-memory@1.2.0", "pi-memory"),
        ("npm:@ada/pi-observational-memory@^2", "pi-observational-memory"),
        ("git:github.com/ada/pi-memory@v1", "pi-memory"),
        ("git:git@github.com:ada/pi-memory.git", "pi-memory"),
        ("https://github.com/ada/pi-memory.git@v1", "pi-memory"),
        ("ssh://git@github.com/ada/pi-memory", "pi-memory"),
        ("../work/pi-memory/", "pi-memory"),
    ],
)
def test_a_source_is_known_by_its_bare_name(source: str, name: str) -> None:
    assert name_of_source(source) == name
    assert kind_of(name) is not None


@pytest.mark.parametrize("name", ["pi-memory-game", "pi", "memory", "silcrow", "api-memory", "pi-memories"])
def test_other_names_are_nobody_we_know(name: str) -> None:
    assert kind_of(name) is None


def found(scope: Scope, settings: dict[str, Any]) -> list[tuple[str, str, bool]]:
    return [(each.name, each.kind, each.on) for each in neighbours_in(scope, settings)]


def test_packages_of_the_settings_are_found_in_either_form(agent: Scope) -> None:
    settings = {
        "packages": [
            "npm:other",
            "npm:pi-memory",
            {"source": "npm:pi-observational-memory", "skills": []},
            {"source": "git:github.com/ada/observational-memory", "extensions": []},
            7,
            {"extensions": []},
        ]
    }
    assert found(agent, settings) == [
        ("pi-memory", "curated", True),
        ("pi-observational-memory", "observational", True),
        ("observational-memory", "observational", False),
    ]


def test_a_local_package_is_known_by_its_manifest(agent: Scope, tmp_path: Path) -> None:
    put_extension(tmp_path, "src/index.ts")
    (tmp_path / "src/package.json").write_text(json.dumps({"name": "@ada/pi-memory"}))
    assert found(agent, {"packages": ["../src"]}) == [("pi-memory", "curated", True)]


def test_files_and_folders_named_in_the_settings_are_found(agent: Scope, tmp_path: Path) -> None:
    file = put_extension(tmp_path, "lab/pi-memory.ts")
    put_extension(tmp_path, "lab/om/index.ts")
    (tmp_path / "lab/om/package.json").write_text(json.dumps({"name": "pi-observational-memory"}))
    settings = {"extensions": [str(file), "../lab/om", "../lab/gone.ts", f"-{file}"]}
    assert found(agent, settings) == [
        ("pi-memory", "curated", False),
        ("pi-observational-memory", "observational", True),
    ]


def test_files_in_the_folder_of_extensions_are_found(agent: Scope) -> None:
    put_extension(agent.extensions, "pi-memory.ts")
    put_extension(agent.extensions, "pi-observational-memory/index.ts")
    put_extension(agent.extensions, "silcrow.ts")
    settings = {"extensions": ["-extensions/pi-memory.ts"]}
    assert found(agent, settings) == [
        ("pi-memory", "curated", False),
        ("pi-observational-memory", "observational", True),
    ]


def test_a_home_with_such_a_name_makes_no_neighbour_of_what_is_in_it(tmp_path: Path) -> None:
    scope = agent_scope(tmp_path / "pi-memory")
    put_extension(scope.extensions, "index/other.ts")
    put_extension(scope.extensions, "tools.ts")
    assert found(scope, {}) == []


@pytest.mark.parametrize("settings", [{"packages": "npm:pi-memory"}, {"extensions": {"a": 1}}, {"packages": None}])
def test_settings_of_a_wrong_shape_name_nobody(agent: Scope, settings: dict[str, Any]) -> None:
    assert found(agent, settings) == []
