"""A run's session: what pi reads of it, and how everything else tells it from a conversation."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from silcrow.observational.observation import ChunkRange
from silcrow.sessions import Catalogue, SessionFile
from silcrow.sessions.head import read_head
from silcrow.workers import Run, RunError, RunFolder, TokenUsage
from silcrow.workers.recorded_session import record_session

RUN = Run(
    run_id="obs-20261130201607-4711-3",
    role="observer",
    state="done",
    model="loopback/scripted",
    session_id="s1",
    pid=4711,
    process_started=1.0,
    started_at=1_780_000_000.25,
    finished_at=1_780_000_012.5,
    chunk=ChunkRange("a1", "a9"),
    usage=TokenUsage(100, 20, 3, 4),
    cost_usd=0.012,
    summary="2 found",
)
NOTES = [
    {"timestamp": "2026-05-04 09:00", "content": "The gauge is read hourly.", "sources": ["a1", "a2"]},
    {"timestamp": "2026-05-04 09:01", "content": "The user's key is AKIA4QF7XW2ZK9MPLT3B."},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    memory = tmp_path / "project" / ".memory" / "s1"
    memory.mkdir(parents=True)
    return memory


def recorded(folder: Path, run: Run = RUN, result: object = None, prompt: str = "Note this:\nhello § ☃") -> SessionFile:
    runs = RunFolder(folder / ".runs")
    runs.update(run)
    paths = runs.paths(run.run_id)
    paths.prompt.write_text(prompt)
    if result is not None:
        paths.result.write_text(result if isinstance(result, str) else json.dumps(result))
    record_session(run, paths, folder)
    session = SessionFile(paths.session)
    session.refresh()
    return session


def said(session: SessionFile) -> dict[str, Any]:
    return session.entry(session.source_path()[-1].id)["message"] if len(session.source_path()) > 1 else last(session)


def last(session: SessionFile) -> dict[str, Any]:
    assert session.leaf_id is not None
    return session.entry(session.leaf_id)["message"]


def text_of(message: dict[str, Any]) -> str:
    return "".join(block["text"] for block in message["content"])


def test_it_is_a_sound_session_with_the_prompt_and_what_the_worker_said(folder: Path) -> None:
    session = recorded(folder, result={"runId": RUN.run_id, "complete": True, "observations": NOTES})
    assert not session.bad_lines and not session.warnings
    assert session.header is not None
    assert (session.session_id, session.header.cwd) == (RUN.run_id, str(folder))
    assert [each.kind for each in session.source_path()] == ["user", "assistant"]
    given = session.entry(session.source_path()[0].id)["message"]
    assert text_of(given) == "Note this:\nhello § ☃"
    answer = text_of(said(session))
    assert answer.startswith("2 found\n\n- 2026-05-04 09:00  The gauge is read hourly.  sources: ")
    assert said(session)["usage"]["totalTokens"] == 127
    assert said(session)["usage"]["cost"]["total"] == 0.012
    assert (said(session)["provider"], said(session)["model"]) == ("loopback", "scripted")


def test_a_secret_that_a_worker_repeats_is_left_out(folder: Path) -> None:
    session = recorded(folder, result={"observations": NOTES})
    assert b"AKIA4QF7XW2ZK9MPLT3B" not in session.path.read_bytes()
    assert "[secret left out]" in text_of(said(session))


def test_it_is_private_and_carries_our_mark_as_its_first_entry(folder: Path) -> None:
    session = recorded(folder, result={"observations": []})
    assert stat.S_IMODE(session.path.stat().st_mode) == 0o600
    first = json.loads(session.path.read_text().splitlines()[1])
    assert (first["type"], first["customType"]) == ("custom", "silcrow.worker")
    assert first["data"] == {"runId": RUN.run_id, "role": "observer", "sessionId": "s1"}


def test_a_copy_in_the_hosts_store_is_known_by_its_mark_whatever_its_folder(folder: Path, tmp_path: Path) -> None:
    session = recorded(folder, result={"observations": NOTES})
    lines = session.path.read_text().replace(json.dumps(str(folder)), json.dumps(str(tmp_path)))
    store = tmp_path / "sessions"
    store.mkdir()
    (store / "copied.jsonl").write_text(lines)
    head = read_head(store / "copied.jsonl")
    assert head is not None and head.header.cwd == str(tmp_path) and head.worker
    catalogue = Catalogue(store)
    catalogue.refresh()
    assert not catalogue.sessions()
    assert [each.id for each in catalogue.sessions(workers=True)] == [RUN.run_id]


@pytest.mark.parametrize(
    ("run", "stops", "words"),
    [
        (
            replace(RUN, state="failed", error=RunError("timeout", "timed out after 5 s")),
            "error",
            "timed out after 5 s",
        ),
        (replace(RUN, state="stopped", summary=""), "aborted", "stopped"),
        (replace(RUN, state="empty", summary="nothing noted"), "stop", "nothing noted"),
    ],
)
def test_how_a_run_ended_can_be_read(folder: Path, run: Run, stops: str, words: str) -> None:
    message = last(recorded(folder, run))
    assert message["stopReason"] == stops
    assert text_of(message) == words


@pytest.mark.parametrize("raw", ["not JSON at all", "[" * 100_000, '{"observations": ["bare", 3, null]}', ""])
def test_a_result_of_any_shape_is_shown_as_text(folder: Path, raw: str) -> None:
    session = recorded(folder, result=raw)
    assert not session.bad_lines
    assert len(session.path.read_bytes()) < 200_000
    assert text_of(last(session)).startswith("2 found")


def test_an_endless_prompt_is_cut_with_a_mark(folder: Path) -> None:
    session = recorded(folder, prompt="ä" * 400_000, result={"observations": []})
    text = text_of(session.entry(session.source_path()[0].id)["message"])
    assert text.endswith(f"the whole text is in {RUN.run_id}.prompt.md")
    assert len(text) < 140_000


def test_a_consolidators_dispositions_are_told_line_by_line(folder: Path) -> None:
    run = replace(RUN, run_id="cons-20261130201607-4711-4", role="consolidator", summary="1 filed in 1 topic")
    told = [{"timestamp": "2026-05-04T09:00:00", "how": "filed", "topic": "gauge.md"}]
    session = recorded(folder, run, {"dispositions": told})
    assert text_of(said(session)) == "1 filed in 1 topic\n\n- 2026-05-04T09:00:00  how: filed, topic: gauge.md"
