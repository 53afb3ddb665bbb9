"""What was spent: in this session, by day, and in all sessions together."""

from msgspec.structs import replace

from silcrow_tui.panes.cost_lines import all_lines, spent_on
from silcrow_tui.widgets.line import plain
from tests.scenes import scene
from tests.scenes.observing import spending
from tests.tui.driver import MEDIUM, NARROW, at_the_workbench


async def test_the_day_cap_counts_what_all_sessions_spent_today():
    async with at_the_workbench("busy", MEDIUM) as user:
        await user.sees("session cap   $0.41 of $5.00", "day cap       $0.74 of $10.00")


async def test_session_day_and_all_are_tabs():
    async with at_the_workbench("busy", NARROW) as user:
        await user.presses("5")
        await user.sees("observer       ≥$0.236")
        await user.presses("]")
        await user.sees("2026-11-12    $0.311")
        await user.presses("]")
        await user.sees("all sessions $2.812 · today $0.741 · 6 days", "2026-11-10    $0.208")
        await user.presses("]")
        await user.sees("own ≥$0.412")


async def test_enter_shows_roles_caps_models_and_days_at_length():
    async with at_the_workbench("busy", NARROW) as user:
        await user.presses("5", "enter", "0")
        await user.sees("session cap", "acme/large-4", "builtin/extractive", "2026-11-12")


async def test_without_a_session_enter_says_so():
    async with at_the_workbench("no_session", NARROW) as user:
        await user.presses("5", "enter")
        await user.is_hinted("No session is open. S lists them.")


async def test_a_session_that_spent_nothing_still_shows_what_others_did():
    place = scene("off")
    assert place.state.observational is not None
    place.state = replace(place.state, spending=spending())
    async with at_the_workbench(place, NARROW) as user:
        await user.presses("5", "]")
        await user.sees("all sessions $2.812")


def test_bars_are_as_long_as_their_share_of_the_dearest_day():
    rows = [plain(row) for row in all_lines(spending(), "2026-11-16", 78)]
    lengths = {row.split()[0]: row.count("█") for row in rows[1:]}
    assert max(lengths, key=lengths.__getitem__) == "2026-11-13"
    assert lengths["2026-11-15"] < lengths["2026-11-14"] < lengths["2026-11-12"]
    assert spent_on(spending(), "2026-11-11") == 0
