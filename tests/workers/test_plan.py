import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.observational.observation import Observation, content_hash
from silcrow.workers.plan import (
    FileStep,
    Plan,
    Retirement,
    build_plan,
    file_hash,
    plan_document,
    plan_from_document,
)
from silcrow.workers.work_copy import FolderText, Refusal


def topic(name: str, body: str = "It holds.\n") -> bytes:
    return f"---\nid: {name}\ntitle: {name}\nsummary: s\nupdated: 2026-11-30\n---\n{body}".encode()


def pool(number: int) -> tuple[Observation, ...]:
    return tuple(Observation(f"2026-11-30T10:00:{n:02}", f"fact {n}", 9) for n in range(number))


def told(observation: Observation, how: str = "filed", **more):
    return {"timestamp": observation.timestamp, "content_hash": content_hash(observation.content), "how": how, **more}


def plan_of(handed, dispositions, *, base=None, work=None, live=None, active=None) -> Plan:
    base = base or {}
    return build_plan(
        run_id="cons-20261130100000-1-1",
        session_id="s1",
        made_at="2026-11-30T10:00:00.000Z",
        handed=handed,
        active={each.key for each in handed} if active is None else {each.key for each in active},
        dispositions=dispositions,
        base=FolderText(base),
        work=FolderText(base if work is None else work),
        live=FolderText(base if live is None else live),
    )


def retired(plan: Plan) -> list[tuple[str, str]]:
    return [(item.observation.content, item.how) for item in plan.retired]


def test_what_a_new_topic_holds_is_retired():
    [one] = pool(1)
    plan = plan_of([one], [told(one, topic="a.md")], work={"a.md": topic("a")})
    assert retired(plan) == [("fact 0", "filed")] and plan.left == 0
    assert plan.steps == (FileStep("a.md", None, topic("a").decode()),)


def test_nothing_is_merged_into_a_topic_whose_change_was_refused():
    """It may stand in the refused text only, since a person changed the topic meanwhile."""
    [one] = pool(1)
    plan = plan_of(
        [one],
        [told(one, "merged", topic="a.md")],
        base={"a.md": topic("a")},
        work={"a.md": topic("a", "It holds.\nfact 0\n")},
        live={"a.md": topic("a", "By hand.\n")},
    )
    assert plan.retired == () and plan.left == 1
    assert [refusal.name for refusal in plan.refused] == ["a.md"]


def test_a_topic_may_be_named_by_its_id():
    [one] = pool(1)
    assert retired(plan_of([one], [told(one, topic="a")], work={"a.md": topic("a")})) == [("fact 0", "filed")]


@pytest.mark.parametrize(
    "work",
    [
        {},
        {"a.md": b""},
        {"a.md": b"no front matter, just text"},
        {"a.md": b"---\nid: a\n"},
        {"a.md": topic("a", body=" \n")},
        {"a.md": b"\xff\xfe"},
        {"a.md": topic("a") + b"\0"},
        {"a.md": topic("a", body="x" * 300_000)},
        {"JOURNEY.md": b"## 2026-11-30\n\nThings happened.\n"},
    ],
)
def test_without_a_topic_that_can_hold_them_observations_stay(work):
    handed = pool(40)
    plan = plan_of(handed, [told(each, topic="a.md") for each in handed], work=work)
    assert plan.retired == () and plan.left == 40


def test_filing_in_a_topic_that_was_not_touched_does_not_count_but_merging_does():
    first, second = pool(2)
    base = {"a.md": topic("a")}
    plan = plan_of([first, second], [told(first, topic="a.md"), told(second, "merged", topic="a.md")], base=base)
    assert retired(plan) == [("fact 1", "merged")] and plan.left == 1 and plan.steps == ()


@pytest.mark.parametrize("name", ["b.md", "JOURNEY.md", "", "../a.md", None])
def test_merging_needs_a_topic_that_exists(name):
    [one] = pool(1)
    base = {"a.md": topic("a"), "JOURNEY.md": b"## 2026-11-30\n\nThings happened.\n"}
    assert plan_of([one], [told(one, "merged", topic=name)], base=base).retired == ()


def test_merging_into_a_topic_that_the_run_removes_does_not_count():
    [one] = pool(1)
    plan = plan_of([one], [told(one, "merged", topic="a.md")], base={"a.md": topic("a")}, work={})
    assert plan.retired == () and plan.steps == (FileStep("a.md", file_hash(topic("a")), None),)


def test_discards_beyond_the_share_stay_in_the_pool():
    handed = pool(10)
    plan = plan_of(handed, [told(each, "discarded", reason="noise") for each in handed])
    assert len(plan.retired) == 3 and plan.left == 7
    assert {item.reason for item in plan.retired} == {"noise"}


def test_only_the_first_disposition_counts_and_unknown_ones_are_counted():
    first, second, stranger = pool(3)
    plan = plan_of(
        [first, second],
        [
            told(first, topic="a.md"),
            told(first, "discarded", reason="changed my mind"),
            told(stranger, topic="a.md"),
            {"timestamp": second.timestamp, "content_hash": "00000000", "how": "filed", "topic": "a.md"},
            "filed everything",
            {},
        ],
        work={"a.md": topic("a")},
    )
    assert retired(plan) == [("fact 0", "filed")]
    assert (plan.left, plan.ignored) == (1, 5)


def test_no_dispositions_at_all_retire_nothing():
    plan = plan_of(pool(3), [], work={"a.md": topic("a")})
    assert plan.retired == () and plan.left == 3


