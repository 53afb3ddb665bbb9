import random

import pytest

from silcrow.observational.observation import content_hash
from silcrow.text import estimate_tokens
from tests.observational.small_tree import SmallTree, contents, header, record, recorded, view_of


def dropped(record_id: str, *facts: str, at: int = 100, hashes: bool = True, **data: object):
    ids = [f"2026-01-01T10:00:{ord(fact[-1]) % 60:02}" for fact in facts]
    more = {"hashes": [content_hash(fact) for fact in facts]} if hashes else {}
    return record("om.observations.dropped", record_id, at, observationTimestamps=ids, **more, **data)


def branched() -> SmallTree:
    """a - b - c, and d beside c; the leaf is c."""
    return SmallTree().say("a", "b", "c").go("b").say("d").go("c")


def test_observations_count_on_every_path_that_holds_the_chunks_end():
    tree = branched()
    lines = [recorded("r1", ("a", "b"), "shared"), recorded("r2", ("c", "c"), "only on c")]
    assert contents(view_of(tree, lines, "c")) == ["only on c", "shared"]
    assert contents(view_of(tree, lines, "d")) == ["shared"]
    assert contents(view_of(tree, lines, "a")) == []


def test_where_a_record_stands_in_the_session_file_says_nothing_about_where_it_counts():
    tree = branched().go("d")
    tree.write(recorded("r1", ("c", "c"), "about c"))
    assert contents(view_of(tree, leaf="c")) == ["about c"]
    assert contents(view_of(tree, leaf="r1")) == []


def test_a_record_of_the_typescript_extension_counts_where_it_covers_to():
    tree = branched()
    line = record(
        "om.observations.recorded",
        "t1",
        observations=[{"timestamp": "2026-01-01T10:00:00", "content": "plain", "tokenCount": 2}],
        coversUpToId="c",
    )
    tree.go("c").write(line)
    assert contents(view_of(tree)) == ["plain"]
    assert contents(view_of(tree, leaf="d")) == []


def test_a_record_whose_anchor_is_gone_counts_where_it_stands_and_covers_nothing():
    tree = SmallTree().say("a", "b")
    tree.write(
        record(
            "om.observations.recorded",
            "t1",
            observations=[{"timestamp": "2026-01-01T10:00:00", "content": "kept"}],
            coversUpToId="never-seen",
        )
    )
    view = view_of(tree)
    assert contents(view) == ["kept"]
    assert view.settled_count == 0


def test_the_same_id_counts_once_wherever_it_stands():
    tree = SmallTree().say("a")
    line = recorded("r1", ("a", "a"), "once")
    tree.write(line)
    view = view_of(tree, [line, line])
    assert (view.total, len(view.chunks)) == (1, 1)


def test_a_second_record_of_the_same_run_and_attempt_is_ignored():
    tree = SmallTree().say("a", "b")
    lines = [
        recorded("r2", ("a", "b"), "late twin", at=2, runId="obs-1"),
        recorded("r1", ("a", "b"), "first", at=1, runId="obs-1"),
    ]
    assert contents(view_of(tree, lines)) == ["first"]


def test_a_drop_with_a_run_counts_on_all_branches():
    tree = branched()
    lines = [
        recorded("r1", ("a", "b"), "filed"),
        dropped("d1", "filed", coversUpToId="c", runId="cons-1", sessionId="s1"),
    ]
    for leaf in ("b", "c", "d"):
        view = view_of(tree, lines, leaf)
        assert (contents(view), view.dropped, view.total) == ([], 1, 1)


def test_a_drop_of_the_typescript_extension_counts_only_where_it_stands():
    tree = branched()
    line = dropped("d1", "filed", hashes=False, coversUpToId="c")
    tree.go("c").write(line)
    tree.go("c").say("e")
    lines = [recorded("r1", ("a", "b"), "filed")]
    assert contents(view_of(tree, lines, "d1")) == []
    assert contents(view_of(tree, lines, "d")) == ["filed"]


def test_a_drop_hits_only_the_content_it_names():
    tree = SmallTree().say("a", "b")
    lines = [
        recorded("r1", ("a", "a"), "one x", at=1),
        recorded("r2", ("b", "b"), "two x", at=2),
        dropped("d1", "one x", runId="cons-1", sessionId="s1"),
    ]
    assert contents(view_of(tree, lines)) == ["two x"]


