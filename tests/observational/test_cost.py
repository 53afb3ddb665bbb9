from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from silcrow.observational.cost import total_cost
from silcrow.observational.record_parsing import parse_record
from silcrow.observational.records import CostNote
from tests.observational.small_tree import SmallTree, header, record, view_of


def note(run_id: str, usd: float | None, at: int = 0, *, own: bool = True, **data: Any) -> tuple[CostNote, bool]:
    line = record("om.cost", f"k{run_id}{at}{usd}", at, costUsd=usd, runId=run_id, **{"role": "observer", **data})
    parsed = parse_record(line)
    assert isinstance(parsed, CostNote)
    return parsed, own


class LiveRun(Struct, frozen=True):
    run_id: str
    cost_usd: float | None
    state: str = "running"
    role: str = "observer"
    model: str = "builtin/extractive"
    started_at: float = 0.0
    finished_at: float | None = None
    chunk: None = None
    attempt: int = 1
    handed: int = 0
    partial: bool = False
    error: None = None


def test_of_several_figures_for_one_run_the_greatest_counts():
    cost = total_cost([note("a", 0.1, 1), note("a", 0.3, 2), note("a", 0.2, 3)])
    assert (cost.total_usd, cost.runs) == (0.3, 1)


def test_an_unknown_price_is_counted_as_such_and_never_as_zero():
    cost = total_cost([note("a", None), note("b", 0.5)])
    assert (cost.total_usd, cost.unpriced, cost.runs) == (0.5, 1, 2)


def test_a_price_that_becomes_known_ends_unpriced():
    assert total_cost([note("a", None, 1), note("a", 0.5, 2)]).unpriced == 0


def test_a_lower_bound_is_said_until_the_whole_account_is_known():
    assert total_cost([note("a", 0.5, partial=True)]).partial
    assert not total_cost([note("a", 0.5, 1, partial=True), note("a", 0.6, 2)]).partial


def test_ten_thousand_small_amounts_add_up_exactly():
    assert total_cost([note(f"r{index}", 0.0001) for index in range(10_000)]).total_usd == 1.0


def test_a_fork_tells_its_own_cost_from_what_it_inherited():
    tree = SmallTree(header("child", timestamp="2026-01-02T00:01:00.000Z", parent="/p/parent.jsonl")).say("a")
    lines = [
        record("om.cost", "k1", 1, costUsd=1.0, runId="obs-p", role="observer", sessionId="parent"),
        record("om.cost", "k2", 2, costUsd=0.5, runId="obs-ts", role="observer"),
        record("om.cost", "k3", 90, costUsd=0.25, runId="obs-c", role="observer", sessionId="child"),
    ]
    cost = view_of(tree, lines).cost
    assert (cost.total_usd, cost.own_usd, cost.inherited_usd) == (1.75, 0.25, 1.5)


def test_over_a_family_of_forks_each_run_is_somebodys_own_just_once():
    lines = [record("om.cost", "k1", 1, costUsd=1.0, runId="obs-p", role="observer", sessionId="parent")]
    own: list[float] = []
    for session_id, parent, usd in (("parent", None, None), ("child", "parent", 0.25), ("grandchild", "child", 0.0)):
        path = f"/p/{parent}.jsonl" if parent else None
        if usd:
            lines.append(
                record("om.cost", f"k-{session_id}", 9, costUsd=usd, runId=f"obs-{session_id}", sessionId=session_id)
            )
        cost = view_of(SmallTree(header(session_id, parent=path)).say("a"), lines).cost
        own.append(cost.own_usd)
        assert cost.total_usd == cost.own_usd + cost.inherited_usd == sum(own)
    assert own == [1.0, 0.25, 0.0]


def test_a_live_run_counts_once_with_the_greater_figure():
    cost = total_cost([note("a", 0.1)], [LiveRun("a", 0.4), LiveRun("b", 0.2)])
    assert (cost.total_usd, cost.runs) == (0.4 + 0.2, 2)


def test_a_run_without_a_figure_is_unpriced_only_once_it_has_ended():
    assert total_cost([], [LiveRun("a", None)]).unpriced == 0
    assert total_cost([], [LiveRun("a", None, state="failed")]).unpriced == 1


def test_sums_come_by_role_model_and_local_day():
    evening = 23 * 3600
    notes = [
        note("a", 0.1, evening, model="m/1"),
        note("b", 0.2, 3600, model="m/2", role="consolidator"),
        note("c", None, 3600, model="m/1"),
    ]
    cost = total_cost(notes, utc_offset=7200)
    assert [(row.label, row.usd, row.runs, row.unpriced) for row in cost.by_role] == [
        ("consolidator", 0.2, 1, 0),
        ("observer", 0.1, 2, 1),
    ]
    assert [row.label for row in cost.by_model] == ["m/1", "m/2"]
    assert [row.label for row in cost.by_day] == ["2026-01-02", "2026-01-03"]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.none() | st.floats(0, 10))), st.none() | st.floats(0, 10))
def test_another_figure_never_lowers_a_total(figures: list[tuple[str, float | None]], more: float | None):
    notes = [note(run_id, usd, at) for at, (run_id, usd) in enumerate(figures)]
    assert total_cost([*notes, note("a", more, 99)]).total_usd >= total_cost(notes).total_usd