def test_what_has_left_the_pool_meanwhile_is_neither_retired_nor_left():
    first, second = pool(2)
    plan = plan_of(
        [first, second],
        [told(first, topic="a.md"), told(second, topic="a.md")],
        work={"a.md": topic("a")},
        active=[second],
    )
    assert retired(plan) == [("fact 1", "filed")] and plan.left == 0


def test_a_topic_that_changed_meanwhile_wins_and_keeps_its_observations():
    first, second = pool(2)
    plan = plan_of(
        [first, second],
        [told(first, topic="a.md"), told(second, topic="b.md")],
        base={"a.md": topic("a")},
        work={"a.md": topic("a", "Theirs.\n"), "b.md": topic("b")},
        live={"a.md": topic("a", "Edited by hand.\n")},
    )
    assert plan.refused == (Refusal("a.md", "changed meanwhile; what is there now wins"),)
    assert [step.name for step in plan.steps] == ["b.md"]
    assert retired(plan) == [("fact 1", "filed")] and plan.left == 1


def test_a_topic_that_vanished_meanwhile_is_not_brought_back():
    plan = plan_of([], [], base={"a.md": topic("a")}, work={"a.md": topic("a", "Theirs.\n")}, live={})
    assert plan.steps == () and plan.refused[0].name == "a.md"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Topic.md", "the same name as topic.md where case does not count"),
        ("CON.md", "not a name for a topic"),
        ("INDEX.md", "not a name for a topic"),
        ("x" * 300 + ".md", "not a name for a topic"),
    ],
)
def test_names_that_cannot_be_used_are_refused(name, reason):
    plan = plan_of([], [], base={"topic.md": topic("topic")}, work={"topic.md": topic("topic"), name: topic("x")})
    assert plan.refused == (Refusal(name, reason),) and plan.steps == ()


@pytest.mark.parametrize("journey", [None, b"", b" \n", b"\xff"])
def test_the_journey_is_neither_removed_nor_emptied(journey):
    base = {"JOURNEY.md": b"## 2026-11-30\n\nThings happened.\n"}
    plan = plan_of([], [], base=base, work={} if journey is None else {"JOURNEY.md": journey})
    assert plan.steps == () and plan.refused[0].name == "JOURNEY.md"


def test_a_topic_stays_when_the_one_that_took_in_its_text_is_not_taken_over():
    base = {"a.md": topic("a"), "z.md": topic("z")}
    moved = {"z.md": topic("z", "Took in a.\n")}
    plan = plan_of([], [], base=base, work=moved, live={**base, "z.md": topic("z", "Edited by hand.\n")})
    assert plan.steps == ()
    assert plan.refused == (
        Refusal("z.md", "changed meanwhile; what is there now wins"),
        Refusal("a.md", "kept, since another file of the run is not taken over"),
    )
    elsewhere = FolderText({"z.md": base["z.md"]}, (Refusal("../a.md", "not a name for a topic"),))
    values = {"run_id": "cons-20261130100000-1-1", "session_id": "s1", "made_at": "", "handed": (), "active": set()}
    lost = build_plan(**values, dispositions=(), base=FolderText(base), work=elsewhere, live=FolderText(base))
    assert lost.steps == () and [refusal.name for refusal in lost.refused] == ["../a.md", "a.md"]


def test_a_journey_that_is_not_taken_over_keeps_no_topic():
    base = {"a.md": topic("a"), "z.md": topic("z"), "JOURNEY.md": b"## 2026-11-30\n\nThings happened.\n"}
    plan = plan_of([], [], base=base, work={"z.md": topic("z", "Took in a.\n"), "JOURNEY.md": b""})
    assert [step.name for step in plan.steps] == ["z.md", "a.md"]


def test_removals_come_after_all_writes():
    base = {"a.md": topic("a"), "z.md": topic("z")}
    plan = plan_of([], [], base=base, work={"z.md": topic("z", "Took in a.\n")})
    assert [(step.name, step.text is None) for step in plan.steps] == [("z.md", False), ("a.md", True)]


HOWS = st.sampled_from(["filed", "merged", "discarded", "lost", None])
TOPICS = st.sampled_from(["a.md", "b.md", "c.md", "JOURNEY.md", "x", None, 7])


@given(
    st.lists(
        st.tuples(st.integers(0, 7), HOWS, TOPICS) | st.none() | st.text(),
        max_size=20,
    )
)
def test_whatever_is_told_only_handed_observations_with_proof_retire_each_once(items):
    handed = pool(6)
    everyone = pool(8)
    dispositions = [
        told(everyone[item[0]], item[1], topic=item[2], reason="r") if isinstance(item, tuple) else item
        for item in items
    ]
    base = {"a.md": topic("a")}
    plan = plan_of(handed, dispositions, base=base, work={**base, "b.md": topic("b")})
    keys = [item.observation.key for item in plan.retired]
    assert len(keys) == len(set(keys)) and set(keys) <= {each.key for each in handed}
    assert len(keys) + plan.left == len(handed)
    assert all(item.topic == "b.md" for item in plan.retired if item.how == "filed")
    assert all(item.topic in ("a.md", "b.md") for item in plan.retired if item.how == "merged")
    assert sum(item.how == "discarded" for item in plan.retired) <= 1


def test_a_plan_survives_its_document():
    [one] = pool(1)
    plan = Plan(
        "cons-1",
        "s1",
        "2026-11-30T10:00:00.000Z",
        steps=(FileStep("a.md", None, "text § é\n"), FileStep("b.md", "00ff", None)),
        retired=(Retirement(one, "filed", topic="a.md"), Retirement(one, "discarded", reason="noise")),
        refused=(Refusal("c.md", "a link"),),
        left=2,
        ignored=1,
        finished=True,
    )
    assert plan_from_document(json.loads(json.dumps(plan_document(plan)))) == plan
