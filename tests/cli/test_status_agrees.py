"""One state on four surfaces: text, JSON, what watching tells, and the workbench, with the same figures and words."""

import json
import subprocess
import time
from typing import Any

import pytest

from silcrow.observational.observer_state import observer_state
from silcrow.workspace.reading import PlaceReader
from silcrow.workspace.state import WorkspaceState
from silcrow.workspace.where import Asked, locate
from silcrow_tui.panes.pool_lines import pool_gauges
from silcrow_tui.screens.run_menu import run_choices
from silcrow_tui.widgets.line import plain
from tests.cli.conftest import Desk


def gauge_text(state: WorkspaceState) -> str:
    assert state.observational is not None
    return "\n".join(plain(gauge) for gauge in pool_gauges(state.observational, 100))


def read(desk: Desk) -> WorkspaceState:
    """The state as the workbench reads it."""
    where = locate(Asked(desk.agent_dir, None, desk.project), desk.environ, desk.project)
    return PlaceReader(where, desk.environ).read(time.time())


def first_status_of_watching(desk: Desk, *arguments: str) -> str:
    with desk.start("watch", *arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.readline()
        line = process.stdout.readline().decode()
        process.terminate()
        process.stdout.read()
    return line


def growing(desk: Desk) -> None:
    """Everything is observed but less than a chunk."""


def paused(desk: Desk) -> None:
    desk("om", "pause")


def passive(desk: Desk) -> None:
    settings = json.loads((desk.agent_dir / "settings.json").read_text())
    settings["observational-memory"].update(passive=True, chunkTokens=100)
    desk.settings(settings)


@pytest.mark.parametrize("situation", [growing, paused, passive])
def test_all_surfaces_tell_one_state_in_the_same_words(desk: Desk, situation: Any):
    talk = desk.session(6)
    desk("om", "on", "--from", "start")
    desk("om", "observe", "--wait")
    desk("om", "consolidate", "--wait")
    talk.turn("And what about the lexer?", "It is next.")
    situation(desk)

    text = desk("om", "status").out
    document = desk("om", "status", "--json").document
    watched = json.loads(first_status_of_watching(desk, "--json"))
    assert watched["event"] == "status"
    state = read(desk)

    sentences = [document[clock]["reason"] for clock in ("observer", "consolidator", "compaction")]
    assert all(sentence.endswith(".") for sentence in sentences)
    assert all(any(sentence in line for line in text.splitlines()) for sentence in sentences)
    assert [clock.reason for clock in (observer_state(state.observational), state.observational.consolidator)] == (
        sentences[:2]
    )
    observe, consolidate, compact = run_choices(state.observational)
    assert consolidate.note == document["consolidator"]["reason"]
    assert observe.note.startswith(f"{document['observer']['rawTokens']:,} of {document['observer']['chunkTokens']:,}")
    assert compact.note.startswith(f"{document['compaction']['projectedTokens']:,} of")
    for name in ("observations", "pool", "consolidator", "compaction", "topics", "cost", "caps", "timeline", "paused"):
        assert watched["status"][name] == document[name]
    pool, observer = document["pool"], document["observer"]
    gauges = gauge_text(state)
    assert f"{pool['tokens']:,} of" in gauges and f"{pool['trigger']:,}" in gauges
    assert f"{observer['rawTokens']:,} of" in gauges and f"{observer['chunkTokens']:,}" in gauges
    assert (len(state.observational.pool), state.observational.total) == (
        document["observations"]["active"],
        document["observations"]["total"],
    )


def test_caps_are_told_with_what_is_spent_of_them(desk: Desk):
    desk.session(2)
    settings = json.loads((desk.agent_dir / "settings.json").read_text())
    settings["observational-memory"] |= {
        "models": {"observer": {"provider": "acme", "id": "large-4"}},
        "limits": {"sessionUsd": 2.5, "dayUsd": None},
    }
    desk.settings(settings)
    assert desk("om", "status", "--json").document["caps"] == {
        "session": {"spentUsd": 0, "capUsd": 2.5},
        "day": {"spentUsd": 0, "capUsd": None},
    }
    assert "session $0.000 of $2.500 · day $0.000 of no cap" in desk("om", "status").out


def test_watching_begins_with_a_line_of_the_same_sentences(desk: Desk):
    desk.session(6)
    desk("om", "on", "--from", "start")
    desk("om", "observe", "--wait")
    document = desk("om", "status", "--json").document
    line = first_status_of_watching(desk)
    assert all(document[clock]["reason"] in line for clock in ("observer", "consolidator", "compaction"))
