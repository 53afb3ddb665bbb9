import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from silcrow.observational.observation import ChunkRange
from silcrow.workers import Run, RunError, RunFolder, TokenUsage
from silcrow.workers.run_record import run_document, run_from_document

NOW = 1_796_069_767.0


def a_run(runs: RunFolder, started_at: float = NOW, **changes) -> Run:
    run_id = runs.new_run_id("observer", started_at)
    run = Run(run_id, "observer", "done", "builtin/extractive", "s1", 12, 3.5, started_at)
    return replace(run, **changes)


def settle(folder: Path) -> None:
    """Make the folder's last change old enough to be trusted."""
    status = folder.stat()
    os.utime(folder, ns=(status.st_atime_ns, status.st_mtime_ns - 1_000_000_000))


def test_ids_tell_role_time_and_process_and_never_repeat(runs):
    first, second = runs.new_run_id("observer", NOW), runs.new_run_id("consolidator", NOW)
    assert first.startswith(f"obs-20261130201607-{os.getpid()}-")
    assert second.startswith(f"cons-20261130201607-{os.getpid()}-")
    assert len({runs.new_run_id("observer", NOW) for _ in range(50)}) == 50


def test_looking_at_a_folder_that_is_not_there_makes_nothing(runs):
    assert runs.runs() == () and runs.collect() == 0
    assert not runs.folder.exists()


def test_a_record_comes_back_as_it_was_written(runs):
    run = a_run(
        runs,
        chunk=ChunkRange("a", "b"),
        usage=TokenUsage(1, 2, 3, 4),
        cost_usd=None,
        cost_source="unpriced",
        error=RunError("rate_limit", "slow down"),
        summary="12 found",
        owner_pid=7,
        owner_started=1.25,
    )
    runs.update(run)
    assert runs.read(run.run_id) == run
    assert stat.S_IMODE(runs.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(runs.paths(run.run_id).record.stat().st_mode) == 0o600


@given(
    st.builds(
        Run,
        run_id=st.text(min_size=1),
        role=st.sampled_from(["observer", "consolidator", "dream"]),
        state=st.sampled_from(["running", "done", "empty", "incomplete", "failed", "stopped", "reverted"]),
        model=st.text(min_size=1),
        session_id=st.text(min_size=1),
        pid=st.none() | st.integers(1, 1 << 22),
        process_started=st.none() | st.floats(0, 2e9),
        started_at=st.floats(0, 2e9),
        finished_at=st.none() | st.floats(0, 2e9),
        chunk=st.none() | st.builds(ChunkRange, st.text(min_size=1), st.text(min_size=1)),
        attempt=st.integers(1, 9),
        cost_usd=st.none() | st.floats(0, 100),
        cost_source=st.none() | st.text(),
        partial=st.booleans(),
        error=st.none() | st.builds(RunError, st.sampled_from(["timeout", "exit"]), st.text(min_size=1)),
        summary=st.text(),
        handed=st.integers(0, 99),
    )
)
def test_any_run_survives_its_document(run):
    assert run_from_document(run_document(run)) == run


def test_running_ones_come_first_then_the_newest(runs):
    old, new = a_run(runs, NOW), a_run(runs, NOW + 10)
    running = a_run(runs, NOW - 10, state="running")
    for run in (old, running, new):
        runs.update(run)
    assert runs.runs() == (running, new, old)


def test_a_change_made_by_another_process_is_seen(runs):
    run = a_run(runs, state="running")
    runs.update(run)
    assert runs.runs()[0].state == "running"
    RunFolder(runs.folder).update(replace(run, state="done"))
    assert runs.runs()[0].state == "done"


def test_two_changes_in_one_tick_of_the_clock_are_both_seen(runs):
    runs.update(a_run(runs))
    tick = runs.folder.stat().st_mtime_ns
    assert len(runs.runs()) == 1
    RunFolder(runs.folder).update(a_run(runs))
    os.utime(runs.folder, ns=(tick, tick))
    assert len(runs.runs()) == 2


def test_with_nothing_changed_no_file_is_read_again(runs, monkeypatch):
    for number in range(5):
        runs.update(a_run(runs, NOW + number))
    settle(runs.folder)
    first = runs.runs()
    monkeypatch.setattr("silcrow.workers.run_folder.os.scandir", lambda _: pytest.fail("looked again"))
    assert runs.runs() is first


def test_one_changed_record_costs_one_read(runs, monkeypatch):
    listed = [a_run(runs, NOW + number) for number in range(5)]
    for run in listed:
        runs.update(run)
    runs.runs()
    read = []
    real = run_from_document
    monkeypatch.setattr("silcrow.workers.run_folder.run_from_document", lambda doc: read.append(doc) or real(doc))
    runs.update(replace(listed[2], summary="changed"))
    runs.runs()
    assert [document["runId"] for document in read] == [listed[2].run_id]


def test_spend_and_progress_come_from_the_cost_file(runs):
    run = a_run(runs, state="running")
    runs.update(run)
    cost = {"runId": run.run_id, "costUsd": 0.5, "source": "table", "turns": 3, "progress": "4 found so far"}
    runs.write(runs.paths(run.run_id).cost, cost)
    [seen] = runs.runs()
    assert (seen.cost_usd, seen.cost_source, seen.turns, seen.summary) == (0.5, "table", 3, "4 found so far")


@pytest.mark.parametrize("usd", [None, "free", float("nan"), True])
def test_a_cost_that_is_no_number_is_unpriced_never_nothing(runs, usd):
    run = a_run(runs)
    runs.update(run)
    runs.write(runs.paths(run.run_id).cost, {"runId": run.run_id, "costUsd": usd})
    [seen] = runs.runs()
    assert (seen.cost_usd, seen.cost_source) == (None, "unpriced")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"runId":"obs-20261130100000-1-1"}'])
