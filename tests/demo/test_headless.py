"""What the demo promises: played to its end by real workers, at no cost, and nothing left behind."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil
import pytest
from msgspec import Struct

COMMAND = [sys.executable, "-P", "-m", "silcrow_tui", "demo", "--headless"]
SECONDS = 100


class Played(Struct, frozen=True):
    """One run of the demo whose files were kept."""

    code: int
    report: dict[str, Any]
    err: bytes
    kept: Path
    temporary: Path

    @property
    def memory(self) -> Path:
        (folder,) = self.kept.glob("*/.memory/*/")
        return folder


def environ(folder: Path) -> dict[str, str]:
    """An environment that tells our processes from all others, with a folder of its own for temporary files."""
    folder.mkdir(exist_ok=True)
    wanted = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**wanted, "LANG": "C.UTF-8", "TMPDIR": str(folder)}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("demo")
    temporary, kept = folder / "tmp", folder / "kept"
    command = [*COMMAND, "--json", "--keep", str(kept)]
    ended = subprocess.run(command, env=environ(temporary), capture_output=True, timeout=SECONDS, check=False)
    return Played(ended.returncode, json.loads(ended.stdout), ended.stderr, kept.resolve(), temporary)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def records(played: Played, kind: str) -> list[dict[str, Any]]:
    return [line["data"] for line in lines(played.memory / "ledger.jsonl") if line["customType"] == kind]


def processes_of(temporary: Path) -> set[int]:
    """Live processes that got this folder for their temporary files."""
    found: set[int] = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE and process.environ().get("TMPDIR") == str(temporary):
                found.add(process.pid)
    return found


def wait_until_gone(temporary: Path) -> None:
    end = time.monotonic() + 20
    while processes_of(temporary):
        assert time.monotonic() < end, "processes of the demo live on"
        time.sleep(0.02)


def test_it_ends_well_and_complains_of_nothing(played: Played):
    assert (played.code, played.err) == (0, b"")


def test_every_chunk_is_recorded_or_empty(played: Played):
    assert played.report["chunks"] >= 6
    assert len(played.report["outcomes"]) == played.report["chunks"]
    assert set(played.report["outcomes"]) <= {"recorded", "empty"}
    assert {chunk["outcome"] for chunk in played.report["status"]["coverage"]["chunks"]} <= {"recorded", "empty"}


def test_there_are_observations_topics_index_and_journey(played: Played):
    assert played.report["observations"] >= 20
    assert played.report["topics"] >= 3
    assert {"INDEX.md", "JOURNEY.md"} <= set(played.report["files"])
    assert {path.name for path in played.memory.glob("*.md")} == set(played.report["files"])


def test_it_costs_nothing_and_no_price_is_unknown(played: Played):
    assert (played.report["costUsd"], played.report["unpriced"]) == (0.0, 0)
    assert played.report["status"]["cost"] == played.report["status"]["cost"] | {"totalUsd": 0.0, "unpriced": 0}


def test_drift_is_found_and_kept_byte_for_byte(played: Played):
    assert played.report["drift"] == "oversize"
    memories = played.kept / "agent" / "memories"
    assert (memories / "MEMORY.md").read_bytes() in [path.read_bytes() for path in memories.glob("MEMORY.md.bak.*")]


def test_every_run_names_a_real_process_with_start_and_end(played: Played):
    runs = played.report["runRecords"]
    assert len(runs) == played.report["runs"] >= played.report["chunks"]
    assert len({run["pid"] for run in runs}) == len(runs)
    for run in runs:
        assert run["state"] in ("done", "empty")
        assert run["pid"] > 1
        assert datetime.fromisoformat(run["startedAt"]) < datetime.fromisoformat(run["finishedAt"])


def test_a_consolidation_retired_what_it_filed_and_nothing_else(played: Played):
    done = [run for run in played.report["runRecords"] if run["role"] == "consolidator" and run["state"] == "done"]
    assert done
    archive = lines(played.memory / "archive.jsonl")
    drops = {drop["runId"]: drop for drop in records(played, "om.observations.dropped")}
    assert set(drops) == {run["runId"] for run in done} == {line["runId"] for line in archive}
    for run_id, drop in drops.items():
        assert Counter(drop["observationTimestamps"]) == Counter(
            line["timestamp"] for line in archive if line["runId"] == run_id
        )
    assert sum(len(drop["hashes"]) for drop in drops.values()) == played.report["retired"]


def test_what_was_filed_stands_in_the_topic_that_the_archive_names(played: Played):
    for line in lines(played.memory / "archive.jsonl"):
        if line["how"] == "filed":
            assert line["content"] in (played.memory / line["topic"]).read_text()


def test_archive_and_pool_together_are_all_that_was_observed(played: Played):
    recorded = Counter(
        (each["timestamp"], each["content"])
        for record in records(played, "om.observations.recorded")
        for each in record["observations"]
    )
    archived = Counter((line["timestamp"], line["content"]) for line in lines(played.memory / "archive.jsonl"))
    assert not archived - recorded
    assert (recorded - archived).total() == played.report["status"]["observations"]["active"]
    assert recorded.total() == played.report["observations"]


def test_the_report_agrees_with_what_the_commands_say_afterwards(played: Played):
    told = subprocess.run(
        [sys.executable, "-P", "-m", "silcrow_tui", "om", "status", "--json"],
        cwd=played.memory.parents[1],
        env={**environ(played.temporary), "PI_CODING_AGENT_DIR": str(played.kept / "agent")},
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    now = json.loads(told.stdout)
    for name in ("observations", "pool", "coverage", "topics", "cost", "timeline"):
        assert now[name] == played.report["status"][name]


def test_with_keep_only_that_folder_is_left(played: Played):
    assert list(played.temporary.iterdir()) == []
    assert processes_of(played.temporary) == set()


def test_a_folder_with_something_in_it_is_not_played_in(tmp_path: Path):
    (tmp_path / "mine").write_text("keep me")
    ended = subprocess.run(
        [*COMMAND, "--keep", str(tmp_path)],
        env=environ(tmp_path.parent / "tmp"),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert ended.returncode == 2
    assert b"is not empty" in ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_it_reads_and_writes_nothing_of_the_user(tmp_path: Path):
    home = tmp_path / "home"
    agent = home / ".pi" / "agent"
    agent.mkdir(parents=True)
    (agent / "settings.json").write_text("{ not json")
    before = snapshot(home)
    ended = subprocess.run(
        [*COMMAND],
        env={**environ(tmp_path / "tmp"), "HOME": str(home), "SILCROW_SESSION": "nowhere", "PI_OM_PASSIVE": "1"},
        cwd=home,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"0 unpriced" in ended.stdout
    assert snapshot(home) == before
    assert list((tmp_path / "tmp").iterdir()) == []
    assert processes_of(tmp_path / "tmp") == set()


def snapshot(folder: Path) -> Mapping[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[bytes]", Path]]:
    """A demo that is slow enough to be interrupted while workers run."""
    temporary = tmp_path / "tmp"
    running = subprocess.Popen(
        [*COMMAND, "--speed", "8"], env=environ(temporary), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    yield running, temporary
    if running.poll() is None:
        running.kill()
        running.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_interrupted_in_the_middle_it_cleans_up(playing: tuple["subprocess.Popen[bytes]", Path], number: int):
    running, temporary = playing
    end = time.monotonic() + SECONDS
    while len(processes_of(temporary)) < 2:
        assert running.poll() is None and time.monotonic() < end, "no worker was ever seen"
        time.sleep(0.01)
    running.send_signal(number)
    out, err = running.communicate(timeout=SECONDS)
    assert (running.returncode, out) == (1, b"")
    assert err.strip() == b"silcrow: stopped"
    assert list(temporary.iterdir()) == []
    wait_until_gone(temporary)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_interrupted_at_its_very_beginning_it_cleans_up(tmp_path: Path, number: int):
    temporary = tmp_path / "tmp"
    running = subprocess.Popen([*COMMAND, "--speed", "8"], env=environ(temporary), stderr=subprocess.PIPE)
    end = time.monotonic() + SECONDS
    # Python first tries the folder out with a file of its own.
    while not list(temporary.glob("silcrow-demo-*")):
        assert running.poll() is None and time.monotonic() < end, "the stage was never set"
        time.sleep(0.001)
    running.send_signal(number)
    running.communicate(timeout=SECONDS)
    assert running.returncode == 1
    assert list(temporary.iterdir()) == []
    wait_until_gone(temporary)
