"""``silcrow search`` and ``silcrow recall``: what is remembered, and what it rests on."""

import json

import pytest

from tests.cli.conftest import Desk


@pytest.fixture
def observed(desk: Desk) -> Desk:
    """A session of a few chunks, observed from its start, beside a memory file."""
    desk.memory_file.write_text("Parser tests run first\n§\nUses uv")
    desk.session(8)
    assert desk("om", "on", "--from", "start").code == 0
    assert desk("om", "observe", "--wait").code == 0
    return desk


def an_observation(desk: Desk) -> dict[str, str]:
    hits = desk("search", "parser", "--json", "--limit", "1000").document["hits"]
    return next(hit for hit in hits if hit["kind"] == "observation")


def test_search_says_of_each_hit_whether_the_agent_sees_it(observed: Desk):
    answer = observed("search", "PARSER", "--json")
    assert answer.code == 0
    document = answer.document
    assert set(document) == {"query", "regex", "total", "counts", "hits"}
    assert {"entry", "observation", "session"} <= set(document["counts"])
    seen = {(hit["kind"], hit["standing"]) for hit in document["hits"]}
    assert {("entry", "in context now"), ("observation", "in memory"), ("session", "in context now")} <= seen
    for hit in document["hits"]:
        assert hit["excerpt"][hit["start"] : hit["end"]].lower() == "parser"


def test_the_newest_hit_comes_first(observed: Desk):
    times = [hit["time"] for hit in observed("search", "parser", "--json").document["hits"]]
    assert times == sorted(times, reverse=True)
    assert len(times) > 2


def test_search_for_people_has_two_lines_for_each_hit(observed: Desk):
    answer = observed("search", "uses UV")
    assert answer.code == 0
    headline, excerpt = answer.out.splitlines()
    assert headline.endswith("in context now  MEMORY.md entry 2")
    assert excerpt == "    Uses uv"


def test_a_limit_says_what_it_left_out(observed: Desk):
    answer = observed("search", "parser", "--limit", "1")
    assert len(answer.out.splitlines()) == 2
    assert "left out; --limit shows more." in answer.err


def test_a_search_that_finds_nothing_says_where_it_looked(observed: Desk):
    answer = observed("search", "quagga")
    assert answer.code == 0
    assert answer.out == (
        "Nothing found for “quagga” in entries, history, pool, archive, topics, journey, raw session.\n"
    )


def test_a_pattern_is_only_one_on_request(observed: Desk):
    assert observed("search", "^Uses u.$", "--json").document["total"] == 0
    assert observed("search", "^Uses u.$", "--regex", "--json").document["total"] == 1


@pytest.mark.parametrize(("text", "code"), [("(", "bad_pattern"), ("", "empty")])
def test_what_cannot_be_searched_for_is_refused(observed: Desk, text: str, code: str):
    answer = observed("search", "--regex", "--json", "--", text)
    assert answer.code == 3
    assert answer.document["code"] == code
    assert len(answer.err.splitlines()) == 1


def test_search_needs_no_session(desk: Desk):
    desk.memory_file.write_text("Uses uv")
    assert desk("search", "uv", "--json").document["counts"] == {"entry": 1}


def test_a_hostile_text_is_shown_without_its_controls(desk: Desk):
    desk.memory_file.write_text("Uses \x1b[31muv\x1b[0m")
    answer = desk("search", "uv")
    assert "uv" in answer.out
    assert "\x1b" not in answer.out


def test_recall_shows_an_observation_with_its_sources(observed: Desk):
    wanted = an_observation(observed)
    document = observed("recall", wanted["id"], "--json").document
    (each,) = document["observations"]
    assert (each["id"], each["state"], each["standing"]) == (wanted["id"], "active", "in memory")
    assert each["sources"]
    assert all(source["text"] for source in each["sources"])
    shown = observed("recall", wanted["id"]).out
    assert shown.startswith(f"{wanted['id']}  {each['content']}\n  in memory · in the pool\n")
    assert each["sources"][0]["text"].splitlines()[0] in shown


def test_a_dropped_observation_is_still_recalled_and_found(observed: Desk):
    wanted = an_observation(observed)
    assert observed("om", "drop", wanted["id"]).code == 0
    (each,) = observed("recall", wanted["id"], "--json").document["observations"]
    assert (each["state"], each["standing"]) == ("dropped", "past")
    assert each["sources"]
    hits = observed("search", "parser", "--json", "--limit", "1000").document["hits"]
    assert [hit["kind"] for hit in hits if hit["id"] == wanted["id"]] == ["archive"]


def test_a_beginning_of_several_ids_names_them(observed: Desk):
    answer = observed("recall", "2026", "--json")
    assert answer.code == 3
    assert answer.document["code"] == "ambiguous"
    assert len(answer.document["matches"]) > 1
    assert answer.document["matches"][0]["content"]


def test_an_unknown_id_is_refused(observed: Desk):
    answer = observed("recall", "1999-01-01T00:00:00", "--json")
    assert answer.code == 3
    assert answer.document["code"] == "gone"


def test_recall_without_a_session_is_wrong_usage(desk: Desk):
    assert desk("recall", "2026").code == 2


def test_looking_writes_nothing(observed: Desk):
    def files() -> dict[str, bytes]:
        roots = (observed.agent_dir, observed.project)
        return {str(path): path.read_bytes() for root in roots for path in root.rglob("*") if path.is_file()}

    wanted = an_observation(observed)
    before = files()
    observed("search", "parser")
    observed("recall", wanted["id"])
    assert files() == before


def test_a_session_with_a_torn_last_line_is_searched(observed: Desk):
    (path,) = (observed.agent_dir / "sessions").rglob("*.jsonl")
    with path.open("a") as file:
        file.write(json.dumps({"type": "message", "id": "torn"})[:-5])
    assert observed("search", "parser", "--json").document["counts"]["session"] > 0
