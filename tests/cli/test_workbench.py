"""Where the workbench opens when nothing was named, and what it opens next."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from silcrow_tui.cli import workbench
from silcrow_tui.cli.options import Options
from silcrow_tui.cli.places import where
from silcrow_tui.next_place import OpenFolder, RunDemo
from silcrow_tui.preferences.window_state import WindowState, read_window, window_path, write_window
from tests.conversation import Conversation


@pytest.fixture
def options(tmp_path: Path) -> Options:
    (tmp_path / "project").mkdir()
    environ = {
        "HOME": str(tmp_path),
        "PI_CODING_AGENT_DIR": str(tmp_path / "agent"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    return Options(project=tmp_path / "project", environ=environ)


def session(options: Options, name: str, at: float) -> Path:
    assert options.project is not None
    path = options.project.parent / "agent" / "sessions" / "--project--" / f"2026-05-04T09-00-00-000Z_{name}.jsonl"
    Conversation(path, options.project.resolve(), f"019f0000-aaaa-7000-8000-{name:0>12}").turn("Hello.", "Good day.")
    os.utime(path, (at, at))
    return path


def left(options: Options, at: float, **kept: object) -> WindowState:
    window = replace(WindowState(), **kept)  # type: ignore[arg-type]
    path = window_path(options.environ)
    write_window(path, window)
    os.utime(path, (at, at))
    return window


def test_the_session_that_was_open_last_is_opened_again(options: Options) -> None:
    older, newer = session(options, "1", 1_000), session(options, "2", 2_000)
    window = left(options, 3_000, sessions={str(options.project.resolve()): str(older)})
    assert where(options).session.path == newer
    assert workbench.as_left(options, where(options), window).session.path == older


def test_a_session_that_was_used_since_comes_first(options: Options) -> None:
    older, newer = session(options, "1", 1_000), session(options, "2", 2_000)
    window = left(options, 1_500, sessions={str(options.project.resolve()): str(older)})
    assert workbench.as_left(options, where(options), window).session.path == newer


def test_a_session_that_is_gone_or_was_not_asked_for_is_left(options: Options) -> None:
    newer = session(options, "2", 2_000)
    window = left(options, 3_000, sessions={str(options.project.resolve()): "/gone.jsonl"})
    assert workbench.as_left(options, where(options), window).session.path == newer
    named = replace(options, session=str(newer))
    assert workbench.as_left(named, where(named), window).session.path == newer


def test_a_picked_folder_counts_until_the_usual_one_is_there(options: Options, tmp_path: Path) -> None:
    picked = tmp_path / "hermes"
    picked.mkdir()
    window = left(options, 1_000, memory_dir=str(picked))
    assert workbench.as_left(options, where(options), window).memory_dir == picked
    (tmp_path / "agent" / "memories").mkdir(parents=True)
    assert workbench.as_left(options, where(options), window).memory_dir == tmp_path / "agent" / "memories"


def test_what_is_picked_in_the_window_is_opened_next(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picked = tmp_path / "hermes"
    picked.mkdir()
    opened: list[Path] = []
    demos: list[bool] = []
    answers = iter([OpenFolder(picked), RunDemo(), None])

    async def show(_options, found, *_rest, **_more):
        opened.append(found.memory_dir)
        return next(answers)

    monkeypatch.setattr(workbench, "_show", show)
    monkeypatch.setattr("silcrow_tui.cli.demo.show_demo", lambda _options: demos.append(True))
    assert workbench.open_workbench(options, readonly=False) == 0
    assert opened == [tmp_path / "agent" / "memories", picked, picked]
    assert demos == [True]
    assert read_window(window_path(options.environ)).memory_dir == str(picked)
