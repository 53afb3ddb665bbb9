import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from silcrow.files import append_line
from silcrow.observational.archive import read_archive
from silcrow.observational.observation import Observation
from silcrow.workers import Run, RunFolder
from silcrow.workers import applying as module
from silcrow.workers.applying import (
    apply_plan,
    consolidated,
    finish_plan,
    read_plan,
    unfinished_plans,
    write_index,
    write_plan,
)
from silcrow.workers.plan import FileStep, Plan, Retirement, file_hash

RUN_ID = "cons-20261130100000-1-1"
OLD = "---\nid: a\ntitle: A\n---\nOld.\n"
NEW = "---\nid: a\ntitle: A\n---\nOld.\nNew.\n"
OTHER = "---\nid: b\ntitle: B\n---\nFresh.\n"
JOURNEY = "## 2026-11-30\n\nThings happened.\n"
ONE, TWO, THREE = (Observation(f"2026-11-30T10:00:0{n}", f"fact {n}", 9, ("e1",), "obs-1") for n in range(3))


class Crash(BaseException):
    pass


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_text(OLD)
    (tmp_path / "gone.md").write_text(OTHER)
    return tmp_path


@pytest.fixture
def plan() -> Plan:
    return Plan(
        RUN_ID,
        "s1",
        "2026-11-30T10:00:00.000Z",
        steps=(
            FileStep("JOURNEY.md", None, JOURNEY),
            FileStep("a.md", file_hash(OLD.encode()), NEW),
            FileStep("b.md", None, OTHER),
            FileStep("gone.md", file_hash(OTHER.encode()), None),
        ),
        retired=(
            Retirement(ONE, "filed", topic="a.md"),
            Retirement(TWO, "merged", topic="b.md"),
            Retirement(THREE, "discarded", reason="noise"),
        ),
    )


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.glob("*.md")}


def test_files_and_archive_are_written_and_the_rest_is_the_callers(folder, plan):
    applied = apply_plan(plan, folder)
    assert applied.observations == (ONE, TWO, THREE) and applied.failed == ()
    assert texts(folder) == {"JOURNEY.md": JOURNEY, "a.md": NEW, "b.md": OTHER}
    archive = read_archive(folder)
    assert [(each.observation.key, each.how, each.topic, each.reason) for each in archive] == [
        (ONE.key, "filed", "a.md", None),
        (TWO.key, "merged", "b.md", None),
        (THREE.key, "discarded", None, "noise"),
    ]
    assert {each.run_id for each in archive} == {RUN_ID} and archive[0].observation.sources == ("e1",)


def test_doing_it_twice_does_nothing_twice(folder, plan):
    first = apply_plan(plan, folder)
    before = texts(folder), (folder / "archive.jsonl").read_bytes()
    assert apply_plan(plan, folder) == first
    assert (texts(folder), (folder / "archive.jsonl").read_bytes()) == before


@pytest.mark.parametrize("survives", range(7))
def test_a_crash_at_any_step_is_finished_by_doing_it_again(folder, plan, monkeypatch, survives):
    left = [survives]

    def count_down(real):
        def counted(*arguments, **more):
            if left[0] == 0:
                raise Crash
            left[0] -= 1
            return real(*arguments, **more)

        return counted

    with monkeypatch.context() as patch:
        patch.setattr(module, "stage_write", count_down(module.stage_write))
        patch.setattr(module.Path, "unlink", count_down(Path.unlink))
        patch.setattr("silcrow.observational.archive.append_line", count_down(append_line))
        with pytest.raises(Crash):
            apply_plan(plan, folder)
    applied = apply_plan(plan, folder)
    assert applied.observations == (ONE, TWO, THREE)
    assert texts(folder) == {"JOURNEY.md": JOURNEY, "a.md": NEW, "b.md": OTHER}
    assert (folder / "archive.jsonl").read_text().count("\n") == 3


def test_a_file_that_changed_since_the_plan_wins_and_its_observations_stay(folder, plan):
    (folder / "a.md").write_text("Edited by hand.")
    applied = apply_plan(plan, folder)
    assert (folder / "a.md").read_text() == "Edited by hand."
    assert applied.observations == (TWO, THREE)
    assert applied.failed[0].name == "a.md"
    assert [each.observation for each in read_archive(folder) if each.how == "filed"] == []


def test_a_topic_that_changed_since_the_plan_is_not_removed(folder, plan):
    (folder / "gone.md").write_text("Edited by hand.")
    applied = apply_plan(plan, folder)
    assert (folder / "gone.md").read_text() == "Edited by hand."
    assert [refusal.name for refusal in applied.failed] == ["gone.md"]


def test_nothing_is_removed_when_not_all_was_taken_over(folder, plan):
    (folder / "b.md").write_text("Made by hand.")
    applied = apply_plan(plan, folder)
    assert (folder / "gone.md").exists()
    assert [refusal.name for refusal in applied.failed] == ["b.md", "gone.md"]


