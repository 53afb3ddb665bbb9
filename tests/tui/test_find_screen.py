"""Finding a text in all that is remembered, and going to where it lives."""

from silcrow_tui.screens.find_lines import HitLook, counts_words, found_rows
from silcrow_tui.signs import UNICODE
from silcrow_tui.widgets.line import line_width, plain
from tests.scenes import NOW, scene
from tests.tui.driver import MEDIUM, NARROW, at_the_workbench


async def test_why_does_the_agent_believe_it():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("F")
        await user.types("pytest directly")
        await user.sees("in the agent’s context now: 1", "only in the past: 1", "2 hits: 1 entry, 1 history")
        await user.presses("enter")
        await user.sees("MEMORY.md entry 3", "The agent sees this now.")
        await user.presses("i")
        await user.is_at("PassageScreen")
        await user.sees("1 of 1 hits of “pytest directly”")
        await user.presses("q", "q")
        await user.is_at("FindScreen")


async def test_from_a_hit_to_the_entry_itself():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("F")
        await user.types("harmonic fit")
        await user.sees("in the agent’s context now: 1")
        await user.presses("enter", "enter")
        await user.is_at("MainScreen")
        await user.sees("Property tests for the harmonic fit need")
        await user.finds(lambda: user.app.main.pane.rows.current.entry.number == 15, "the cursor on entry 15")


async def test_from_an_observation_back_to_what_was_said():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("F")
        await user.types("FrozenClock")
        await user.sees("in memory, not in its context", "tidewatch/clock.py added")
        await user.presses("enter", "i")
        await user.is_at("ObservationScreen")
        await user.sees("rests on 2 entries", "e0041")


async def test_from_a_topic_hit_to_the_words_in_the_topic():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("F")
        await user.types("hour")
        await user.sees("topic gauge-ingest.md")
        await user.presses("enter")
        await user.clicks("topic gauge-ingest.md")
        await user.presses("enter")
        await user.is_at("TopicsScreen")
        await user.sees("hits of “hour”")


async def test_from_a_change_of_the_past_to_history():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("F")
        await user.types("make test")
        await user.sees("only in the past: 1")
        await user.presses("enter", "enter")
        await user.is_at("HistoryScreen")


async def test_nothing_found_names_what_was_looked_through():
    async with at_the_workbench("busy", NARROW) as user:
        await user.presses("F")
        await user.types("zzz")
        await user.sees("Nothing found for “zzz” in entries, history, pool, archive, topics, journey")


async def test_a_broken_expression_says_so_and_finds_nothing():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("F")
        await user.types("/(")
        await user.sees("This is no regular expression")
        await user.presses("esc")
        await user.presses("enter")
        await user.is_hinted("There is no hit here")


async def test_an_expression_finds_what_it_matches():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.presses("F")
        await user.types("/just (up|tail)")
        await user.sees("2 hits: 2 entries")


def test_groups_come_in_the_order_of_what_the_agent_sees():
    from silcrow.workspace.search import search
    from silcrow.workspace.search_query import BadQuery, literal

    query = literal("e")
    assert not isinstance(query, BadQuery)
    findings = search(scene("busy").passages, query)
    look = HitLook(NOW, UNICODE)
    rows = found_rows(findings)
    headings = [row for row in rows if not look.selectable(row)]
    assert [plain(look.line(row, 60)).split(":")[0] for row in headings] == [
        "in the agent’s context now",
        "in memory, not in its context",
        "only in the past",
    ]
    assert counts_words(findings).startswith(f"{findings.total} hits")
    for width in (20, 60, 78, 118):
        assert all(line_width(look.line(row, width)) <= width + 22 for row in rows)