def test_what_a_run_retired_is_counted_over_all_its_drops():
    lines = [
        dropped("d1", "one a", "two b", runId="cons-1", sessionId="s1"),
        dropped("d2", "three c", runId="cons-1", sessionId="s1"),
    ]
    assert view_of(SmallTree().say("a"), lines).retired_by == {"cons-1": 3}


def test_a_drop_without_hashes_means_the_first_observation_of_that_id():
    tree = SmallTree().say("a", "b")
    lines = [
        recorded("r2", ("b", "b"), "second x", at=2),
        recorded("r1", ("a", "a"), "first x", at=1),
        dropped("d1", "any x", hashes=False, runId="cons-1", sessionId="s1"),
    ]
    assert contents(view_of(tree, lines)) == ["second x"]


@pytest.mark.parametrize(
    "data",
    [
        ("om.run.reverted", {"runIds": ["cons-1", "cons-2"], "sessionId": "s1"}),
        ("om.reverted", {"runId": "cons-1"}),
    ],
)
def test_a_reverted_runs_observations_come_back_on_all_branches(data: tuple[str, dict[str, object]]):
    tree = branched()
    lines = [
        recorded("r1", ("a", "b"), "back"),
        dropped("d1", "back", runId="cons-1", sessionId="s1"),
        record(data[0], "v1", 200, **data[1]),
    ]
    for leaf in ("c", "d"):
        assert contents(view_of(tree, lines, leaf)) == ["back"]
    assert view_of(tree, lines).reverted_at == "2026-01-02T00:03:20.000Z"


def test_a_later_run_may_drop_what_a_revert_brought_back():
    tree = SmallTree().say("a")
    lines = [
        recorded("r1", ("a", "a"), "again"),
        dropped("d1", "again", runId="cons-1", sessionId="s1"),
        record("om.run.reverted", "v1", 200, runIds=["cons-1"], sessionId="s1"),
        dropped("d2", "again", at=300, runId="cons-2", sessionId="s1"),
    ]
    assert contents(view_of(tree, lines)) == []


def fork() -> SmallTree:
    return SmallTree(header("child", timestamp="2026-01-03T00:00:00.000Z", parent="/p/parent.jsonl")).say("a", "b")


def test_a_fork_without_a_seed_has_its_parents_drops_undone():
    lines = [
        recorded("r1", ("a", "b"), "inherited"),
        dropped("d1", "inherited", runId="cons-1", sessionId="parent"),
    ]
    assert contents(view_of(fork(), lines)) == ["inherited"]
    seed = record("om.seeded", "x1", 300, sessionId="child", runs=["cons-1"])
    assert contents(view_of(fork(), [*lines, seed])) == []


def test_a_copied_drop_without_a_session_is_the_parents_when_it_is_older_than_the_fork():
    lines = [recorded("r1", ("a", "b"), "inherited"), dropped("d1", "inherited", runId="cons-1")]
    assert contents(view_of(fork(), lines)) == ["inherited"]
    assert contents(view_of(SmallTree().say("a", "b"), lines)) == []


def test_a_parents_revert_does_not_count_in_the_fork():
    lines = [
        recorded("r1", ("a", "b"), "filed"),
        dropped("d1", "filed", runId="cons-1", sessionId="child"),
        record("om.run.reverted", "v1", 200, runIds=["cons-1"], sessionId="parent"),
    ]
    assert contents(view_of(fork(), lines)) == []


def test_a_chunk_inside_a_larger_recorded_one_is_not_told_twice():
    tree = branched()
    lines = [
        recorded("r1", ("a", "b"), "first half"),
        recorded("r2", ("a", "c"), "first half in other words", "and the rest"),
    ]
    assert "first half" not in contents(view_of(tree, lines, "c"))
    assert contents(view_of(tree, lines, "d")) == ["first half"]


def test_of_two_records_of_the_same_chunk_the_earlier_shows():
    tree = SmallTree().say("a", "b")
    lines = [recorded("r2", ("a", "b"), "later", at=2), recorded("r1", ("a", "b"), "earlier", at=1)]
    assert contents(view_of(tree, lines)) == ["earlier"]


