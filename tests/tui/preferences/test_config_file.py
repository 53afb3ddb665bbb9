"""Preferences come from a file written by hand, so each slip costs one message and one default."""

from pathlib import Path

import pytest

from silcrow_tui.preferences.choices import Preferences
from silcrow_tui.preferences.config_file import config_path, read_preferences


def written(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text)
    return path


def test_a_missing_file_means_the_defaults(tmp_path: Path):
    assert read_preferences(tmp_path / "config.toml") == Preferences()


def test_every_preference_is_read(tmp_path: Path):
    path = written(
        tmp_path,
        'theme = "nord"\ncompact = true\nmotion = false\nsymbols = "ascii"\nmouse = false\n'
        '[keys]\nentries.add = "A"\n"go.find" = ["F", "ctrl+f"]\ngo.log = []\n',
    )
    assert read_preferences(path) == Preferences(
        theme="nord",
        compact=True,
        motion=False,
        symbols="ascii",
        mouse=False,
        keys={"entries.add": ("A",), "go.find": ("F", "ctrl+f"), "go.log": ()},
    )


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ('theme = "pink"', "theme", "must be one of textual-dark"),
        ("compact = 1", "compact", "must be true or false"),
        ("compakt = true", "compakt", "is unknown; nearest key: compact"),
        ("zzz = true", "zzz", "is unknown"),
        ("keys = 3", "keys", "must be a table"),
        ("[keys]\nentries.add = 3", "keys.entries.add", "must be a key, or a list of keys"),
        ("[keys]\nentries.add = ['']", "keys.entries.add", "must be a key, or a list of keys"),
    ],
)
def test_a_bad_key_is_named_with_the_file_and_the_rest_applies(tmp_path: Path, text: str, key: str, words: str):
    path = written(tmp_path, f"motion = false\n{text}\n")
    read = read_preferences(path)
    (problem,) = read.problems
    assert (problem.path, problem.key) == (path, key)
    assert words in problem.words
    assert not read.motion
    assert str(problem).startswith(f"{path}: {key}: ")


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"theme = ", "is no TOML"), (b"\xff", "is no UTF-8"), (b"# " + b"x" * (1 << 18), "larger than 256 KiB")],
)
def test_a_file_that_can_not_be_read_costs_one_message(tmp_path: Path, content: bytes, words: str):
    path = tmp_path / "config.toml"
    path.write_bytes(content)
    (problem,) = read_preferences(path).problems
    assert words in str(problem)


def test_a_folder_in_its_place_is_no_crash(tmp_path: Path):
    (problem,) = read_preferences(tmp_path).problems
    assert problem.key == ""


def test_the_config_folder_of_the_environment_counts_when_it_is_absolute(tmp_path: Path):
    assert config_path({"XDG_CONFIG_HOME": str(tmp_path)}) == tmp_path / "silcrow" / "config.toml"
    assert config_path({"XDG_CONFIG_HOME": "here"}).is_absolute()