def test_a_change_in_the_last_moment_is_not_overwritten(folder, plan, monkeypatch):
    real = module.stage_write

    def edited_just_then(path, *arguments, **more):
        staged = real(path, *arguments, **more)
        if path.name == "a.md":
            path.write_text("Just now.")
        return staged

    monkeypatch.setattr(module, "stage_write", edited_just_then)
    applied = apply_plan(plan, folder)
    assert (folder / "a.md").read_text() == "Just now." and applied.failed[0].name == "a.md"
    assert not list(folder.glob(".silcrow-*"))


def test_a_link_that_was_put_in_the_place_of_a_topic_is_not_followed(folder, plan, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "target"
    (folder / "b.md").symlink_to(outside)
    applied = apply_plan(plan, folder)
    assert not outside.exists() and applied.failed[0].name == "b.md"


def test_something_that_is_no_file_fails_its_step_only(folder, plan):
    (folder / "b.md").mkdir()
    applied = apply_plan(plan, folder)
    assert applied.observations == (ONE, THREE) and applied.failed[0].name == "b.md"


def test_the_index_follows_the_topics_and_is_left_alone_when_it_does(folder):
    write_index(folder)
    index = folder / "INDEX.md"
    assert "`a.md`" in index.read_text()
    before = index.stat().st_mtime_ns, index.stat().st_ino
    write_index(folder)
    assert (index.stat().st_mtime_ns, index.stat().st_ino) == before


def test_a_plan_on_disk_is_unfinished_until_it_is_marked(tmp_path, plan):
    runs = RunFolder(tmp_path / ".runs")
    runs.update(Run(RUN_ID, "consolidator", "done", "builtin/extractive", "s1", 1, 1.0, 1.0))
    assert unfinished_plans(runs) == () and read_plan(runs.paths(RUN_ID)) is None
    write_plan(runs.paths(RUN_ID), plan)
    assert unfinished_plans(runs) == (plan,)
    finish_plan(runs.paths(RUN_ID), plan)
    assert unfinished_plans(runs) == ()
    assert read_plan(runs.paths(RUN_ID)) == replace(plan, finished=True)


@pytest.mark.parametrize("content", ["", "{", "[]", json.dumps({"runId": "x"}), json.dumps({"steps": 3})])
def test_a_plan_that_cannot_be_read_is_none(tmp_path, content):
    paths = RunFolder(tmp_path).paths(RUN_ID)
    paths.plan.write_text(content)
    assert read_plan(paths) is None


@pytest.mark.parametrize(
    ("left", "retired", "state", "summary"),
    [
        (0, (ONE, TWO), "done", "2 filed in 1 topic"),
        (3, (ONE,), "incomplete", "1 filed in 1 topic, 3 stay in the pool"),
        (2, (), "incomplete", "nothing retired, 2 stay in the pool"),
    ],
)
def test_the_record_says_what_came_out(plan, left, retired, state, summary):
    run = Run(RUN_ID, "consolidator", "done", "builtin/extractive", "s1", 1, 1.0, 1.0)
    items = tuple(Retirement(each, "filed", topic="a.md") for each in retired)
    shown = consolidated(run, replace(plan, retired=items, left=left), module.Applied(items))
    assert (shown.state, shown.summary) == (state, summary)


def test_a_step_that_failed_makes_the_run_incomplete(plan):
    run = Run(RUN_ID, "consolidator", "done", "builtin/extractive", "s1", 1, 1.0, 1.0)
    shown = consolidated(run, plan, module.Applied(plan.retired[1:]))
    assert (shown.state, shown.summary) == ("incomplete", "1 merged, 1 discarded, 1 stay in the pool")


def test_an_index_that_is_a_link_is_replaced_and_never_written_through(folder: Path, tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("precious")
    (folder / "INDEX.md").symlink_to(elsewhere)
    write_index(folder)
    assert elsewhere.read_text() == "precious"
    assert not (folder / "INDEX.md").is_symlink()


@pytest.mark.parametrize("name", ["../b.md", "/tmp/b.md", ".hidden.md", "INDEX.md", "sub/b.md", "ledger.jsonl"])
def test_a_plan_that_names_a_place_outside_the_topics_is_no_plan(tmp_path: Path, name: str):
    paths = RunFolder(tmp_path / ".runs").paths(RUN_ID)
    plan = Plan(RUN_ID, "s1", "2026-11-30T10:00:00Z", (FileStep(name, None, OTHER),), ())
    write_plan(paths, plan)
    assert read_plan(paths) is None


def test_a_plan_of_endless_brackets_is_no_plan(tmp_path: Path):
    paths = RunFolder(tmp_path / ".runs").paths(RUN_ID)
    write_plan(paths, Plan(RUN_ID, "s1", "2026-11-30T10:00:00Z", (), ()))
    paths.plan.write_bytes(b"[" * 100_000)
    assert read_plan(paths) is None
