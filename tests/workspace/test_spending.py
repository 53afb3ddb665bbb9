"""What all sessions of a user spent, day by day, in the state that surfaces show."""

import json
from datetime import datetime

from silcrow.workspace.reading import PlaceReader
from tests.workspace.conftest import Home


def spend(home: Home, *figures: tuple[str, float, str]) -> None:
    """Lines ``(run, USD, local time)`` of the spend file."""
    path = home.folder / "state" / "silcrow" / "spend.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        for run_id, usd, at in figures:
            moment = datetime.fromisoformat(at).timestamp()
            file.write(json.dumps({"runId": run_id, "costUsd": usd, "at": moment}) + "\n")


def reader(home: Home) -> PlaceReader:
    return PlaceReader(home.where(), {**home.environ, "XDG_STATE_HOME": str(home.folder / "state")})


def test_days_are_summed_over_sessions_oldest_first(home: Home) -> None:
    spend(home, ("b", 0.5, "2026-05-05T10:00"), ("a", 0.25, "2026-05-04T10:00"), ("c", 0.25, "2026-05-05T11:00"))
    days = reader(home).read(0.0).spending
    assert [(row.label, row.usd, row.runs) for row in days] == [("2026-05-04", 0.25, 1), ("2026-05-05", 0.75, 2)]


def test_of_several_figures_of_a_run_only_what_came_on_top_counts_for_a_later_day(home: Home) -> None:
    spend(home, ("a", 0.25, "2026-05-04T23:59"), ("a", 0.75, "2026-05-05T00:01"))
    days = reader(home).read(0.0).spending
    assert [(row.label, row.usd) for row in days] == [("2026-05-04", 0.25), ("2026-05-05", 0.5)]
    assert sum(row.runs for row in days) == 1


def test_what_is_spent_meanwhile_is_in_the_next_state(home: Home) -> None:
    place = reader(home)
    assert place.read(0.0).spending == ()
    spend(home, ("a", 0.25, "2026-05-04T10:00"))
    assert [row.usd for row in place.read(1.0).spending] == [0.25]
