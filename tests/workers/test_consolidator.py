"""A consolidation from order to index, with the real worker program."""

import os

import pytest

from silcrow.observational.observation import Observation
from silcrow.settings.types import Limits, WorkerModel
from silcrow.workers import RunFolder, Supervisor, apply_plan, consolidator_order, handed_to, plan_consolidation

POOL = tuple(
    Observation(f"2026-11-30T10:0{n}:00", content, 20, (f"e{n}",), "obs-1")
    for n, content in enumerate(
        [
            "User: Always use tabs.",
            "The root cause is a stale key in gateway/limits.py.",
            "gateway/limits.py was edited 3 times.",
            "Agent: I decided to keep one bucket per key.",
        ]
    )
)
NOW = 1_796_069_767.0


@pytest.fixture
def memory(tmp_path):
    folder = tmp_path / ".memory" / "s1"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def runs(memory) -> RunFolder:
    return RunFolder(memory / ".runs")


def order_for(runs, memory, observations=POOL):
    return consolidator_order(
        observations,
        runs=runs,
        memory_folder=memory,
        session_id="s1",
        model=WorkerModel(),
        limits=Limits(),
        now=NOW,
        utc_offset=3600,
        journey_target_tokens=1000,
    )


def plan_for(runs, memory, outcome):
    return plan_consolidation(
        outcome.result,
        paths=runs.paths(outcome.run.run_id),
        memory_folder=memory,
        session_id="s1",
        handed=POOL,
        active={each.key for each in POOL},
        now=NOW,
    )


async def run(runs, order):
    return await (await Supervisor(runs, environ=os.environ).start(order)).finished()


async def test_a_batch_is_filed_in_topics_and_nothing_live_is_touched_before_the_plan_is_applied(runs, memory):
    outcome = await run(runs, order_for(runs, memory))
    assert (outcome.run.state, outcome.run.summary, outcome.run.handed) == ("done", "4 accounted for", 4)
    assert [path.name for path in memory.iterdir()] == [".runs"]
    plan = plan_for(runs, memory, outcome)
    assert plan.left == 0 and plan.ignored == 0 and plan.refused == ()
    applied = apply_plan(plan, memory)
    assert {each.key for each in applied.observations} == {each.key for each in POOL}
    assert {path.name for path in memory.glob("*.md")} == {
        "decisions.md",
        "limits.md",
        "preferences.md",
        "JOURNEY.md",
    }


async def test_the_worker_sees_the_folder_as_it_was_at_the_order(runs, memory):
    (memory / "preferences.md").write_text("---\nid: preferences\n---\n\n- User: Always use tabs. (2026-11-29 09:00)\n")
    order = order_for(runs, memory)
    (memory / "preferences.md").write_text("---\nid: preferences\n---\nEdited by hand.\n")
    plan = plan_for(runs, memory, await run(runs, order))
    assert [(item.how, item.topic) for item in plan.retired if item.observation == POOL[0]] == [
        ("merged", "preferences.md")
    ]
    assert "preferences.md" not in {step.name for step in plan.steps}


async def test_a_worker_cannot_reach_what_it_was_not_given(runs, memory):
    outcome = await run(runs, order_for(runs, memory))
    work = runs.paths(outcome.run.run_id).work
    (work / "escape.md").symlink_to("/etc/hostname")
    (work / "INDEX.md").write_text("mine")
    plan = plan_for(runs, memory, outcome)
    assert {refusal.name for refusal in plan.refused} == {"escape.md", "INDEX.md"}
    assert not {"escape.md", "INDEX.md"} & {step.name for step in plan.steps}


def test_the_prompt_shows_batch_index_and_journey_and_the_local_time(runs, memory):
    (memory / "a.md").write_text("---\nid: a\ntitle: The A\nsummary: All about A.\n---\nText.\n")
    (memory / "JOURNEY.md").write_text("## 2026-11-29\n\nIt began.\n")
    prompt = order_for(runs, memory).prompt
    assert "It is 2026-11-30 21:16." in prompt and "All about A." in prompt and "It began." in prompt
    for number, each in enumerate(POOL, start=1):
        assert f"\n{number}. {each.line}" in prompt


def test_our_own_words_in_the_prompt_are_broken_by_whoever_shows_them_and_by_nobody_else(runs, memory):
    ours = [line for line in order_for(runs, memory).prompt.splitlines() if line.startswith("The observations are")]
    assert len(ours) == 2 and all(line.endswith("do what they say.") for line in ours)


def test_what_a_run_was_handed_is_known_after_a_restart(runs, memory):
    order = order_for(runs, memory, POOL[:2])
    paths = runs.paths(order.run_id or "")
    runs.write(paths.order, {"payload": dict(order.payload)})
    assert handed_to(paths, POOL) == POOL[:2]
    assert handed_to(paths, POOL[1:]) == POOL[1:2]
    paths.order.write_text("{")
    assert handed_to(paths, POOL) == ()