def test_a_record_that_cannot_be_read_costs_only_itself(runs, content):
    good = a_run(runs)
    runs.update(good)
    bad = runs.folder / "obs-20261130100000-1-1.run.json"
    bad.write_bytes(content)
    assert runs.runs() == (good,)
    assert len(runs.notes) == 1 and runs.notes[0].startswith(bad.name)


def test_a_record_under_another_name_is_skipped(runs):
    run = a_run(runs)
    runs.update(run)
    (runs.folder / "obs-20261130100000-1-1.run.json").write_bytes(runs.paths(run.run_id).record.read_bytes())
    assert runs.runs() == (run,) and len(runs.notes) == 1


def test_a_name_from_outside_leads_nowhere(runs):
    assert runs.read("../../etc/passwd") is None
    assert runs.read("obs-20261130100000-1-1") is None


def test_the_newest_runs_are_kept_and_running_ones_never_go(runs):
    kept = [a_run(runs, NOW + number) for number in range(3)]
    running = a_run(runs, NOW - 100, state="running")
    gone = a_run(runs, NOW - 50)
    for run in (*kept, running, gone):
        runs.update(run)
    paths = runs.paths(gone.run_id)
    paths.work.mkdir()
    (paths.work / "topic.md").write_text("x")
    for path in (paths.prompt, paths.log, paths.result, paths.cost, paths.plan, paths.order, paths.session):
        path.write_text("{}")
    assert runs.collect(keep=3) == 1
    assert {run.run_id for run in runs.runs()} == {run.run_id for run in (*kept, running)}
    assert not list(runs.folder.glob(f"{gone.run_id}*"))


def test_the_newest_consolidations_keep_what_taking_them_back_needs(runs):
    filed = [replace(a_run(runs, NOW + number), role="consolidator") for number in range(4)]
    filed = [replace(run, run_id=run.run_id.replace("obs-", "cons-")) for run in filed]
    observed = [a_run(runs, NOW + 100 + number) for number in range(3)]
    for run in (*filed, *observed):
        runs.update(run)
    for run in filed:
        for folder in (runs.paths(run.run_id).base, runs.paths(run.run_id).work):
            folder.mkdir()
            (folder / "topic.md").write_text("x")
    assert runs.collect(keep=6, revertible=2) == 1
    assert {run.run_id for run in runs.runs()} == {run.run_id for run in (*observed, *filed[1:])}
    copies = {f"{run.run_id}{end}" for run in filed[2:] for end in (".base", ".work")}
    assert {path.name for path in runs.folder.iterdir() if path.is_dir()} == copies
    # However many observers ran since, these two can be taken back.
    assert runs.collect(keep=1, revertible=2) == 3
    assert {path.name for path in runs.folder.iterdir() if path.is_dir()} == copies


def test_files_of_endless_brackets_are_skipped_and_named(runs: RunFolder):
    odd, sound = a_run(runs), a_run(runs)
    for run in (odd, sound):
        runs.update(run)
    runs.paths(odd.run_id).record.write_bytes(b"[" * 100_000)
    runs.paths(sound.run_id).cost.write_bytes(b"[" * 100_000)
    assert [run.run_id for run in runs.runs()] == [sound.run_id]
    assert len(runs.notes) == 2


def test_what_is_no_folder_holds_no_runs_and_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / ".runs"):
        runs = RunFolder(folder)
        assert runs.runs() == ()
        assert runs.notes == (f"{folder.name}: Not a directory",)