def test_an_empty_outcome_hides_nothing():
    tree = SmallTree().say("a", "b")
    lines = [recorded("r1", ("a", "a"), "seen"), record("om.chunk", "c1", fromId="a", toId="b", outcome="empty")]
    view = view_of(tree, lines)
    assert (contents(view), view.settled_count) == (["seen"], 2)


def test_memory_is_off_until_it_is_turned_on_and_the_newest_word_counts():
    tree = SmallTree().say("a")
    on, off = record("om.enabled", "g1", 1, enabled=True), record("om.enabled", "g2", 2, enabled=False)
    assert not view_of(tree).enabled
    assert view_of(tree, [on]).enabled
    assert not view_of(tree, [off, on]).enabled


def test_a_gate_beside_the_session_file_holds_on_every_branch():
    tree = branched()
    assert all(view_of(tree, [record("om.enabled", "g1", 1, enabled=True)], leaf).enabled for leaf in ("c", "d"))


def test_a_gate_inside_the_session_file_holds_on_its_branch():
    tree = branched().go("c")
    tree.write(record("om.enabled", "g1", 1, enabled=True))
    assert (view_of(tree).enabled, view_of(tree, leaf="d").enabled) == (True, False)


def test_a_pause_lasts_until_it_is_lifted_for_that_role():
    tree = SmallTree().say("a")
    lines = [
        record("om.paused", "p1", 1, role="observer", reason="by you"),
        record("om.paused", "p2", 1, role="consolidator", reason="3 failures"),
        record("om.paused", "p3", 2, role="observer", reason=None),
    ]
    assert view_of(tree, lines).paused == {"consolidator": "3 failures"}


def test_the_first_record_fixes_the_sessions_clock():
    tree = SmallTree().say("a")
    lines = [record("om.session", "o2", 2, utcOffset=7200), record("om.session", "o1", 1, utcOffset=3600)]
    assert view_of(tree, lines).utc_offset == 3600


def test_foreign_records_are_counted_and_change_nothing():
    tree = SmallTree().say("a")
    lines = [
        record(
            "om.observations.recorded",
            "f1",
            observations=[{"id": "x", "timestamp": "2026-01-01T10:00:00", "content": "theirs"}],
            coversUpToId="a",
        ),
        record("om.observations.dropped", "f2", observationIds=["x"]),
        record("om.reflections.recorded", "f3", reflections=[]),
    ]
    view = view_of(tree, lines)
    assert (view.foreign, view.total, view.settled_count) == (3, 0, 0)


def test_the_typescript_extension_drives_while_its_record_is_the_newest_in_the_file():
    tree = SmallTree().say("a", "b")
    theirs = record(
        "om.observations.recorded",
        "t1",
        1,
        observations=[{"timestamp": "2026-01-01T10:00:00", "content": "theirs"}],
        coversUpToId="a",
    )
    tree.write(theirs)
    assert view_of(tree).typescript
    tree.write(recorded("r1", ("b", "b"), "ours", at=2))
    assert not view_of(tree).typescript


def test_the_order_of_lines_does_not_matter():
    tree = branched()
    lines = [
        recorded("r1", ("a", "b"), "one", at=1),
        recorded("r2", ("c", "c"), "two", at=2),
        recorded("r3", ("a", "c"), "three", at=3),
        dropped("d1", "two", runId="cons-1", sessionId="s1"),
        record("om.run.reverted", "v1", 200, runIds=["cons-1"], sessionId="s1"),
        record("om.enabled", "g1", 1, enabled=True),
        record("om.cost", "k1", 1, costUsd=0.25, runId="obs-r1", role="observer"),
        record("om.cost", "k2", 2, costUsd=0.5, runId="obs-r1", role="observer"),
    ]
    expected = view_of(tree, lines)
    shuffle = random.Random(7)
    for _ in range(20):
        shuffle.shuffle(lines)
        assert view_of(tree, lines) == expected


def test_the_pool_weighs_what_its_lines_weigh_as_they_are_shown():
    tree = SmallTree().say("a")
    noted = [{"timestamp": f"2026-01-01T10:{n // 60:02}:{n % 60:02}", "content": "ok"} for n in range(1000)]
    view = view_of(tree, [recorded("r1", ("a", "a"), observations=noted)])
    assert view.pool_tokens == sum(estimate_tokens(each.line) for each in view.pool) == 6_000
