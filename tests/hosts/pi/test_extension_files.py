"""Which files pi loads as extensions."""

import json
from pathlib import Path

import pytest

from silcrow.hosts.pi.extension_files import entries_of, files_in, is_switched_on
from tests.hosts.pi.conftest import put_extension


def test_files_and_folders_with_an_index_count_and_the_rest_does_not(tmp_path: Path) -> None:
    one, two = put_extension(tmp_path, "one.ts"), put_extension(tmp_path, "two/index.js")
    for name in ("notes.md", ".hidden.ts", "node_modules/three/index.ts", "parts/helper.ts"):
        put_extension(tmp_path, name)
    assert files_in(tmp_path) == (one, two)


def test_a_folder_says_in_its_manifest_what_it_brings(tmp_path: Path) -> None:
    entry = put_extension(tmp_path, "some/src/main.ts")
    put_extension(tmp_path, "some/index.ts")
    (tmp_path / "some/package.json").write_text(json.dumps({"pi": {"extensions": ["./src/main.ts", "./gone.ts"]}}))
    assert files_in(tmp_path) == (entry,)


@pytest.mark.parametrize("manifest", ["", "[]", "{", '{"pi": 1}', '{"pi": {"extensions": ["./gone.ts"]}}'])
def test_a_manifest_that_names_nothing_leaves_the_index(tmp_path: Path, manifest: str) -> None:
    index = put_extension(tmp_path, "index.ts")
    (tmp_path / "package.json").write_text(manifest)
    assert entries_of(tmp_path) == (index,)


def test_a_folder_that_is_one_extension_has_no_others(tmp_path: Path) -> None:
    index = put_extension(tmp_path, "index.ts")
    put_extension(tmp_path, "other.ts")
    assert files_in(tmp_path) == (index,)


def test_a_missing_folder_holds_nothing(tmp_path: Path) -> None:
    assert files_in(tmp_path / "gone") == ()


@pytest.mark.parametrize(
    ("patterns", "on"),
    [
        ([], True),
        (["-extensions/one.ts"], False),
        (["-./extensions/one.ts"], False),
        (["-extensions/two.ts"], True),
        (["!**/one.ts"], False),
        (["!one.*"], False),
        (["!one.*", "+extensions/one.ts"], True),
        (["+extensions/one.ts", "-extensions/one.ts"], False),
    ],
)
def test_patterns_of_the_settings_switch_files(tmp_path: Path, patterns: list[str], on: bool) -> None:
    assert is_switched_on(tmp_path / "extensions/one.ts", patterns, tmp_path) is on


def test_a_file_elsewhere_is_named_by_its_whole_path(tmp_path: Path) -> None:
    assert not is_switched_on(Path("/srv/one.ts"), ["-/srv/one.ts"], tmp_path)
